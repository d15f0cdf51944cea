import { childrenOf, fieldsOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import { readExportList, type ExportList } from './export-list.ts';
import type { NestedImport } from './outline-text.ts';

/** What binds a name at the top level of a module. */
export type BindingKind = 'function' | 'class' | 'type' | 'variable' | 'import';

/** One binding of a name at the top level of a module. */
export interface Binding {
  readonly name: string;
  readonly kind: BindingKind;
  readonly line: number;
  readonly column: number;
  /** Whether it is in a branch that may not run, such as `except ImportError`. */
  readonly isConditional: boolean;
  /** Whether it is in a branch for type checkers, so that the name does not exist at run time. */
  readonly isTypeOnly: boolean;
  /** The assigned value of a variable. It is valid while the tree exists. */
  readonly value?: SyntaxNode;
  /** For a function, whether it is an overload signature without an implementation. */
  readonly isOverload?: boolean;
  readonly imported?: ImportedBinding;
}

/** The module and the name that an import binds. */
export interface ImportedBinding {
  readonly specifier: string;
  /** `*` for the module itself. */
  readonly name: string;
  /** The module that the name is if `specifier` is a package that does not define it. */
  readonly submodule?: string;
  /** Whether the import is written as `from m import a as a`, which marks a re-export. */
  readonly isMarkedReexport: boolean;
}

/** One import statement, at the top level or deeper. */
export interface ImportStatement {
  readonly specifier: string;
  readonly bindings: readonly Binding[];
  readonly isStar: boolean;
  /** The name that `import a.b` binds, if the module is reached through it. */
  readonly pathFrom?: string;
  /** Whether it is in a function or a class. */
  readonly isNested: boolean;
  readonly line: number;
  readonly column: number;
}

/** The top level of a module. */
export interface ModuleScope {
  /** The bindings of each name, in text order. Deleted names are left out. */
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  readonly imports: readonly ImportStatement[];
  /** The last value of `__all__`; `undefined` if the module has none, or if it is computed. */
  readonly exportList: ExportList | undefined;
}

/**
 * Reads the top level of a module, with the branches of its conditional statements.
 * @param nested the imports in functions and classes; they are read from the tree if absent
 */
export function readModuleScope(root: SyntaxNode, nested?: readonly ImportStatement[]): ModuleScope {
  const reader = new ScopeReader();
  reader.readStatements(root, UNCONDITIONAL);
  if (nested === undefined) reader.readNestedImports(root);
  else reader.imports.push(...nested);
  return reader;
}

/**
 * Reads import statements that are nested in functions and classes.
 * @param root the tree of a text with one statement on each line
 */
export function readImportLines(root: SyntaxNode, positions: readonly NestedImport[]): readonly ImportStatement[] {
  return childrenOf(root).flatMap((node) => {
    const position = positions[node.startPosition.row];
    if (position === undefined || !/^import(?:_from)?_statement$/.test(node.type)) return [];
    const { line, column } = position;
    return readImport(node, UNCONDITIONAL).map((one) => ({ ...one, isNested: true, line, column }));
  });
}

interface Branch {
  readonly isConditional: boolean;
  readonly isTypeOnly: boolean;
}

class ScopeReader implements ModuleScope {
  readonly bindings = new Map<string, Binding[]>();
  readonly imports: ImportStatement[] = [];
  exportList: ExportList | undefined;
  readonly #topLevelImports = new Set<number>();

  readStatements(block: SyntaxNode, branch: Branch): void {
    for (const statement of childrenOf(block)) this.#readStatement(statement, branch);
  }

  /** Adds the imports in functions and classes. They bind nothing at the top level. */
  readNestedImports(root: SyntaxNode): void {
    for (const statement of root.descendantsOfType(['import_statement', 'import_from_statement'])) {
      if (statement === null || this.#topLevelImports.has(statement.startIndex)) continue;
      this.imports.push(...readImport(statement, UNCONDITIONAL).map((one) => ({ ...one, isNested: true })));
    }
  }

  #readStatement(node: SyntaxNode, branch: Branch): void {
    switch (node.type) {
      case 'decorated_definition': {
        this.#readDefinition(node.childForFieldName('definition'), branch, isOverload(node));
        return;
      }
      case 'function_definition':
      case 'class_definition': {
        this.#readDefinition(node, branch, false);
        return;
      }
      case 'type_alias_statement': {
        this.#bindTargets(node.childForFieldName('left'), 'type', branch);
        return;
      }
      case 'import_statement':
      case 'import_from_statement': {
        this.#readImport(node, branch);
        return;
      }
      case 'expression_statement':
        for (const expression of childrenOf(node)) this.#readExpression(expression, branch);
        return;
      case 'delete_statement':
        if (!branch.isConditional) for (const deleted of identifiersIn(node)) this.bindings.delete(deleted.text);
        return;
      case 'if_statement': {
        this.#readIf(node, branch);
        return;
      }
      case 'for_statement':
        this.#bindTargets(node.childForFieldName('left'), 'variable', branch);
        {
          this.#readBlocks(node, { ...branch, isConditional: true });
          return;
        }
      case 'with_statement':
        for (const target of node.descendantsOfType('as_pattern_target', node.startPosition, bodyStart(node))) {
          this.#bindTargets(target, 'variable', branch);
        }
        {
          this.#readBlocks(node, branch);
          return;
        }
      case 'try_statement':
      case 'finally_clause': {
        this.#readBlocks(node, branch);
        return;
      }
      case 'while_statement':
      case 'match_statement':
      case 'case_clause':
      case 'except_clause':
      case 'except_group_clause':
      case 'else_clause':
        this.#readNamedExpressions(node, branch);
        {
          this.#readBlocks(node, { ...branch, isConditional: true });
          return;
        }
    }
  }

  /** Reads the blocks of a statement, and the clauses that have blocks. */
  #readBlocks(node: SyntaxNode, branch: Branch): void {
    for (const child of childrenOf(node)) {
      if (child.type === 'block') this.readStatements(child, branch);
      else if (child.type.endsWith('_clause')) this.#readStatement(child, branch);
    }
  }

  #readIf(node: SyntaxNode, branch: Branch): void {
    this.#readNamedExpressions(node, branch);
    let rest: Branch | undefined = branch;
    for (const clause of [node, ...fieldsOf(node, 'alternative')]) {
      if (rest === undefined) return;
      if (clause.type === 'else_clause') {
        const body = clause.childForFieldName('body');
        if (body !== null) this.readStatements(body, rest);
        return;
      }
      const body = clause.childForFieldName('consequence');
      const condition = conditionOf(clause.childForFieldName('condition'));
      if (body !== null && condition.runs !== 'never') {
        const isConditional: boolean = rest.isConditional || condition.runs !== 'always';
        this.readStatements(body, {
          isConditional,
          isTypeOnly: rest.isTypeOnly || condition.runs === 'in-type-checkers',
        });
      }
      if (condition.runs === 'always') rest = undefined;
      else if (condition.runs === 'sometimes') rest = { ...rest, isConditional: true };
    }
  }

  #readDefinition(node: SyntaxNode | null, branch: Branch, overload: boolean): void {
    const name = node?.childForFieldName('name');
    if (node === null || !name) return;
    const kind = node.type === 'class_definition' ? 'class' : 'function';
    this.#bind(name, kind, branch, overload ? { isOverload: true } : {});
  }

  #readImport(node: SyntaxNode, branch: Branch): void {
    this.#topLevelImports.add(node.startIndex);
    for (const statement of readImport(node, branch)) {
      this.imports.push(statement);
      for (const binding of statement.bindings) this.#add(binding);
    }
  }

  #readExpression(node: SyntaxNode, branch: Branch): void {
    if (node.type === 'assignment') {
      const left = node.childForFieldName('left');
      const value = node.childForFieldName('right');
      // `a: int` declares a name and binds nothing.
      if (left === null || value === null) return;
      if (value.type === 'assignment') this.#readExpression(value, branch);
      if (left.text === '__all__') {
        // `__all__ = __all__ + […]` extends the list.
        const earlier = /(?<![.\w])__all__\b/.test(value.text) ? this.exportList : undefined;
        this.exportList = readExportList(earlier, value);
      }
      this.#bindTargets(left, 'variable', branch, left.type === 'identifier' ? { value: lastValue(value) } : {});
    } else if (node.type === 'augmented_assignment') {
      const value = node.childForFieldName('right');
      if (value !== null && node.childForFieldName('left')?.text === '__all__') {
        this.exportList = this.exportList && readExportList(this.exportList, value);
      }
    } else if (node.type === 'call') this.#readExportListCall(node);
    this.#readNamedExpressions(node, branch);
  }

  /** `__all__.extend([…])`, `.append('a')` and `.remove('a')`. */
  #readExportListCall(node: SyntaxNode): void {
    const [, method] = /^__all__\.(\w+)$/.exec(node.childForFieldName('function')?.text ?? '') ?? [];
    const arguments_ = node.childForFieldName('arguments');
    const [argument] = arguments_ === null ? [] : childrenOf(arguments_);
    if (method === undefined || argument === undefined || this.exportList === undefined) return;
    if (method === 'remove') {
      const removed = readExportList(undefined, argument)?.names.map(({ name }) => name) ?? [];
      const names = this.exportList.names.filter(({ name }) => !removed.includes(name));
      this.exportList = { ...this.exportList, names };
    } else if (method === 'extend' || method === 'append') {
      this.exportList = readExportList(this.exportList, argument);
    }
  }

  /** `(name := value)` binds a name of the module, also in a comprehension. */
  #readNamedExpressions(node: SyntaxNode, branch: Branch): void {
    const isCompound = node.type.endsWith('_statement') || node.type.endsWith('_clause');
    const searched = isCompound ? [...fieldsOf(node, 'condition'), ...fieldsOf(node, 'subject')] : [node];
    for (const expression of searched) {
      if (!expression.text.includes(':=')) continue;
      for (const named of expression.descendantsOfType('named_expression')) {
        const name = named?.childForFieldName('name');
        if (name) this.#bind(name, 'variable', branch);
      }
    }
  }

  #bindTargets(target: SyntaxNode | null, kind: BindingKind, branch: Branch, more: Partial<Binding> = {}): void {
    if (target === null) return;
    if (target.type === 'identifier') {
      this.#bind(target, kind, branch, more);
      return;
    }
    // `a.b = 1` and `a[0] = 1` bind no name.
    if (target.type === 'attribute' || target.type === 'subscript') return;
    if (kind === 'type') {
      const [name] = identifiersIn(target);
      if (name !== undefined) this.#bind(name, kind, branch);
      return;
    }
    for (const inner of childrenOf(target)) this.#bindTargets(inner, kind, branch);
  }

  #bind(name: SyntaxNode, kind: BindingKind, branch: Branch, more: Partial<Binding> = {}): void {
    this.#add({ name: name.text, kind, ...positionOf(name), ...branch, ...more });
  }

  #add(binding: Binding): void {
    const known = this.bindings.get(binding.name);
    if (known === undefined) this.bindings.set(binding.name, [binding]);
    else known.push(binding);
  }
}

