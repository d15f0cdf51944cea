import { childrenOf, type SyntaxNode } from '../../tree-sitter/syntax-nodes.ts';

/** What encloses a node. */
export interface Enclosing {
  readonly isInFunction: boolean;
  readonly isInLoop: boolean;
  readonly isInClass: boolean;
  /** Whether the function is async; false outside of functions. */
  readonly isAsync: boolean;
  /** Whether the function is async and yields. */
  readonly isAsyncGenerator: boolean;
  /** Whether an `except*` of the function encloses it. */
  readonly isInGroupHandler: boolean;
  /** Whether it is the annotation of a variable of a function. */
  readonly isUnevaluated: boolean;
}

export const MODULE_LEVEL: Enclosing = {
  isInFunction: false,
  isInLoop: false,
  isInClass: false,
  isAsync: false,
  isAsyncGenerator: false,
  isInGroupHandler: false,
  isUnevaluated: false,
};

/** Why the compiler rejects a node that the grammar accepts; `undefined` if it does not. */
export type Rule = (node: SyntaxNode, enclosing: Enclosing) => string | undefined;

/** The rules for types of nodes. They are rules of all versions that have the syntax. */
export type Rules = Readonly<Record<string, Rule>>;

const CHANGES: ReadonlySet<string> = new Set([
  'function_definition',
  'lambda',
  'class_definition',
  'for_statement',
  'while_statement',
  'except_clause',
  'assignment',
]);

/** Whether the children of a node of a type can be enclosed by more than the node is. */
export function changesEnclosing(type: string): boolean {
  return CHANGES.has(type);
}

/** What encloses a child of a node. */
export function enclosingOf(node: SyntaxNode, child: SyntaxNode, enclosing: Enclosing): Enclosing {
  switch (node.type) {
    case 'function_definition':
    case 'lambda': {
      // Defaults and annotations are evaluated outside.
      if (child.id !== node.childForFieldName('body')?.id) return enclosing;
      const isAsync = isAsyncNode(node);
      return { ...MODULE_LEVEL, isInFunction: true, isAsync, isAsyncGenerator: isAsync && yields(child) };
    }
    case 'class_definition':
      return child.type === 'block' ? { ...MODULE_LEVEL, isInClass: true } : enclosing;
    case 'for_statement':
    case 'while_statement':
      return child.type === 'block' ? { ...enclosing, isInLoop: true } : enclosing;
    case 'except_clause':
      return child.type === 'block' && isGroupHandler(node)
        ? { ...enclosing, isInLoop: false, isInGroupHandler: true }
        : enclosing;
    case 'assignment':
      return child.type === 'type' && enclosing.isInFunction ? { ...enclosing, isUnevaluated: true } : enclosing;
    default:
      return enclosing;
  }
}

export function isAsyncNode(node: SyntaxNode): boolean {
  return node.firstChild?.type === 'async';
}

/** Whether an `except` clause is an `except*`. */
export function isGroupHandler(clause: SyntaxNode): boolean {
  return hasToken(clause, '*');
}

/** Whether one of the children of a node is a certain token. */
export function hasToken(node: SyntaxNode, token: string): boolean {
  return node.children.some((child) => child?.type === token);
}

function yields(node: SyntaxNode): boolean {
  if (node.type === 'yield') return true;
  if (node.type === 'function_definition' || node.type === 'class_definition' || node.type === 'lambda') return false;
  return childrenOf(node).some(yields);
}
