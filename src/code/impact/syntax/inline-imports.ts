import type { ts } from 'ts-morph';
import { forEachChildOrComment } from '../../language/jsdoc-nodes.ts';
import type { TypeScript } from '../../language/typescript-parser.ts';

/** An expression or type that imports a module: `import('x')`, `require('x')`. */
export type InlineImport = ts.CallExpression | ts.ImportTypeNode;

/** Finds the inline imports whose specifier is in a set. */
export function findInlineImports(
  ts: TypeScript,
  source: ts.SourceFile,
  specifiers: ReadonlySet<string>,
): InlineImport[] {
  const found: InlineImport[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isImportCallee(ts, node.expression)) {
      const [specifier] = node.arguments;
      if (specifier !== undefined && ts.isStringLiteralLike(specifier) && specifiers.has(specifier.text)) {
        found.push(node);
      }
    } else if (ts.isImportTypeNode(node)) {
      const { argument } = node;
      if (
        ts.isLiteralTypeNode(argument) &&
        ts.isStringLiteral(argument.literal) &&
        specifiers.has(argument.literal.text)
      ) {
        found.push(node);
      }
    }
    forEachChildOrComment(ts, node, visit);
  };
  visit(source);
  return found;
}

function isImportCallee(ts: TypeScript, callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
}

/** Returns the names in the qualifier of an import type from left to right: `a` and `b` for `import('x').a.b`. */
export function getQualifierNames(ts: TypeScript, node: ts.ImportTypeNode): ts.Identifier[] {
  const names: ts.Identifier[] = [];
  let rest: ts.EntityName | undefined = node.qualifier;
  while (rest !== undefined) {
    if (ts.isIdentifier(rest)) {
      names.unshift(rest);
      break;
    }
    names.unshift(rest.right);
    rest = rest.left;
  }
  return names;
}
