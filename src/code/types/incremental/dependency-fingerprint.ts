import type { ts } from 'ts-morph';
import type { TypeScript } from '../../language/typescript-parser.ts';

/**
 * Returns a text that changes if the file may depend on other files than before. It contains the module specifiers in
 * any form, the directive comments at the top, and whether the file contains JSX elements, which can import a runtime
 * implicitly.
 */
export function dependencyFingerprint(typescript: TypeScript, source: ts.SourceFile): string {
  const { text } = source;
  const specifiers = new Set<string>();
  for (const statement of source.statements) {
    if (
      (typescript.isImportDeclaration(statement) || typescript.isExportDeclaration(statement)) &&
      statement.moduleSpecifier
    ) {
      specifiers.add(statement.moduleSpecifier.getText(source));
    }
  }
  // Visiting every node is slow, and most files reference modules at the top level only.
  if (/\bimport\s*[(/]|\brequire\b/.test(text)) {
    const visit = (node: ts.Node): void => {
      if (typescript.isCallExpression(node) && isImportOrRequireCall(typescript, node)) {
        for (const argument of node.arguments) specifiers.add(argument.getText(source));
      } else if (typescript.isImportTypeNode(node)) specifiers.add(node.argument.getText(source));
      else if (typescript.isExternalModuleReference(node)) specifiers.add(node.expression.getText(source));
      typescript.forEachChild(node, visit);
    };
    visit(source);
  }
  const head = text.slice(0, source.statements[0]?.getStart(source) ?? text.length);
  const directives = /@jsx|@ts-|^\s*\/\/\//m.test(head) ? head : '';
  const hasElements = /\.[jt]sx$/.test(source.fileName) && /<\/|\/>/.test(text);
  return [...[...specifiers].sort(), directives, hasElements ? 'elements' : ''].join('\n');
}

function isImportOrRequireCall(typescript: TypeScript, { expression }: ts.CallExpression): boolean {
  if (expression.kind === typescript.SyntaxKind.ImportKeyword) return true;
  return typescript.isIdentifier(expression) && expression.text === 'require';
}
