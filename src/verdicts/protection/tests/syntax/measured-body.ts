import type { SyntaxNode } from '../../../../code/languages/tree-sitter/syntax-nodes.ts';
import type { SkipReason } from '../interface/declared-test.ts';

/** What the body of a test does. Only statements that can be reached count. */
export interface MeasuredBody {
  /** The number of assertions that are not trivial, and whose failure is not ignored. */
  readonly assertions: number;
  /** The number of these assertions that accept almost any value. */
  readonly weakAssertions: number;
  /** The number of these assertions that a condition can keep from running. */
  readonly uncertainAssertions: number;
  /** The number of further assertions that no run reaches, or whose failure is ignored. */
  readonly ineffectiveAssertions: number;
  /** The number of calls that are neither assertions nor output. */
  readonly actions: number;
  /** These calls, by name. */
  readonly calls: ReadonlySet<string>;
  /** The number of elements of the tables whose loops assert; 1 without a loop, `undefined` if the text does not show it. */
  readonly cases: number | undefined;
  /** How the test skips itself while it runs. */
  readonly skip: SkipReason | undefined;
  /** Whether the test ends the process without a failure. */
  readonly endsProcess: boolean;
}

/** Measures the functions of a file, each once. Assertions of functions that they call count as their own. */
export class MeasuredBodies {
  readonly #read: (node: SyntaxNode, bodies: MeasuredBodies) => MeasuredBody;
  readonly #measured = new Map<number, MeasuredBody | undefined>();

  constructor(read: (node: SyntaxNode, bodies: MeasuredBodies) => MeasuredBody) {
    this.#read = read;
  }

  /** `undefined` if the function is being measured, as in a recursion. */
  measure(node: SyntaxNode): MeasuredBody | undefined {
    if (!this.#measured.has(node.id)) {
      this.#measured.set(node.id, undefined);
      this.#measured.set(node.id, this.#read(node, this));
    }
    return this.#measured.get(node.id);
  }
}
