import type { EnforcementMode } from '../../contract/model.ts';
import { enforcementModeOf, mostRestrictive } from '../../verdicts/gates/enforcement-mode.ts';
import * as reviews from '../../verdicts/gates/gate-review.ts';
import { describeVerdict, gateGuidance, gateLabel, gateWarnings } from '../../verdicts/gates/guidance.ts';
import { blockingJudgements, type GateJudgement, type GateVerdict } from '../../verdicts/gates/judgement.ts';
import { keepsConversation, maxAttemptsOf } from '../../verdicts/gates/retry-config.ts';
import { selectGates, type ChunkGate } from '../../verdicts/gates/select-gates.ts';
import type { GateReviewStatus } from '../../history/records/gate-reviews.ts';
import type { GateChoice, GateReport } from '../report/run-result.ts';
import type { ChunkRunInput } from '../services/chunk-run-input.ts';
import { decideAndRecord } from './decide-from-record.ts';
import type { GateInput } from './gate-input.ts';

/**
 * The combined outcome of the blocking gates. `failed` takes precedence over `broken`, since another attempt may fix it.
 * `waiting`: only verdicts of persons are missing.
 */
export type GateOutcome = 'passed' | 'failed' | 'broken' | 'waiting';

/** A stored review, with the data that a waiting run needs to resume. */
export interface StoredChunkReview extends reviews.GateReview {
  readonly waiting?: unknown;
}

/** The gates of one chunk's run. Judges them after each attempt that passes validation, and stores their review. */
export class ChunkGates {
  readonly #input: ChunkRunInput;
  readonly #runId: string;
  readonly #gates: readonly ChunkGate[];
  /**
   * `open` in a new run, `deciding` in a resumed run. If the process ends while the status is `deciding`, the run goes
   * back to waiting for a choice.
   */
  readonly #statusWhileRunning: 'open' | 'deciding';
  readonly #waiting: unknown;
  #review: reviews.GateReview;
  #judgements: readonly GateJudgement[];

