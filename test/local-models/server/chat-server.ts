import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Ending, Runtime } from './runtime.ts';
import {
  answerSchema,
  describeTools,
  parseGrammarAnswer,
  parseTemplateCalls,
  sendableLength,
  TOOL_DIALECTS,
  type OfferedTool,
  type ParsedCall,
  type ToolDialect,
} from './tool-dialects.ts';

export interface ChatServerOptions {
  readonly model: string;
  readonly runtime: Runtime;
  /** The most tokens of an answer. A request can only lower it: servers have such a limit, and a small model may never stop. */
  readonly maxTokens: number;
  /** Receives every answer as the model wrote it. */
  readonly onAnswer?: (answer: RawAnswer) => void;
}

/** One answer before the server read calls from it. */
export interface RawAnswer {
  /** The path before `/v1`, which tells runs apart. */
  readonly prefix: string;
  /** Whether the request had tools, and the server did not drop them. */
  readonly hadTools: boolean;
  readonly text: string;
  readonly calls: readonly ParsedCall[];
  readonly ending: Ending | 'refused' | 'overflow' | 'aborted';
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly lastMessage: string;
}

interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly OfferedTool[];
  readonly stream?: boolean;
  readonly stream_options?: { readonly include_usage?: boolean };
  readonly temperature?: number;
  readonly max_tokens?: number;
}

interface ChatMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

/**
 * The protocol of OpenAI for one model: `/v1/models` and `/v1/chat/completions`. The path chooses how tools are handled and
 * the seed, so that clients with the same settings get the same answers: `/template/17/v1/chat/completions`.
 */
export function createChatServer(options: ChatServerOptions): Server {
  const requests = new Map<string, number>();
  return createServer((incoming, response) => {
    const [, prefix = '', path = ''] = /^(.*?)\/v1(\/.*)$/.exec(incoming.url ?? '') ?? [];
    const [, dialectName = '', seedText = ''] = prefix.split('/');
    const dialect = TOOL_DIALECTS.find((name) => name === dialectName) ?? 'template';
    const { model, runtime } = options;
    if (path === '/models') {
      const meta = { n_ctx: runtime.contextSize, n_ctx_train: runtime.trainedContextSize };
      sendJson(response, 200, { object: 'list', data: [{ id: model, object: 'model', owned_by: 'local', meta }] });
      return;
    }
    if (path !== '/chat/completions') {
      sendError(response, 404, { message: 'Not Found', type: 'not_found_error' });
      return;
    }
    // Two equal requests of one run may have different answers, and the same run gives the same ones again.
    const count = (requests.get(prefix) ?? 0) + 1;
    requests.set(prefix, count);
    const seed = (Number(seedText) || 0) * 1_000 + count;
    answer(incoming, response, { ...options, prefix, dialect, seed }).catch((thrown: unknown) => {
      if (response.headersSent) response.destroy();
      else sendError(response, 500, { message: String(thrown), type: 'server_error' });
    });
  });
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  {
    model,
    runtime,
    maxTokens,
    onAnswer,
    prefix,
    dialect,
    seed,
  }: ChatServerOptions & { readonly prefix: string; readonly dialect: ToolDialect; readonly seed: number },
): Promise<void> {
  const request = JSON.parse(await readText(incoming)) as ChatRequest;
  const tools = request.tools === undefined || request.tools.length === 0 ? undefined : request.tools;
  const report = (answered: Pick<RawAnswer, 'ending'> & Partial<RawAnswer>): void =>
    onAnswer?.({
      prefix,
      hadTools: tools !== undefined && dialect !== 'dropped',
      text: '',
      calls: [],
      promptTokens: 0,
      completionTokens: 0,
      lastMessage: toText(request.messages.at(-1)?.content),
      ...answered,
    });
  if (tools !== undefined && dialect === 'refused') {
    report({ ending: 'refused' });
    sendError(response, 400, { message: `registry/library/${model} does not support tools`, type: 'api_error' });
    return;
  }
  const described = dialect === 'dropped' ? undefined : tools;
  const grammar = described !== undefined && (dialect === 'grammar' || !runtime.knowsTools) ? described : undefined;
  const prompt = runtime.toTokens(
    toTemplateMessages(request.messages, grammar),
    grammar === undefined ? described : undefined,
  );
  if (prompt.length >= runtime.contextSize) {
    report({ ending: 'overflow', promptTokens: prompt.length });
    sendError(response, 400, {
      code: 400,
      message: `the request exceeds the available context size. try increasing the context size or enable context shift`,
      type: 'exceed_context_size_error',
      n_prompt_tokens: prompt.length,
      n_ctx: runtime.contextSize,
    });
    return;
  }
  const abort = new AbortController();
  response.on('close', () => abort.abort());
  const reply = new Reply(response, model, request);
  const pieces = runtime.generate(prompt, {
    maxTokens: Math.min(maxTokens, request.max_tokens ?? maxTokens),
    temperature: request.temperature ?? 0.7,
    seed,
    ...(grammar === undefined ? {} : { schema: answerSchema(grammar) }),
    signal: abort.signal,
  });
  let text = '';
  let sent = 0;
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) {
      const { content, calls } =
        grammar !== undefined
          ? parseGrammarAnswer(text)
          : described === undefined
            ? { content: text, calls: [] }
            : parseTemplateCalls(text);
      report({
        ending: abort.signal.aborted ? 'aborted' : next.value.ending,
        text,
        calls,
        promptTokens: prompt.length,
        completionTokens: next.value.tokens,
      });
      reply.addText(content.slice(sent));
      reply.end(calls, next.value.ending, { prompt: prompt.length, completion: next.value.tokens });
      return;
    }
    text += next.value.text;
    if (grammar !== undefined) continue;
    const end = described === undefined ? text.length : sendableLength(text);
    if (end > sent) reply.addText(text.slice(sent, end));
    sent = Math.max(sent, end);
  }
}