const UNCONDITIONAL: Branch = { isConditional: false, isTypeOnly: false };

function bodyStart(node: SyntaxNode): SyntaxNode['startPosition'] {
  return node.childForFieldName('body')?.startPosition ?? node.endPosition;
}

function lastValue(node: SyntaxNode): SyntaxNode {
  const right = node.type === 'assignment' ? node.childForFieldName('right') : null;
  return right === null ? node : lastValue(right);
}

function identifiersIn(node: SyntaxNode): readonly SyntaxNode[] {
  return node.type === 'identifier'
    ? [node]
    : node.descendantsOfType('identifier').filter((one): one is SyntaxNode => one !== null);
}

/** Whether a decorated function is an overload signature: `@overload`, `@typing.overload`. */
export function isOverload(decorated: SyntaxNode): boolean {
  return childrenOf(decorated).some(
    (child) => child.type === 'decorator' && /^@\s*(?:[\w.]+\.)?overload$/.test(child.text.trim()),
  );
}

/** When the body of an `if` runs in a module that is imported. */
function conditionOf(node: SyntaxNode | null): { runs: 'always' | 'never' | 'sometimes' | 'in-type-checkers' } {
  const text = node?.text.replace(/\s+/g, ' ') ?? '';
  if (/^(?:True|1)$/.test(text)) return { runs: 'always' };
  if (/^(?:False|0)$/.test(text)) return { runs: 'never' };
  if (/^__name__ ?== ?["']__main__["']$/.test(text)) return { runs: 'never' };
  if (/^(?:[\w.]+\.)?TYPE_CHECKING$/.test(text)) return { runs: 'in-type-checkers' };
  return { runs: 'sometimes' };
}

/** Reads `import a.b, c as d` or `from m import …`: one entry for each module. */
function readImport(node: SyntaxNode, branch: Branch): readonly ImportStatement[] {
  const position = positionOf(node);
  if (node.type === 'import_statement') {
    return fieldsOf(node, 'name').flatMap((name) => {
      const path = name.childForFieldName('name') ?? name;
      const specifier = withoutSpaces(path.text);
      const alias = name.childForFieldName('alias');
      const [outermost = specifier] = specifier.split('.');
      const bound = alias === null ? outermost : specifier;
      const local = alias ?? identifiersIn(path)[0];
      const binding = local && importBinding(local, bound, { name: '*', isMarkedReexport: false }, branch);
      const own = { bindings: binding === undefined ? [] : [binding], isStar: false, isNested: false, ...position };
      // `import a.b` binds `a` and loads `a.b`.
      return bound === specifier
        ? [{ specifier, ...own }]
        : [
            { specifier: bound, ...own },
            { specifier, ...own, bindings: [], pathFrom: bound },
          ];
    });
  }
  const specifier = withoutSpaces(node.childForFieldName('module_name')?.text ?? '');
  if (specifier === '') return [];
  const isStar = node.namedChildren.some((child) => child?.type === 'wildcard_import');
  const bindings = fieldsOf(node, 'name').flatMap((name): Binding[] => {
    const imported = name.childForFieldName('name') ?? name;
    const alias = name.childForFieldName('alias');
    const submodule = specifier.endsWith('.') ? specifier + imported.text : `${specifier}.${imported.text}`;
    const origin = { name: imported.text, submodule, isMarkedReexport: alias?.text === imported.text };
    return [importBinding(alias ?? imported, specifier, origin, branch)];
  });
  return [{ specifier, bindings, isStar, isNested: false, ...position }];
}

function importBinding(
  local: SyntaxNode,
  specifier: string,
  origin: Omit<ImportedBinding, 'specifier'>,
  branch: Branch,
): Binding {
  return {
    name: local.text,
    kind: 'import',
    ...positionOf(local),
    ...branch,
    imported: { specifier, ...origin },
  };
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}
