import { ModuleIndex } from '../../code/index/module-index.ts';
import { maskRequest } from '../../verdicts/review/secrets/mask-request.ts';
import { requestStructuredAnswer } from '../../models/calls/structured-answer.ts';
import { findContextWindow } from '../../models/cost/context-window.ts';
import { maxTokenCount } from '../../models/cost/token-estimate.ts';
import { NO_TOKENS } from '../../models/cost/token-usage.ts';
import { messageOf } from '../../foundation/errors.ts';
import { ContextTooLargeError } from '../context/fit-context.ts';
import { formatMistake } from '../stages/results/stage-mistake.ts';
import { stageRecordOf } from '../state/changes.ts';
import type { ItemEvent } from '../state/item-event.ts';
import type { StageExecution, StageExecutor, StageInput } from '../step/stage-executor.ts';
import { selectRemarks } from '../step/remarks.ts';
import { assemblePrompt, type AssembledPrompt } from './assemble-prompt.ts';
import { CallAccount } from './call-account.ts';
import {
  DEFAULT_ANSWER_TOKENS,
  DEFAULT_PROMPT_TOKENS,
  type DocumentExecutorServices,
  type OpenedCommit,
} from './document-executor-services.ts';
import type { BaseCommit, DocumentStage } from './document-stage.ts';
import { limitAnswer, toFailureEvent } from './failed-execution.ts';

/** What an execution begins with: a prompt, or events that need no model call. */
type Start = { readonly prompt: AssembledPrompt } | { readonly events: readonly ItemEvent[] };

/** A tokenizer of a provider can count more tokens than ours, and providers add a few to each message. */
const SAFETY_FACTOR = 1.2;

/**
 * Executes a stage whose result is a document. One execution requests one answer: an answer that does not match the schema,
 * or that the checks of the stage refuse, counts as a try and is returned with its mistakes to the model by the next
 * execution [ASSERT-SCHEMA-001, ASSERT-ARCH-004].
 */
export class DocumentExecutor<Answer> implements StageExecutor {
  readonly #stage: DocumentStage<Answer>;
  readonly #services: DocumentExecutorServices;
  /** The starts that were prepared for an estimate, by item. */
  readonly #starts = new Map<string, { readonly key: string; readonly start: Promise<Start> }>();

  constructor(stage: DocumentStage<Answer>, services: DocumentExecutorServices) {
    this.#stage = stage;
    this.#services = services;
  }

  get stage() {
    return this.#stage.name;
  }

