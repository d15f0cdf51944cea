import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One tool call of a scripted reply; `rawArguments` sends text that is no JSON. */
export interface ScriptedToolCall {
  readonly id?: string;
  readonly name: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly rawArguments?: string;
}

/** How a loopback server answers one request. */
export interface ScriptedReply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  readonly finishReason?: string;
  /** An HTTP error instead of an answer, with a body that is sent as it is (or as JSON). */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sends nothing more, and keeps the connection open: at once, or after the text. */
  readonly stall?: 'at-once' | 'after-text';
  /** Ends the stream after the text, without the protocol's own end. */
  readonly truncate?: boolean;
  /** Destroys the connection: at once, or after the text. */
  readonly reset?: 'at-once' | 'after-text';
  /** An error inside the stream, after the text. */
  readonly streamError?: Readonly<Record<string, unknown>>;
}

export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** The same number means the same connection. */
  readonly connection: number;
  /** Settles when the connection of this request is closed before the answer was whole. */
  readonly abandoned: Promise<void>;
}

/** Replies in order; a function may look at the request. Beyond the last one the server answers 500 and says so. */
export type Script = readonly ScriptedReply[] | ((request: RecordedRequest, index: number) => ScriptedReply);

export interface LoopbackServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** Settles when the n-th request (from 1) has been answered as far as its script goes, a stall included. */
  reached(request: number): Promise<void>;
  close(): Promise<void>;
}

/** Writes one reply in the words of a protocol, up to where the script stalls or breaks off. */
export type WriteReply = (reply: ScriptedReply, response: ServerResponse, request: RecordedRequest) => void;

/** An HTTP server on loopback that answers by script and remembers what it was asked. */
export async function startLoopbackServer(
  script: Script,
  basePath: string,
  write: WriteReply,
): Promise<LoopbackServer> {
  const requests: RecordedRequest[] = [];
  const reached: Moment[] = [];
  const moment = (index: number): Moment => {
    while (reached.length <= index) reached.push(newMoment());
    return reached[index]!;
  };
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      const abandoned = newMoment();
      response.on('close', () => {
        if (!response.writableEnded) abandoned.resolve();
      });
      const request: RecordedRequest = {
        path: incoming.url ?? '',
        headers: incoming.headers,
        body: text === '' ? {} : (JSON.parse(text) as RecordedRequest['body']),
        text,
        connection: incoming.socket.remotePort ?? 0,
        abandoned: abandoned.promise,
      };
      const index = requests.push(request) - 1;
      const reply = typeof script === 'function' ? script(request, index) : script[index];
      answer(
        reply ?? { status: 500, body: { error: { message: `no reply is scripted for request ${index + 1}` } } },
        response,
        request,
        write,
      );
      moment(index).resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    requests,
    reached: (request) => moment(request - 1).promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Something that will happen once. */
export interface Moment {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function newMoment(): Moment {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((happened) => (resolve = happened));
  return { promise, resolve };
}

function answer(reply: ScriptedReply, response: ServerResponse, request: RecordedRequest, write: WriteReply): void {
  if (reply.reset === 'at-once') {
    response.destroy();
    return;
  }
  if (reply.stall === 'at-once') return;
  if (reply.status !== undefined && reply.status !== 200) {
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
    response.end(
      typeof reply.body === 'string'
        ? reply.body
        : JSON.stringify(reply.body ?? { error: { message: `status ${reply.status}` } }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...reply.headers });
  write(reply, response, request);
}

/** Cuts a text into pieces as a model streams it. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/[\s\S]{1,16}/g) ?? [];
}

/** Ends the connection as the script wants after the text; false where the answer goes on. */
export function breaksOff(reply: ScriptedReply, response: ServerResponse): boolean {
  if (reply.stall === 'after-text') return true;
  if (reply.reset === 'after-text') {
    // The text must have left before the connection breaks.
    response.write('', () => response.destroy());
    return true;
  }
  if (reply.truncate === true) {
    response.end();
    return true;
  }
  return false;
}
