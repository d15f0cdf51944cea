import type { ts } from 'ts-morph';
import type { TypeScript } from './typescript-parser.ts';

/** The JSDoc comments that the parser attached to a node. */
export function commentsAt(node: ts.Node): readonly ts.JSDoc[] {
  const { jsDoc }: { readonly jsDoc?: readonly ts.JSDoc[] } = node as object;
  return jsDoc ?? [];
}

/** Visits the children of a node. In a JavaScript file, also visits its JSDoc comments, which contain types. */
export function forEachChildOrComment(ts: TypeScript, node: ts.Node, visit: (child: ts.Node) => void): void {
  if (node.flags & ts.NodeFlags.JavaScriptFile) commentsAt(node).forEach(visit);
  ts.forEachChild(node, visit);
}

/** Whether a JSDoc tag declares a named type: `@typedef` or `@callback`. */
export function isTypeDeclarationTag(ts: TypeScript, node: ts.Node): node is ts.JSDocTypedefTag | ts.JSDocCallbackTag {
  return ts.isJSDocTypedefTag(node) || ts.isJSDocCallbackTag(node);
}