/** One answer, as a stream or as a whole. */
class Reply {
  readonly #response: ServerResponse;
  readonly #base: { readonly id: string; readonly created: number; readonly model: string };
  readonly #request: ChatRequest;
  #text = '';
  #isOpen = false;

  constructor(response: ServerResponse, model: string, request: ChatRequest) {
    this.#response = response;
    this.#request = request;
    this.#base = { id: 'chatcmpl-local', created: Math.floor(Date.now() / 1_000), model };
  }

  addText(text: string): void {
    if (text === '') return;
    this.#text += text;
    if (this.#request.stream === true) this.#send({ content: text }, null);
  }

  end(
    calls: readonly ParsedCall[],
    ending: Ending,
    usage: { readonly prompt: number; readonly completion: number },
  ): void {
    const finish = calls.length > 0 ? 'tool_calls' : ending;
    const toolCalls = calls.map((call, index) => ({
      index,
      id: `call_${this.#base.created}_${index}`,
      type: 'function',
      function: call,
    }));
    const tokens = {
      prompt_tokens: usage.prompt,
      completion_tokens: usage.completion,
      total_tokens: usage.prompt + usage.completion,
    };
    if (this.#request.stream !== true) {
      const message = {
        role: 'assistant',
        content: this.#text,
        ...(calls.length === 0 ? {} : { tool_calls: toolCalls }),
      };
      const choices = [{ index: 0, message, finish_reason: finish }];
      sendJson(this.#response, 200, { ...this.#base, object: 'chat.completion', choices, usage: tokens });
      return;
    }
    if (calls.length > 0) this.#send({ tool_calls: toolCalls }, null);
    this.#send({}, finish);
    if (this.#request.stream_options?.include_usage === true) {
      this.#write({ ...this.#base, object: 'chat.completion.chunk', choices: [], usage: tokens });
    }
    this.#response.end('data: [DONE]\n\n');
  }

  #send(delta: Readonly<Record<string, unknown>>, finish: string | null): void {
    const choices = [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason: finish }];
    this.#write({ ...this.#base, object: 'chat.completion.chunk', choices });
  }

  #write(data: unknown): void {
    if (!this.#isOpen) this.#response.writeHead(200, { 'content-type': 'text/event-stream' });
    this.#isOpen = true;
    this.#response.write(`data: ${JSON.stringify(data)}\n\n`);
  }
}

/** The messages as templates read them: text, and calls whose arguments are values. */
function toTemplateMessages(
  messages: readonly ChatMessage[],
  described: readonly OfferedTool[] | undefined,
): unknown[] {
  const plain = messages.map(({ content, tool_calls: calls, ...message }) => ({
    ...message,
    content: toText(content),
    ...(calls === undefined || calls.length === 0
      ? {}
      : {
          tool_calls: calls.map((call) => ({
            function: { ...call.function, arguments: parseArguments(call.function.arguments) },
          })),
        }),
  }));
  if (described === undefined) return plain;
  const system = plain.find(({ role }) => role === 'system');
  const rest = plain
    .filter((message) => message !== system)
    // Templates without tools know neither the role nor the calls.
    .map(({ role, content, tool_calls: calls }) =>
      role === 'tool'
        ? { role: 'user', content: `Result of the tool call:\n${content}` }
        : { role, content: calls === undefined ? content : JSON.stringify({ tool_call: calls[0]?.function }) },
    );
  return [{ role: 'system', content: `${system?.content ?? ''}\n\n${describeTools(described)}` }, ...rest];
}

function toText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part: unknown) => String(Reflect.get(Object(part), 'text') ?? '')).join('');
}

function parseArguments(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function sendError(response: ServerResponse, status: number, error: Readonly<Record<string, unknown>>): void {
  sendJson(response, status, { error });
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
