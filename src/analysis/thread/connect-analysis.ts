import type { AssertionResult } from '../../checks/result.ts';
import type { DependentsGraph } from '../../impact/dependents.ts';
import type { ExportImpact } from '../../impact/export-impact.ts';
import type { Impact, ImpactQuestion } from '../../impact/impact.ts';
import { HoldfastError, messageOf } from '../../shared/errors.ts';
import type {
  Analysis,
  CheckCallOptions,
  CheckRequest,
  LensOptions,
  ModuleExports,
  OpenOptions,
  OwnExports,
} from '../analysis.ts';
import type { AnalysisOptions } from '../in-process-analysis.ts';
import { Channel } from './channel.ts';
import type { CallOptions, MessageEnd } from './channel.ts';
import { hostServices } from './host-services.ts';
import type { HostMethods, WorkerMethods } from './methods.ts';

/** A worker thread that runs `analysis/worker.ts`; a `Worker` of Node is one. */
export interface AnalysisWorker extends MessageEnd {
  once(event: 'error', listener: (error: unknown) => void): unknown;
  once(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/**
 * An analysis in a worker thread. The worker is started by the first call; where it ends unexpectedly, the calls that
 * wait are rejected and the next one starts another, which is told of every unsaved text.
 */
export function connectAnalysis(startWorker: () => AnalysisWorker, options: AnalysisOptions): Analysis {
  return new WorkerAnalysis(startWorker, options);
}

type WorkerChannel = Channel<HostMethods, WorkerMethods>;

interface Connection {
  readonly worker: AnalysisWorker;
  readonly channel: WorkerChannel;
}

const DISPOSE_LIMIT_MS = 3_000;

class WorkerAnalysis implements Analysis {
  readonly #startWorker: () => AnalysisWorker;
  readonly #options: AnalysisOptions;
  readonly #unsaved = new Map<string, Map<string, string>>();
  #connection: Connection | undefined;
  #disposed = false;

  constructor(startWorker: () => AnalysisWorker, options: AnalysisOptions) {
    this.#startWorker = startWorker;
    this.#options = options;
  }

  check(request: CheckRequest, { signal, onResult }: CheckCallOptions = {}): Promise<readonly AssertionResult[]> {
    return this.#call('check', [request], { signal, onTold: ({ result, index }) => onResult?.(result, index) });
  }

  exportsOf(root: string, files: readonly string[]): Promise<readonly ModuleExports[]> {
    return this.#call('exportsOf', [root, files]);
  }

  findExports(root: string, names: readonly string[]): Promise<Readonly<Record<string, string | undefined>>> {
    return this.#call('findExports', [root, names]);
  }

  exports(root: string, path?: string): Promise<readonly OwnExports[]> {
    return this.#call('exports', [root, path]);
  }

  impact(root: string, question: ImpactQuestion, signal?: AbortSignal): Promise<Impact> {
    return this.#call('impact', [root, question], { signal });
  }

  dependents(root: string, file: string, signal?: AbortSignal): Promise<DependentsGraph> {
    return this.#call('dependents', [root, file], { signal });
  }

  lenses(
    root: string,
    file: string,
    before: string | undefined,
    { trusted, signal }: LensOptions = {},
  ): Promise<readonly ExportImpact[]> {
    return this.#call('lenses', [root, file, before, trusted], { signal });
  }

  async setUnsavedText(root: string, path: string, text: string | null): Promise<void> {
    const texts = this.#unsaved.get(root) ?? new Map<string, string>();
    this.#unsaved.set(root, texts);
    if (text === null) texts.delete(path);
    else texts.set(path, text);
    // A worker that starts later is told then.
    await this.#connection?.channel.call('setUnsavedText', [root, path, text]);
  }

  async filesChanged(root: string, paths: readonly string[] | 'all'): Promise<void> {
    await this.#connection?.channel.call('filesChanged', [root, paths]);
  }

  async open(root: string, options?: OpenOptions): Promise<void> {
    await this.#call('open', [root, options]);
  }

  async close(root: string): Promise<void> {
    this.#unsaved.delete(root);
    await this.#connection?.channel.call('close', [root]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    const connection = this.#connection;
    this.#connection = undefined;
    if (!connection) return;
    const { worker, channel } = connection;
    // The worker ends its own threads and commands first, where it still can.
    await channel.call('dispose', [], { signal: AbortSignal.timeout(DISPOSE_LIMIT_MS) }).catch(() => undefined);
    channel.close(new HoldfastError('cancelled', 'Cancelled: the analysis was closed'));
    await worker.terminate();
  }

  #call<Name extends keyof WorkerMethods>(
    name: Name,
    given: WorkerMethods[Name]['takes'],
    options: CallOptions<WorkerMethods[Name]['tells']> = {},
  ): Promise<WorkerMethods[Name]['gives']> {
    try {
      return this.#connected().call(name, given, options);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #connected(): WorkerChannel {
    if (this.#disposed) throw new HoldfastError('internal', 'Failed to analyse: the analysis was closed');
    if (this.#connection) return this.#connection.channel;
    const worker = this.#startWorker();
    const channel: WorkerChannel = new Channel<HostMethods, WorkerMethods>(
      worker,
      hostServices(this.#options, () => channel),
    );
    const connection = { worker, channel };
    this.#connection = connection;
    worker.once('error', (error) => {
      this.#lost(connection, messageOf(error));
    });
    worker.once('exit', (code) => {
      this.#lost(connection, `it ended with exit code ${code}`);
    });
    this.#introduce(channel);
    return channel;
  }

  /** What a fresh worker must know. Messages arrive in order, so no call needs to wait for these. */
  #introduce(channel: WorkerChannel): void {
    const { withhold = [], validatorTimeoutMs } = this.#options;
    const ignored = (): void => undefined;
    channel.call('configure', [{ withhold, validatorTimeoutMs }]).catch(ignored);
    for (const [root, texts] of this.#unsaved) {
      for (const [path, text] of texts) channel.call('setUnsavedText', [root, path, text]).catch(ignored);
    }
  }

  #lost(connection: Connection, reason: string): void {
    if (this.#connection === connection) this.#connection = undefined;
    connection.channel.close(
      new HoldfastError('internal', `Failed to analyse: the worker thread broke down: ${reason}`, {
        hint: 'Try again: another worker is started.',
        retryable: true,
      }),
    );
    void connection.worker.terminate();
  }
}
