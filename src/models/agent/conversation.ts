import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage, ToolModelMessage } from 'ai';
import { InterruptedAnswerError, ModelError } from '../base/model-error.ts';
import type { CallPolicy } from '../calls/call-policy.ts';
import type { CallReport } from '../calls/call-report.ts';
import { guardModel, waitForRetry } from '../calls/guarded-model.ts';
import { isToolUseUnsupported, toModelError } from '../calls/model-failure.ts';
import { DEFAULT_RETRY_POLICY } from '../calls/retry-policy.ts';
import { systemClock } from '../../foundation/clock.ts';
import { CancelledError, throwIfCancelled } from '../../foundation/errors.ts';
import type { AgentInput } from './agent-input.ts';
import { CallLoop } from './call-loop.ts';
import type { WriteLedger } from './files/write-ledger.ts';
import type { ModelStep, RequestedToolCall } from './model-step.ts';
import { requestModelStep } from './model-step.ts';
import { redactMessages } from './redacted-messages.ts';
import { runRequestedTools, createResultPart } from './run-tools.ts';
import { readTextCalls } from './text-calls.ts';
import { agentTools } from './tools/tool-table.ts';

interface Totals {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costUsd: number | null;
}

/** The conversation of one attempt: its messages, its cost, and whether the model can use tools. */
export class Conversation {
  readonly #input: AgentInput;
  readonly #ledger: WriteLedger;
  readonly #signal: AbortSignal;
  readonly #policy: CallPolicy;
  readonly #model: LanguageModelV4;
  readonly #messages: ModelMessage[];
  readonly #loop = new CallLoop();
  #withTools: boolean;
  #hasCalledTools = false;
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
      onCall: (report) => this.#recordCall(report),
    };
    this.#model = guardModel(input.model, this.#policy);
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  get withTools(): boolean {
    return this.#withTools;
  }

  get hasCalledTools(): boolean {
    return this.#hasCalledTools;
  }

  get steps(): number {
    return this.#steps;
  }

  /** The last text of the model. Answers without text are skipped. */
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
   * Requests the next answer of the model. An interrupted answer is requested again from the start. This is safe
   * because tools run only after a complete answer.
   */
  async nextStep(): Promise<ModelStep> {
    for (let retries = 0; ; retries++) {
      throwIfCancelled(this.#signal, 'the attempt');
      try {
        const step = this.#withTextCalls(
          await requestModelStep({
            model: this.#model,
            reference: this.#input.model.reference,
            secrets: this.#input.model.secrets,
            system: this.#createSystemPrompt(),
            messages: this.#messages,
            withTools: this.#withTools,
            maxOutputTokens: this.#input.limits.maxOutputTokens,
            label: this.#input.label,
            signal: this.#signal,
            onEvent: this.#input.onEvent,
          }),
        );
        this.#steps++;
        this.#hasCalledTools ||= step.toolCalls.length > 0;
        this.#messages.push(...redactMessages(step.messages, (text) => this.redact(text)));
        if (step.text !== '') this.#output = step.text;
        return step;
      } catch (thrown) {
        if (this.#signal.aborted) throw new CancelledError('the attempt');
        const error = toModelError(thrown, this.#input.model);
        if (this.#canRetryWithoutTools(error)) {
          this.#withTools = false;
          continue;
        }
        // Errors before the first token have already been retried.
        if (!(error instanceof InterruptedAnswerError)) throw error;
        await waitForRetry(error, retries, this.#policy, this.#signal);
      }
    }
  }

  /** Whether the model repeats a tool call endlessly. */
  get isEndless(): boolean {
    return this.#loop.isEndless;
  }

  /** Runs tools and adds their results to the conversation. */
  async runTools(requested: readonly RequestedToolCall[]): Promise<void> {
    const { files, checkContract, model, onEvent } = this.#input;
    const context = { files, ledger: this.#ledger, checkContract, signal: this.#signal };
    const results: ToolModelMessage['content'] = [];
    try {
      await runRequestedTools(requested, context, { redact: model.redact, onEvent, results, loop: this.#loop });
    } finally {
      // A conversation can be continued only if every tool call has a result.
      for (const call of requested.slice(results.length)) {
        const text = 'The attempt ended before this call was executed.';
        results.push(createResultPart(call, false, text, model.redact));
      }
      this.#messages.push({ role: 'tool', content: results });
    }
  }

  /** Turns calls in the text of an answer into calls, if it is unknown whether the server recognizes them. */
  #withTextCalls(step: ModelStep): ModelStep {
    if (!this.#withTools || this.#input.model.supportsTools !== 'unknown' || step.toolCalls.length > 0) return step;
    const calls = readTextCalls(step.text, (name) => agentTools.some((tool) => tool.name === name));
    if (calls.length === 0) return step;
    const toolCalls = calls.map((call, index) => ({
      ...call,
      id: `text_call_${this.#steps + 1}_${index + 1}`,
      invalidReason: undefined,
    }));
    const content = toolCalls.map(({ id, name, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: name,
      input,
    }));
    return { ...step, toolCalls, messages: [{ role: 'assistant', content }] };
  }

  #createSystemPrompt(): string {
    const { system } = this.#input;
    return this.redact(typeof system === 'string' ? system : system(this.#withTools));
  }

  #canRetryWithoutTools(error: unknown): boolean {
    return (
      this.#withTools &&
      this.#input.model.supportsTools === 'unknown' &&
      error instanceof ModelError &&
      isToolUseUnsupported(error)
    );
  }

  #recordCall(report: CallReport): void {
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
