import type { EnforcementMode } from '../contract/model.ts';
import { gatesOf, type ChunkGate } from '../gates/chunk-gates.ts';
import { modeOf, mostRestrictive } from '../gates/enforcement-mode.ts';
import * as reviews from '../gates/gate-review.ts';
import { gateGuidance, nameOf } from '../gates/guidance.ts';
import { blockingWith, type GateJudgement, type GateVerdict } from '../gates/judgement.ts';
import { attemptsOf, continuesConversation } from '../gates/retry-config.ts';
import { verdictInWords, warningsOf } from '../gates/warnings.ts';
import type { GateReviewStatus } from '../history/records/gate-reviews.ts';
import type { ChunkRunInput } from './chunk-run-input.ts';
import { decideGate, type GateInput } from './gate-decision.ts';
import type { GateChoice, GateReport } from './result.ts';
import { discardLeavings } from './validation.ts';

/** How the blocking gates stand: `failed` wins over `broken`, since another attempt may mend it. */
export type GateStanding = 'hold' | 'failed' | 'broken';

/** A review as it is stored, with what a run that waits needs to go on. */
export interface KeptReview extends reviews.GateReview {
  readonly waiting?: unknown;
}

/** The gates of one chunk's run: judges them after each attempt that holds otherwise, and keeps their review. */
export class GateKeeper {
  readonly #input: ChunkRunInput;
  readonly #runId: string;
  readonly #gates: readonly ChunkGate[];
  /** While a choice is carried out the run still waits, should its process end. */
  readonly #underWay: 'open' | 'deciding';
  readonly #waiting: unknown;
  #review: reviews.GateReview;
  #judgements: readonly GateJudgement[];

