import type { Parser } from '@vscode/tree-sitter-wasm';
import type { InheritedMethod, ModuleTree } from '../interface/code-language.ts';
import { childrenOf } from '../tree-sitter/syntax-nodes.ts';
import { readBlockScope, type BlockStatement } from './block-statements.ts';
import { listImplemented, readFunctions } from './python-functions.ts';
import { withPythonTree } from './python-tree.ts';

/** Imported base classes without methods that a contract asks for. */
const ABSTRACT_BASE = /^(?:\w+\.)?(?:ABC|Generic|Protocol)$/;
const BUILT_IN_BASE = /^(?:object|\w*(?:Error|Exception|Warning)|BaseException|KeyboardInterrupt)$/;
const OF_EXCEPTIONS = /^(?:__\w+__|add_note|with_traceback)$/;

interface PythonClass {
  /** The expressions of the base classes, without their type arguments. */
  readonly bases: readonly string[];
  /** The names that the body binds. */
  readonly names: ReadonlySet<string>;
}

/** Finds `Class.method` in the base classes of a class. They are searched in order, each before the next one. */
export async function findInheritedMethod(
  parser: Parser,
  tree: ModuleTree,
  file: string,
  name: string,
): Promise<InheritedMethod | undefined> {
  const [className = '', method, ...others] = name.split('.');
  if (method === undefined || others.length > 0) return undefined;
  const own = await readClass(parser, tree, file, className);
  // A name that the class itself binds hides those of its bases.
  if (own === undefined || own.names.has(method)) return undefined;
  const search = new BaseSearch(parser, tree, method);
  return search.find(file, own);
}

class BaseSearch {
  readonly #parser: Parser;
  readonly #tree: ModuleTree;
  readonly #method: string;
  readonly #seen = new Set<string>();
  #undecided: string | undefined;

  constructor(parser: Parser, tree: ModuleTree, method: string) {
    this.#parser = parser;
    this.#tree = tree;
    this.#method = method;
  }

  async find(file: string, own: PythonClass): Promise<InheritedMethod | undefined> {
    const found = await this.#findInBases(file, own);
    const undecided = this.#undecided === undefined ? {} : { undecided: this.#undecided };
    if (found === 'hidden') return this.#undecided === undefined ? undefined : { declarations: [], ...undecided };
    if (found !== undefined) return { ...found, ...undecided };
    return this.#undecided === undefined ? undefined : { declarations: [], ...undecided };
  }

  /** `hidden` if a base class binds the name to something else. */
  async #findInBases(file: string, { bases }: PythonClass): Promise<InheritedMethod | 'hidden' | undefined> {
    for (const base of bases) {
      const found = await this.#findInBase(file, base);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #findInBase(file: string, base: string): Promise<InheritedMethod | 'hidden' | undefined> {
    const target = this.#locate(file, base);
    const key = `${target?.file ?? file}\0${target?.name ?? base}`;
    if (this.#seen.has(key)) return undefined;
    this.#seen.add(key);
    const found = target && (await readClass(this.#parser, this.#tree, target.file, target.name));
    if (target === undefined || found === undefined) {
      if (!this.#isPlain(file, base))
        this.#undecided ??= `the base class ${base} in ${file} is not a class of the workspace`;
      return undefined;
    }
    if (!found.names.has(this.#method)) return this.#findInBases(target.file, found);
    const text = await this.#tree.readText(target.file);
    const symbol = withPythonTree(this.#parser, text, (root) =>
      listImplemented(readFunctions(root, text), () => true).find(
        (one) => one.name === `${target.name}.${this.#method}`,
      ),
    );
    return symbol === undefined ? 'hidden' : { declarations: [{ file: target.file, symbol }] };
  }

  #isPlain(file: string, base: string): boolean {
    if (ABSTRACT_BASE.test(base)) return true;
    const isBuiltIn = BUILT_IN_BASE.test(base) && this.#tree.findName(file, base) === undefined;
    return isBuiltIn && (base === 'object' || !OF_EXCEPTIONS.test(this.#method));
  }

  /** The file and the local name of a class that an expression names; `undefined` outside the tree. */
  #locate(file: string, base: string): { readonly file: string; readonly name: string } | undefined {
    const path = base.split('.');
    const name = path.pop() ?? base;
    const module = path.length === 0 ? file : this.#moduleAt(file, path);
    const found = module === undefined ? undefined : this.#tree.findName(module, name);
    if (found?.kind !== 'class') return undefined;
    const record = this.#tree.moduleOf(found.file);
    const declared = [...(record?.exports ?? []), ...(record?.internals ?? [])].find(
      ({ line, column }) => line === found.line && column === found.column,
    );
    return declared && { file: found.file, name: declared.localName ?? declared.name };
  }

  /** The module that `a.b` means in a file. */
  #moduleAt(file: string, [outermost = '', ...rest]: readonly string[]): string | undefined {
    const imports = this.#tree.moduleOf(file)?.imports ?? [];
    for (const { specifier, names } of imports) {
      const imported = names.find(({ local }) => local === outermost);
      if (imported === undefined) continue;
      const module = imported.imported === '*' ? withoutPath(specifier, imported.localPath) : imported.submodule;
      const target = module && this.#tree.resolve(file, [module, ...rest].join('.'));
      if (target) return target;
    }
    return undefined;
  }
}

/** `import a.b` binds `a`. */
function withoutPath(specifier: string, path: readonly string[] = []): string {
  return path.length === 0 ? specifier : specifier.split('.').slice(0, -path.length).join('.');
}

async function readClass(
  parser: Parser,
  tree: ModuleTree,
  file: string,
  name: string,
): Promise<PythonClass | undefined> {
  const text = await tree.readText(file);
  return withPythonTree(parser, text, (root) => {
    const declared = readBlockScope(root, text).statements.findLast(
      ({ node, nameNode }) => node.type === 'class_definition' && nameNode.text === name,
    );
    return declared && describeClass(declared, text);
  });
}

function describeClass({ node }: BlockStatement, text: string): PythonClass {
  const list = node.childForFieldName('superclasses');
  const body = node.childForFieldName('body');
  const bases = (list === null ? [] : childrenOf(list))
    .filter(({ type }) => type !== 'keyword_argument' && type !== 'dictionary_splat')
    .map((one) => (one.type === 'subscript' ? (one.childForFieldName('value') ?? one) : one).text);
  return { bases, names: body === null ? new Set() : readBlockScope(body, text).names };
}
