/** A loopback server for tests that lists models, and answers chat requests, if the key is right. */
import {
  startLoopbackServer,
  type LoopbackServer,
  type RecordedRequest,
  type ScriptedReply,
} from './loopback-server.ts';
import { writeOpenAiReply } from './openai-chat.ts';

export interface ModelServerOptions {
  /** The answer to `/models`. Default: a list of two models in the OpenAI protocol. */
  readonly list?: (request: RecordedRequest) => ScriptedReply;
  /** The key that the server requires. Default: none. */
  readonly key?: string;
  /** The answer to a chat request. Default: `OK`. */
  readonly chat?: (request: RecordedRequest) => ScriptedReply;
}

/** A reply with a JSON body. */
export function jsonReply(body: unknown): ScriptedReply {
  return { json: body };
}

export function startModelServer({ list, key, chat }: ModelServerOptions = {}): Promise<LoopbackServer> {
  return startLoopbackServer(
    (request) => {
      if (key !== undefined && !isAuthorized(request, key)) {
        return { status: 401, body: { error: { message: `Incorrect API key: ${readKey(request)}` } } };
      }
      if (/\/models(\?|$)/.test(request.path)) {
        return list?.(request) ?? jsonReply({ data: [{ id: 'tiny' }, { id: 'large' }] });
      }
      return chat?.(request) ?? { text: 'OK', usage: { input: 12, output: 2 } };
    },
    '/v1',
    writeOpenAiReply,
  );
}

function readKey({ headers }: RecordedRequest): string {
  const own = headers['x-api-key'] ?? headers['x-goog-api-key'];
  return typeof own === 'string' ? own : (headers.authorization ?? '').replace(/^Bearer /, '');
}

function isAuthorized(request: RecordedRequest, key: string): boolean {
  return readKey(request) === key;
}
