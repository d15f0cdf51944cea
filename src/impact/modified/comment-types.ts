import type { ts } from 'ts-morph';
import { commentsAt, forEachChildOrComment, isTypeTag } from '../../code/jsdoc-comments.ts';
import type { TypeScript } from '../../code/typescript-parser.ts';

/** The tag of a comment that declares a type whose name stands at an offset. */
export function typeTagAt(ts: TypeScript, source: ts.SourceFile, offset: number): ts.JSDocTag | undefined {
  const search = (node: ts.Node): ts.JSDocTag | undefined => {
    if (offset < node.pos || offset >= node.end) return undefined;
    for (const comment of commentsAt(node)) {
      const found = comment.tags?.find((tag) => isTypeTag(ts, tag) && tag.pos <= offset && offset < tag.end);
      if (found !== undefined) return found;
    }
    return ts.forEachChild(node, search);
  };
  return ts.forEachChild(source, search);
}

/** What such a tag says: its names and types, without what is explained in words. */
export function textOfTypeTag(ts: TypeScript, tag: ts.JSDocTag): string {
  const said: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJSDocTypeExpression(node)) said.push(node.type.getText().replace(/\s*\n\s*(\*(?!\/)\s*)?|\s+/g, ' '));
    else if (ts.isIdentifier(node)) said.push(node.text);
    else if (!ts.isJSDocLinkLike(node)) {
      if (ts.isJSDocPropertyLikeTag(node) && node.isBracketed) said.push('?');
      forEachChildOrComment(ts, node, visit);
    }
  };
  visit(tag);
  return said.join(' ');
}
