import { childrenOf, type SyntaxNode } from '../../../code/languages/tree-sitter/syntax-nodes.ts';
import { dottedName } from './python-expressions.ts';

/** What the names of a module refer to. */
export class PythonFileFacts {
  readonly #imports = new Map<string, string>();
  readonly #values = new Map<string, SyntaxNode>();
  readonly #functions = new Map<string, SyntaxNode[]>();
  readonly #bases = new Set<string>();

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
    }
  }

  /** The dotted name of an expression with imported names as they are where they come from: `skip` → `pytest.skip`. */
  qualifiedName(node: SyntaxNode | null): string | undefined {
    const name = dottedName(node);
    if (name === undefined) return undefined;
    const [root = '', ...members] = name.split('.');
    return [this.#imports.get(root) ?? root, ...members].join('.');
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
      if (module !== undefined) this.#imports.set(local, `${module}.${original}`);
      else if (isAliased) this.#imports.set(local, original);
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
