import type { ts } from 'ts-morph';
import { commentsAt, isTypeTag } from './jsdoc-comments.ts';
import { isExportsObject } from './parse-commonjs.ts';
import { readImport } from './parse-imports.ts';
import { placeAt, type ParsedScript } from './parsed-script.ts';

/**
 * Adds what the comments of a JavaScript file say: the types that `@typedef` and `@callback` declare where importers
 * can see them, and the modules that `@import` and `import('x')` name. What `@enum` stands at is exported as a value.
 */
export function readJsDoc(script: ParsedScript): void {
  const { ts, source } = script;
  const read = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const comment of commentsAt(node)) {
      if (read.has(comment.pos)) continue;
      read.add(comment.pos);
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
  if (isTypeTag(ts, tag) && isSeenByImporters(script, host)) readType(script, tag, host);
  readImportTypes(script, tag);
}

function readImportTypes(script: ParsedScript, tag: ts.JSDocTag): void {
  const { ts, raw } = script;
  const visit = (node: ts.Node): void => {
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) {
      const { literal } = node.argument;
      raw.imports.push({ specifier: literal.text, kind: 'dynamic', names: [], ...placeAt(script, literal) });
    }
    ts.forEachChild(node, visit);
  };
  visit(tag);
}

function readType(script: ParsedScript, tag: ts.JSDocTypedefTag | ts.JSDocCallbackTag, host: ts.Node): void {
  const { ts, raw } = script;
  const { fullName } = tag;
  if (fullName !== undefined && ts.isModuleDeclaration(fullName)) {
    // `@typedef {…} Outer.Inner`; a CommonJS module keeps the namespace to itself.
    const name = fullName.name.text;
    if (raw.isEcmaModule) {
      raw.commentTypes.push({ name, kind: 'namespace', localName: name, ...placeAt(script, fullName.name) });
    }
    return;
  }
  const name = fullName ?? exportsMember(script, host);
  if (name === undefined || name.text === '') return;
  raw.commentTypes.push({ name: name.text, kind: 'type', localName: name.text, ...placeAt(script, name) });
}

/** The `a` of a statement `exports.a;`, which lends its name to a type without one. */
function exportsMember(script: ParsedScript, host: ts.Node): ts.Identifier | undefined {
  const { ts } = script;
  if (!ts.isExpressionStatement(host) || !ts.isPropertyAccessExpression(host.expression)) return undefined;
  const { expression, name } = host.expression;
  return isExportsObject(script, expression) && ts.isIdentifier(name) ? name : undefined;
}

/** Whether what a comment at a node declares belongs to the module, and not to a block, function, class or object. */
function isSeenByImporters({ ts }: ParsedScript, host: ts.Node): boolean {
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
