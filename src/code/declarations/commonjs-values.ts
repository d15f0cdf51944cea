import type { ts } from 'ts-morph';
import { findExportedObject } from '../language/exported-object.ts';
import type { TypeScript } from '../language/typescript-parser.ts';

/** The values that a file assigns to a CommonJS export: `exports.a = …`, `module.exports.a = …`, `module.exports = { a }`. */
export function exportedValues(typescript: TypeScript, source: ts.SourceFile, name: string): readonly ts.Expression[] {
  const values: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (
      typescript.isBinaryExpression(node) &&
      node.operatorToken.kind === typescript.SyntaxKind.EqualsToken &&
      typescript.isPropertyAccessExpression(node.left)
    ) {
      const target = node.left.getText(source).replaceAll(/\s+/g, '');
      if (target === `exports.${name}` || target === `module.exports.${name}`) values.push(node.right);
      else if (target === 'module.exports') values.push(...memberValues(typescript, source, node.right, name));
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return values;
}

/** The values of a member of the whole module: an object literal, or a variable that is certainly one. */
function memberValues(
  typescript: TypeScript,
  source: ts.SourceFile,
  value: ts.Expression,
  name: string,
): readonly ts.Expression[] {
  if (!typescript.isIdentifier(value)) return propertyValues(typescript, value, name);
  const { object, additions = [] } = findExportedObject(typescript, source.statements, value.text) ?? {};
  const added = additions.filter((addition) => addition.name.text === name).map((addition) => addition.value);
  return object === undefined ? [] : [...propertyValues(typescript, object, name), ...added];
}

function propertyValues(typescript: TypeScript, value: ts.Expression, name: string): readonly ts.Expression[] {
  if (!typescript.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((property): readonly ts.Expression[] => {
    if (property.name === undefined || !('text' in property.name) || property.name.text !== name) return [];
    if (typescript.isPropertyAssignment(property)) return [property.initializer];
    return typescript.isShorthandPropertyAssignment(property) ? [property.name] : [];
  });
}
