import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage, ToolModelMessage } from 'ai';
import { CancelledError, throwIfCancelled } from '../shared/errors.ts';
import type { CallPolicy } from '../models/call-policy.ts';
import type { CallReport } from '../models/call-report.ts';
import { systemClock } from '../models/clock.ts';
import { guardModel, retryOrThrow } from '../models/guarded-model.ts';
import { AnswerBrokenOffError, ModelError } from '../models/model-error.ts';
import { saysToolsUnsupported, toModelError } from '../models/model-failure.ts';
import { DEFAULT_RETRY_POLICY } from '../models/retry-policy.ts';
import type { AgentInput } from './agent-input.ts';
import type { ModelStep, RequestedTool } from './model-step.ts';
import { takeModelStep } from './model-step.ts';
import { runRequestedTools, toolResult } from './run-tools.ts';
import type { WriteLedger } from './write-ledger.ts';

interface Totals {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

/** The conversation of one attempt: what was said so far, what it cost, and whether the model can use tools. */
export class Conversation {
  readonly #input: AgentInput;
  readonly #ledger: WriteLedger;
  readonly #signal: AbortSignal;
  readonly #policy: CallPolicy;
  readonly #model: LanguageModelV4;
  readonly #messages: ModelMessage[];
  #withTools: boolean;
  #steps = 0;
  #output = '';
  #totals: Totals = { inputTokens: 0, outputTokens: 0, costUsd: 0 };

  constructor(input: AgentInput, ledger: WriteLedger, signal: AbortSignal) {
    this.#input = input;
    this.#ledger = ledger;
    this.#signal = signal;
    this.#withTools = input.model.supportsTools !== false;
    this.#messages = [...(input.history ?? []), { role: 'user', content: input.model.redact(input.prompt) }];
    this.#policy = {
      retry: input.limits.retry ?? DEFAULT_RETRY_POLICY,
      stallTimeoutMs: input.limits.stallTimeoutMs,
      clock: input.clock ?? systemClock,
      budget: input.limits.budget,
      onRetry: ({ reason, delayMs }) => input.onEvent({ type: 'model-retry', reason, delayMs }),
      onCall: (report) => this.#count(report),
    };
    this.#model = guardModel(input.model, this.#policy);
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  get withTools(): boolean {
    return this.#withTools;
  }

  get steps(): number {
    return this.#steps;
  }

  /** What the model said last; an answer that only called tools says nothing. */
  get output(): string {
    return this.#output;
  }

  get totals(): Totals {
    return this.#totals;
  }

  redact(text: string): string {
    return this.#input.model.redact(text);
  }

  /**
   * The model's next answer. An answer that broke off is asked for again as a whole, which is safe, because no tool of
   * it has been run.
   */
  async ask(): Promise<ModelStep> {
    for (let retried = 0; ; retried++) {
      throwIfCancelled(this.#signal, 'the attempt');
      try {
        const step = await takeModelStep({
          model: this.#model,
          reference: this.#input.model.reference,
          secrets: this.#input.model.secrets,
          system: this.#system(),
          messages: this.#messages,
          withTools: this.#withTools,
          maxOutputTokens: this.#input.limits.maxOutputTokens,
          label: this.#input.label,
          signal: this.#signal,
          onEvent: this.#input.onEvent,
        });
        this.#steps++;
        this.#messages.push(...step.messages);
        if (step.text !== '') this.#output = step.text;
        return step;
      } catch (thrown) {
        if (this.#signal.aborted) throw new CancelledError('the attempt');
        const error = toModelError(thrown, this.#input.model);
        if (this.#canDoWithoutTools(error)) {
          this.#withTools = false;
          continue;
        }
        // Trouble before the first word has been retried already.
        if (!(error instanceof AnswerBrokenOffError)) throw error;
        await retryOrThrow(error, retried, this.#policy, this.#signal);
      }
    }
  }

  /** Runs tools and adds their results to the conversation. */
  async runTools(requested: readonly RequestedTool[]): Promise<void> {
    const { files, checkContract, model, onEvent } = this.#input;
    const context = { files, ledger: this.#ledger, checkContract, signal: this.#signal };
    const results: ToolModelMessage['content'] = [];
    try {
      await runRequestedTools(requested, context, { redact: model.redact, onEvent, results });
    } finally {
      // A conversation can only be continued when every call has a result.
      for (const { id, name } of requested.slice(results.length)) {
        results.push(toolResult(id, name, false, 'The attempt was ended before this was done.'));
      }
      this.#messages.push({ role: 'tool', content: results });
    }
  }

  #system(): string {
    const { system } = this.#input;
    return this.redact(typeof system === 'string' ? system : system(this.#withTools));
  }

  #canDoWithoutTools(error: unknown): boolean {
    return (
      this.#withTools &&
      this.#input.model.supportsTools === 'unknown' &&
      error instanceof ModelError &&
      saysToolsUnsupported(error)
    );
  }

  #count(report: CallReport): void {
    const { inputTokens, outputTokens, costUsd } = report;
    const before = this.#totals;
    this.#totals = {
      inputTokens: before.inputTokens + inputTokens,
      outputTokens: before.outputTokens + outputTokens,
      costUsd: before.costUsd === null || costUsd === null ? null : before.costUsd + costUsd,
    };
    this.#input.onEvent({ type: 'usage', inputTokens, outputTokens, costUsd });
    this.#input.onCall?.(report);
  }
}
