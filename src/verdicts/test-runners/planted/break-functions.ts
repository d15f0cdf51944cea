import type { ts } from 'ts-morph';
import { withGoTree } from '../../../code/languages/go/go-tree.ts';
import { readGoFunctions } from '../../../code/languages/go/go-functions.ts';
import { isAsyncNode } from '../../../code/languages/python/errors/enclosing.ts';
import { readFunctions } from '../../../code/languages/python/python-functions.ts';
import { withPythonTree } from '../../../code/languages/python/python-tree.ts';
import { loadGrammar } from '../../../code/languages/tree-sitter/load-grammar.ts';
import { childrenOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import { languageOf } from '../../../code/language/source-language.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../../../code/language/typescript-parser.ts';
import { isStackOverflow } from '../../../foundation/errors.ts';

/** A function with a name, and the text that makes it return a wrong value. */
interface Breakable {
  readonly name: string;
  /** The part of the text that is replaced; empty for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A module whose functions return wrong values. */
export interface BrokenModule {
  readonly text: string;
  /** The functions that do: `name`, `Class.name`. */
  readonly names: readonly string[];
}

/**
 * Makes the named functions of a module, and those of its classes, return at once: a value that equals no other in JavaScript
 * and Python, the zero values in Go. Functions without a name are left as they are, so that the module can still be loaded.
 * `undefined` if there is none.
 *
 * @param isBroken whether a function is one that has to return a wrong value. Default: all.
 */
export async function breakFunctions(
  file: string,
  text: string,
  isBroken: (name: string) => boolean = () => true,
): Promise<BrokenModule | undefined> {
  try {
    const found = (await listBreakable(file, text)).filter(({ name }) => isBroken(name));
    if (found.length === 0) return undefined;
    const broken = [...found]
      .sort((one, other) => other.start - one.start)
      .reduce((rest, { start, end, text: inserted }) => rest.slice(0, start) + inserted + rest.slice(end), text);
    return { text: broken, names: [...new Set(found.map(({ name }) => name))] };
  } catch (thrown) {
    if (!isStackOverflow(thrown)) throw thrown;
    return undefined;
  }
}

async function listBreakable(file: string, text: string): Promise<readonly Breakable[]> {
  if (file.endsWith('.go')) return withGoTree(await loadGrammar('go'), text, listInGo);
  if (file.endsWith('.py')) {
    return withPythonTree(await loadGrammar('python'), text, (root) => listInPython(root, text));
  }
  const language = languageOf(file);
  if (language !== 'ts' && language !== 'tsx' && language !== 'js') return [];
  const ts = await loadTypeScript();
  return listInJavaScript(ts, parseScript(ts, text, language));
}

function listInGo(root: SyntaxNode): readonly Breakable[] {
  // A function that receives a test asserts for it.
  const declared = readGoFunctions(root).filter(
    ({ name, node }) =>
      name !== 'init' && name !== 'main' && !/\btesting\.\w/.test(node.childForFieldName('parameters')?.text ?? ''),
  );
  const variables = childrenOf(root)
    .filter(({ type }) => type === 'var_declaration')
    .flatMap((node) => node.descendantsOfType('var_spec'))
    .flatMap((spec) => {
      const [value] = spec?.childForFieldName('value')?.namedChildren ?? [];
      const name = spec?.childForFieldName('name')?.text ?? '_';
      return value?.type === 'func_literal' && name !== '_' ? [{ name, node: value }] : [];
    });
  return [...declared, ...variables].flatMap(({ name, node }) => {
    const body = node.childForFieldName('body');
    const at = (body?.startIndex ?? 0) + 1;
    return body === null
      ? []
      : [{ name, start: at, end: at, text: `\n${zeroValues(node.childForFieldName('result'))}` }];
  });
}

/** The statements of Go that return a zero value for each result. */
function zeroValues(result: SyntaxNode | null): string {
  const listed = result?.type === 'parameter_list' ? childrenOf(result) : undefined;
  const isNamed = listed?.some((one) => one.childForFieldName('name') !== null) === true;
  const types = listed === undefined ? [result?.text ?? ''] : listed.map(({ text }) => text);
  if (result === null || isNamed) return '\treturn\n';
  const names = types.map((_type, index) => `wrong${index}`);
  return [...types.map((type, index) => `\tvar ${names[index]} ${type}\n`), `\treturn ${names.join(', ')}\n`].join('');
}

function listInPython(root: SyntaxNode, text: string): readonly Breakable[] {
  return readFunctions(root, text).flatMap(({ name, node, isOverload }): readonly Breakable[] => {
    const body = node?.childForFieldName('body');
    if (node === undefined || body === null || body === undefined || isOverload) return [];
    const { startIndex: start, endIndex: end } = body;
    if (node.type === 'lambda') return [{ name, start, end, text: 'object()' }];
    // A coroutine that yields can return nothing else.
    const value = isAsyncNode(node) && body.descendantsOfType('yield').length > 0 ? '' : ' object()';
    const indentation = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const separator = /^\s*$/.test(indentation) ? `\n${indentation}` : '; ';
    return [{ name, start, end: start, text: `return${value}${separator}` }];
  });
}

function listInJavaScript(ts: TypeScript, source: ts.SourceFile): readonly Breakable[] {
  const found: Breakable[] = [];
  const value = source.fileName.endsWith('.js') ? "Symbol('wrong')" : "(Symbol('wrong') as never)";
  const visit = (node: ts.Node, owner: string): void => {
    if (ts.isFunctionLike(node)) {
      const body = 'body' in node ? node.body : undefined;
      const name = nameOf(ts, node);
      if (body === undefined || name === undefined || ts.isConstructorDeclaration(node) || ts.isSetAccessor(node))
        return;
      const start = body.getStart(source);
      const { end } = body;
      if (ts.isBlock(body))
        found.push({ name: owner + name, start: start + 1, end: start + 1, text: ` return ${value};` });
      // The type of the function stays as it is.
      else found.push({ name: owner + name, start, end, text: `true ? ${value} : (${source.text.slice(start, end)})` });
      return;
    }
    const isOwner = ts.isClassLike(node) || ts.isObjectLiteralExpression(node);
    const inner = isOwner ? (nameOf(ts, node) ?? '') : undefined;
    ts.forEachChild(node, (child) => visit(child, inner === undefined ? owner : `${owner}${inner}.`));
  };
  visit(source, '');
  return found;
}

/** The name of a function, a class or an object, or of what it is assigned to. */
function nameOf(ts: TypeScript, node: ts.Node): string | undefined {
  const { name } = node as Partial<ts.NamedDeclaration>;
  if (name !== undefined) return name.getText();
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)) {
    return parent.name.getText();
  }
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    return parent.left.getText().replace(/^(?:module\.)?exports\./, '');
  }
  return ts.isFunctionDeclaration(node) || ts.isExportAssignment(parent) ? 'default' : undefined;
}
