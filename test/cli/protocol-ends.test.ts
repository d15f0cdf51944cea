import assert from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { isFullRun } from '../scripts/full-run.ts';
import { projectRoot } from '../scripts/project.ts';
import { createHealthFiles } from './support/health-check.ts';
import { Workspace } from './support/workspace.ts';

const CLI = join(projectRoot, 'dist', 'cli.js');
/** Above every limit of the commands, on a busy machine. */
const END_MS = 60_000;

type Client = ChildProcessWithoutNullStreams;

interface Row {
  readonly fault: string;
  readonly args: readonly string[];
  /** What the other side does; a path is its standard input. */
  readonly client: ((client: Client) => void) | string;
  readonly code: number;
  /** Only in the full run. */
  readonly isRare?: boolean;
}

const MCP = ['mcp'];
const SERVE = ['domain', 'serve', 'typescript'];
const HOOK = ['hook', 'pre-edit', '--timeout', '2'];

const line = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
const INITIALIZE =
  line({
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }) + line({ method: 'notifications/initialized' });
const LIST_TOOLS = Array.from({ length: 100 }, (_, index) => line({ id: index + 2, method: 'tools/list', params: {} }));

function frame(message: object): string {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  return `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
const HANDSHAKES = Array.from({ length: 3_000 }, (_, id) =>
  frame({ id, method: 'handshake', params: { apiVersion: 1, root: '/', commit: null } }),
);

/** Sends requests, and never reads the answers: the process starts to write before its input ends. */
function readNothing(client: Client, first: string, more: readonly string[], end: () => void): void {
  client.stdin.write(first);
  client.stdout.once('readable', () => {
    client.stdin.write(more.join(''), end);
  });
}

function closeOutput(client: Client, first: string, more: readonly string[]): void {
  client.stdin.write(first);
  client.stdout.once('data', () => {
    client.stdout.destroy();
    client.stdin.write(more.join(''));
  });
}

const ROWS: readonly Row[] = [
  { fault: 'ends in a message', args: MCP, client: ({ stdin }) => stdin.end('{"jsonrpc": "2.0", "meth'), code: 0 },
  {
    fault: 'never reads, and ends',
    args: MCP,
    client: (one) => readNothing(one, INITIALIZE, LIST_TOOLS, () => one.stdin.end()),
    code: 0,
  },
  {
    fault: 'never reads, and terminates it',
    args: MCP,
    client: (one) => readNothing(one, INITIALIZE, LIST_TOOLS, () => one.kill('SIGTERM')),
    code: 0,
    isRare: true,
  },
  {
    fault: 'closes its output alone',
    args: MCP,
    client: (one) => closeOutput(one, INITIALIZE, LIST_TOOLS),
    code: 0,
    isRare: true,
  },
  {
    fault: 'sends garbage',
    args: MCP,
    client: ({ stdin }) => stdin.end('hello\n\0\n{]\nnull\n[]\n'),
    code: 0,
    isRare: true,
  },
  { fault: 'ends after a request', args: MCP, client: ({ stdin }) => stdin.end(INITIALIZE), code: 0, isRare: true },
  { fault: 'is a device without an end', args: MCP, client: '/dev/zero', code: 0, isRare: true },
  { fault: 'is an empty device', args: MCP, client: '/dev/null', code: 0, isRare: true },
  {
    fault: 'ends in a message',
    args: SERVE,
    client: ({ stdin }) => stdin.end('Content-Length: 50\r\n\r\n{"j'),
    code: 0,
  },
  {
    fault: 'closes its output alone',
    args: SERVE,
    client: (one) => closeOutput(one, HANDSHAKES[0]!, HANDSHAKES),
    code: 0,
  },
  {
    fault: 'never reads, and ends',
    args: SERVE,
    client: (one) => readNothing(one, HANDSHAKES[0]!, HANDSHAKES, () => one.stdin.end()),
    code: 0,
    isRare: true,
  },
  { fault: 'ends in a header', args: SERVE, client: ({ stdin }) => stdin.end('Content-Le'), code: 0, isRare: true },
  { fault: 'sends garbage', args: SERVE, client: ({ stdin }) => stdin.end('hello\r\n\r\n'), code: 2, isRare: true },
  {
    fault: 'announces a huge message',
    args: SERVE,
    client: ({ stdin }) => stdin.end('Content-Length: 99999999999\r\n\r\n'),
    code: 2,
    isRare: true,
  },
  { fault: 'is a device without an end', args: SERVE, client: '/dev/zero', code: 2, isRare: true },
  { fault: 'never ends its input', args: HOOK, client: ({ stdin }) => stdin.write('{'), code: 0, isRare: true },
  { fault: 'is a device without an end', args: HOOK, client: '/dev/zero', code: 0 },
  { fault: 'is an empty device', args: HOOK, client: '/dev/null', code: 0, isRare: true },
  {
    fault: 'closes all outputs',
    args: HOOK,
    client: ({ stdin, stdout, stderr }) => {
      stdout.destroy();
      stderr.destroy();
      stdin.end('{}');
    },
    code: 0,
  },
];

describe('A command whose client', () => {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  const rows = ROWS.filter(({ isRare }) => isFullRun || isRare !== true);
  it(`[CONF-4] ${isFullRun ? 'breaks the protocol in any way' : 'breaks the protocol'} ends`, async () => {
    using workspace = new Workspace(createHealthFiles());
    const unexpected: unknown[] = [];
    for (let start = 0; start < rows.length; start += 3) {
      const ends = rows.slice(start, start + 3).map(async (row) => {
        const end = await runToEnd(workspace, row);
        if (end !== row.code) unexpected.push({ command: row.args.join(' '), fault: row.fault, end });
      });
      await Promise.all(ends);
    }
    assert.deepEqual(unexpected, []);
  });
});

/** Resolves with the exit code, or the signal. */
async function runToEnd(workspace: Workspace, { args, client }: Row): Promise<unknown> {
  const input = typeof client === 'string' ? openSync(client, 'r') : undefined;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: workspace.folder,
    stdio: [input ?? 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...workspace.environment() },
    timeout: END_MS,
    killSignal: 'SIGKILL',
  }) as Client;
  if (input !== undefined) closeSync(input);
  // The descriptors of a client that never reads stay open, so that the end is not that of a closed pipe.
  const exit = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)));
  child.stderr.resume();
  if (typeof client !== 'string') {
    child.stdin.on('error', () => undefined);
    client(child);
  }
  const end = await exit;
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  return end;
}
