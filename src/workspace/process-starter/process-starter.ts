import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { subprocessEnvironment } from '../environment/subprocess-environment.ts';
import { createProcessMark, terminateMarkedProcesses } from '../environment/marked-processes.ts';
import type { StarterAnswer, StarterRequest } from './messages.ts';
import type { ProcessCall, ProcessEnd } from './process-call.ts';
import { runDirectly } from './run-directly.ts';

export interface ProcessStarterOptions {
  /** The number of calls that run directly, because most commands need only a few processes. Default: 12, the calls of the start of a session. */
  readonly directCalls?: number | undefined;
  /** After this time without a call, the second process ends. Default: 30 seconds. */
  readonly idleMs?: number | undefined;
  /** The program of the second process. */
  readonly program?: string | undefined;
}

/** After this many unexpected ends of the second process, every call runs directly. */
const MAX_FAILURES = 3;

/** In a bundle, this module and the program are in one folder. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './program.ts' : './process-starter.js', import.meta.url),
);

/**
 * Runs processes from a second, small process. On Linux, Node copies its page tables for each process that it starts: a
 * process with much memory is blocked for several milliseconds each time. On other systems, every call runs directly.
 */
export class ProcessStarter implements Disposable {
  readonly #options: ProcessStarterOptions;
  #callCount = 0;
  #failureCount = 0;
  #connection: StarterConnection | undefined;

  constructor(options: ProcessStarterOptions = {}) {
    this.#options = options;
  }

  /** The id of the second process; `undefined` if none is running. */
  get pid(): number | undefined {
    return this.#connection?.pid;
  }

  /**
   * Runs a process to its end. If the second process ends before it, what it had started is ended and the call is
   * repeated directly. So a call must have the same effect if it runs twice. Never throws: failures are part of the result.
   */
  async run(call: ProcessCall, signal?: AbortSignal): Promise<ProcessEnd> {
    const connection = this.#connect();
    if (connection === undefined) return runDirectly(call, signal);
    const end = await connection.run(call, signal);
    if (end !== undefined) return end;
    await terminateMarkedProcesses(connection.mark);
    return runDirectly(call, signal);
  }

  /** Ends the second process. A later call can start another one. */
  [Symbol.dispose](): void {
    this.#connection?.close();
  }

  #connect(): StarterConnection | undefined {
    const { directCalls = 12, idleMs = 30_000, program = PROGRAM } = this.#options;
    if (this.#connection !== undefined || process.platform !== 'linux') return this.#connection;
    if (this.#failureCount >= MAX_FAILURES || ++this.#callCount <= directCalls) return undefined;
    const connection = new StarterConnection(program, idleMs, (expected) => {
      if (this.#connection !== connection) return;
      this.#connection = undefined;
      this.#callCount = 0;
      if (!expected) this.#failureCount++;
    });
    this.#connection = connection;
    return connection;
  }
}

/** A running second process. It never keeps this process alive, except while a call waits for it. */
class StarterConnection {
  /** In the environment of all its processes. */
  readonly mark = createProcessMark();
  readonly #process: ChildProcess;
  readonly #idleMs: number;
  readonly #onEnd: (expected: boolean) => void;
  /** Settle the calls that have no answer yet, by id. */
  readonly #pending = new Map<number, (answer: StarterAnswer | undefined) => void>();
  #callCount = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(program: string, idleMs: number, onEnd: (expected: boolean) => void) {
    this.#idleMs = idleMs;
    this.#onEnd = onEnd;
    this.#process = spawn(process.execPath, [program], {
      // The program of a desktop editor acts as Node with this variable.
      env: { ...subprocessEnvironment(), ELECTRON_RUN_AS_NODE: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      cwd: '/',
      // In a separate session, it does not receive the signals of the terminal. This process decides what they end.
      detached: true,
    });
    this.#process.unref();
    this.#process.on('message', (answer: StarterAnswer) => this.#pending.get(answer.id)?.(answer));
    for (const event of ['error', 'exit', 'disconnect']) this.#process.once(event, () => this.#ended(false));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Resolves to `undefined` if the second process ends before the call. */
  async run(call: ProcessCall, signal: AbortSignal | undefined): Promise<ProcessEnd | undefined> {
    if (signal?.aborted) return { stdout: Buffer.of(), stderr: Buffer.of(), exceeded: false, cancelled: true };
    const id = ++this.#callCount;
    const stop = (): void => this.#send({ kind: 'stop', id });
    signal?.addEventListener('abort', stop, { once: true });
    const environment = { ...call.environment, [this.mark.name]: this.mark.value };
    const answer = await new Promise<StarterAnswer | undefined>((resolve) => {
      this.#pending.set(id, resolve);
      this.#update();
      this.#send({ kind: 'run', id, call: { ...call, environment } });
    });
    signal?.removeEventListener('abort', stop);
    this.#pending.delete(id);
    this.#update();
    return answer && toEnd(answer, signal?.aborted ?? false);
  }

  close(): void {
    this.#ended(true);
    if (this.#process.connected) this.#process.disconnect();
  }

  #ended(expected: boolean): void {
    clearTimeout(this.#idleTimer);
    this.#onEnd(expected);
    for (const settle of [...this.#pending.values()]) settle(undefined);
  }

  #send(request: StarterRequest): void {
    // A lost channel is reported as the end of the process.
    if (this.#process.connected) this.#process.send(request, () => undefined);
    else this.#ended(false);
  }

  #update(): void {
    clearTimeout(this.#idleTimer);
    const { channel } = this.#process;
    if (this.#pending.size > 0) {
      channel?.ref();
    } else if (channel) {
      channel.unref();
      this.#idleTimer = setTimeout(() => this.close(), this.#idleMs).unref();
    }
  }
}

function toEnd({ exitCode, stdout, stderr, exceeded, failure }: StarterAnswer, cancelled: boolean): ProcessEnd {
  const cause = failure && Object.assign(new Error(failure.message), { code: failure.code });
  return { exitCode, stdout, stderr, exceeded, cancelled, cause };
}
