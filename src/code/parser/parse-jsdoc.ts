import type { ts } from 'ts-morph';
import { commentsAt, isTypeDeclarationTag } from '../language/jsdoc-nodes.ts';
import { isExportsObject } from './parse-commonjs.ts';
import { readImport } from './parse-imports.ts';
import { nodePosition, type ParsedScript } from './parsed-script.ts';

/**
 * Adds the types and imports in the JSDoc comments of a JavaScript file: module-scoped `@typedef` and `@callback` types,
 * `@import` tags and `import('x')` types. A declaration with `@enum` is exported as a value.
 */
export function readJsDoc(script: ParsedScript): void {
  const { ts, source } = script;
  // The parser can attach one comment to several nodes.
  const visitedPositions = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const comment of commentsAt(node)) {
      if (visitedPositions.has(comment.pos)) continue;
      visitedPositions.add(comment.pos);
      for (const tag of comment.tags ?? []) readTag(script, tag, node);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
}

function readTag(script: ParsedScript, tag: ts.JSDocTag, host: ts.Node): void {
  const { ts } = script;
  if (ts.isJSDocImportTag(tag)) {
    readImport(script, tag);
    return;
  }
  if (isTypeDeclarationTag(ts, tag) && isModuleScoped(script, host)) readType(script, tag, host);
  readImportTypes(script, tag);
}

function readImportTypes(script: ParsedScript, tag: ts.JSDocTag): void {
  const { ts, raw } = script;
  const visit = (node: ts.Node): void => {
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      const { literal } = node.argument;
      raw.imports.push({ specifier: literal.text, kind: 'dynamic', names: [], ...nodePosition(script, literal) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tag);
}

function readType(script: ParsedScript, tag: ts.JSDocTypedefTag | ts.JSDocCallbackTag, host: ts.Node): void {
  const { ts, raw } = script;
  const { fullName } = tag;
  if (fullName !== undefined && ts.isModuleDeclaration(fullName)) {
    // `@typedef {…} Outer.Inner`: a CommonJS module does not export the namespace.
    const name = fullName.name.text;
    if (raw.isEsModule) {
      raw.jsDocTypes.push({ name, kind: 'namespace', localName: name, ...nodePosition(script, fullName.name) });
    }
    return;
  }
  const name = fullName ?? exportsMember(script, host);
  if (name === undefined || name.text === '') return;
  raw.jsDocTypes.push({ name: name.text, kind: 'type', localName: name.text, ...nodePosition(script, name) });
}

/** The `a` of a statement `exports.a;`. It is the name of a type whose comment contains no name. */
function exportsMember(script: ParsedScript, host: ts.Node): ts.Identifier | undefined {
  const { ts } = script;
  if (!ts.isExpressionStatement(host) || !ts.isPropertyAccessExpression(host.expression)) return undefined;
  const { expression, name } = host.expression;
  return isExportsObject(script, expression) && ts.isIdentifier(name) ? name : undefined;
}

/** Whether a comment at a node declares a type of the module, not of a block, function, class or object. */
function isModuleScoped({ ts }: ParsedScript, host: ts.Node): boolean {
  for (let node = host.parent; !ts.isSourceFile(node); node = node.parent) {
    const isScope =
      ts.isFunctionLike(node) ||
      ts.isClassLike(node) ||
      ts.isBlock(node) ||
      ts.isCaseBlock(node) ||
      ts.isCatchClause(node) ||
      ts.isForStatement(node) ||
      ts.isForInStatement(node) ||
      ts.isForOfStatement(node) ||
      ts.isObjectLiteralExpression(node) ||
      ts.isJsxAttributes(node);
    if (isScope) return false;
  }
  return true;
}
