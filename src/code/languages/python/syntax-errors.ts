import type { TreeCursor } from '@vscode/tree-sitter-wasm';
import type { SyntaxDiagnostic } from '../../language/syntax-errors.ts';
import { positionOf, type SyntaxNode } from '../tree-sitter/syntax-nodes.ts';
import {
  changesEnclosing,
  enclosingOf,
  MODULE_LEVEL,
  type Enclosing,
  type Rule,
  type Rules,
} from './errors/enclosing.ts';
import { expressionRules } from './errors/expression-errors.ts';
import { findLineError } from './line-errors.ts';
import { literalRules } from './errors/literal-errors.ts';
import { parameterRules } from './errors/parameter-errors.ts';
import { patternRules } from './pattern-errors.ts';
import { positionRules } from './errors/position-errors.ts';
import { findScopeErrors } from './errors/scope-errors.ts';
import { statementRules } from './errors/statement-errors.ts';
import { targetRules } from './errors/target-errors.ts';

const MAX_ERRORS = 10;
const RULES = rulesByType([
  statementRules,
  targetRules,
  expressionRules,
  positionRules,
  parameterRules,
  literalRules,
  patternRules,
]);
const BEGINS_LINE = /(?:_statement|_definition|_clause|^decorator)$/;

/**
 * The syntax errors of a text, in text order. The grammar accepts more than Python: any indentation, empty blocks, and
 * statements in places where the compiler rejects them.
 */
export function findPythonErrors(root: SyntaxNode, text: string): readonly SyntaxDiagnostic[] {
  const reader = new ErrorReader(root);
  if (reader.errors.length > 0) return reader.errors;
  if (root.hasError)
    return [{ ...positionOf(innermostError(root)), message: 'A line break or an operator is missing.' }];
  const [scopeError] = findScopeErrors(root, text);
  if (scopeError !== undefined) return [{ ...positionOf(scopeError.node), message: scopeError.message }];
  const lineError = findLineError(root, text, reader.starts);
  return lineError === undefined ? [] : [lineError];
}

function rulesByType(tables: readonly Rules[]): ReadonlyMap<string, readonly Rule[]> {
  const types = new Set(tables.flatMap((table) => Object.keys(table)));
  return new Map([...types].map((type) => [type, tables.flatMap((table) => table[type] ?? [])]));
}

/** Reads all nodes of a tree. */
class ErrorReader {
  readonly errors: SyntaxDiagnostic[] = [];
  /** The offsets at which statements, clauses and decorators begin. */
  readonly starts = new Set<number>();
  readonly #cursor: TreeCursor;
  readonly #hasError: boolean;

  constructor(root: SyntaxNode) {
    // A cursor is several times faster than the lists of children of all nodes.
    this.#cursor = root.walk();
    this.#hasError = root.hasError;
    try {
      this.#visit(MODULE_LEVEL);
    } finally {
      this.#cursor.delete();
    }
  }

  #visit(enclosing: Enclosing): void {
    const cursor = this.#cursor;
    const type = cursor.nodeType;
    if (this.errors.length >= MAX_ERRORS) return;
    if (this.#hasError && this.#isRejected(type)) return;
    if (BEGINS_LINE.test(type)) this.starts.add(cursor.startIndex);
    const rules = RULES.get(type);
    const isRuled = rules !== undefined && cursor.nodeIsNamed;
    const node = isRuled || changesEnclosing(type) ? cursor.currentNode : undefined;
    const message = isRuled && node !== undefined ? firstMessage(rules, node, enclosing) : undefined;
    if (node !== undefined && message !== undefined) this.errors.push({ ...positionOf(node), message });
    if (!cursor.gotoFirstChild()) return;
    do {
      this.#visit(
        node !== undefined && changesEnclosing(type) ? enclosingOf(node, cursor.currentNode, enclosing) : enclosing,
      );
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }

  /** Whether the parser has found an error in the current node. */
  #isRejected(type: string): boolean {
    const cursor = this.#cursor;
    const isMissing = cursor.nodeIsMissing;
    if (!isMissing && type !== 'ERROR') return false;
    const message = isMissing ? `"${type}" is missing.` : 'This is not valid Python.';
    this.errors.push({ ...positionOf(cursor.currentNode), message });
    return true;
  }
}

function firstMessage(rules: readonly Rule[], node: SyntaxNode, enclosing: Enclosing): string | undefined {
  for (const rule of rules) {
    const message = rule(node, enclosing);
    if (message !== undefined) return message;
  }
  return undefined;
}

/** The node in which the parser has added a line break. Such a token is no child of it. */
function innermostError(node: SyntaxNode): SyntaxNode {
  const inner = node.children.find((child) => child?.hasError === true);
  return inner ? innermostError(inner) : node;
}
