import type { SkipReason } from '../interface/declared-test.ts';
import { combineSkips } from '../interface/skip-reasons.ts';
import { isEffective, type Certainty, type Execution } from './execution.ts';
import type { MeasuredBody } from './measured-body.ts';

/** Counts what a body does while its reachable statements are visited. */
export class BodyTally {
  readonly #calls = new Set<string>();
  /** The sizes of the tables that loops with assertions iterate. */
  readonly #tables: (number | undefined)[] = [];
  #assertions = 0;
  #weakAssertions = 0;
  #uncertainAssertions = 0;
  #ineffectiveAssertions = 0;
  #actions = 0;
  #skip: SkipReason | undefined;
  #endsProcess = false;

  get assertions(): number {
    return this.#assertions;
  }

  /** Assertions at a place. Those that no run reaches, or whose failure is ignored, are counted apart. */
  addAssertions(count: number, { ignored, reach, isReported }: Execution): void {
    if (isReported) return;
    if (ignored || reach === 'never') this.#ineffectiveAssertions += count;
    else {
      this.#assertions += count;
      if (reach === 'sometimes') this.#uncertainAssertions += count;
    }
  }

  /** One assertion. @param isWeak whether it accepts almost any value */
  addAssertion(execution: Execution, isWeak: boolean): void {
    this.addAssertions(1, execution);
    if (isWeak && isEffective(execution)) this.#weakAssertions++;
  }

  /** Marks assertions that were added as ones that accept almost any value. */
  addWeakAssertions(count: number): void {
    this.#weakAssertions += count;
  }

  /** Something that is neither an assertion nor output. */
  addAction(): void {
    this.#actions++;
  }

  addCall(names: readonly string[]): void {
    this.#actions++;
    this.#calls.add(names.join('.'));
  }

  /** A call of a function of the file. @param measured `undefined` in a recursion */
  addLocalCall(names: readonly string[], measured: MeasuredBody | undefined, execution: Execution): void {
    if (execution.reach !== 'never') this.addCall(names);
    if (measured === undefined) return;
    if (measured.endsProcess && execution.reach !== 'never') this.addProcessEnd();
    this.#addAssertionsOf(measured, execution);
  }

  #addAssertionsOf(measured: MeasuredBody, execution: Execution): void {
    const { assertions, weakAssertions, uncertainAssertions, ineffectiveAssertions, cases } = measured;
    if (execution.isReported) return;
    this.#ineffectiveAssertions += ineffectiveAssertions;
    if (assertions === 0) return;
    this.addAssertions(assertions, execution);
    if (execution.ignored || execution.reach === 'never') return;
    this.#weakAssertions += weakAssertions;
    if (execution.reach === 'always') this.#uncertainAssertions += uncertainAssertions;
    if (cases !== 1) this.#tables.push(cases);
  }

  /** @param size the number of elements of the table; `undefined` if the text does not show it */
  addTable(size: number | undefined): void {
    this.#tables.push(size);
  }

  /** @param whereJudged whether the condition holds where changes are judged */
  addSkip(name: string, certainty: Certainty, whereJudged = false): void {
    if (certainty === 'unknown') return;
    const skip: SkipReason = certainty === 'always' ? { kind: 'call', name } : { kind: 'conditional', whereJudged };
    this.#skip = combineSkips(this.#skip, skip);
  }

  addProcessEnd(): void {
    this.#endsProcess = true;
  }

  measured(): MeasuredBody {
    return {
      assertions: this.#assertions,
      weakAssertions: this.#weakAssertions,
      uncertainAssertions: this.#uncertainAssertions,
      ineffectiveAssertions: this.#ineffectiveAssertions,
      actions: this.#actions,
      calls: this.#calls,
      cases: countCases(this.#tables),
      skip: this.#skip,
      endsProcess: this.#endsProcess,
    };
  }
}

/** `undefined` if the size of one table is unknown. */
function countCases(sizes: readonly (number | undefined)[]): number | undefined {
  if (sizes.length === 0) return 1;
  return sizes.some((size) => size === undefined) ? undefined : sizes.reduce<number>((sum, size = 0) => sum + size, 0);
}
