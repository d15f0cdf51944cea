import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { messageOf } from '../../foundation/errors.ts';
import { systemErrorCode } from '../../foundation/system-error.ts';
import type { StarterAnswer } from './messages.ts';
import { FORCE_KILL_AFTER_MS, type ProcessCall } from './process-call.ts';

/** A process of the starter, in a separate process group, so that its child processes end with it. */
export class StartedProcess {
  readonly #call: ProcessCall;
  readonly #child;
  #exceeded = false;
  #stopping = false;

  /** @throws a system error if the process cannot start, as far as that is known at once */
  constructor(call: ProcessCall) {
    this.#call = call;
    this.#child = spawn(call.program, call.arguments, {
      cwd: call.cwd,
      env: call.environment,
      stdio: [call.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
  }

  /** Resolves when the process has ended and its output is read. Never rejects. */
  async end(): Promise<Omit<StarterAnswer, 'id'>> {
    const child = this.#child;
    const stdout = this.#read(child.stdout, this.#call.outputLimit);
    const stderr = this.#read(child.stderr, this.#call.errorLimit);
    // A process can end without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(this.#call.input);
    const { exitCode, failure } = await new Promise<Pick<StarterAnswer, 'exitCode' | 'failure'>>((resolve) => {
      child.once('error', (error) => resolve({ failure: failureOf(error) }));
      child.once('close', (code) => resolve({ exitCode: code ?? undefined }));
    });
    return {
      exitCode: this.#exceeded ? undefined : exitCode,
      stdout: stdout(),
      stderr: stderr(),
      exceeded: this.#exceeded,
      ...(failure && { failure }),
    };
  }

  /** Terminates the process group, with SIGKILL after the grace. Can be called again. */
  stop(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    this.#signal('SIGTERM');
    const timer = setTimeout(() => {
      this.#signal('SIGKILL');
      // A process that escaped could keep the output open.
      this.#child.stdout?.destroy();
      this.#child.stderr?.destroy();
    }, FORCE_KILL_AFTER_MS);
    this.#child.once('close', () => clearTimeout(timer));
  }

  /** Collects a stream up to a limit, and stops the process if it is longer. */
  #read(stream: Readable | null, limit: number): () => Buffer {
    const chunks: Buffer[] = [];
    let length = 0;
    stream?.on('data', (chunk: Buffer) => {
      const rest = limit - length;
      if (rest > 0) chunks.push(chunk.subarray(0, rest));
      length += chunk.length;
      if (length <= limit) return;
      this.#exceeded = true;
      this.stop();
    });
    return () => Buffer.concat(chunks);
  }

  #signal(signal: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

export function failureOf(thrown: unknown): NonNullable<StarterAnswer['failure']> {
  return { code: systemErrorCode(thrown), message: messageOf(thrown) };
}
