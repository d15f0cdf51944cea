import { childrenOf, positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import type { Binding } from './module-bindings.ts';
import { readModuleScope } from './module-scope.ts';

/** A statement of a block that defines a name. */
export interface BlockStatement {
  /** A `function_definition`, a `class_definition` or an `assignment`. */
  readonly node: SyntaxNode;
  /** The decorators of a definition, with it. */
  readonly decorated?: SyntaxNode;
  readonly nameNode: SyntaxNode;
  /** Whether it is in a branch that may not run. */
  readonly isConditional: boolean;
}

/** The names that a module or the body of a class binds at run time. */
interface BlockScope {
  /**
   * The definitions and assignments that the name can mean when the block has run, in text order. Those that are deleted,
   * replaced, only for type checkers, or in a branch that never runs are left out.
   */
  readonly statements: readonly BlockStatement[];
  readonly names: ReadonlySet<string>;
}

const COMPOUND: ReadonlySet<string> = new Set([
  'if_statement',
  'try_statement',
  'with_statement',
  'for_statement',
  'while_statement',
  'match_statement',
]);

/** Expressions whose value is certainly no function. */
export const PLAIN_VALUES: ReadonlySet<string> = new Set([
  'string',
  'concatenated_string',
  'integer',
  'float',
  'true',
  'false',
  'none',
  'list',
  'tuple',
  'set',
  'dictionary',
  'list_comprehension',
  'set_comprehension',
  'dictionary_comprehension',
  'generator_expression',
  'comparison_operator',
]);

/** @param block the root of a module or the body of a class @param text the text of the module */
export function readBlockScope(block: SyntaxNode, text: string): BlockScope {
  const all: Omit<BlockStatement, 'isConditional'>[] = [];
  collectStatements(block, all);
  const bindings = bindingsOf(block, text);
  const plain = new Set(
    all.filter(({ node }) => PLAIN_VALUES.has(node.childForFieldName('right')?.type ?? '')).map(keyOf),
  );
  const statements = all.flatMap((statement): readonly BlockStatement[] => {
    const own = bindings.get(statement.nameNode.text) ?? [];
    const key = keyOf(statement);
    const at = own.findIndex((one) => one.key === key);
    const binding = own[at]?.binding;
    if (binding === undefined || binding.isTypeOnly) return [];
    const isReplaced = own.slice(at + 1).some((later) => replaces(later.binding, binding, plain.has(later.key)));
    return isReplaced ? [] : [{ ...statement, isConditional: binding.isConditional }];
  });
  const names = [...bindings].filter(([, all]) => all.some(({ binding }) => !binding.isTypeOnly)).map(([name]) => name);
  return { statements, names: new Set(names) };
}

function collectStatements(block: SyntaxNode, statements: Omit<BlockStatement, 'isConditional'>[]): void {
  for (const node of childrenOf(block)) {
    if (node.type === 'decorated_definition') {
      const definition = node.childForFieldName('definition');
      const nameNode = definition?.childForFieldName('name');
      if (definition && nameNode) statements.push({ node: definition, decorated: node, nameNode });
    } else if (node.type === 'function_definition' || node.type === 'class_definition') {
      const nameNode = node.childForFieldName('name');
      if (nameNode !== null) statements.push({ node, nameNode });
    } else if (node.type === 'expression_statement') {
      for (const assignment of childrenOf(node)) {
        const nameNode = assignment.type === 'assignment' ? assignment.childForFieldName('left') : null;
        if (nameNode?.type === 'identifier') statements.push({ node: assignment, nameNode });
      }
    } else if (node.type === 'block' || node.type.endsWith('_clause') || COMPOUND.has(node.type)) {
      collectStatements(node, statements);
    }
  }
}

interface KeyedBinding {
  readonly key: string;
  readonly binding: Binding;
}

/** The bindings of a block with their positions in the module. */
function bindingsOf(block: SyntaxNode, text: string): ReadonlyMap<string, readonly KeyedBinding[]> {
  const [first] = childrenOf(block);
  if (first === undefined) return new Map();
  const isModule = block.parent === null;
  const lineStart = isModule ? 0 : text.lastIndexOf('\n', first.startIndex - 1) + 1;
  // A body can begin in the line of its header: `class A: x = 1`.
  const isOwnLine = isModule || text.slice(lineStart, first.startIndex).trim() === '';
  const start = isOwnLine ? lineStart : first.startIndex;
  const { row } = isModule ? { row: 0 } : first.startPosition;
  const scope = readModuleScope(isModule ? text : text.slice(start, block.endIndex), false);
  const keyed = [...scope.bindings].map(([name, bindings]): [string, readonly KeyedBinding[]] => [
    name,
    bindings.map((binding) => {
      const column = binding.line === 1 ? binding.column + start - lineStart : binding.column;
      return { key: `${row + binding.line}:${column}`, binding };
    }),
  ]);
  return new Map(keyed);
}

function keyOf({ nameNode }: Pick<BlockStatement, 'nameNode'>): string {
  const { line, column } = positionOf(nameNode);
  return `${line}:${column}`;
}

/**
 * Whether a later binding certainly replaces a function or class. Another value can be the function in a wrapper, and an
 * import a faster one with the same signature.
 */
function replaces(later: Binding, earlier: Binding, isPlain: boolean): boolean {
  if (later.isConditional || later.isTypeOnly) return false;
  if (later.kind === 'variable') return isPlain;
  return later.kind === 'class' || later.kind === 'type' || (later.kind === 'function' && earlier.kind === 'class');
}
