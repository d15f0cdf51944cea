import type { ts } from 'ts-morph';
import { findExportedObject } from '../language/exported-object.ts';
import type { RawExport } from '../modules/raw-module.ts';
import { nodePosition, statementsOf, type ParsedScript } from './parsed-script.ts';

/**
 * Adds the CommonJS exports of a script: `exports.a = …`, `module.exports.a = …`, `module.exports = …`,
 * `Object.defineProperty(exports, 'a', …)` and `__exportStar(require('x'), exports)`, at any depth.
 */
export function readCommonJsExports(script: ParsedScript): void {
  const { ts } = script;
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      readAssignment(script, node);
    } else if (ts.isCallExpression(node)) readCall(script, node);
    ts.forEachChild(node, visit);
  };
  for (const statement of statementsOf(script)) visit(statement);
}

function isModuleExports(script: ParsedScript, node: ts.Node): node is ts.PropertyAccessExpression {
  const { ts } = script;
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === 'module' &&
    node.name.text === 'exports'
  );
}

/** Whether an expression is `exports` or `module.exports`. */
export function isExportsObject(script: ParsedScript, node: ts.Node): boolean {
  return (script.ts.isIdentifier(node) && node.text === 'exports') || isModuleExports(script, node);
}

function addExport(script: ParsedScript, name: string, node: ts.Node, value: Partial<RawExport>): void {
  script.raw.hasCommonJsSyntax = true;
  if (name === '__esModule') return;
  const { line, column } = nodePosition(script, node);
  script.raw.commonJsExports.push({ name, ...value, line, column });
}

/** An identifier is exported with the kind of its declaration. Any other expression is exported as a value. */
function readExportedValue(script: ParsedScript, node: ts.Expression): Partial<RawExport> {
  const { ts } = script;
  if (ts.isIdentifier(node)) return { localName: node.text };
  return { kind: 'value' };
}

function readAssignment(script: ParsedScript, node: ts.BinaryExpression): void {
  const { ts } = script;
  const { left, right } = node;
  if (isModuleExports(script, left)) {
    readModuleExportsAssignment(script, left, right);
  } else if (ts.isPropertyAccessExpression(left) && isExportsObject(script, left.expression)) {
    if (!ts.isPrivateIdentifier(left.name))
      addExport(script, left.name.text, left.name, readExportedValue(script, right));
  } else if (ts.isElementAccessExpression(left) && isExportsObject(script, left.expression)) {
    const key = left.argumentExpression;
    if (ts.isStringLiteralLike(key)) addExport(script, key.text, key, readExportedValue(script, right));
  }
}

/** `module.exports = …`: exports the value and, for an object literal, its properties. */
function readModuleExportsAssignment(script: ParsedScript, left: ts.Expression, right: ts.Expression): void {
  const { ts, raw } = script;
  addExport(script, 'export=', left, readExportedValue(script, right));
  const required = requiredSpecifier(script, right);
  if (required !== undefined) raw.commonJsStarExports.push({ specifier: required });
  if (ts.isObjectLiteralExpression(right)) addMembers(script, right);
  else if (ts.isIdentifier(right)) addMembersOfVariable(script, right.text);
}

/** The properties of an object literal, which are exports. */
function addMembers(script: ParsedScript, object: ts.ObjectLiteralExpression): void {
  const { ts, raw } = script;
  for (const property of object.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = requiredSpecifier(script, property.expression);
      if (spread !== undefined) raw.commonJsStarExports.push({ specifier: spread });
    } else if (ts.isShorthandPropertyAssignment(property)) {
      addExport(script, property.name.text, property.name, { localName: property.name.text });
    } else if (ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name)) {
      const value = ts.isPropertyAssignment(property)
        ? readExportedValue(script, property.initializer)
        : { kind: 'value' as const };
      addExport(script, property.name.text, property.name, value);
    }
  }
}

/** `const api = {…}; module.exports = api`: the properties of the object and those that are added to it. */
function addMembersOfVariable(script: ParsedScript, name: string): void {
  const exported = findExportedObject(script.ts, statementsOf(script), name);
  if (exported === undefined) return;
  addMembers(script, exported.object);
  for (const { name: added, value } of exported.additions) {
    addExport(script, added.text, added, readExportedValue(script, value));
  }
}

function requiredSpecifier(script: ParsedScript, node: ts.Expression): string | undefined {
  const { ts } = script;
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'require') return;
  const argument = node.arguments[0];
  return argument !== undefined && ts.isStringLiteralLike(argument) ? argument.text : undefined;
}

function readCall(script: ParsedScript, node: ts.CallExpression): void {
  const { ts, raw } = script;
  const [first, second] = node.arguments;
  if (first === undefined) return;
  const callee = node.expression;
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : ts.isIdentifier(callee) ? callee.text : '';
  if (name === '__exportStar' || name === '__export') {
    const specifier = requiredSpecifier(script, first);
    if (specifier !== undefined) raw.commonJsStarExports.push({ specifier });
  } else if (name === 'defineProperty' && ts.isPropertyAccessExpression(callee)) {
    if (!ts.isIdentifier(callee.expression) || callee.expression.text !== 'Object') return;
    if (second === undefined || !ts.isStringLiteralLike(second) || !isExportsObject(script, first)) return;
    addExport(script, second.text, second, { kind: 'value' });
  }
}
