import type { Judge, JudgeVerdict } from '../../checks/interfaces/judge.ts';
import type { CollectedValidator, ValidationContext, ValidationResult } from '../../checks/interfaces/validator.ts';
import { HoldfastError } from '../../../foundation/errors.ts';
import { ANALYSIS_METHODS } from '../analysis.ts';
import type { Analysis, AnalysisOptions } from '../analysis.ts';
import { createAnalysis } from '../in-process-analysis.ts';
import type { DeclaredMethods } from '../method.ts';
import { Channel } from './channel.ts';
import type { Handlers, IncomingCall, MessageEndpoint } from './channel.ts';
import type { HostedValidator, HostMethods, WorkerMethods, WorkerSettings } from './protocol.ts';

type HostChannel = Channel<WorkerMethods, HostMethods>;

/** Answers the calls of `connectAnalysis` in a worker thread until the thread ends. */
export function serveAnalysis(endpoint: MessageEndpoint): void {
  const contexts = new PendingContexts();
  let analysis: Analysis | undefined;
  const getAnalysis = (): Analysis => {
    if (!analysis) throw new HoldfastError('internal', 'Failed to analyze: the worker is not configured');
    return analysis;
  };
  const channel: HostChannel = new Channel<WorkerMethods, HostMethods>(endpoint, {
    ...createAnalysisHandlers(getAnalysis),
    configure: (_call, settings) => {
      analysis = createAnalysis(createOptions(channel, settings, contexts));
      return Promise.resolve(undefined);
    },
    dispose: async () => {
      await analysis?.[Symbol.asyncDispose]();
      return undefined;
    },
    readText: (_call, contextId, path) => contexts.get(contextId).readText(path),
    stepOutput: (_call, contextId, step) => contexts.get(contextId).stepOutput(step),
  });
}

/**
 * Creates one handler for each method of the analysis. The handler calls the method with the abort signal and the progress
 * callback of the incoming call.
 */
function createAnalysisHandlers(analysis: () => Analysis): Handlers<DeclaredMethods<typeof ANALYSIS_METHODS>> {
  const handlers = Object.keys(ANALYSIS_METHODS).map((name) => {
    const handler = ({ signal, report }: IncomingCall<unknown>, ...params: readonly unknown[]): Promise<unknown> => {
      const method = analysis()[name as keyof typeof ANALYSIS_METHODS] as (...args: unknown[]) => Promise<unknown>;
      return Reflect.apply(method, analysis(), [...params, { signal, onProgress: report }]);
    };
    return [name, handler];
  });
  // The table that the handlers are built from also declares their types.
  return Object.fromEntries(handlers) as Handlers<DeclaredMethods<typeof ANALYSIS_METHODS>>;
}

function createOptions(channel: HostChannel, settings: WorkerSettings, contexts: PendingContexts): AnalysisOptions {
  return {
    ...settings,
    environment: (name: string) => channel.call('environment', [name]),
    judge: async (account): Promise<Judge | undefined> => {
      const model = await channel.call('judgeModel', [account]);
      if (model === undefined) return undefined;
      return { model, judge: (question, signal) => channel.call('judge', [question, account], { signal }) };
    },
    verdicts: {
      get: (key: string) => channel.call('getVerdict', [key]),
      put: async (key: string, verdict: JudgeVerdict) => {
        await channel.call('putVerdict', [key, verdict]);
      },
    },
    evaluateInterfaces: (trees, signal) => channel.call('evaluateInterfaces', [trees], { signal }),
    validators: async () =>
      (await channel.call('validators', [])).map((one) => createHostedValidator(channel, one, contexts)),
    log: (line: string) => {
      // A lost log line must not fail the check. The channel only fails while it is being closed.
      channel.call('log', [line]).catch(() => undefined);
    },
  };
}

/** Creates a validator that calls its implementation in the host thread. */
function createHostedValidator(
  channel: HostChannel,
  { id, ...description }: HostedValidator,
  contexts: PendingContexts,
): CollectedValidator {
  return {
    ...description,
    supports: (resource) => channel.call('supports', [id, resource]),
    async validate(resource, assertion, context) {
      const { workingDir, availableResources, stepOutputs, protocol, signal } = context;
      const contextId = contexts.add(context);
      try {
        const sent = { contextId, workingDir, availableResources, stepOutputs, protocol };
        // The caller verifies the shape, because a validator can return anything.
        return (await channel.call('validate', [id, resource, assertion, sent], { signal })) as ValidationResult;
      } finally {
        contexts.delete(contextId);
      }
    },
  };
}

/** The contexts of the validations that run in the host thread, by id. */
class PendingContexts {
  readonly #contexts = new Map<number, ValidationContext>();
  #lastId = 0;

  add(context: ValidationContext): number {
    this.#contexts.set(++this.#lastId, context);
    return this.#lastId;
  }

  delete(id: number): void {
    this.#contexts.delete(id);
  }

  get(id: number): ValidationContext {
    const context = this.#contexts.get(id);
    if (!context) throw new HoldfastError('internal', 'Failed to answer a validator: its validation has ended');
    return context;
  }
}
