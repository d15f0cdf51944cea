import { randomUUID } from 'node:crypto';
import type { ContractDocument } from '../contract/document.ts';
import { DEFAULT_MAX_ATTEMPTS, type Chunk, type Contract } from '../contract/model.ts';
import { CancelledError, messageOf } from '../shared/errors.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { asksForAmendment, proposeAmendment } from './amendment.ts';
import { runAttempt, type AttemptOutcome } from './attempt.ts';
import { buildBase, prepareTree } from './attempt-preparation.ts';
import { preflightChunk } from './chunk-preflight.ts';
import { gatherContext } from './context-gathering.ts';
import { landResult } from './landing.ts';
import { gatherPromptInput } from './prompt-input.ts';
import type {
  AttemptReport,
  ChunkRunResult,
  CommandReport,
  LandingMode,
  LandingReport,
  RetryContext,
} from './result.ts';
import { retryContextOf, sameFailure, whyNotRetryable, type AttemptRetryContext } from './retry-context.ts';
import type { RunServices } from './services.ts';

/** Where a chunk starts: the user's tree of now, or the result of the chunks before it in a run that is reviewed. */
export interface StartingPoint {
  readonly tree: Snapshot;
  /** Chunks that have passed in this run and whose results the tree holds. */
  readonly passed: ReadonlySet<string>;
}

export interface ChunkRunInput {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  readonly landing: LandingMode;
  readonly maxAttempts: number | undefined;
  readonly start: StartingPoint | undefined;
  readonly services: RunServices;
}

export interface ChunkRunOutcome {
  readonly result: ChunkRunResult;
  /** What passed without landing by itself; absent where it landed, or did not pass. */
  readonly unlanded?: UnlandedResult;
}

/** Results of chunks, one on the other, that wait to be landed. */
export interface UnlandedResult {
  /** What the first chunk started from, and what the last came to. */
  readonly base: Snapshot;
  readonly result: Snapshot;
  readonly passed: readonly PassedChunk[];
}

export interface PassedChunk {
  readonly chunk: Chunk;
  readonly runId: string;
  /** The chunk's own change, files that it wrote unchanged included. */
  readonly changedFiles: readonly string[];
}

/** One run of one chunk: preflight, attempts until the contract holds, landing, record. Nothing fails silently. */
export async function runChunk(input: ChunkRunInput): Promise<ChunkRunOutcome> {
  const { chunk, services } = input;
  const run = new ChunkRun(input, randomUUID());
  await services.history.startRun({
    runId: run.id,
    document: input.document,
    chunk,
    revision: (await services.repository.head()).commit,
  });
  let outcome: ChunkRunOutcome;
  try {
    outcome = await run.execute();
  } catch (thrown) {
    if (!(thrown instanceof CancelledError) && !services.signal.aborted) {
      await services.history.abandonRun(run.id, thrown);
      throw thrown;
    }
    outcome = run.ended('cancelled', 'The run was cancelled.');
  }
  await services.history.finishRun(run.id, outcome.result);
  services.report({ type: 'chunk-finished', result: outcome.result });
  return outcome;
}

class ChunkRun {
  readonly id: string;
  readonly #input: ChunkRunInput;
  readonly #attempts: AttemptReport[] = [];
  readonly #maxAttempts: number;

