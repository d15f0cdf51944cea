import { childrenOf, fieldsOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';
import { firstIterable, isComprehension } from './comprehensions.ts';

/** A rejected statement, with the reason. */
export interface ScopeError {
  readonly node: SyntaxNode;
  readonly message: string;
}

const DECLARATION = /\b(?:global|nonlocal|__debug__)\b/;
/** Names that the compiler binds in a class. */
const OF_CLASS: ReadonlySet<string> = new Set(['__class__', '__classdict__']);

/** The `global` and `nonlocal` statements that the compiler rejects because of other statements, in text order. */
export function findScopeErrors(root: SyntaxNode, text: string): readonly ScopeError[] {
  if (!DECLARATION.test(text)) return [];
  const reader = new ScopeReader();
  reader.visit(root, new Scope('module', undefined));
  return reader.finish();
}

/** How a scope has a name so far. */
type Use = 'parameter' | 'annotated' | 'assigned' | 'used' | 'imported';
const REASONS: Readonly<Record<Use, string | undefined>> = {
  parameter: 'is a parameter',
  annotated: 'has an annotation',
  assigned: 'is assigned before',
  used: 'is used before',
  // The compiler accepts this.
  imported: undefined,
};

class Scope {
  uses = new Map<string, Use>();
  readonly declared = new Map<string, 'global' | 'nonlocal'>();
  readonly kind: 'module' | 'class' | 'function' | 'comprehension';
  readonly outer: Scope | undefined;

  constructor(kind: Scope['kind'], outer: Scope | undefined) {
    this.kind = kind;
    this.outer = outer;
  }

  /** The scope whose names an assignment expression binds. */
  get owner(): Scope {
    return this.kind === 'comprehension' && this.outer !== undefined ? this.outer.owner : this;
  }

  add(name: string, use: Use): void {
    const known = this.uses.get(name);
    if (known === undefined || known === 'used' || known === 'imported') this.uses.set(name, use);
  }

  binds(name: string): boolean {
    const use = this.uses.get(name);
    return use !== undefined && use !== 'used' && !this.declared.has(name);
  }
}

class ScopeReader {
  readonly #errors: ScopeError[] = [];
  readonly #nonlocals: { readonly name: SyntaxNode; readonly scope: Scope }[] = [];

  finish(): readonly ScopeError[] {
    for (const { name, scope } of this.#nonlocals) {
      if (!isBoundOutside(name.text, scope)) this.#reject(name, 'nonlocal names no variable of an enclosing function.');
    }
    return this.#errors.toSorted((one, other) => one.node.startIndex - other.node.startIndex);
  }

  #reject(node: SyntaxNode, message: string): void {
    this.#errors.push({ node, message });
  }

  visit(node: SyntaxNode, scope: Scope): void {
    switch (node.type) {
      case 'function_definition':
      case 'lambda':
        this.#visitFunction(node, scope);
        return;
      case 'class_definition': {
        this.#bind(node.childForFieldName('name'), scope);
        const bases = node.childForFieldName('superclasses');
        // With type parameters, they are evaluated in another scope.
        if (bases !== null && node.childForFieldName('type_parameters') === null) this.visit(bases, scope);
        const body = node.childForFieldName('body');
        if (body !== null) this.visit(body, new Scope('class', scope));
        return;
      }
      case 'global_statement':
      case 'nonlocal_statement':
        for (const name of childrenOf(node)) this.#declare(name, node.type === 'global_statement', scope);
        return;
      case 'try_statement': {
        // Only some versions read the handlers before `else`.
        const visitClauses = (type: string): void => {
          this.#visitAll(
            childrenOf(node).filter((one) => one.type === type),
            scope,
          );
        };
        visitClauses('block');
        const before = new Map(scope.uses);
        visitClauses('except_clause');
        const handled = scope.uses;
        scope.uses = before;
        visitClauses('else_clause');
        for (const [name, use] of handled) scope.add(name, use);
        visitClauses('finally_clause');
        return;
      }
      case 'assignment':
        this.#visitAssignment(node, scope);
        return;
      case 'import_statement':
      case 'import_from_statement':
      case 'future_import_statement':
        for (const one of fieldsOf(node, 'name')) {
          this.#bind(one.childForFieldName('alias') ?? childrenOf(one)[0] ?? null, scope, 'imported');
        }
        return;
      case 'attribute':
      case 'keyword_argument': {
        const value = node.childForFieldName(node.type === 'attribute' ? 'object' : 'value');
        if (value !== null) this.visit(value, scope);
        return;
      }
      case 'dotted_name':
        // In a pattern, one name is captured.
        if (childrenOf(node).length === 1) this.#bind(childrenOf(node)[0] ?? null, scope);
        return;
      case 'class_pattern':
      case 'keyword_pattern':
        for (const one of childrenOf(node).slice(1)) this.visit(one, scope);
        return;
      case 'named_expression':
        // In a comprehension of a module, the compiler takes the name for a global one.
        if (scope.kind !== 'comprehension' || scope.owner.kind !== 'module') {
          this.#bind(node.childForFieldName('name'), scope.owner);
        }
        this.#visitAll(fieldsOf(node, 'value'), scope);
        return;
      case 'type_alias_statement': {
        const [name] = node.childForFieldName('left')?.descendantsOfType('identifier') ?? [];
        this.#bind(name ?? null, scope);
        return;
      }
      // Annotations are not always evaluated.
      case 'type':
      case 'type_parameter':
        return;
      case 'identifier':
        if (isTarget(node)) this.#bind(node, scope);
        else scope.add(node.text, 'used');
        return;
      default:
        if (isComprehension(node)) this.#visitComprehension(node, scope);
        else this.#visitAll(childrenOf(node), scope);
    }
  }

  #visitAll(nodes: readonly SyntaxNode[], scope: Scope): void {
    for (const one of nodes) this.visit(one, scope);
  }

  #bind(name: SyntaxNode | null, scope: Scope, use: Use = 'assigned'): void {
    if (name === null) return;
    if (name.text === '__debug__') this.#reject(name, '__debug__ cannot be assigned.');
    scope.add(name.text, use);
  }

  #visitFunction(node: SyntaxNode, scope: Scope): void {
    this.#bind(node.childForFieldName('name'), scope);
    const inner = new Scope('function', scope);
    const parameters = node.childForFieldName('parameters');
    for (const parameter of parameters === null ? [] : childrenOf(parameters)) {
      const target = parameter.childForFieldName('name') ?? parameter;
      const [name] = target.type === 'identifier' ? [target] : target.descendantsOfType('identifier');
      if (name) inner.add(name.text, 'parameter');
      if (name?.text === '__debug__') this.#reject(name, '__debug__ cannot be assigned.');
      this.#visitAll(fieldsOf(parameter, 'value'), scope);
    }
    const body = node.childForFieldName('body');
    if (body !== null) this.visit(body, inner);
  }

  #visitComprehension(node: SyntaxNode, scope: Scope): void {
    const inner = new Scope('comprehension', scope);
    const outside = firstIterable(node);
    if (outside !== undefined) this.visit(outside, scope);
    for (const child of childrenOf(node)) {
      const parts = child.type === 'for_in_clause' ? childrenOf(child) : [child];
      for (const part of parts) if (part.id !== outside?.id) this.visit(part, inner);
    }
  }

  #visitAssignment(node: SyntaxNode, scope: Scope): void {
    const left = node.childForFieldName('left');
    const hasType = node.childForFieldName('type') !== null;
    const hasValue = node.childForFieldName('right') !== null;
    if (hasType && left?.type === 'identifier') {
      const word = scope.declared.get(left.text);
      if (word !== undefined && scope.kind !== 'module')
        this.#reject(left, `${left.text} has an annotation and is ${word}.`);
      if (left.text === '__debug__') this.#reject(left, '__debug__ cannot be assigned.');
      scope.add(left.text, 'annotated');
    } else if (left !== null && (!hasType || hasValue || left.type !== 'tuple_pattern')) this.visit(left, scope);
    this.#visitAll(fieldsOf(node, 'right'), scope);
  }

  #declare(name: SyntaxNode, isGlobal: boolean, scope: Scope): void {
    const word = isGlobal ? 'global' : 'nonlocal';
    const use = scope.uses.get(name.text);
    const reason = use && REASONS[use];
    const known = scope.declared.get(name.text);
    if (!isGlobal && scope.kind === 'module') this.#reject(name, 'nonlocal is outside of a function.');
    else if (reason !== undefined) this.#reject(name, `${name.text} ${reason} and is ${word}.`);
    else if (known !== undefined && known !== word) this.#reject(name, `${name.text} is nonlocal and global.`);
    else if (!isGlobal) this.#nonlocals.push({ name, scope });
    scope.declared.set(name.text, word);
  }
}

