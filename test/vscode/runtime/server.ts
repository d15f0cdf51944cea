import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Installation } from './installation.ts';

export interface VscodeServer extends AsyncDisposable {
  readonly port: number;
  /** Everything the server has printed so far, for a failing test's message. */
  output(): string;
}

export interface ServerOptions {
  readonly installation: Installation;
  /** Settings, state and logs of this server alone. */
  readonly dataFolder: string;
  readonly extensionsFolder: string;
  /** Added to the environment of the server and its extension host. */
  readonly env?: NodeJS.ProcessEnv;
  /**
   * Lets a window's address load an extension from its folder and run tests. VS Code shows no notifications then, so a
   * window for a person's hands goes without where it can.
   */
  readonly testDriver: boolean;
}

const startLimitMs = 60_000;

/** Starts VS Code's server on a free loopback port; resolves once it answers. */
export async function startServer(options: ServerOptions): Promise<VscodeServer> {
  const { installation, dataFolder, extensionsFolder } = options;
  const child = spawn(
    installation.nodePath,
    [
      installation.serverMain,
      ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms'],
      ...['--server-data-dir', dataFolder, '--extensions-dir', extensionsFolder],
      ...(options.testDriver ? ['--enable-smoke-test-driver'] : []),
    ],
    {
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    },
  );
  const lines: string[] = [];
  // A process of tests that is ended before it has tidied up must not leave an editor behind.
  const endWithParent = (): void => signal(child, 'SIGKILL');
  process.once('exit', endWithParent);
  child.once('exit', () => process.removeListener('exit', endWithParent));
  try {
    const port = await listeningPort(child, lines);
    return {
      port,
      output: () => lines.join('\n'),
      [Symbol.asyncDispose]: () => stop(child),
    };
  } catch (thrown) {
    await stop(child);
    throw thrown;
  }
}

function listeningPort(child: ChildProcess, lines: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`Failed to start the VS Code server: ${why}\n${lines.join('\n')}`));
    };
    const timer = setTimeout(() => fail(`no answer in ${startLimitMs / 1000} s`), startLimitMs);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`it ended with exit code ${String(code)}`));
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line);
        const port = /Extension host agent listening on (\d+)/.exec(line)?.[1];
        if (!port) return;
        clearTimeout(timer);
        resolve(Number(port));
      });
    }
  });
}

/** Ends the server with its extension hosts, which are its children. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  signal(child, 'SIGTERM');
  const timer = setTimeout(() => signal(child, 'SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
  signal(child, 'SIGKILL');
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // The group has ended already.
  }
}
