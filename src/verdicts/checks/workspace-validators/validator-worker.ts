import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Assertion, Resource } from '../../../contract/model.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { SerialQueue } from '../../../foundation/serial-queue.ts';
import { subprocessEnvironment } from '../../../workspace/environment/subprocess-environment.ts';
import { ThreadCall, ValidatorCodeError } from './thread-call.ts';
import type { RequestHandlers } from './thread-call.ts';
import type { MessageFromThread, PlainContext, MessageToThread, ValidatorDescription } from './thread-messages.ts';
import { isTypeScript, transpileModules } from './transpiled-modules.ts';
import { THREAD_SOURCE } from './validator-thread.ts';

export interface ValidatorWorkerOptions {
  /** Time limit of one call, and of loading the module, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives what the validator prints, one line per call. */
  readonly log: (line: string) => void;
  /** Names of variables that the validator receives in addition to the allow list. */
  readonly passedVariables?: readonly string[] | undefined;
}

const MEMORY_MB = 512;

/**
 * The thread of one validator module. It runs one call at a time, so that a call that exceeds its time limit can be ended
 * with the thread without affecting another call. The next call starts a new thread.
 */
export class ValidatorWorker implements AsyncDisposable {
  /** Absolute path of the module. */
  readonly file: string;
  readonly #options: ValidatorWorkerOptions;
  #thread: Worker | undefined;
  readonly #queue = new SerialQueue();
  #disposed = false;

  constructor(file: string, options: ValidatorWorkerOptions) {
    this.file = file;
    this.#options = options;
  }

  /** Loads the module and returns its validators. */
  describe(signal: AbortSignal): Promise<readonly ValidatorDescription[]> {
    return this.#enqueue(() => this.#load(signal));
  }

  supports(validatorIndex: number, resource: Resource, signal: AbortSignal): Promise<boolean> {
    return this.#enqueue(async () => {
      await this.#loadIfNeeded(signal);
      return (await this.#call({ kind: 'supports', validatorIndex, resource }, signal)) === true;
    });
  }

  /** Resolves with the validator's result, whose shape is not verified. */
  validate(
    validatorIndex: number,
    resource: Resource,
    assertion: Assertion,
    context: PlainContext,
    handlers: RequestHandlers,
    signal: AbortSignal,
  ): Promise<unknown> {
    return this.#enqueue(async () => {
      await this.#loadIfNeeded(signal);
      return this.#call({ kind: 'validate', validatorIndex, resource, assertion, context }, signal, handlers);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#terminate();
  }

  #enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
    return this.#queue.add(() => {
      if (this.#disposed) throw new HoldfastError('internal', `Failed to call ${this.file}: it was closed`);
      return work();
    });
  }

  async #loadIfNeeded(signal: AbortSignal): Promise<void> {
    if (!this.#thread) await this.#load(signal);
  }

  async #load(signal: AbortSignal): Promise<readonly ValidatorDescription[]> {
    const modules = isTypeScript(this.file) ? await transpileModules(this.file) : new Map();
    await this.#terminate();
    const thread = await startThread(this.#options);
    if (this.#disposed) {
      await thread.terminate();
      throw new HoldfastError('internal', `Failed to load ${this.file}: it was closed`);
    }
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    this.#thread = thread;
    const url = pathToFileURL(this.file).href;
    try {
      return (await this.#call({ kind: 'load', file: this.file, url, modules }, signal)) as ValidatorDescription[];
    } catch (error) {
      await this.#terminate();
      throw error;
    }
  }

  /** Sends one message and waits for the answer. If there is none, the thread is terminated. */
  async #call(message: MessageToThread, signal: AbortSignal, handlers?: RequestHandlers): Promise<unknown> {
    const thread = this.#thread;
    if (!thread) throw new HoldfastError('internal', `Failed to call ${this.file}: its thread is not running`);
    const call = new ThreadCall(thread, message, handlers);
    thread.ref();
    try {
      return await call.send(this.#options.timeoutMs, signal);
    } catch (error) {
      if (!(error instanceof ValidatorCodeError)) await this.#terminate();
      throw error;
    } finally {
      // An idle thread must not keep the process running.
      thread.unref();
    }
  }

  async #terminate(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

/**
 * Starts a thread whose output goes to the log, because the standard output of the process is for results. The output
 * arrives as messages: a thread whose streams are read would keep the process running.
 */
async function startThread({ log, passedVariables }: ValidatorWorkerOptions): Promise<Worker> {
  const thread = new Worker(THREAD_SOURCE, {
    eval: true,
    env: subprocessEnvironment(passedVariables),
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  thread.on('message', (message: MessageFromThread) => {
    if (message.kind !== 'log') return;
    for (const line of message.text.trimEnd().split('\n')) log(line);
  });
  await once(thread, 'online');
  // A crash during a call rejects that call. After a crash between calls, the next call starts another thread.
  thread.on('error', () => undefined);
  return thread;
}
