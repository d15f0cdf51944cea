import type { ts } from 'ts-morph';
import { findExportedObject } from '../language/exported-object.ts';
import type { TypeScript } from '../language/typescript-parser.ts';
import { unwrapExpression } from './unwrap-expression.ts';

/** Calls that return their argument. */
const SAME_OBJECT = new Set(['Object.freeze', 'Object.seal', 'Object.preventExtensions']);

export function returnsArgument(call: ts.CallExpression): boolean {
  return SAME_OBJECT.has(call.expression.getText());
}

/**
 * The modules whose members a value of a script has besides those that its text states; `undefined` unless the value
 * certainly is another object than the exports and these are all of its members.
 */
export function memberSourcesOf(
  typescript: TypeScript,
  source: ts.SourceFile,
  value: ts.Expression,
): readonly string[] | undefined {
  const ts = typescript;
  const sourcesOf = (part: ts.Expression): readonly string[] | undefined => memberSourcesOf(ts, source, part);
  if (mentionsExports(ts, value)) return undefined;
  const inner = unwrapExpression(ts, value);
  if (ts.isObjectLiteralExpression(inner)) {
    const spread = inner.properties.filter((one) => ts.isSpreadAssignment(one));
    const sources = spread.map(({ expression }) => sourcesOf(expression));
    return sources.includes(undefined) ? undefined : sources.flatMap((one) => one ?? []);
  }
  if (ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    return sourcesOf(inner.right);
  }
  if (ts.isCallExpression(inner)) {
    const [first] = inner.arguments;
    return returnsArgument(inner) ? first && sourcesOf(first) : sourcesOfCall(ts, inner);
  }
  if (ts.isIdentifier(inner)) return sourcesOfName(ts, source, inner.text);
  const isPlain =
    ts.isFunctionExpression(inner) ||
    ts.isArrowFunction(inner) ||
    ts.isClassExpression(inner) ||
    ts.isArrayLiteralExpression(inner) ||
    ts.isLiteralExpression(inner) ||
    ts.isVoidExpression(inner) ||
    inner.kind === ts.SyntaxKind.NullKeyword;
  return isPlain ? [] : undefined;
}

/** `require('x')` and `Object.create(null)`. */
function sourcesOfCall(ts: TypeScript, call: ts.CallExpression): readonly string[] | undefined {
  const [first] = call.arguments;
  const callee = call.expression.getText();
  if (callee === 'require') return first && ts.isStringLiteralLike(first) ? [first.text] : undefined;
  const isEmpty = callee === 'Object.create' && call.arguments.length === 1;
  return isEmpty && first?.kind === ts.SyntaxKind.NullKeyword ? [] : undefined;
}

function sourcesOfName(ts: TypeScript, source: ts.SourceFile, name: string): readonly string[] | undefined {
  const { statements } = source;
  if (name === 'undefined') return [];
  const isDeclared = statements.some(
    (one) => (ts.isFunctionDeclaration(one) || ts.isClassDeclaration(one)) && one.name?.text === name,
  );
  if (isDeclared) return [];
  const { object } = findExportedObject(ts, statements, name) ?? {};
  if (object !== undefined) return memberSourcesOf(ts, source, object);
  const [required] = statements.flatMap((one) =>
    ts.isVariableStatement(one) && (one.declarationList.flags & ts.NodeFlags.Const) !== 0
      ? one.declarationList.declarations.flatMap((declaration) =>
          ts.isIdentifier(declaration.name) && declaration.name.text === name ? (declaration.initializer ?? []) : [],
        )
      : [],
  );
  return required && ts.isCallExpression(required) ? sourcesOfCall(ts, required) : undefined;
}

function mentionsExports(ts: TypeScript, node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    return mentionsExports(ts, node.right);
  }
  if (ts.isIdentifier(node)) return node.text === 'exports' || node.text === 'module';
  return ts.forEachChild(node, (child) => mentionsExports(ts, child) || undefined) === true;
}
