import { isRecord } from '../../foundation/is-record.ts';
import { wordsOfValue } from '../calls/server-words.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The keys of what a model answers. */
const CONTENT = ['content', 'text', 'reasoning', 'reasoning_content', 'tool_calls', 'function_call', 'refusal'];
const MAX_WHOLE_ANSWER = 64 * 1024 * 1024;

/**
 * [PROOF-8] A `fetch` whose answers follow the OpenAI chat protocol as strictly as the SDK reads it. Servers that call themselves
 * compatible deviate in ways that lose nothing: arguments as an object, numbers as strings, a final `[DONE]` without a
 * reason, `function_call`, one index for all tool calls, a whole answer although a stream was requested.
 */
export function withStrictAnswers(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!response.ok || response.body === null) return response;
    const type = response.headers.get('content-type') ?? '';
    // Nothing is awaited here: a body that breaks off is a fault of an answer, not of the connection.
    const text = response.body.pipeThrough(new TextDecoderStream());
    const events = text.pipeThrough(type.includes('json') ? wholeAnswer() : strictEvents());
    return replaceBody(response, events.pipeThrough(new TextEncoderStream()));
  };
}

/** The events of an answer that was sent as a whole. A body that is no answer becomes the event of an error. */
function toEvents(text: string): string {
  const answer = new AnswerReader();
  const value = text.length > MAX_WHOLE_ANSWER ? undefined : parseJson(text);
  if (!isRecord(value)) return text;
  return value['choices'] === undefined
    ? event({ error: { message: wordsOfValue(value)?.text ?? 'The answer has no choices.' } })
    : event(answer.read(value)) + answer.end();
}

/** Rewrites an answer that is sent as a whole. */
function wholeAnswer(): TransformStream<string, string> {
  const parts: string[] = [];
  return new TransformStream({
    transform: (part) => void parts.push(part),
    flush: (controller) => controller.enqueue(toEvents(parts.join(''))),
  });
}

/** Rewrites each `data:` line of a stream of events. */
function strictEvents(): TransformStream<string, string> {
  const answer = new AnswerReader();
  let rest = '';
  const rewrite = (line: string): string => {
    const data = /^data:\s?(.*?)\r?$/s.exec(line)?.[1];
    if (data === undefined) return `${line}\n`;
    if (data.trim() === '[DONE]') return `${answer.end()}${line}\n`;
    const value = parseJson(data);
    return isRecord(value) ? `data: ${JSON.stringify(answer.read(value))}\n` : `${line}\n`;
  };
  return new TransformStream({
    transform(text, controller) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0) controller.enqueue(lines.map(rewrite).join(''));
    },
    flush(controller) {
      if (rest !== '') controller.enqueue(rewrite(rest));
    },
  });
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** Corrects the parts of one answer. */
class AnswerReader {
  #isFinished = false;
  #hasContent = false;
  #lastIndex = -1;
  /** The index in the corrected answer of each index that the server uses for a call. */
  readonly #calls = new Map<number, { readonly index: number; readonly id: unknown }>();

  /** One part of a stream, or a whole answer. */
  read(part: JsonObject): JsonObject {
    if (part['error'] !== undefined && part['error'] !== null) {
      const { error } = part;
      const message = wordsOfValue(error)?.text ?? 'The server reported an error.';
      return { ...part, error: isRecord(error) ? { ...error, message } : { message } };
    }
    const { error: _none, id, created, model, usage, choices, ...rest } = part;
    return {
      ...rest,
      ...(id === undefined ? {} : { id: textOrNull(id) }),
      ...(created === undefined ? {} : { created: numberOrNull(created) }),
      ...(model === undefined ? {} : { model: textOrNull(model) }),
      ...(usage === undefined ? {} : { usage: withNumbers(usage) }),
      choices: (Array.isArray(choices) ? choices : []).filter(isRecord).map((choice) => this.#readChoice(choice)),
    };
  }

  /** The event that ends an answer whose end has no reason; empty if it has one, or if there was no answer. */
  end(): string {
    if (this.#isFinished || !this.#hasContent) return '';
    return event({ choices: [{ index: 0, delta: {}, finish_reason: this.#lastIndex < 0 ? 'stop' : 'tool_calls' }] });
  }

  #readChoice(choice: JsonObject): JsonObject {
    const { delta, message, finish_reason: reason, text } = choice;
    const content = isRecord(delta) ? delta : isRecord(message) ? message : undefined;
    const isReason = typeof reason === 'string' && reason !== '' && reason !== 'null';
    this.#isFinished ||= isReason;
    this.#hasContent ||= [content ?? {}, choice].some((one) => CONTENT.some((key) => isFilled(one[key])));
    const { message: _message, ...rest } = choice;
    return {
      ...rest,
      index: numberOrNull(choice['index']) ?? 0,
      finish_reason: isReason ? reason : null,
      ...(content !== undefined && { delta: this.#readDelta(content) }),
      ...(content === undefined && typeof text === 'string' && { delta: { content: text } }),
    };
  }

  #readDelta(delta: JsonObject): JsonObject {
    const {
      role,
      content,
      reasoning,
      reasoning_content: reasoningContent,
      tool_calls: calls,
      function_call: call,
    } = delta;
    const listed = Array.isArray(calls) ? calls : isRecord(calls) ? [calls] : isRecord(call) ? [call] : undefined;
    return {
      ...delta,
      ...(role !== undefined && role !== 'assistant' && { role: null }),
      ...(isRecord(content) && { content: [content] }),
      ...(typeof reasoning !== 'string' && { reasoning: null }),
      ...(typeof reasoningContent !== 'string' && { reasoning_content: null }),
      ...(calls !== undefined || listed !== undefined
        ? { tool_calls: (listed ?? []).filter(isRecord).map((one) => this.#readCall(one)) }
        : {}),
    };
  }

  #readCall(call: JsonObject): JsonObject {
    const called = isRecord(call['function']) ? call['function'] : call;
    const { name, arguments: stated, parameters } = called;
    const input = stated ?? parameters;
    const id = typeof call['id'] === 'number' ? String(call['id']) : call['id'];
    return {
      ...call,
      id: id ?? null,
      index: this.#indexOf(numberOrNull(call['index']), id, name),
      function: {
        name: typeof name === 'string' ? name : null,
        arguments:
          typeof input === 'string' ? input : input === undefined || input === null ? null : JSON.stringify(input),
      },
    };
  }

  /** A call with an id and a name is another call than the one before, at any index. */
  #indexOf(stated: number | null, id: unknown, name: unknown): number {
    const isNamed = typeof name === 'string' && name !== '';
    const key = stated ?? (isNamed ? this.#lastIndex + 1 : this.#lastIndex);
    const known = this.#calls.get(key);
    const isOther = isNamed && typeof id === 'string' && id !== '' && known?.id !== id;
    if (known !== undefined && !isOther) return known.index;
    this.#lastIndex++;
    this.#calls.set(key, { index: this.#lastIndex, id });
    return this.#lastIndex;
  }
}

function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && (!Array.isArray(value) || value.length > 0);
}

function withNumbers(value: unknown): unknown {
  if (!isRecord(value)) return null;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      isRecord(part) ? withNumbers(part) : (numberOrNull(part) ?? null),
    ]),
  );
}

function numberOrNull(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function replaceBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const headers = new Headers(response.headers);
  headers.set('content-type', 'text/event-stream');
  headers.delete('content-length');
  const replaced = new Response(body, { status: response.status, statusText: response.statusText, headers });
  return Object.defineProperty(replaced, 'url', { value: response.url });
}
