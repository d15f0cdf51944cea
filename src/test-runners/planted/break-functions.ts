import type { ts } from 'ts-morph';
import { withGoTree } from '../../code/languages/go/go-tree.ts';
import { readGoFunctions } from '../../code/languages/go/go-functions.ts';
import { readFunctions } from '../../code/languages/python/python-functions.ts';
import { withPythonTree } from '../../code/languages/python/python-tree.ts';
import { loadGrammar } from '../../code/languages/tree-sitter/load-grammar.ts';
import { childrenOf, type SyntaxNode } from '../../code/languages/tree-sitter/syntax-nodes.ts';
import { languageOf } from '../../code/language/source-language.ts';
import { loadTypeScript, parseScript, type TypeScript } from '../../code/language/typescript-parser.ts';
import { isStackOverflow } from '../../shared/errors.ts';

/** A function with a name, and the text that makes each of its calls fail. */
interface Breakable {
  readonly name: string;
  /** The part of the text that is replaced; empty for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A module whose functions fail when they are called. */
export interface BrokenModule {
  readonly text: string;
  /** The functions that fail: `name`, `Class.name`. */
  readonly names: readonly string[];
}

const MESSAGE = 'unexpected call';

/**
 * Makes the named functions of a module fail when they are called, and those of its classes. Functions inside of functions
 * and without a name are left as they are, so that the module can still be loaded. `undefined` if there is none.
 *
 * @param isBroken whether a function is one that has to fail. Default: all.
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
  const declared = readGoFunctions(root).filter(({ name }) => name !== 'init' && name !== 'main');
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
    return body === null ? [] : [{ name, start: at, end: at, text: `\n\tpanic("${MESSAGE}")\n` }];
  });
}

function listInPython(root: SyntaxNode, text: string): readonly Breakable[] {
  return readFunctions(root, text).flatMap(({ name, node, isOverload }): readonly Breakable[] => {
    const body = node?.childForFieldName('body');
    if (node === undefined || body === null || body === undefined || isOverload) return [];
    const { startIndex: start, endIndex: end } = body;
    if (node.type === 'lambda') return [{ name, start, end, text: '1 / 0' }];
    const indentation = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const separator = /^\s*$/.test(indentation) ? `\n${indentation}` : '; ';
    return [{ name, start, end: start, text: `raise RuntimeError("${MESSAGE}")${separator}` }];
  });
}

function listInJavaScript(ts: TypeScript, source: ts.SourceFile): readonly Breakable[] {
  const found: Breakable[] = [];
  const failing = `throw new Error('${MESSAGE}');`;
  const visit = (node: ts.Node, owner: string): void => {
    if (ts.isFunctionLike(node)) {
      const body = 'body' in node ? node.body : undefined;
      const name = nameOf(ts, node);
      // A constructor of a derived class has to call the other one first.
      if (body === undefined || name === undefined || ts.isConstructorDeclaration(node)) return;
      const start = body.getStart(source);
      const isBlock = ts.isBlock(body);
      const text = isBlock ? ` ${failing}` : `{ ${failing} }`;
      found.push({ name: owner + name, start: isBlock ? start + 1 : start, end: isBlock ? start + 1 : body.end, text });
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
