import { DEFAULT_MAX_ATTEMPTS } from '../../contract/model.ts';
import type {
  AttemptReport,
  ChunkRunResult,
  GateChoice,
  GateReport,
  PersonVerdict,
  PlanFindingReport,
} from '../report/run-result.ts';
import type { StrengthReport } from '../report/strength-report.ts';
import type { ChunkRunInput, UnlandedResult } from '../services/chunk-run-input.ts';
import type { EarlierAttempts } from '../services/earlier-attempts.ts';

/** The attempts, gates and warnings of one chunk's run so far. */
export class ChunkRunProgress {
  readonly runId: string;
  readonly attempts: AttemptReport[];
  /** The latest report of each gate. */
  gates: readonly GateReport[] = [];
  warnings: readonly string[] = [];
  /** Findings of plan rules that did not stop the chunk. */
  planFindings: readonly PlanFindingReport[] = [];
  /** What the requirements say about the work. */
  strength: StrengthReport | undefined;
  /** The result that passed, until it has landed or is stored. */
  passing: UnlandedResult | undefined;
  /** The uses of what the chunk may change, as the prompt shows them. */
  impact: string | undefined;
  readonly choice: GateChoice | PersonVerdict | undefined;
  /** The maximum number of attempts since the run began, or since a person's latest choice. */
  readonly maxAttempts: number;
  /** The number of attempts that do not count: those before a person's latest choice. */
  readonly countedFrom: number;
  /** The attempts in earlier runs, whose numbers this run continues. */
  readonly #before: EarlierAttempts | undefined;
  readonly #chunk: string;
  /** Warnings about the attempts themselves, in addition to those of gates. */
  readonly #attemptWarnings: string[] = [];

  /**
   * @param earlier the attempts before a person chose how to continue, and the choice. `countedFrom` is the number of
   * attempts before the count began; all of them if it is absent.
   */
  constructor(
    input: Pick<ChunkRunInput, 'chunk' | 'maxAttempts' | 'earlierAttempts' | 'services'>,
    runId: string,
    earlier: {
      readonly attempts: readonly AttemptReport[];
      readonly choice?: GateChoice | PersonVerdict;
      readonly countedFrom?: number | undefined;
    } = { attempts: [] },
  ) {
    this.runId = runId;
    this.#before = input.earlierAttempts;
    this.#chunk = input.chunk.id;
    this.countedFrom = earlier.countedFrom ?? earlier.attempts.length;
    this.attempts = [...earlier.attempts];
    this.choice = earlier.choice;
    this.maxAttempts = lowestLimit(
      input.maxAttempts,
      input.chunk.maxAttempts,
      input.services.configuration.limits.maxAttempts,
    );
  }

  /** The attempts since the run began, or since a person's latest choice. */
  get countedAttempts(): readonly AttemptReport[] {
    return this.attempts.slice(this.countedFrom);
  }

  /** The highest attempt number of this run, ignoring gates. */
  get maxAttemptNumber(): number {
    return this.#countBefore + this.countedFrom + this.maxAttempts;
  }

  /** The highest attempt number of the chunk, as people see it: later runs may continue the attempts of this one. */
  get shownMaxAttemptNumber(): number {
    return this.#before?.of ?? this.maxAttemptNumber;
  }

  /** Whether a later run may continue the attempts after the one with this number. */
  mayContinueLater(number: number): boolean {
    return this.#before !== undefined && number < this.#before.of;
  }

  /** The number of the next attempt. */
  get nextNumber(): number {
    return this.#countBefore + this.attempts.length + 1;
  }

  get #countBefore(): number {
    return this.#before?.count ?? 0;
  }

  addWarning(message: string): void {
    this.#attemptWarnings.push(message);
  }

  /** Creates the result of the run so far. `details` takes precedence. */
  createResult(status: ChunkRunResult['status'], details: Partial<ChunkRunResult> = {}): ChunkRunResult {
    return {
      status,
      chunk: this.#chunk,
      runId: this.runId,
      attempts: this.attempts,
      gates: this.gates,
      warnings: [...this.#attemptWarnings, ...this.warnings],
      ...(this.planFindings.length === 0 ? {} : { planFindings: this.planFindings }),
      ...(this.strength === undefined ? {} : { strength: this.strength }),
      ...(this.impact === undefined ? {} : { impact: this.impact }),
      ...(this.choice === undefined ? {} : { choice: this.choice }),
      ...details,
    };
  }
}

/** The lowest of the given limits; the default if there is none. */
function lowestLimit(...limits: (number | undefined)[]): number {
  const defined = limits.filter((limit) => limit !== undefined);
  return defined.length > 0 ? Math.min(...defined) : DEFAULT_MAX_ATTEMPTS;
}
