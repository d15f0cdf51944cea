import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Assertion, Resource } from '../../contract/model.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { ThreadCall, ValidatorThrew } from './thread-call.ts';
import type { ValidatorAsks } from './thread-call.ts';
import type { FromThread, PlainContext, ToThread, ValidatorDescription } from './thread-messages.ts';
import { isTypeScript, transpiledModules } from './transpiled-modules.ts';
import { threadSource } from './validator-thread.ts';

export interface ValidatorWorkerOptions {
  /** How long one call may take, in milliseconds; loading the module as well. */
  readonly timeoutMs: number;
  /** What the validator prints. */
  readonly log: (line: string) => void;
  /** Names of environment variables that a validator must not see: the keys of models. */
  readonly withhold?: readonly string[];
}

const MEMORY_MB = 512;

/**
 * The thread of one module of validators. It does one call at a time, so that a call that hangs is ended with its
 * thread and no other suffers; the next call starts a fresh one.
 */
export class ValidatorWorker implements AsyncDisposable {
  /** Absolute path of the module. */
  readonly file: string;
  readonly #options: ValidatorWorkerOptions;
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #disposed = false;

  constructor(file: string, options: ValidatorWorkerOptions) {
    this.file = file;
    this.#options = options;
  }

  /** Loads the module and says which validators it gives. */
  describe(signal: AbortSignal): Promise<readonly ValidatorDescription[]> {
    return this.#inTurn(() => this.#load(signal));
  }

  supports(validator: number, resource: Resource, signal: AbortSignal): Promise<boolean> {
    return this.#inTurn(async () => {
      await this.#loaded(signal);
      return (await this.#call({ kind: 'supports', validator, resource }, signal)) === true;
    });
  }

  /** What the validator answered, unread. */
  validate(
    validator: number,
    resource: Resource,
    assertion: Assertion,
    context: PlainContext,
    asks: ValidatorAsks,
    signal: AbortSignal,
  ): Promise<unknown> {
    return this.#inTurn(async () => {
      await this.#loaded(signal);
      return this.#call({ kind: 'validate', validator, resource, assertion, context }, signal, asks);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    await this.#end();
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(() => {
      if (this.#disposed) throw new HoldfastError('internal', `Failed to ask ${this.file}: it was closed`);
      return work();
    });
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #loaded(signal: AbortSignal): Promise<void> {
    if (!this.#thread) await this.#load(signal);
  }

  async #load(signal: AbortSignal): Promise<readonly ValidatorDescription[]> {
    const modules = isTypeScript(this.file) ? await transpiledModules(this.file) : new Map();
    await this.#end();
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
      await this.#end();
      throw error;
    }
  }

  /** Sends one message and waits for its answer; the thread does not outlive a call that gave none. */
  async #call(message: ToThread, signal: AbortSignal, asks?: ValidatorAsks): Promise<unknown> {
    const thread = this.#thread;
    if (!thread) throw new HoldfastError('internal', `Failed to ask ${this.file}: its thread is not there`);
    const call = new ThreadCall(thread, message, asks);
    thread.ref();
    try {
      return await call.answer(this.#options.timeoutMs, signal);
    } catch (error) {
      if (!(error instanceof ValidatorThrew)) await this.#end();
      throw error;
    } finally {
      // An idle thread must not keep a finished command alive.
      thread.unref();
    }
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

/**
 * What the thread prints goes to the log: the standard output belongs to the results. It comes as messages, since a
 * thread whose streams are read keeps the process alive.
 */
async function startThread({ log, withhold }: ValidatorWorkerOptions): Promise<Worker> {
  const thread = new Worker(threadSource(withhold), {
    eval: true,
    stdout: true,
    stderr: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  thread.on('message', (message: FromThread) => {
    if (message.kind !== 'log') return;
    for (const line of message.text.trimEnd().split('\n')) log(line);
  });
  await once(thread, 'online');
  // A crash between two calls needs no answer: the next one starts a fresh thread.
  thread.on('error', () => undefined);
  return thread;
}