/** Whether a function around a scope binds a name. */
function isBoundOutside(name: string, scope: Scope): boolean {
  for (let { outer } = scope; outer !== undefined; { outer } = outer) {
    if (outer.kind === 'class' && OF_CLASS.has(name)) return true;
    if (outer.kind !== 'function') continue;
    if (outer.binds(name)) return true;
    // What a function declares as global, functions in it do not see.
    if (outer.declared.get(name) === 'global') return false;
  }
  return false;
}

/** Whether an identifier is assigned or deleted. */
function isTarget(node: SyntaxNode): boolean {
  let child = node;
  for (let { parent } = node; parent !== null; { parent } = parent) {
    switch (parent.type) {
      case 'pattern_list':
      case 'tuple_pattern':
      case 'list_pattern':
      case 'list_splat_pattern':
      case 'as_pattern_target':
      case 'splat_pattern':
      case 'delete_statement':
        return true;
      case 'assignment':
      case 'augmented_assignment':
      case 'for_statement':
      case 'for_in_clause':
        return parent.childForFieldName('left')?.id === child.id;
      case 'as_pattern':
        // In a case, the name has no node around it.
        return childrenOf(parent)[1]?.id === child.id;
      case 'tuple':
      case 'list':
      case 'list_splat':
      case 'parenthesized_expression':
      case 'expression_list':
        child = parent;
        break;
      default:
        return false;
    }
  }
  return false;
}