  /** @param stored the review and the latest gate reports of a run that is resumed */
  constructor(
    input: ChunkRunInput,
    runId: string,
    chunkMaxAttempts: number,
    stored?: { readonly review: StoredChunkReview; readonly reports: readonly GateReport[] },
  ) {
    this.#input = input;
    this.#runId = runId;
    this.#gates = selectGates(input.contract, input.chunk, input.sharedGates);
    const { waiting, ...review } = stored?.review ?? {
      ...reviews.openReview(this.#gates, chunkMaxAttempts),
      waiting: undefined,
    };
    this.#review = review;
    this.#waiting = waiting;
    this.#judgements = this.#gates.flatMap(({ gate }) => {
      const report = stored?.reports.find(({ id }) => id === gate.id);
      return report === undefined ? [] : [{ ...toDecision(report), gate }];
    });
    this.#statusWhileRunning = stored === undefined ? 'open' : 'deciding';
  }

  get review(): reviews.GateReview {
    return this.#review;
  }

  /** The latest report of each judged gate. */
  get reports(): readonly GateReport[] {
    return this.#judgements.map((judgement) => this.#toReport(judgement));
  }

  get warnings(): readonly string[] {
    return gateWarnings(this.#judgements);
  }

  /** The blocking gates that did not pass, each as a sentence. */
  get blockingFailures(): readonly string[] {
    return this.#notPassedBlocking.map(describeVerdict);
  }

  /** The labels of the blocking gates that did not pass, separated by commas. */
  get blockingGateNames(): string {
    return this.#notPassedBlocking.map(({ gate }) => gateLabel(gate)).join(', ');
  }

  /** The guidance for the next attempt, and whether it continues the previous conversation. */
  get guidance(): { readonly text: string | undefined; readonly keepsConversation: boolean } {
    const failed = blockingJudgements(this.#judgements, 'FAIL');
    return {
      text: failed.length === 0 ? undefined : gateGuidance(this.#review, failed),
      keepsConversation: keepsConversation(failed.map(({ gate }) => gate)),
    };
  }

  /** [GATE-1] Judges every gate on a result that passed validation. */
  async judge(target: Omit<GateInput, 'runId' | keyof ChunkRunInput>): Promise<GateOutcome> {
    if (this.#gates.length === 0) return 'passed';
    const { chunk, services } = this.#input;
    services.report({ type: 'stage', chunk: chunk.id, stage: 'gates' });
    const judgements: GateJudgement[] = [];
    const input = { ...this.#input, ...target, runId: this.#runId };
    for (const chunkGate of this.#gates) {
      const { gate } = chunkGate;
      const mode = enforcementModeOf(gate);
      const decision = await services.telemetry.inSpan('gate', { gate: gate.id, mode }, async (span) => {
        const decided = await decideAndRecord(input, chunkGate);
        span.set({ verdict: decided.verdict });
        return decided;
      });
      judgements.push({ gate, mode, ...decision });
    }
    return this.record(judgements, target.number);
  }

  /** Adds the judgements of every gate on a result to the review, and reports them. */
  async record(judgements: readonly GateJudgement[], attempt: number): Promise<GateOutcome> {
    const { chunk, services } = this.#input;
    this.#judgements = judgements;
    this.#review = reviews.recordJudgements(this.#review, { judgements, attempt, at: new Date().toISOString() });
    await this.#save(this.#statusWhileRunning);
    for (const report of this.reports) services.report({ type: 'gate', chunk: chunk.id, report });
    this.#reportNonBlocking(judgements);
    return combineOutcomes(judgements);
  }

  /** Why the blocking gates stop the chunk without another attempt, as a sentence; undefined if another attempt may help. */
  describeStop(outcome: GateOutcome | undefined): string | undefined {
    switch (outcome) {
      case 'broken':
        return `These gates could not be judged, independent of the result: ${this.blockingGateNames}.`;
      case 'waiting':
        return `These gates wait for the verdict of a person: ${this.blockingGateNames}.`;
      default:
        return undefined;
    }
  }

  /** Whether the blocking gates have used up their attempts. */
  get isExhausted(): boolean {
    return this.#review.attemptCount >= this.#review.maxAttempts;
  }

  /** [GATE-1] Records that no attempt is left for the gates that failed. */
  recordExhaustion(): void {
    const ids = blockingJudgements(this.#judgements, 'FAIL').map(({ gate }) => gate.id);
    this.#review = reviews.recordExhaustion(this.#review, ids);
    const { attemptCount, maxAttempts } = this.#review;
    this.#note('warning', `Gate retry limit exceeded: ${ids.join(', ')} (failed ${attemptCount} of ${maxAttempts}).`);
  }

  /** [GATE-6] Records a choice: a person's, or the CLI's (from `--on-exhausted`, or because there is no terminal). */
  async recordChoice(choice: GateChoice, attempt: number, instruction: string | undefined): Promise<void> {
    this.#review = reviews.recordChoice(this.#review, {
      choice,
      attempt,
      at: new Date().toISOString(),
      ...(instruction ? { instruction } : {}),
    });
    await this.#save(this.#statusWhileRunning);
    this.#input.services.report({ type: 'choice-made', chunk: this.#input.chunk.id, choice });
  }

  /** Stores that the run waits for a choice, with the data that it needs to resume in another process. */
  saveWaiting(waiting: unknown): Promise<void> {
    return this.#save('waiting', waiting);
  }

  /** Stores how the run ended. Nothing is stored if no gate was ever judged. */
  async close(status: Exclude<GateReviewStatus, 'open' | 'waiting' | 'deciding'>): Promise<void> {
    if (this.#review.history.length > 0) await this.#save(status);
  }

  get #notPassedBlocking(): readonly GateJudgement[] {
    return this.#judgements.filter(({ mode, verdict }) => mode === 'blocking' && verdict !== 'PASS');
  }

  #toReport({ gate, mode, verdict, reasoning, confidence, evidence, tests, findings }: GateJudgement): GateReport {
    return {
      id: gate.id,
      name: gate.name ?? gate.id,
      mode,
      verdict,
      attemptCount: reviews.countFailures(this.#review, gate.id),
      maxAttempts: mode === 'blocking' ? this.#review.maxAttempts : maxAttemptsOf(gate),
      reasoning,
      ...(confidence === undefined ? {} : { confidence }),
      ...(evidence === undefined ? {} : { evidence }),
      ...(tests === undefined ? {} : { tests }),
      ...(findings === undefined ? {} : { findings }),
    };
  }

  /** [GATE-5] Reports the gates that did not pass but do not stop the chunk: advisory as a warning, others as information. */
  #reportNonBlocking(judgements: readonly GateJudgement[]): void {
    for (const judgement of judgements) {
      if (judgement.verdict === 'PASS' || judgement.mode === 'blocking') continue;
      this.#note(judgement.mode === 'advisory' ? 'warning' : 'info', describeVerdict(judgement));
    }
  }

  #note(level: 'info' | 'warning', message: string): void {
    this.#input.services.report({ type: 'note', chunk: this.#input.chunk.id, level, message });
  }

  async #save(status: GateReviewStatus, waiting: unknown = this.#waiting): Promise<void> {
    const { contract, chunk, services } = this.#input;
    await services.history.saveGateReview({
      ...this.#review,
      id: this.#runId,
      specId: contract.spec.id,
      chunkId: chunk.id,
      runId: this.#runId,
      status,
      ...(waiting === undefined || status === 'passed' ? {} : { waiting }),
    });
  }
}

/**
 * [GATE-4] The most restrictive mode among the failed gates decides whether the chunk failed. If no blocking gate failed,
 * the same holds for the broken gates.
 */
function combineOutcomes(judgements: readonly GateJudgement[]): GateOutcome {
  const modeOf = (verdict: GateVerdict): EnforcementMode | undefined =>
    mostRestrictive(judgements.filter((judgement) => judgement.verdict === verdict).map(({ mode }) => mode));
  if (modeOf('FAIL') === 'blocking') return 'failed';
  if (modeOf('BROKEN') === 'blocking') return 'broken';
  return modeOf('UNDECIDED') === 'blocking' ? 'waiting' : 'passed';
}

function toDecision({
  mode,
  verdict,
  reasoning,
  confidence,
  evidence,
  tests,
  findings,
}: GateReport): Omit<GateJudgement, 'gate'> {
  return {
    mode,
    verdict,
    reasoning,
    ...(tests === undefined ? {} : { tests }),
    ...(findings === undefined ? {} : { findings }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}
