import type { ts } from 'ts-morph';
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
      else if (target === 'module.exports') values.push(...propertyValues(typescript, node.right, name));
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return values;
}

function propertyValues(typescript: TypeScript, value: ts.Expression, name: string): readonly ts.Expression[] {
  if (!typescript.isObjectLiteralExpression(value)) return [];
  return value.properties.flatMap((property): readonly ts.Expression[] => {
    if (property.name === undefined || !('text' in property.name) || property.name.text !== name) return [];
    if (typescript.isPropertyAssignment(property)) return [property.initializer];
    return typescript.isShorthandPropertyAssignment(property) ? [property.name] : [];
  });
}
