import type { ts } from 'ts-morph';
import { commentsAt, forEachChildOrComment, isTypeDeclarationTag } from '../../language/jsdoc-nodes.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** Finds the type-declaring JSDoc tag that contains an offset. */
export function findTypeTag(ts: TypeScript, source: ts.SourceFile, offset: number): ts.JSDocTag | undefined {
  const search = (node: ts.Node): ts.JSDocTag | undefined => {
    if (offset < node.pos || offset >= node.end) return undefined;
    for (const comment of commentsAt(node)) {
      const typeTag = comment.tags?.find(
        (tag) => isTypeDeclarationTag(ts, tag) && tag.pos <= offset && offset < tag.end,
      );
      if (typeTag !== undefined) return typeTag;
    }
    return ts.forEachChild(node, search);
  };
  return ts.forEachChild(source, search);
}

/** Formats the names and types of a tag for comparison. Omits the description. */
export function formatTypeTag(ts: TypeScript, tag: ts.JSDocTag): string {
  const parts: string[] = [];
  const addParts = (node: ts.Node): void => {
    if (ts.isJSDocTypeExpression(node)) parts.push(node.type.getText().replace(/\s*\n\s*(\*(?!\/)\s*)?|\s+/g, ' '));
    else if (ts.isIdentifier(node)) parts.push(node.text);
    else if (!ts.isJSDocLinkLike(node)) {
      if (ts.isJSDocPropertyLikeTag(node) && node.isBracketed) parts.push('?');
      forEachChildOrComment(ts, node, addParts);
    }
  };
  addParts(tag);
  return parts.join(' ');
}
