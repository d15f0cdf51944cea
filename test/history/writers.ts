import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { HistoryAddress } from './history-store.ts';

const WRITER = new URL('writer.ts', import.meta.url).pathname;

/** Processes that write to a history. Disposal kills them. */
export class Writers implements AsyncDisposable {
  readonly #children: ChildProcess[] = [];

  /** Starts a process. See `writer.ts` for the modes. */
  start(address: HistoryAddress, mode: string, name = 'r', count = 0): ChildProcess {
    const child = spawn(process.execPath, [WRITER, JSON.stringify(address), mode, name, String(count)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    return child;
  }

  async kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Waits for the end of a process and returns its standard error. */
  async waitForEnd(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout?.resume();
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errors };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children.splice(0)) await this.kill(child);
  }
}
