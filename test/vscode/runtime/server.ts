import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Installation } from './installation.ts';
import { slowness } from '../../scripts/machine-speed.ts';

export interface VscodeServer extends AsyncDisposable {
  readonly port: number;
  /** The server's output so far, for the message of a failed test. */
  output(): string;
}

export interface ServerOptions {
  readonly installation: Installation;
  /** The folder for settings, state and logs of this server. */
  readonly dataFolder: string;
  readonly extensionsFolder: string;
  /** Added to the environment of the server and its extension host. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /**
   * Allows the window's address to load an extension from its folder and to run tests. VS Code then shows no
   * notifications.
   */
  readonly testDriver: boolean;
  /** The display language, for example `de`. See installLanguagePack. */
  readonly language?: string | undefined;
}

const startLimitMs = 60_000 * slowness();

/** Starts VS Code's server on a free loopback port and waits until it listens. */
export async function startServer(options: ServerOptions): Promise<VscodeServer> {
  const { installation, dataFolder, extensionsFolder } = options;
  const child = spawn(
    installation.nodePath,
    [
      installation.serverMain,
      ...['--host', '127.0.0.1', '--port', '0', '--without-connection-token', '--accept-server-license-terms'],
      ...['--server-data-dir', dataFolder, '--extensions-dir', extensionsFolder],
      ...(options.testDriver ? ['--enable-smoke-test-driver'] : []),
      ...(options.language === undefined ? [] : ['--locale', options.language]),
    ],
    {
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    },
  );
  const lines: string[] = [];
  // If the test process exits before cleanup, the server must not keep running.
  const killWithParent = (): void => sendSignal(child, 'SIGKILL');
  process.once('exit', killWithParent);
  child.once('exit', () => process.removeListener('exit', killWithParent));
  try {
    const port = await waitForPort(child, lines);
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

function waitForPort(child: ChildProcess, lines: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(`Failed to start the VS Code server: ${reason}\n${lines.join('\n')}`));
    };
    const timer = setTimeout(() => fail(`no response within ${startLimitMs / 1000} s`), startLimitMs);
    child.once('error', (error) => fail(error.message));
    child.once('exit', (code) => fail(`it exited with code ${String(code)}`));
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

/** Stops the server and its extension hosts, which are its children. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  sendSignal(child, 'SIGTERM');
  const timer = setTimeout(() => sendSignal(child, 'SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
  sendSignal(child, 'SIGKILL');
}

function sendSignal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(name);
    else process.kill(-child.pid, name);
  } catch {
    // The process group has already exited.
  }
}
