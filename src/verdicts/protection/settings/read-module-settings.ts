import type { ts } from 'ts-morph';
import { languageOf } from '../../../code/language/source-language.ts';
import { loadTypeScript, parseScript } from '../../../code/language/typescript-parser.ts';
import type { TypeScript } from '../../../code/language/typescript-parser.ts';
import type { Setting, FileSettings } from './setting.ts';
import { keyOf } from './setting.ts';

/** The key of the code that is not the value of a property. */
const CODE = '(code)';
const PUNCTUATION: ReadonlySet<string> = new Set([',', ';', '{', '}']);

/**
 * Reads the settings of a configuration that is a module: the tokens of each property of its object literals, and the
 * tokens of all other code. White space, comments and quotation marks do not matter.
 */
export async function readModuleSettings(path: string, text: string): Promise<FileSettings> {
  const language = languageOf(path);
  const ts = await loadTypeScript();
  const source = parseScript(ts, text, language === 'ts' || language === 'tsx' ? language : 'js');
  const tokens = new Map<string, Pick<Setting, 'path' | 'line' | 'elements'> & { readonly values: string[] }>();
  const visit = (node: ts.Node, at: readonly string[]): void => {
    if (ts.isPropertyAssignment(node)) {
      visit(node.initializer, [...at, node.name.getText(source).replaceAll(/^["']|["']$/g, '')]);
      return;
    }
    if (ts.isShorthandPropertyAssignment(node)) {
      visit(node.name, [...at, node.name.text]);
      return;
    }
    if (ts.isArrayLiteralExpression(node)) {
      if (isPlainList(ts, node) && at.length > 0) {
        const elements = node.elements.map((element) => tokenOf(ts, element, source));
        const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
        tokens.set(keyOf(at), { path: at, line, values: [`[${elements.join(', ')}]`], elements });
        return;
      }
      node.elements.forEach((element, index) => visit(element, [...at, String(index)]));
      if (node.elements.length > 0) return;
    }
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    if (children.length > 0) {
      for (const child of children) visit(child, at);
      return;
    }
    const token = tokenOf(ts, node, source);
    if (token === '' || PUNCTUATION.has(token)) return;
    const key = at.length === 0 ? CODE : keyOf(at);
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const entry = tokens.get(key) ?? { path: at, line, values: [] };
    entry.values.push(token);
    tokens.set(key, entry);
  };
  visit(source, []);
  return new Map(
    [...tokens].map(([key, { values, ...entry }]): [string, Setting] => [key, { ...entry, value: values.join(' ') }]),
  );
}

/** Whether a list contains only texts and numbers, so that it is one setting. */
function isPlainList(ts: TypeScript, { elements }: ts.ArrayLiteralExpression): boolean {
  return (
    elements.length > 0 && elements.every((element) => ts.isStringLiteralLike(element) || ts.isNumericLiteral(element))
  );
}

function tokenOf(ts: TypeScript, node: ts.Node, source: ts.SourceFile): string {
  return ts.isStringLiteralLike(node) ? JSON.stringify(node.text) : node.getText(source);
}
