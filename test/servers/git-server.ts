import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GitServer extends AsyncDisposable {
  readonly url: string;
  /** The path of each request that was refused because of its token. */
  readonly refused: readonly string[];
}

/** Serves the repositories of a folder over git's HTTP protocol on loopback, for requests with a token. */
export async function startGitServer(folder: string, token: string): Promise<GitServer> {
  const expected = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
  const refused: string[] = [];
  const server = createServer((request, response) => {
    if (request.headers.authorization === expected) {
      runBackend(folder, request, response);
      return;
    }
    refused.push(request.url ?? '');
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refused,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers a request with the CGI program of git. */
function runBackend(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://127.0.0.1');
  const header = (name: string): string => String(request.headers[name] ?? '');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env['PATH'],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_PROTOCOL: header('git-protocol'),
      // Pushes are allowed to known users only.
      REMOTE_USER: 'holdfast',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: header('content-type'),
      CONTENT_LENGTH: header('content-length'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  const output: Buffer[] = [];
  backend.stdout.on('data', (piece: Buffer) => output.push(piece));
  backend.on('close', () => {
    const whole = Buffer.concat(output);
    const end = whole.indexOf('\r\n\r\n');
    const headers = whole.subarray(0, end).toString('latin1').split('\r\n');
    const fields = headers.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
    const status = fields.find(([name]) => name === 'status')?.[1];
    response.writeHead(
      Number(status?.split(' ')[0] ?? 200),
      Object.fromEntries(fields.filter(([name]) => name !== 'status')),
    );
    response.end(whole.subarray(end + 4));
  });
}
