import type { ts } from 'ts-morph';
import { forEachChildOrComment } from '../../code/jsdoc-comments.ts';
import type { TypeScript } from '../../code/typescript-parser.ts';

/** A call or a type that imports a module where it stands. */
export type ModuleMention = ts.CallExpression | ts.ImportTypeNode;

/**
 * Every place of a script that stands for a whole module without giving it a name at the top: `import('x')` as an
 * expression or a type, `require('x')`. Modules are chosen by their specifiers.
 */
export function moduleMentions(
  ts: TypeScript,
  source: ts.SourceFile,
  specifiers: ReadonlySet<string>,
): ModuleMention[] {
  const found: ModuleMention[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isImporting(ts, node.expression)) {
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

function isImporting(ts: TypeScript, callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
}

/** The names behind an import type, `import('x').a.b`, as nodes from the outermost module inwards. */
export function qualifierOf(ts: TypeScript, node: ts.ImportTypeNode): ts.Identifier[] {
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
