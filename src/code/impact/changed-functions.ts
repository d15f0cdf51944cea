import type { ts } from 'ts-morph';
import { unwrapExpression } from '../declarations/unwrap-expression.ts';
import { scriptsOf } from '../language/scripts.ts';
import { parseScript, type TypeScript } from '../language/typescript-parser.ts';

/** The names of the functions at the top level of a file whose code differs from an earlier text, comments left out. */
export function findChangedFunctions(
  typescript: TypeScript,
  file: string,
  { before, after }: { readonly before: string; readonly after: string },
): readonly string[] {
  const read = file.endsWith('.py') ? readPython : (text: string) => readScripts(typescript, file, text);
  const earlier = read(before);
  return [...read(after)].filter(([name, text]) => earlier.get(name) !== text).map(([name]) => name);
}

function readScripts(ts: TypeScript, file: string, text: string): ReadonlyMap<string, string> {
  const functions = new Map<string, string>();
  for (const script of scriptsOf(file, text)) {
    const source = parseScript(ts, script.text, script.dialect);
    const add = (name: string, node: ts.Node): void => {
      functions.set(name, (functions.get(name) ?? '') + toComparable(node.getText(source)));
    };
    for (const statement of source.statements) {
      if (ts.isFunctionDeclaration(statement)) add(statement.name?.text ?? 'default', statement);
      if (!ts.isVariableStatement(statement)) continue;
      for (const declaration of statement.declarationList.declarations) {
        const { name, initializer } = declaration;
        const value = initializer && unwrapExpression(ts, initializer);
        if (value === undefined || !ts.isIdentifier(name)) continue;
        if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) add(name.text, declaration);
      }
    }
  }
  return functions;
}

/** A definition ends before the next line without indentation. */
function readPython(text: string): ReadonlyMap<string, string> {
  const functions = new Map<string, string>();
  for (const [whole, name = ''] of text.matchAll(/^(?:async +)?def +(\w+).*\n(?:(?:[ \t)].*)?\n)*/gm)) {
    functions.set(name, toComparable(whole));
  }
  return functions;
}

function toComparable(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
