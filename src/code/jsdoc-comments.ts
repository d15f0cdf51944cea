import type { ts } from 'ts-morph';
import type { TypeScript } from './typescript-parser.ts';

/** The JSDoc comments that the parser holds at a node. */
export function commentsAt(node: ts.Node): readonly ts.JSDoc[] {
  const { jsDoc }: { readonly jsDoc?: readonly ts.JSDoc[] } = node as object;
  return jsDoc ?? [];
}

/** Visits the children of a node: in JavaScript those in its comments too, for there types are written in them. */
export function forEachChildOrComment(ts: TypeScript, node: ts.Node, visit: (child: ts.Node) => void): void {
  if (node.flags & ts.NodeFlags.JavaScriptFile) commentsAt(node).forEach(visit);
  ts.forEachChild(node, visit);
}

/** The tags of a comment that declare a type. */
export function isTypeTag(ts: TypeScript, node: ts.Node): node is ts.JSDocTypedefTag | ts.JSDocCallbackTag {
  return ts.isJSDocTypedefTag(node) || ts.isJSDocCallbackTag(node);
}