  /** @param kept the review of a run that is gone on with, and its gates as they were judged last */
  constructor(
    input: ChunkRunInput,
    runId: string,
    chunkLimit: number,
    kept?: { readonly review: KeptReview; readonly reports: readonly GateReport[] },
  ) {
    this.#input = input;
    this.#runId = runId;
    this.#gates = gatesOf(input.contract, input.chunk, input.sharedGates);
    const { waiting, ...review } = kept?.review ?? {
      ...reviews.openReview(this.#gates, chunkLimit),
      waiting: undefined,
    };
    this.#review = review;
    this.#waiting = waiting;
    this.#judgements = this.#gates.flatMap(({ gate }) => {
      const report = kept?.reports.find((one) => one.id === gate.id);
      return report === undefined ? [] : [{ ...judgementOf(report), gate }];
    });
    this.#underWay = kept === undefined ? 'open' : 'deciding';
  }

  get review(): reviews.GateReview {
    return this.#review;
  }

  /** The gates as they were judged last. */
  get reports(): readonly GateReport[] {
    return this.#judgements.map((one) => this.#report(one));
  }

  get warnings(): readonly string[] {
    return warningsOf(this.#judgements);
  }

  /** The blocking gates that stand in the way, each in a sentence. */
  get obstacles(): readonly string[] {
    return this.#obstacles.map(verdictInWords);
  }

  get obstacleNames(): string {
    return this.#obstacles.map(({ gate }) => nameOf(gate)).join(', ');
  }

  /** What the next attempt is told, and whether it goes on with the conversation of the last one. */
  get guidance(): { readonly text: string; readonly continues: boolean } {
    const failed = blockingWith(this.#judgements, 'FAIL');
    return {
      text: gateGuidance(this.#review, failed),
      continues: continuesConversation(failed.map(({ gate }) => gate)),
    };
  }

  /** [GATE-1] Judges every gate on a result whose asserts and build hold. */
  async judge(at: Omit<GateInput, 'runId' | keyof ChunkRunInput>): Promise<GateStanding> {
    if (this.#gates.length === 0) return 'hold';
    const { chunk, services } = this.#input;
    services.report({ type: 'stage', chunk: chunk.id, stage: 'gates' });
    const judgements: GateJudgement[] = [];
    const input = { ...this.#input, ...at, runId: this.#runId };
    for (const one of this.#gates) {
      const decision = await decideGate(input, one);
      await discardLeavings(input, one.gate.command !== undefined || (one.gate.assertions ?? []).length > 0);
      judgements.push({ gate: one.gate, mode: modeOf(one.gate), ...decision });
    }
    this.#judgements = judgements;
    this.#review = reviews.judged(this.#review, { judgements, attempt: at.number, at: new Date().toISOString() });
    await this.#save(this.#underWay);
    for (const report of this.reports) services.report({ type: 'gate', chunk: chunk.id, report });
    this.#log(judgements);
    return standingOf(judgements);
  }

  /** Whether the blocking gates have used up their attempts. */
  get isExhausted(): boolean {
    return this.#review.attemptCount >= this.#review.maxAttempts;
  }

  /** [GATE-1] No attempt is left for the gates that failed. */
  exhaust(): void {
    const ids = blockingWith(this.#judgements, 'FAIL').map(({ gate }) => gate.id);
    this.#review = reviews.exhausted(this.#review, ids);
    const { attemptCount, maxAttempts } = this.#review;
    this.#note('warning', `Gate retry limit exceeded: ${ids.join(', ')} (failed ${attemptCount} of ${maxAttempts}).`);
  }

  /** [GATE-6] Records what a person, or an option, chose. */
  async choose(choice: GateChoice, attempt: number, instruction: string | undefined): Promise<void> {
    this.#review = reviews.chosen(this.#review, {
      choice,
      attempt,
      at: new Date().toISOString(),
      ...(instruction ? { instruction } : {}),
    });
    await this.#save(this.#underWay);
    this.#input.services.report({ type: 'choice-made', chunk: this.#input.chunk.id, choice });
  }

  /** The run waits for a choice; what it needs to go on outlives the process. */
  wait(waiting: unknown): Promise<void> {
    return this.#save('waiting', waiting);
  }

  /** The run has ended. Nothing is kept of gates that were never judged. */
  async close(status: Exclude<GateReviewStatus, 'open' | 'waiting' | 'deciding'>): Promise<void> {
    if (this.#review.history.length > 0) await this.#save(status, undefined);
  }

  get #obstacles(): readonly GateJudgement[] {
    return this.#judgements.filter((one) => one.mode === 'blocking' && one.verdict !== 'PASS');
  }

  #report({ gate, mode, verdict, reasoning, confidence, evidence }: GateJudgement): GateReport {
    return {
      id: gate.id,
      name: gate.name ?? gate.id,
      mode,
      verdict,
      attemptCount: reviews.failuresOf(this.#review, gate.id),
      maxAttempts: mode === 'blocking' ? this.#review.maxAttempts : attemptsOf(gate),
      reasoning,
      ...(confidence === undefined ? {} : { confidence }),
      ...(evidence === undefined ? {} : { evidence }),
    };
  }

  /** [GATE-5] What does not stop the chunk is said as it is found: a warning, or a line of the log. */
  #log(judgements: readonly GateJudgement[]): void {
    for (const one of judgements) {
      if (one.verdict === 'PASS' || one.mode === 'blocking') continue;
      this.#note(one.mode === 'advisory' ? 'warning' : 'info', verdictInWords(one));
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

/** [GATE-4] What follows from several gates: the most restrictive of those that did not pass decides. */
function standingOf(judgements: readonly GateJudgement[]): GateStanding {
  const modeOfThose = (verdict: GateVerdict): EnforcementMode | undefined =>
    mostRestrictive(judgements.filter((one) => one.verdict === verdict).map(({ mode }) => mode));
  if (modeOfThose('FAIL') === 'blocking') return 'failed';
  return modeOfThose('BROKEN') === 'blocking' ? 'broken' : 'hold';
}

function judgementOf({ mode, verdict, reasoning, confidence, evidence }: GateReport): Omit<GateJudgement, 'gate'> {
  return {
    mode,
    verdict,
    reasoning,
    ...(confidence === undefined ? {} : { confidence }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}