  get #answerTokens(): number {
    return this.#services.limits?.answerTokens ?? DEFAULT_ANSWER_TOKENS;
  }

  /** The tokens of a request: the configured limit, or what the window of the model leaves, up to the default. */
  async #promptTokens(): Promise<number> {
    const configured = this.#services.limits?.promptTokens;
    if (configured !== undefined) return configured;
    const window = await findContextWindow((await this.#services.openModel()).reference);
    if (window === undefined) return DEFAULT_PROMPT_TOKENS;
    return Math.min(DEFAULT_PROMPT_TOKENS, Math.max(window - this.#answerTokens, Math.floor(window / 2)));
  }

  /** An upper bound: the tokens of the prompt, and the longest answer. */
  async estimateUsd(input: StageInput): Promise<number | undefined> {
    let start: Start;
    try {
      start = await this.#prepare(input);
    } catch (thrown) {
      // The execution turns the error into an event.
      if (thrown instanceof ContextTooLargeError) return 0;
      throw thrown;
    }
    if ('events' in start) return 0;
    const model = await this.#services.openModel();
    const { system, prompt } = start.prompt.prompt;
    const inputTokens = Math.ceil(maxTokenCount(system + prompt) * SAFETY_FACTOR);
    return model.price({ ...NO_TOKENS, inputTokens, outputTokens: this.#answerTokens }) ?? undefined;
  }

  async execute(input: StageInput): Promise<StageExecution> {
    const account = new CallAccount(this.#services);
    let events: readonly ItemEvent[] = [];
    let error: Error | undefined;
    try {
      events = await this.#run(input, account);
    } catch (thrown) {
      const event = toFailureEvent(thrown, input);
      if (event === undefined) error = thrown instanceof Error ? thrown : new Error(messageOf(thrown));
      else events = [event];
    }
    try {
      await account.settle();
    } catch (thrown) {
      // The answer is paid for, so it is stored although the record of its call is missing.
      error ??= thrown instanceof Error ? thrown : new Error(messageOf(thrown));
    }
    return { events, costUsd: account.costUsd, ...(error === undefined ? {} : { error }) };
  }

  async #run(input: StageInput, account: CallAccount): Promise<readonly ItemEvent[]> {
    const { state, at, signal } = input;
    const start = await this.#takeStart(input);
    if ('events' in start) return start.events;
    const stage = this.#stage.name;
    const { context, prompt } = start.prompt;
    const origin = { item: state.item, round: state.round, stage, attempt: numberOf(input) };
    const configured = await this.#services.openModel();
    const answer = await requestStructuredAnswer({
      model: account.guard(configured, input.availableUsd, { ...origin, context }),
      system: prompt.system,
      prompt: await maskRequest(prompt.prompt),
      schema: this.#stage.schema,
      redact: (text) => this.#services.redact(configured.redact(text)),
      label: { purpose: stage, ...origin },
      maxTries: 1,
      maxOutputTokens: this.#answerTokens,
      signal,
    });
    const verdict = await this.#withBase(input, (base) => this.#stage.judge(answer, input, base, this.#services));
    if (!('outcome' in verdict)) {
      return [{ type: 'refused', stage, mistakes: verdict.mistakes.map(formatMistake), ...limitAnswer(answer), at }];
    }
    const { hash, value, outcome } = verdict;
    return [{ type: 'answered', stage, hash, value, outcome, at }];
  }

  /** Prepares once for the estimate and the execution that follows it. */
  #prepare(input: StageInput): Promise<Start> {
    const { state, item } = input;
    const key = JSON.stringify([
      state.round,
      numberOf(input),
      stageRecordOf(state, state.stage).feedback,
      item.title,
      item.body,
    ]);
    const known = this.#starts.get(item.id);
    if (known?.key === key) return known.start;
    const start = this.#start(input);
    this.#starts.set(item.id, { key, start });
    return start;
  }

  async #takeStart(input: StageInput): Promise<Start> {
    try {
      return await this.#prepare(input);
    } finally {
      this.#starts.delete(input.item.id);
    }
  }

  async #start(input: StageInput): Promise<Start> {
    const { state, item, signal } = input;
    const { forge } = this.#services;
    const comments = await forge.listComments(item.id, undefined, signal);
    const canWrite = (login: string): Promise<boolean> => forge.canWrite(login, signal);
    const remarks = await selectRemarks(comments, item, state.policy.labelPrefix, canWrite);
    const events = this.#stage.settle?.(input, remarks);
    if (events !== undefined) return { events };
    const limit = await this.#promptTokens();
    return this.#withBase(input, async (base) => {
      const prepared = await this.#stage.prepare(input, base);
      return { prompt: await assemblePrompt(prepared, { input, base, remarks, limit }) };
    });
  }

  async #withBase<Result>({ state, signal }: StageInput, use: (base: BaseCommit) => Promise<Result>): Promise<Result> {
    const { commit } = state.base;
    const settings = await this.#services.readSettings(commit, signal);
    await using opened: OpenedCommit = await this.#services.openCommit(commit, signal);
    const { tree } = opened;
    const files = await tree.listFiles();
    return await use({ tree, files, index: await ModuleIndex.build(tree, { signal }), settings });
  }
}

/** The number of the answer that is requested next, within the stage and the round. A rejected answer counts. */
function numberOf({ state }: StageInput): number {
  const { refused, revision } = stageRecordOf(state, state.stage);
  return refused + revision + 1;
}
