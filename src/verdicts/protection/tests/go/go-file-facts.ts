import { readGoFunctions } from '../../../../code/languages/go/go-functions.ts';
import { childrenOf, fieldsOf, type SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';

/** What the names of a file refer to. */
export class GoFileFacts {
  /** The functions and methods of the file, in text order. */
  readonly functions: readonly SyntaxNode[];
  readonly #byName = new Map<string, SyntaxNode[]>();
  readonly #tables = new Map<string, SyntaxNode>();

  constructor(root: SyntaxNode) {
    this.functions = readGoFunctions(root).map(({ node }) => node);
    for (const node of this.functions) {
      const name = node.childForFieldName('name')?.text ?? '';
      const existing = this.#byName.get(name);
      if (existing === undefined) this.#byName.set(name, [node]);
      else existing.push(node);
    }
    for (const node of root.descendantsOfType(['var_spec', 'short_var_declaration'])) {
      if (node !== null) this.#addTables(node);
    }
  }

  /** The function that a callee names, if the file defines exactly one with the name. */
  functionOf(names: readonly string[]): SyntaxNode | undefined {
    const found = names.length > 2 ? undefined : this.#byName.get(names.at(-1) ?? '');
    const isFunction = found?.[0]?.type === (names.length === 1 ? 'function_declaration' : 'method_declaration');
    return found?.length === 1 && isFunction ? found[0] : undefined;
  }

  /** The number of elements of a literal, or of the variable with that value that a test can see. */
  countElements(node: SyntaxNode | null): number | undefined {
    if (node === null) return undefined;
    if (node.type === 'identifier') return this.#countVariable(node);
    const body = node.type === 'composite_literal' ? node.childForFieldName('body') : null;
    return body === null || !/^(?:\[|map\b)/.test(node.text) ? undefined : childrenOf(body).length;
  }

  #countVariable(node: SyntaxNode): number | undefined {
    for (let scope = node.parent; scope !== null; scope = scope.parent) {
      const isScope = scope.type === 'source_file' || scope.type === 'statement_list';
      const table = isScope ? this.#tables.get(`${scope.id} ${node.text}`) : undefined;
      if (table !== undefined) return this.countElements(table);
    }
    return undefined;
  }

  #addTables(node: SyntaxNode): void {
    const left = node.childForFieldName('left');
    const right = node.childForFieldName(node.type === 'var_spec' ? 'value' : 'right');
    const names = left === null ? fieldsOf(node, 'name').filter(({ type }) => type === 'identifier') : childrenOf(left);
    const [value] = right === null ? [] : childrenOf(right);
    if (names.length !== 1 || value?.type !== 'composite_literal') return;
    let scope = node.parent;
    while (scope !== null && scope.type !== 'source_file' && scope.type !== 'statement_list') scope = scope.parent;
    if (scope !== null) this.#tables.set(`${scope.id} ${names[0]?.text}`, value);
  }
}
