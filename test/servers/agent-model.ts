/**
 * The model of a coding agent that is not ours, on loopback. It speaks the protocol of each request's path: OpenAI chat
 * completions, OpenAI Responses, or Gemini.
 */
import type { LoopbackServer, RecordedRequest, ScriptedReply, WriteReply } from './loopback-server.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { formatGeminiAnswer, writeGeminiReply } from './gemini.ts';
import { writeOpenAiReply } from './openai-chat.ts';
import { writeOpenAiResponsesReply } from './openai-responses.ts';

export interface AgentModelServer extends LoopbackServer {
  /** The requests that were answered by the script, in order: those of the conversation itself. */
  readonly turns: readonly RecordedRequest[];
}

/**
 * Starts a model that plays one reply per turn of the conversation; the last one repeats. Agents send other requests too: for
 * lists of models, titles and summaries. These get a short answer and do not use up a turn.
 *
 * @param isTurn which requests belong to the conversation. Default: those that offer tools.
 */
export async function startAgentModelServer(
  script: readonly ScriptedReply[],
  isTurn: (request: RecordedRequest) => boolean = (request) => listToolNames(request).length > 0,
): Promise<AgentModelServer> {
  const turns: RecordedRequest[] = [];
  const server = await startLoopbackServer(
    (request) => {
      const other = answerSideRequest(request);
      if (other !== undefined) return other;
      if (!isTurn(request)) return isStreamed(request) ? { text: 'ok' } : { json: formatWhole(request) };
      turns.push(request);
      // A client passes on the usage that a model reports.
      return {
        usage: { input: 100, output: 20 },
        ...(script[Math.min(turns.length, script.length) - 1] ?? { text: 'ok' }),
      };
    },
    '',
    (reply, response, request) => writerOf(request)(reply, response, request),
  );
  return { ...server, turns };
}

/** The names of the tools that a request offers, in any of the protocols. */
export function listToolNames({ body }: RecordedRequest): readonly string[] {
  const tools = Array.isArray(body['tools']) ? (body['tools'] as readonly ToolOffer[]) : [];
  return tools.flatMap(
    ({ functionDeclarations, function: own, name, type }) =>
      functionDeclarations?.map((declaration) => declaration.name) ?? [own?.name ?? name ?? type ?? ''],
  );
}

/** The last message of the conversation in a request, as JSON. Failures that show it are readable. */
export function lastMessage({ body }: RecordedRequest): string {
  const messages = body['input'] ?? body['messages'] ?? body['contents'];
  return JSON.stringify(Array.isArray(messages) ? messages.at(-1) : messages);
}

interface ToolOffer {
  /** Gemini. */
  readonly functionDeclarations?: readonly { readonly name: string }[];
  /** Chat completions. */
  readonly function?: { readonly name: string };
  /** Responses. */
  readonly name?: string;
  readonly type?: string;
}

function writerOf({ path }: RecordedRequest): WriteReply {
  if (path.includes('/responses')) return writeOpenAiResponsesReply;
  return path.includes('enerateContent') ? writeGeminiReply : writeOpenAiReply;
}

function isStreamed({ path, body }: RecordedRequest): boolean {
  return path.includes(':streamGenerateContent') || body['stream'] === true;
}

/** A whole answer with the text "ok". */
function formatWhole(request: RecordedRequest): unknown {
  if (request.path.includes(':generateContent')) {
    return formatGeminiAnswer([{ text: 'ok' }], request, { finishReason: 'STOP' });
  }
  const message = { role: 'assistant', content: 'ok' };
  const usage = { prompt_tokens: 100, completion_tokens: 1, total_tokens: 101 };
  const base = { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: request.body['model'] };
  return { ...base, choices: [{ index: 0, message, finish_reason: 'stop' }], usage };
}

function answerSideRequest({ path }: RecordedRequest): ScriptedReply | undefined {
  if (/:countTokens/.test(path)) return { json: { totalTokens: 100 } };
  if (/\/models\/?(\?|$)/.test(path)) return { json: { object: 'list', data: [], models: [] } };
  return undefined;
}
