/** Servers that break HTTP in one way each. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

const head = (status: string, ...headers: readonly string[]): string =>
  ['', ...headers].reduce((text, header) => (header === '' ? text : `${text}${header}\r\n`), `HTTP/1.1 ${status}\r\n`) +
  '\r\n';
const OK = head('200 OK', 'content-type: application/json', 'transfer-encoding: chunked');
const EVENTS = head('200 OK', 'content-type: text/event-stream', 'transfer-encoding: chunked');
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

/** The client reads in the same thread, so each part waits until the one before is sent. */
function writeWithoutEnd(socket: Socket, text: string): void {
  const part = Buffer.from(text.repeat(Math.ceil((256 * 1024) / text.length)));
  const write = (): void => {
    if (!socket.destroyed) socket.write(part, () => setImmediate(write));
  };
  write();
}

function drip(socket: Socket, part: string): void {
  const timer = setInterval(() => socket.write(part), 10);
  socket.once('close', () => clearInterval(timer));
}

const createDelta = (content: string): string =>
  `data: ${JSON.stringify({ id: '1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { content } }] })}\n\n`;
const DELTA = createDelta('a ');

/** What a server does after it has received a request. */
export const HTTP_FAULTS = {
  'never-answers': () => undefined,
  'closes-at-once': (socket) => socket.end(),
  resets: (socket) => socket.resetAndDestroy(),
  garbage: (socket) => socket.end('hello\r\n\r\n'),
  'dies-in-the-headers': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-ty'),
  'stops-in-the-headers': (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-ty'),
  'headers-for-ever': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    writeWithoutEnd(socket, `x-a: ${'b'.repeat(4000)}\r\n`);
  },
  'dies-in-the-body': (socket) => socket.end(OK + chunk('{"a": ')),
  'stops-in-the-body': (socket) => socket.write(OK + chunk('{"a": ')),
  'resets-in-the-body': (socket) => socket.write(OK + chunk('{"a": '), () => socket.resetAndDestroy()),
  'a-body-for-ever': (socket) => {
    socket.write(OK);
    writeWithoutEnd(socket, chunk('x'.repeat(16 * 1024)));
  },
  'an-error-for-ever': (socket) => {
    socket.write(head('500 Oops', 'content-type: application/json', 'transfer-encoding: chunked'));
    writeWithoutEnd(socket, chunk('x'.repeat(16 * 1024)));
  },
  'drips-in-the-body': (socket) => {
    socket.write(OK);
    drip(socket, chunk(' '));
  },
  'drips-in-the-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    drip(socket, 'x-a: b\r\n');
  },
  'redirects-in-a-loop': (socket) => socket.end(head('302 Found', 'location: /again', 'content-length: 0')),
  'a-line-for-ever': (socket) => {
    socket.write(`${EVENTS}${chunk('data: "')}`);
    writeWithoutEnd(socket, chunk('x'.repeat(16 * 1024)));
  },
  'comments-for-ever': (socket) => {
    socket.write(EVENTS);
    drip(socket, chunk(': alive\n\n'));
  },
  'drips-events': (socket) => {
    socket.write(EVENTS);
    drip(socket, chunk(DELTA));
  },
  'events-for-ever': (socket) => {
    socket.write(EVENTS);
    // An answer that repeats a short text would be ended for that.
    const numbers = Array.from({ length: 4_000 }, (_, number) => chunk(createDelta(`${number} `)));
    writeWithoutEnd(socket, numbers.join(''));
  },
  'pages-for-ever': (socket) =>
    socket.end(
      `${head('200 OK', 'content-type: application/json', 'content-length: 2', 'link: </again?page=2>; rel="next"')}[]`,
    ),
} satisfies Record<string, (socket: Socket) => unknown>;

export type HttpFault = keyof typeof HTTP_FAULTS;

export interface FaultyServer extends AsyncDisposable {
  readonly url: string;
}

export async function startFaultyServer(fault: HttpFault): Promise<FaultyServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    // The whole request arrives at once: it is small.
    socket.once('data', () => HTTP_FAULTS[fault](socket));
    socket.resume();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
