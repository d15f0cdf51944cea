import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { ANALYSIS_METHODS } from '../analysis.ts';
import type { AssertionResult } from '../../checks/interfaces/result.ts';
import type { Analysis, AnalysisOptions, CheckProgress, CheckRequest } from '../analysis.ts';
import type { CallOptions, MethodFunctions } from '../method.ts';
import { Channel } from './channel.ts';
import type { MessageEndpoint } from './channel.ts';
import { createHostServices } from './host-services.ts';
import type { HostMethods, WorkerMethods } from './protocol.ts';

/** A worker thread that runs `analysis/thread/worker.ts`, such as a `Worker` of Node. */
export interface AnalysisWorker extends MessageEndpoint {
  once(event: 'error', listener: (error: unknown) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/**
 * An analysis in a worker thread. The first call starts the worker. If the worker ends unexpectedly, the pending calls
 * are rejected, and the next call starts another worker, which receives every unsaved text.
 */
export function connectAnalysis(startWorker: () => AnalysisWorker, options: AnalysisOptions): Analysis {
  const connection = new WorkerConnection(startWorker, options);
  return {
    ...createForwardedMethods(connection),
    check: (request, options) => connection.check(request, options),
    async setUnsavedText(root, path, text) {
      connection.setUnsavedText(root, path, text);
      return connection.callIfRunning('setUnsavedText', [root, path, text]);
    },
    async filesChanged(root, paths) {
      // A worker that starts later reads the changed files.
      return connection.callIfRunning('filesChanged', [root, paths]);
    },
    async close(root) {
      connection.forgetUnsavedTexts(root);
      return connection.callIfRunning('close', [root]);
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** One function for each method of the analysis, which calls it in the worker. */
function createForwardedMethods(connection: WorkerConnection): MethodFunctions<typeof ANALYSIS_METHODS> {
  const methods = Object.entries(ANALYSIS_METHODS).map(([name, { parameterCount }]) => {
    const forward = (...args: readonly unknown[]): Promise<unknown> =>
      connection.call(
        name as keyof WorkerMethods,
        args.slice(0, parameterCount) as never,
        args[parameterCount] as CallOptions<unknown> | undefined,
      );
    return [name, forward];
  });
  // The table that the functions are built from also declares their types.
  return Object.fromEntries(methods) as MethodFunctions<typeof ANALYSIS_METHODS>;
}

type WorkerChannel = Channel<HostMethods, WorkerMethods>;

interface RunningWorker {
  readonly worker: AnalysisWorker;
  readonly channel: WorkerChannel;
  /** The required names of the last check that the worker received. */
  names?: CheckRequest['requiredNames'];
}

const DISPOSE_LIMIT_MS = 3_000;

/** Starts the worker on demand and replays the state that a new worker needs. */
class WorkerConnection implements AsyncDisposable {
  readonly #startWorker: () => AnalysisWorker;
  readonly #options: AnalysisOptions;
  /** Unsaved texts by root and path. */
  readonly #unsaved = new Map<string, Map<string, string>>();
  #running: RunningWorker | undefined;
  #disposed = false;

  constructor(startWorker: () => AnalysisWorker, options: AnalysisOptions) {
    this.#startWorker = startWorker;
    this.#options = options;
  }

  async call<Name extends keyof WorkerMethods>(
    name: Name,
    params: WorkerMethods[Name]['params'],
    options?: CallOptions<WorkerMethods[Name]['progress']>,
  ): Promise<WorkerMethods[Name]['result']> {
    return this.#channel().call(name, params, options);
  }

  /** Sends required names only if the worker does not have them from the call before. */
  async check(request: CheckRequest, options?: CallOptions<CheckProgress>): Promise<readonly AssertionResult[]> {
    const channel = this.#channel();
    const { requiredNames: names } = request;
    const isKnown = names !== undefined && this.#running?.names === names;
    // A call that is cancelled already is not sent.
    if (this.#running !== undefined && options?.signal?.aborted !== true) this.#running.names = names;
    return channel.call('check', [isKnown ? { ...request, requiredNames: 'same' } : request], options);
  }

  /** Does nothing if no worker is running. */
  async callIfRunning<Name extends keyof WorkerMethods>(
    name: Name,
    params: WorkerMethods[Name]['params'],
  ): Promise<undefined> {
    await this.#running?.channel.call(name, params);
    return undefined;
  }

  setUnsavedText(root: string, path: string, text: string | null): void {
    const texts = this.#unsaved.get(root) ?? new Map<string, string>();
    this.#unsaved.set(root, texts);
    if (text === null) texts.delete(path);
    else texts.set(path, text);
  }

  forgetUnsavedTexts(root: string): void {
    this.#unsaved.delete(root);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    const running = this.#running;
    this.#running = undefined;
    if (!running) return;
    const { worker, channel } = running;
    // The worker gets a chance to end its own threads and commands. If it fails or takes too long, `terminate` follows.
    await channel.call('dispose', [], { signal: AbortSignal.timeout(DISPOSE_LIMIT_MS) }).catch(() => undefined);
    channel.close(new HoldfastError('cancelled', 'Cancelled: the analysis was closed'));
    await worker.terminate();
  }

  #channel(): WorkerChannel {
    if (this.#disposed) throw new HoldfastError('internal', 'Failed to analyze: the analysis was closed');
    if (this.#running) return this.#running.channel;
    const worker = this.#startWorker();
    const channel: WorkerChannel = new Channel<HostMethods, WorkerMethods>(
      worker,
      createHostServices(this.#options, () => channel),
    );
    const running: RunningWorker = { worker, channel };
    this.#running = running;
    worker.once('error', (error) => {
      this.#workerEnded(running, messageOf(error));
    });
    worker.once('exit', (code) => {
      this.#workerEnded(running, `it ended with exit code ${code}`);
    });
    this.#initialize(channel);
    return channel;
  }

  /**
   * Sends the settings and the unsaved texts. Messages arrive in order, so the call that started the worker need not
   * wait.
   */
  #initialize(channel: WorkerChannel): void {
    const { packagesFrom, validatorTimeoutMs } = this.#options;
    // These calls fail only together with the worker, which also fails the call that started it.
    const ignore = (): void => undefined;
    channel.call('configure', [{ packagesFrom, validatorTimeoutMs }]).catch(ignore);
    for (const [root, texts] of this.#unsaved) {
      for (const [path, text] of texts) channel.call('setUnsavedText', [root, path, text]).catch(ignore);
    }
  }

  #workerEnded(running: RunningWorker, reason: string): void {
    if (this.#running === running) this.#running = undefined;
    running.channel.close(
      new HoldfastError('internal', `Failed to analyze: the worker thread ended unexpectedly: ${reason}`, {
        hint: 'Try again: the next call starts another worker.',
        retryable: true,
      }),
    );
    void running.worker.terminate();
  }
}
