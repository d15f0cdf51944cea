import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript-parser.ts';

/**
 * Everything in a file that decides which files a compiler reads with it, as one text: the modules that it names in any
 * form, comments at its head that are directives, and whether it writes elements, which may import for themselves.
 */
export function everySpecifier(typescript: TypeScript, source: ts.SourceFile): string {
  const { text } = source;
  const found = new Set<string>();
  for (const statement of source.statements) {
    if (
      (typescript.isImportDeclaration(statement) || typescript.isExportDeclaration(statement)) &&
      statement.moduleSpecifier
    ) {
      found.add(statement.moduleSpecifier.getText(source));
    }
  }
  // To walk through a whole file takes long, and most name no module anywhere else.
  if (/\bimport\s*[(/]|\brequire\b/.test(text)) {
    const visit = (node: ts.Node): void => {
      if (typescript.isCallExpression(node) && isImportCall(typescript, node)) {
        for (const argument of node.arguments) found.add(argument.getText(source));
      } else if (typescript.isImportTypeNode(node)) found.add(node.argument.getText(source));
      else if (typescript.isExternalModuleReference(node)) found.add(node.expression.getText(source));
      typescript.forEachChild(node, visit);
    };
    visit(source);
  }
  const head = text.slice(0, source.statements[0]?.getStart(source) ?? text.length);
  const directives = /@jsx|@ts-|^\s*\/\/\//m.test(head) ? head : '';
  const hasElements = /\.[jt]sx$/.test(source.fileName) && /<\/|\/>/.test(text);
  return [...[...found].sort(), directives, hasElements ? 'elements' : ''].join('\n');
}

function isImportCall(typescript: TypeScript, { expression }: ts.CallExpression): boolean {
  if (expression.kind === typescript.SyntaxKind.ImportKeyword) return true;
  return typescript.isIdentifier(expression) && expression.text === 'require';
}
