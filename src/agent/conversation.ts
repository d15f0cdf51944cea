import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelMessage, ToolModelMessage } from 'ai';
import { CancelledError, messageOf, throwIfCancelled } from '../shared/errors.ts';
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
import type { ToolAnswer } from './tools/agent-tool.ts';
import { refusal } from './tools/agent-tool.ts';
import { agentTools } from './tools/table.ts';
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
    this.#messages = [...(input.history ?? []), { role: 'user', content: input.prompt }];
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

  /** Runs tools one after the other and adds their results to the conversation. */
  async runTools(requested: readonly RequestedTool[]): Promise<void> {
    const content: ToolModelMessage['content'] = [];
    for (const request of requested) {
      throwIfCancelled(this.#signal, 'the attempt');
      const { ok, text, note } = await this.#runTool(request);
      const value = this.redact(text);
      content.push({
        type: 'tool-result',
        toolCallId: request.id,
        toolName: request.name,
        output: { type: ok ? 'text' : 'error-text', value },
      });
      const subject = this.redact(agentTools.find((tool) => tool.name === request.name)?.subject(request.input) ?? '');
      this.#input.onEvent({
        type: 'tool',
        name: request.name,
        subject,
        ok,
        ...(note === undefined ? {} : { note: this.redact(note) }),
      });
    }
    this.#messages.push({ role: 'tool', content });
  }

  async #runTool(request: RequestedTool): Promise<ToolAnswer> {
    const tool = agentTools.find((candidate) => candidate.name === request.name);
    if (tool === undefined || typeof request.input === 'string') {
      return refusal(
        request.invalid ?? `${request.name} cannot be run.`,
        tool === undefined ? 'unknown tool' : 'broken arguments',
      );
    }
    const { files, checkContract } = this.#input;
    const work = tool.run(request.input, { files, ledger: this.#ledger, checkContract, signal: this.#signal });
    try {
      return await untilAborted(work, this.#signal);
    } catch (thrown) {
      if (thrown instanceof CancelledError || this.#signal.aborted) throw new CancelledError('the attempt');
      // A tool that fails is the model's business: it is told and can do something else.
      return refusal(`${request.name} failed: ${messageOf(thrown)}`, messageOf(thrown));
    }
  }

  #system(): string {
    const { system } = this.#input;
    return typeof system === 'string' ? system : system(this.#withTools);
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

/** The outcome of some work, or a CancelledError as soon as the signal is aborted; the work's own end is then ignored. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const onAbort = (): void => reject(new CancelledError('the attempt'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
