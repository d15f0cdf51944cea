import type { ModelMessage, ToolSet } from 'ai';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { CallLabel } from '../models/call-label.ts';
import { labelOptions } from '../models/call-label.ts';
import { TruncatedAnswerError } from '../models/model-error.ts';
import { StreamRedactor } from '../models/redaction.ts';
import type { AgentEvent } from './agent-event.ts';
import { agentTools } from './tools/table.ts';

/** One call of a tool as the model asked for it. */
export interface RequestedTool {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** Why it cannot be run: an unknown name, arguments that are no JSON or do not fit. */
  readonly invalid: string | undefined;
}

export interface ModelStep {
  readonly text: string;
  /** What is added to the conversation. */
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly RequestedTool[];
  readonly finishReason: string;
}

interface ModelStepRequest {
  readonly model: LanguageModelV4;
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
 * Asks the model once and hears the answer out. Tools are not run here: they run one after the other, in the order in
 * which they were asked for, once the whole answer is there.
 */
export async function takeModelStep(request: ModelStepRequest): Promise<ModelStep> {
  const { streamText } = await import('ai');
  const result = streamText({
    model: abortedBy(request.signal, request.model),
    instructions: request.system,
    messages: [...request.messages],
    ...(request.withTools ? { tools: await toolSet() } : {}),
    maxOutputTokens: request.maxOutputTokens,
    // Calls are retried below the SDK, where the server's own delay is known.
    maxRetries: 0,
    providerOptions: {
      ...labelOptions(request.label),
      anthropic: { cacheControl: { type: 'ephemeral' }, includePings: true },
    },
    // Errors are parts of the stream; the SDK would print them.
    onError: () => undefined,
  });
  const spoken = new SpokenText(request, 'model-text');
  const thought = new SpokenText(request, 'model-reasoning');
  const tools: RequestedTool[] = [];
  let finishReason: string | undefined;
  for await (const part of result.stream) {
    switch (part.type) {
      case 'text-delta':
        spoken.add(part.text);
        break;
      case 'reasoning-delta':
        thought.add(part.text);
        break;
      case 'tool-call':
        tools.push({
          id: part.toolCallId,
          name: part.toolName,
          input: part.input,
          invalid: part.invalid === true ? invalidReason(part.toolName, part.input) : undefined,
        });
        break;
      case 'finish':
        finishReason = part.finishReason;
        break;
      case 'error':
        throw part.error;
      default:
        break;
    }
  }
  if (finishReason === undefined) throw new TruncatedAnswerError(request.reference);
  thought.end();
  const text = spoken.end();
  const { messages } = (await result.finalStep).response;
  // The results of tools are added by the conversation, those of invalid calls included.
  return { text, messages: messages.filter(({ role }) => role !== 'tool').map(withObjectInputs), tools, finishReason };
}

/**
 * The model with the signal bound to its calls. The SDK is not given the signal: it would end the stream before the
 * call below has been measured and reported.
 */
function abortedBy(signal: AbortSignal, model: LanguageModelV4): LanguageModelV4 {
  return { ...model, doStream: (options) => model.doStream({ ...options, abortSignal: signal }) };
}

async function toolSet(): Promise<ToolSet> {
  const { tool } = await import('ai');
  return Object.fromEntries(
    agentTools.map(({ name, description, schema }) => [name, tool({ description, inputSchema: schema })]),
  );
}

/** Arguments that are JSON but no object are sent back as an empty one: providers take nothing else. */
function withObjectInputs(message: ModelMessage): ModelMessage {
  if (message.role !== 'assistant' || typeof message.content === 'string') return message;
  const content = message.content.map((part) =>
    part.type === 'tool-call' && (part.input === null || Array.isArray(part.input)) ? { ...part, input: {} } : part,
  );
  return { ...message, content };
}

function invalidReason(name: string, input: unknown): string {
  const known = agentTools.find((tool) => tool.name === name);
  if (known === undefined)
    return `There is no tool ${name}. The tools are ${agentTools.map((tool) => tool.name).join(', ')}.`;
  if (typeof input !== 'string') return `The arguments of ${name} do not fit.`;
  return `The arguments of ${name} are not valid JSON: ${jsonError(input)}. Call it again with one JSON object; line breaks and quotes inside strings are escaped.`;
}

function jsonError(text: string): string {
  try {
    JSON.parse(text);
    return 'they are a string';
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : 'they could not be read';
  }
}

/** Text as it is streamed, keys redacted. */
class SpokenText {
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
    this.#show(this.#redactor.push(delta));
  }

  end(): string {
    this.#show(this.#redactor.flush());
    return this.#text;
  }

  #show(delta: string): void {
    if (delta === '') return;
    this.#text += delta;
    this.#onEvent({ type: this.#type, delta });
  }
}