  constructor(input: ChunkRunInput, id: string) {
    this.#input = input;
    this.id = id;
    this.#maxAttempts = lowest(
      input.maxAttempts,
      input.chunk.maxAttempts,
      input.services.configuration.limits.maxAttempts,
    );
  }

  async execute(): Promise<ChunkRunOutcome> {
    const { chunk, contract, services, start } = this.#input;
    services.report({
      type: 'chunk-started',
      runId: this.id,
      chunk: chunk.id,
      title: chunk.title,
      maxAttempts: this.#maxAttempts,
    });
    const base = start?.tree ?? (await this.#takeBase());
    const attempt = await services.repository.openAttempt(base, {
      copy: [...(contract.attempt?.copy ?? []), ...services.configuration.attempt.copy],
      signal: services.signal,
    });
    try {
      return await this.#executeIn(attempt, base);
    } finally {
      await services.analysis.close(attempt.root);
      await attempt.dispose();
    }
  }

  async #takeBase(): Promise<Snapshot> {
    const { chunk, services } = this.#input;
    const base = await services.repository.takeBase({ signal: services.signal });
    for (const message of base.notes) services.report({ type: 'note', chunk: chunk.id, level: 'warning', message });
    return base;
  }

  /** What the run comes to when it ends without a landing. */
  ended(status: ChunkRunResult['status'], reason: string, more: Partial<ChunkRunResult> = {}): ChunkRunOutcome {
    return { result: { ...this.#result(status), reason, ...more } };
  }

  async #executeIn(attempt: AttemptTree, base: Snapshot): Promise<ChunkRunOutcome> {
    const { chunk, services } = this.#input;
    services.report({ type: 'stage', chunk: chunk.id, stage: 'preflight' });
    const blockedBy = await preflightChunk({ ...this.#input, attempt });
    if (blockedBy.length > 0) {
      services.report({ type: 'blocked', chunk: chunk.id, blockedBy });
      const reason = blockedBy.map((blocker) => blocker.details).join(' ');
      return this.ended('blocked', reason, { blockedBy });
    }
    await services.history.setChunkStatus(this.#input.contract.spec.id, chunk, 'running');
    const model = await services.model();
    const baseline = await buildBase({ ...this.#input, attempt, base });
    const prompt = await gatherPromptInput({ ...this.#input, attempt, maxAttempts: this.#maxAttempts });

    let retry: AttemptRetryContext | undefined;
    for (let number = 1; ; number++) {
      services.report({ type: 'attempt-started', chunk: chunk.id, number, of: this.#maxAttempts });
      await prepareTree({ ...this.#input, attempt, base });
      const common = { ...this.#input, runId: this.id, attempt, base, baseline, model, prompt };
      const outcome = await runAttempt({ ...common, number, retry }).catch((thrown: unknown) => this.#broken(thrown));
      if (typeof outcome === 'string') return this.#fail(outcome);
      const end = this.#whyNoFurtherAttempt(outcome, number);
      retry = retryContextOf(outcome.verdict, outcome.report, number + 1, this.#maxAttempts);
      await this.#recordAttempt(outcome, retry, end === undefined);
      if (outcome.verdict.passed) return this.#land(attempt, base, baseline, outcome);
      if (end !== undefined) return this.#failOrAmend(end, outcome.amendmentReason);
    }
  }

  /**
   * Why an attempt could not be carried out at all. Where none was before, that is an error of its own; otherwise the
   * run has failed, and what the attempts before came to is kept.
   */
  #broken(thrown: unknown): string {
    if (this.#attempts.length === 0 || thrown instanceof CancelledError || this.#input.services.signal.aborted)
      throw thrown;
    return `Attempt ${this.#attempts.length + 1} could not be carried out: ${messageOf(thrown)}`;
  }

  /** Why a failure is the last word, as a sentence; undefined where another attempt follows. */
  #whyNoFurtherAttempt(outcome: AttemptOutcome, number: number): string | undefined {
    const of = `${number} of ${this.#maxAttempts}`;
    if (number >= this.#maxAttempts) return `The contract does not hold after ${of} attempts.`;
    if (asksForAmendment(outcome.amendmentReason, outcome.verdict)) {
      return `Stopped after attempt ${of}: the model asks for an amendment of the contract.`;
    }
    const before = this.#attempts.at(-1);
    // Beyond the third attempt more of the same is only cost.
    if (number >= DEFAULT_MAX_ATTEMPTS && before !== undefined && sameFailure(outcome.verdict, before.validation)) {
      return `Stopped after attempt ${of}: the same failure came back unchanged.`;
    }
    return whyNotRetryable(outcome);
  }

  async #recordAttempt(outcome: AttemptOutcome, retry: AttemptRetryContext, goesOn: boolean): Promise<void> {
    const { chunk, services } = this.#input;
    const { verdict } = outcome;
    const report: AttemptReport = {
      ...outcome.report,
      validation: {
        ...verdict,
        retryable: !verdict.passed && goesOn,
        retryContext: verdict.passed ? undefined : publicRetryContext(retry),
      },
    };
    this.#attempts.push(report);
    await services.history.recordAttempt(this.id, report);
    services.report({ type: 'attempt-finished', chunk: chunk.id, report, of: this.#maxAttempts });
  }

  async #fail(reason: string): Promise<ChunkRunOutcome> {
    const { contract, chunk, services } = this.#input;
    await services.history.setChunkStatus(contract.spec.id, chunk, 'failed');
    return this.ended('fail', reason);
  }

  /** The end of a failure that the contract itself may have to answer for (ENF-AMEND-1). */
  async #failOrAmend(reason: string, asked: string | undefined): Promise<ChunkRunOutcome> {
    const outcome = await proposeAmendment({ ...this.#input, runId: this.id, attempts: this.#attempts, asked });
    if (outcome === undefined) return this.#fail(reason);
    if ('note' in outcome) return this.#fail(`${reason} ${outcome.note}`);
    const amended = `${reason} The amendment ${outcome.id} of the contract is proposed and waits for a decision.`;
    const { result } = await this.#fail(amended);
    return { result: { ...result, amendment: { id: outcome.id } } };
  }

  async #land(
    attempt: AttemptTree,
    base: Snapshot,
    baseline: CommandReport | undefined,
    outcome: AttemptOutcome,
  ): Promise<ChunkRunOutcome> {
    const { document, contract, chunk, landing, services } = this.#input;
    const { result, changedFiles } = outcome;
    const context = await gatherContext({ ...this.#input, attempt, base, result });
    if (landing === 'review' || landing === 'none') {
      await services.history.recordContext(this.id, contract.spec.id, chunk.id, context);
      const unlanded = { base, result, passed: [{ chunk, runId: this.id, changedFiles }] };
      return { result: this.#result('pass'), unlanded };
    }
    const landed = await landResult({
      runId: this.id,
      document,
      contract,
      chunks: [{ chunk, changedFiles }],
      attempt,
      base,
      result,
      mode: landing,
      message: `chunk: ${chunk.title}`,
      baseline,
      services,
    });
    services.report({ type: 'landed', chunk: chunk.id, landing: landed });
    if (landed.conflicts.length === 0) {
      await services.history.recordContext(this.id, contract.spec.id, chunk.id, context);
    }
    return this.#finishLanding(landed);
  }

  async #finishLanding(landed: LandingReport): Promise<ChunkRunOutcome> {
    const { contract, chunk, services } = this.#input;
    if (landed.conflicts.length > 0) {
      await services.history.setChunkStatus(contract.spec.id, chunk, 'conflict');
      const reason = landed.conflicts.map((conflict) => `${conflict.file} ${conflict.reason}`.trim()).join('; ');
      return { result: { ...this.#result('conflict'), landed, reason } };
    }
    await services.history.setChunkStatus(contract.spec.id, chunk, 'completed', 'pass');
    return { result: { ...this.#result('pass'), landed } };
  }

  #result(status: ChunkRunResult['status']): ChunkRunResult {
    return { status, chunk: this.#input.chunk.id, runId: this.id, attempts: this.#attempts, gates: [], warnings: [] };
  }
}

/** The part of what the next attempt is told that reports and the history carry. */
function publicRetryContext({
  attempt,
  maxAttempts,
  previousViolations,
  buildOutput,
}: AttemptRetryContext): RetryContext {
  return { attempt, maxAttempts, previousViolations, buildOutput };
}

/** The lowest limit that applies wins; the usual one where none is named. */
function lowest(...limits: (number | undefined)[]): number {
  const named = limits.filter((limit) => limit !== undefined);
  return named.length > 0 ? Math.min(...named) : DEFAULT_MAX_ATTEMPTS;
}
