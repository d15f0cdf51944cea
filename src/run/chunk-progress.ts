import { DEFAULT_MAX_ATTEMPTS } from '../contract/model.ts';
import type { ChunkRunInput } from './chunk-run-input.ts';
import type { AttemptReport, ChunkRunResult, GateChoice, GateReport } from './result.ts';

/** What one run of one chunk has come to so far. */
export class ChunkProgress {
  readonly runId: string;
  readonly attempts: AttemptReport[];
  /** The chunk's gates as they were judged last. */
  gates: readonly GateReport[] = [];
  warnings: readonly string[] = [];
  readonly choice: GateChoice | undefined;
  /** How many attempts the chunk has, counted from the last choice of a person. */
  readonly limit: number;
  readonly #chunk: string;
  readonly #before: number;

  /** @param earlier the attempts before a person chose how to go on, and what they chose */
  constructor(
    input: Pick<ChunkRunInput, 'chunk' | 'maxAttempts' | 'services'>,
    runId: string,
    earlier: { readonly attempts: readonly AttemptReport[]; readonly choice?: GateChoice } = { attempts: [] },
  ) {
    this.runId = runId;
    this.#chunk = input.chunk.id;
    this.#before = earlier.attempts.length;
    this.attempts = [...earlier.attempts];
    this.choice = earlier.choice;
    this.limit = lowest(input.maxAttempts, input.chunk.maxAttempts, input.services.configuration.limits.maxAttempts);
  }

  /** The attempts since the count began. */
  get counted(): readonly AttemptReport[] {
    return this.attempts.slice(this.#before);
  }

  /** The number of the last attempt that the chunk has, gates aside. */
  get last(): number {
    return this.#before + this.limit;
  }

  result(status: ChunkRunResult['status'], more: Partial<ChunkRunResult> = {}): ChunkRunResult {
    return {
      status,
      chunk: this.#chunk,
      runId: this.runId,
      attempts: this.attempts,
      gates: this.gates,
      warnings: this.warnings,
      ...(this.choice === undefined ? {} : { choice: this.choice }),
      ...more,
    };
  }
}

/** The lowest limit that applies wins; the usual one where none is named. */
function lowest(...limits: (number | undefined)[]): number {
  const named = limits.filter((limit) => limit !== undefined);
  return named.length > 0 ? Math.min(...named) : DEFAULT_MAX_ATTEMPTS;
}
