import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A tool call of a scripted reply. `rawArguments` sends text that is not JSON. */
export interface ScriptedToolCall {
  readonly id?: string;
  readonly name: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly rawArguments?: string;
  /** The group of the tool in the Responses protocol: the MCP server. */
  readonly namespace?: string;
}

/** The answer of a loopback server to one request. */
export interface ScriptedReply {
  readonly reasoning?: string;
  readonly text?: string;
  readonly toolCalls?: readonly ScriptedToolCall[];
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  readonly finishReason?: string;
  /** An HTTP error instead of an answer. A body that is not a string is sent as JSON. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Data that is sent as JSON instead of an answer of the protocol. */
  readonly json?: unknown;
  /** The stream as it is sent, instead of an answer of the protocol. */
  readonly raw?: string;
  /** Stops sending but keeps the connection open: immediately, or after the text. */
  readonly stall?: 'at-once' | 'after-text';
  /** Ends the stream after the text, without the protocol's end of the answer. */
  readonly truncate?: boolean;
  /** Repeats the text until the connection is closed. */
  readonly isEndless?: boolean;
  /** Destroys the connection: immediately, or after the text. */
  readonly reset?: 'at-once' | 'after-text';
  /** An error inside the stream, after the text. */
  readonly streamError?: Readonly<Record<string, unknown>>;
}

export interface RecordedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
  /** Requests of the same connection have the same number. */
  readonly connection: number;
  /** Resolves when the connection closes before the answer is complete. Otherwise it stays pending. */
  readonly abandoned: Promise<void>;
}

/** The replies in order, or a function that returns the reply to a request. Without a reply the server answers 500. */
export type Script =
  readonly ScriptedReply[] | ((request: RecordedRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);

export interface LoopbackServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** Resolves when the reply to a request (number from 1) is sent, or stalls. */
  reached(request: number): Promise<void>;
  close(): Promise<void>;
}

/** Writes one reply in a protocol, up to the point where the script stalls or interrupts it. */
export type WriteReply = (reply: ScriptedReply, response: ServerResponse, request: RecordedRequest) => void;

/** Starts an HTTP server on loopback that answers by script and records the requests. */
export async function startLoopbackServer(
  script: Script,
  basePath: string,
  write: WriteReply,
): Promise<LoopbackServer> {
  const requests: RecordedRequest[] = [];
  const reached: Deferred[] = [];
  const deferredAt = (index: number): Deferred => {
    while (reached.length <= index) reached.push(createDeferred());
    return reached[index]!;
  };
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const text = Buffer.concat(pieces).toString('utf8');
      const abandoned = createDeferred();
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
      const none = { status: 500, body: { error: { message: `no scripted reply for request ${index + 1}` } } };
      const answer = (reply: ScriptedReply = none): void => {
        sendAnswer(reply, response, request, write);
        deferredAt(index).resolve();
      };
      const reply = typeof script === 'function' ? script(request, index) : script[index];
      if (reply instanceof Promise) void reply.then(answer);
      else answer(reply);
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
    reached: (request) => deferredAt(request - 1).promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A promise with its resolve function. */
export interface Deferred {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function createDeferred(): Deferred {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

function sendAnswer(reply: ScriptedReply, response: ServerResponse, request: RecordedRequest, write: WriteReply): void {
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
  if (reply.json !== undefined) {
    response.writeHead(200, { 'content-type': 'application/json', ...reply.headers });
    response.end(JSON.stringify(reply.json));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache', ...reply.headers });
  if (reply.raw === undefined) write(reply, response, request);
  else response.end(reply.raw);
}

/** Splits a text into pieces as a model streams it. */
export function splitText(text: string): readonly string[] {
  return text.match(/[\s\S]{1,16}/g) ?? [];
}

/**
 * Interrupts the reply after its text if the script requires it. Returns whether it did.
 *
 * @param repeat sends the text again
 */
export function interruptIfScripted(reply: ScriptedReply, response: ServerResponse, repeat: () => void): boolean {
  if (reply.isEndless === true) {
    const timer = setInterval(repeat, 5);
    response.on('close', () => clearInterval(timer));
    return true;
  }
  if (reply.stall === 'after-text') return true;
  if (reply.reset === 'after-text') {
    // The text must be sent before the connection is destroyed.
    response.write('', () => response.destroy());
    return true;
  }
  if (reply.truncate === true) {
    response.end();
    return true;
  }
  return false;
}
