import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server on loopback that records its requests. */
export class WebServer implements AsyncDisposable {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly #close: () => Promise<void>;

  private constructor(url: string, requests: readonly SeenRequest[], close: () => Promise<void>) {
    this.url = url;
    this.requests = requests;
    this.#close = close;
  }

  static async start(answer: (request: SeenRequest, response: ServerResponse) => void): Promise<WebServer> {
    const requests: SeenRequest[] = [];
    const server = createServer((incoming, response) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        const request = {
          method: incoming.method ?? '',
          path: incoming.url ?? '',
          headers: incoming.headers,
          body: Buffer.concat(pieces).toString('utf8'),
        };
        requests.push(request);
        answer(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return new WebServer(
      `http://127.0.0.1:${port}`,
      requests,
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

/** Sends a JSON response. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
