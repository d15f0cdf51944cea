import type { ModelMessage, ToolSet } from 'ai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { CallLabel } from '../base/call-label.ts';
import { toProviderOptions } from '../base/call-label.ts';
import { TruncatedAnswerError } from '../base/model-error.ts';
import { StreamRedactor } from '../base/redaction.ts';
import { REPETITION } from '../calls/repetition.ts';
import { messageOf } from '../../foundation/errors.ts';
import type { AgentEvent } from './agent-event.ts';
import { agentTools } from './tools/tool-table.ts';

/** A tool call that the model requested. */
export interface RequestedToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Why the call cannot be executed: an unknown tool or invalid arguments. */
  readonly invalidReason: string | undefined;
}

/** One complete answer of the model. */
export interface ModelStep {
  readonly text: string;
  /** The messages to add to the conversation. */
  readonly messages: readonly ModelMessage[];
  readonly toolCalls: readonly RequestedToolCall[];
  readonly finishReason: string;
}

interface ModelStepRequest {
  /** A guarded model (`guardModel`), which retries, measures and reports its calls. */
  readonly model: LanguageModelV4;
  /** `provider:model`. */
  readonly reference: string;
  readonly secrets: readonly string[];
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly withTools: boolean;
  readonly maxOutputTokens: number | undefined;
  readonly label: CallLabel;
  readonly signal: AbortSignal;
  readonly onEvent: (event: AgentEvent) => void;
}

/**
 * Requests one answer of the model and reads it completely. Tool calls are returned, not executed. The caller
 * executes them sequentially after the complete answer.
 */
export async function requestModelStep(request: ModelStepRequest): Promise<ModelStep> {
  const { streamText } = await import('ai');
  const result = streamText({
    model: withAbortSignal(request.signal, request.model),
    instructions: request.system,
    messages: [...request.messages],
    ...(request.withTools ? { tools: await createToolSet() } : {}),
    ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
    // `request.model` retries calls, because it knows the delay that the server requests.
    maxRetries: 0,
    providerOptions: {
      ...toProviderOptions(request.label),
      anthropic: { cacheControl: { type: 'ephemeral' }, includePings: true },
    },
    // The loop below handles errors as parts of the stream. By default, the SDK prints them.
    onError: () => undefined,
  });
  const text = new RedactedStream(request, 'model-text');
  const reasoning = new RedactedStream(request, 'model-reasoning');
  const toolCalls: RequestedToolCall[] = [];
  let finishReason: string | undefined;
  for await (const part of result.stream) {
    switch (part.type) {
      case 'text-delta':
        text.add(part.text);
        break;
      case 'reasoning-delta':
        reasoning.add(part.text);
        break;
      case 'tool-call':
        toolCalls.push({
          id: part.toolCallId,
          name: part.toolName,
          input: part.input,
          invalidReason: part.invalid === true ? describeInvalidCall(part.toolName, part.input) : undefined,
        });
        break;
      case 'finish':
        finishReason = part.rawFinishReason === REPETITION ? REPETITION : part.finishReason;
        break;
      case 'error':
        throw part.error;
      default:
        break;
    }
  }
  if (finishReason === undefined) throw new TruncatedAnswerError(request.reference);
  reasoning.end();
  const answerText = text.end();
  const { messages } = (await result.finalStep).response;
  // The SDK adds results for invalid tool calls. They are removed, because the conversation adds the results of all
  // calls.
  return {
    text: answerText,
    messages: messages.filter(({ role }) => role !== 'tool').map(withObjectInputs),
    toolCalls,
    finishReason,
  };
}

/**
 * Returns a model that passes the signal to its calls. The signal is not passed to the SDK, because the SDK would end the
 * stream before the given model has measured and reported the call.
 */
function withAbortSignal(signal: AbortSignal, model: LanguageModelV4): LanguageModelV4 {
  return { ...model, doStream: (options) => model.doStream({ ...options, abortSignal: signal }) };
}

async function createToolSet(): Promise<ToolSet> {
  const { tool } = await import('ai');
  return Object.fromEntries(
    agentTools.map(({ name, description, schema }) => [name, tool({ description, inputSchema: schema })]),
  );
}

/** Replaces null and array arguments with an empty object, because providers accept only objects. */
function withObjectInputs(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const content = message.content.map((part) =>
    part.type === 'tool-call' && (part.input === null || Array.isArray(part.input)) ? { ...part, input: {} } : part,
  );
  return { ...message, content };
}

function describeInvalidCall(name: string, input: unknown): string {
  const known = agentTools.find((tool) => tool.name === name);
  if (known === undefined)
    return `Unknown tool ${name}. The known tools are ${agentTools.map((tool) => tool.name).join(', ')}.`;
  if (typeof input !== 'string') return `The arguments of ${name} are invalid.`;
  return `The arguments of ${name} ${describeJsonProblem(input)}. Call the tool again with one JSON object, and escape line breaks and quotes inside strings.`;
}

function describeJsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return 'are a JSON string that contains JSON, instead of a JSON object';
  } catch (thrown) {
    return `are not valid JSON: ${messageOf(thrown)}`;
  }
}

/** Redacts the secrets in a stream of text and reports the text as events. */
class RedactedStream {
  readonly #redactor: StreamRedactor;
  readonly #type: 'model-text' | 'model-reasoning';
  readonly #onEvent: (event: AgentEvent) => void;
  #text = '';

  constructor(request: ModelStepRequest, type: 'model-text' | 'model-reasoning') {
    this.#redactor = new StreamRedactor(request.secrets);
    this.#type = type;
    this.#onEvent = request.onEvent;
  }

  add(delta: string): void {
    this.#emit(this.#redactor.push(delta));
  }

  /** Reports the rest of the text. Returns the whole redacted text. */
  end(): string {
    this.#emit(this.#redactor.flush());
    return this.#text;
  }

  #emit(delta: string): void {
    if (delta === '') return;
    this.#text += delta;
    this.#onEvent({ type: this.#type, delta });
  }
}
