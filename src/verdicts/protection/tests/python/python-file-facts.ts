import { childrenOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { LibraryNames } from '../interface/declared-test.ts';
import { dottedName, namedArgument } from './python-expressions.ts';

/** The modules of test runners. */
const RUNNERS = ['unittest', 'pytest'] as const;
/** The methods with which a test of unittest asserts and runs. */
const RUNNER_METHOD = /^(?:assert\w+|fail|run|__call__|debug)$/;

/** What the names of a module refer to. */
export class PythonFileFacts {
  readonly #imports = new Map<string, string>();
  readonly #values = new Map<string, SyntaxNode>();
  readonly #functions = new Map<string, SyntaxNode[]>();
  readonly #bases = new Set<string>();
  readonly #classes = new Map<string, SyntaxNode>();
  /** The modules that the file imports under their own names. */
  readonly #modules = new Set<string>();
  readonly #emptyFixtures = new Set<string>();
  /** The methods of the test that the file calls, and the one that runs it. */
  readonly #usedMethods = new Set<string>(['run']);

  constructor(root: SyntaxNode) {
    for (const node of root.descendantsOfType(['import_statement', 'import_from_statement'])) {
      if (node !== null) this.#addImport(node);
    }
    for (const node of root.descendantsOfType('function_definition')) {
      const name = node?.childForFieldName('name')?.text;
      if (node === null || name === undefined) continue;
      const existing = this.#functions.get(name);
      if (existing === undefined) this.#functions.set(name, [node]);
      else existing.push(node);
    }
    for (const statement of childrenOf(root)) this.#addValue(statement);
    for (const node of root.descendantsOfType('class_definition')) {
      for (const base of node === null ? [] : listBases(node)) this.#bases.add(base);
      const name = node?.childForFieldName('name')?.text;
      if (node !== null && name !== undefined) this.#classes.set(name, node);
    }
    for (const [, name = ''] of root.text.matchAll(/\bself\.(assert\w+|fail)\(/g)) this.#usedMethods.add(name);
    for (const node of root.descendantsOfType('decorated_definition')) if (node !== null) this.#addFixture(node);
  }

  /** The dotted name of an expression with imported names as they are where they come from: `skip` → `pytest.skip`. */
  qualifiedName(node: SyntaxNode | null): string | undefined {
    const name = dottedName(node);
    if (name === undefined) return undefined;
    const [root = '', ...members] = name.split('.');
    return [this.#imports.get(root) ?? root, ...members].join('.');
  }

  /** The dotted name of an expression that starts with an imported name; `undefined` for any other. */
  importedName(node: SyntaxNode): string | undefined {
    const name = dottedName(node);
    const [root = '', ...members] = name?.split('.') ?? [];
    const module = this.#imports.get(root) ?? (this.#isModule(root) ? root : undefined);
    return module === undefined ? undefined : [module, ...members].join('.');
  }

  /** Whether a name is imported, and not from a runner. */
  isImportedName(name: string): boolean {
    const module = this.#imports.get(name) ?? (this.#isModule(name) ? name : undefined);
    return module !== undefined && !/^(?:pytest|unittest)(?:\.|$)/.test(module);
  }

  /** The dotted name of a module or an object by its local name. */
  moduleOf(name: string): string {
    const [root = '', ...members] = name.split('.');
    return [this.#imports.get(root) ?? root, ...members].join('.');
  }

  /** `import a.b` binds `a`. */
  #isModule(name: string): boolean {
    return [...this.#modules].some((module) => module === name || module.startsWith(`${name}.`));
  }

  /** The value of the only assignment to a name at the top level. */
  valueOf(node: SyntaxNode): SyntaxNode {
    const value = node.type === 'identifier' ? this.#values.get(node.text) : undefined;
    return value ?? node;
  }

  /** The function that `name(…)` or `self.name(…)` calls, if the file defines exactly one with the name. */
  functionOf(callee: SyntaxNode | null): SyntaxNode | undefined {
    const name = dottedName(callee)?.replace(/^(?:self|cls)\./, '');
    const found = name === undefined ? undefined : this.#functions.get(name);
    return found?.length === 1 ? found[0] : undefined;
  }

  /** Whether a fixture of the file has an empty list of parameters, so that no test with it runs. */
  isEmptyFixture(name: string): boolean {
    return this.#emptyFixtures.has(name);
  }

  /** The functions and classes of the file, and the names of values that contain functions. */
  get definitions(): ReadonlySet<string> {
    const values = [...this.#values].flatMap(([name, { text }]) => (/\blambda\b/.test(text) ? name : []));
    return new Set([...values, ...this.#functions.keys(), ...this.#classes.keys()]);
  }

  /** The fixtures of the file with an empty list of parameters. */
  get emptyFixtures(): ReadonlySet<string> {
    return this.#emptyFixtures;
  }

  /** The function that a name defines at the top level. */
  functionNamed(name: string): SyntaxNode | undefined {
    const found = this.#functions.get(name);
    return found?.length === 1 ? found[0] : undefined;
  }

  /** What provides the runner and its assertions for the tests of a class, and what the file provides instead. */
  namesIn(classes: readonly SyntaxNode[]): LibraryNames {
    const defined = new Set<string>();
    for (const definition of classes.flatMap((one) => this.#withBases(one))) {
      const body = definition.childForFieldName('body');
      for (const statement of body === null ? [] : childrenOf(body)) {
        const method = statement.childForFieldName('definition') ?? statement;
        const name = method.type === 'function_definition' ? method.childForFieldName('name')?.text : undefined;
        if (name !== undefined && RUNNER_METHOD.test(name)) defined.add(name);
      }
    }
    const library = new Set(classes.length === 0 ? [] : [...this.#usedMethods].filter((name) => !defined.has(name)));
    const imported = new Set<string>();
    for (const name of RUNNERS) {
      const module = this.#imports.get(name);
      if (module === undefined ? this.#modules.has(name) : module === name) library.add(name);
      else if (module !== undefined) imported.add(name);
    }
    return { library, imported, defined };
  }

  #withBases(definition: SyntaxNode, depth = 0): readonly SyntaxNode[] {
    const bases = depth > 5 ? [] : listBases(definition).flatMap((name) => this.#classes.get(name) ?? []);
    return [definition, ...bases.flatMap((base) => this.#withBases(base, depth + 1))];
  }

  /** Whether a class of the file has a class as its base. */
  isBase(className: string): boolean {
    return this.#bases.has(className);
  }

  #addImport(node: SyntaxNode): void {
    const module = node.childForFieldName('module_name')?.text;
    for (const name of node.childrenForFieldName('name')) {
      if (name === null) continue;
      const isAliased = name.type === 'aliased_import';
      const original = (isAliased ? name.childForFieldName('name')?.text : name.text) ?? '';
      const local = (isAliased ? name.childForFieldName('alias')?.text : undefined) ?? original;
      if (module === undefined && !isAliased) this.#modules.add(original);
      if (module !== undefined) this.#imports.set(local, `${module}.${original}`);
      else if (isAliased) this.#imports.set(local, original);
    }
  }

  /** `@pytest.fixture(params=[])` */
  #addFixture(node: SyntaxNode): void {
    const name = node.childForFieldName('definition')?.childForFieldName('name')?.text ?? '';
    for (const decorator of childrenOf(node)) {
      const call = decorator.type === 'decorator' ? childrenOf(decorator)[0] : undefined;
      const params = call?.type === 'call' ? namedArgument(call, 'params') : undefined;
      const isFixture = /(?:^|\.)fixture$/.test(dottedName(call?.childForFieldName('function') ?? null) ?? '');
      if (
        isFixture &&
        params !== undefined &&
        /^(?:\[\s*\]|\(\s*\)|(?:list|tuple|set)\(\))$/.test(this.valueOf(params).text)
      )
        this.#emptyFixtures.add(name);
    }
  }

  #addValue(statement: SyntaxNode): void {
    const [assignment] = statement.type === 'expression_statement' ? childrenOf(statement) : [];
    const name = assignment?.childForFieldName('left');
    const value = assignment?.childForFieldName('right');
    if (name?.type !== 'identifier') return;
    // A list that grows has an unknown size.
    if (assignment?.type === 'assignment' && value && !this.#values.has(name.text)) this.#values.set(name.text, value);
    else this.#values.delete(name.text);
  }
}

/** The last names of the base classes of a class. */
export function listBases(node: SyntaxNode): readonly string[] {
  const list = node.childForFieldName('superclasses');
  return (list === null ? [] : childrenOf(list)).flatMap((base) => dottedName(base)?.split('.').at(-1) ?? []);
}
