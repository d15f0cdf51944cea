import type { Judge, JudgeVerdict } from '../../checks/judge.ts';
import type { CollectedValidator } from '../../checks/validators/validator-collection.ts';
import type { ValidationContext, ValidationResult } from '../../checks/validators/validator.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { Analysis } from '../analysis.ts';
import { InProcessAnalysis } from '../in-process-analysis.ts';
import type { AnalysisOptions } from '../in-process-analysis.ts';
import { Channel } from './channel.ts';
import type { MessageEnd } from './channel.ts';
import type { HostedValidator, HostMethods, WorkerMethods, WorkerSettings } from './methods.ts';

type HostChannel = Channel<WorkerMethods, HostMethods>;

/** Answers the calls of `connectAnalysis` in a worker thread, until the thread is ended. */
export function serveAnalysis(end: MessageEnd): void {
  const tickets = new Tickets();
  let analysis: Analysis | undefined;
  const configured = (): Analysis => {
    if (!analysis) throw new HoldfastError('internal', 'Failed to analyse: the worker was not configured');
    return analysis;
  };
  const channel: HostChannel = new Channel<WorkerMethods, HostMethods>(end, {
    configure: (_call, settings) => {
      analysis = new InProcessAnalysis(optionsFrom(channel, settings, tickets));
      return nothing();
    },
    check: ({ signal, tell }, request) =>
      configured().check(request, {
        signal,
        onResult: (result, index) => {
          tell({ result, index });
        },
      }),
    exportsOf: (_call, root, files) => configured().exportsOf(root, files),
    findExports: (_call, root, names) => configured().findExports(root, names),
    exports: (_call, root, path) => configured().exports(root, path),
    impact: ({ signal }, root, question) => configured().impact(root, question, signal),
    dependents: ({ signal }, root, file) => configured().dependents(root, file, signal),
    lenses: ({ signal }, root, file, before, trusted) => configured().lenses(root, file, before, { trusted, signal }),
    setUnsavedText: (_call, root, path, text) => nothing(configured().setUnsavedText(root, path, text)),
    filesChanged: (_call, root, paths) => nothing(configured().filesChanged(root, paths)),
    open: (_call, root, options) => nothing(configured().open(root, options)),
    close: (_call, root) => nothing(configured().close(root)),
    dispose: () => nothing(analysis?.[Symbol.asyncDispose]()),
    textFor: (_call, ticket, path) => tickets.contextOf(ticket).readText(path),
    stepFor: (_call, ticket, id) => tickets.contextOf(ticket).stepOutput(id),
  });
}

function optionsFrom(channel: HostChannel, settings: WorkerSettings, tickets: Tickets): AnalysisOptions {
  return {
    ...settings,
    environment: (name: string) => channel.call('environment', [name]),
    judge: async (): Promise<Judge | undefined> => {
      const model = await channel.call('judgeModel', []);
      if (model === undefined) return undefined;
      return { model, judge: (question, signal) => channel.call('judge', [question], { signal }) };
    },
    verdicts: {
      get: (key: string) => channel.call('keptVerdict', [key]),
      put: async (key: string, verdict: JudgeVerdict) => {
        await channel.call('keepVerdict', [key, verdict]);
      },
    },
    validators: async () => (await channel.call('validators', [])).map((one) => hosted(channel, one, tickets)),
    log: (line: string) => {
      void channel.call('log', [line]).catch(() => undefined);
    },
  };
}

/** A validator that runs on the other side. */
function hosted(channel: HostChannel, { id, ...described }: HostedValidator, tickets: Tickets): CollectedValidator {
  return {
    ...described,
    supports: (resource) => channel.call('supports', [id, resource]),
    async validate(resource, assertion, context) {
      const { workingDir, availableResources, stepOutputs, protocol, signal } = context;
      const ticket = tickets.take(context);
      try {
        const sent = { ticket, workingDir, availableResources, stepOutputs, protocol };
        // Whoever asked reads it: a validator may answer anything.
        return (await channel.call('validate', [id, resource, assertion, sent], { signal })) as ValidationResult;
      } finally {
        tickets.giveBack(ticket);
      }
    },
  };
}

/** The contexts of validators that are at work on the other side, by the number they go by there. */
class Tickets {
  readonly #contexts = new Map<number, ValidationContext>();
  #last = 0;

  take(context: ValidationContext): number {
    this.#contexts.set(++this.#last, context);
    return this.#last;
  }

  giveBack(ticket: number): void {
    this.#contexts.delete(ticket);
  }

  contextOf(ticket: number): ValidationContext {
    const context = this.#contexts.get(ticket);
    if (!context) throw new HoldfastError('internal', 'Failed to answer a validator: its validation is over');
    return context;
  }
}

/** Waits, and answers nothing: what a method does is all that is asked of it. */
async function nothing(work?: PromiseLike<void>): Promise<undefined> {
  await work;
  return undefined;
}
