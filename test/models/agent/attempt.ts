/** Helpers for the tests of the agent: files in memory, and an agent input with a manual clock. */
import type { AgentEvent } from '../../../src/models/agent/agent-event.ts';
import type { AgentInput } from '../../../src/models/agent/agent-input.ts';
import type { AgentFiles } from '../../../src/models/agent/files/agent-files.ts';
import type { ConfiguredModel } from '../../../src/models/base/configured-model.ts';
import type { CallReport } from '../../../src/models/calls/call-report.ts';
import { KeptDeclarations, type ReadDeclarations } from '../../../src/models/agent/files/kept-declarations.ts';
import { WriteLedger } from '../../../src/models/agent/files/write-ledger.ts';
import { readFileDeclarations } from '../../../src/verdicts/analysis/read-file-declarations.ts';
import { CostBudget } from '../../../src/models/cost/cost-budget.ts';
import { createModel } from '../../../src/models/create-model.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { ManualClock } from '../../foundation/manual-clock.ts';

/** A file tree in memory. It refuses writes outside the tree and writes to the paths in `refuse`, with their reasons. */
export class MemoryFiles implements AgentFiles {
  readonly content: Map<string, string>;
  readonly #refuse: Readonly<Record<string, string>>;

  constructor(files: Readonly<Record<string, string>> = {}, refuse: Readonly<Record<string, string>> = {}) {
    this.content = new Map(Object.entries(files));
    this.#refuse = refuse;
  }

  read(path: string): Promise<string | undefined> {
    return Promise.resolve(this.content.get(path));
  }

  list(): Promise<readonly string[]> {
    return Promise.resolve([...this.content.keys()].sort());
  }

  findRefusal(path: string): Promise<{ refused: string } | undefined> {
    const refused = this.#refuse[path];
    if (refused !== undefined) return Promise.resolve({ refused });
    if (path.startsWith('..'))
      return Promise.reject(new HoldfastError('outside-tree', `${path} lies outside the tree`));
    return Promise.resolve(undefined);
  }

  async write(path: string, content: string): Promise<{ refused: string } | undefined> {
    const refusal = await this.findRefusal(path);
    if (refusal === undefined) this.content.set(path, content);
    return refusal;
  }

  async remove(path: string): Promise<{ refused: string } | undefined> {
    const refusal = await this.findRefusal(path);
    if (refusal === undefined) this.content.delete(path);
    return refusal;
  }
}

export interface TestAttempt {
  readonly input: AgentInput;
  readonly files: MemoryFiles;
  readonly events: AgentEvent[];
  readonly calls: CallReport[];
  readonly clock: ManualClock;
  readonly abort: AbortController;
}

export type AttemptOptions = Partial<Omit<AgentInput, 'limits' | 'files'>> & {
  readonly files?: MemoryFiles;
  readonly limits?: Partial<AgentInput['limits']>;
};

export function createAttempt(model: ConfiguredModel, options: AttemptOptions = {}): TestAttempt {
  const events: AgentEvent[] = [];
  const calls: CallReport[] = [];
  const clock = new ManualClock();
  const abort = new AbortController();
  const files = options.files ?? new MemoryFiles();
  const input: AgentInput = {
    system: 'You write code.',
    prompt: 'Create the types.',
    checkContract: () => Promise.resolve({ text: 'Nothing fails.', note: 'nothing fails' }),
    readDeclarations,
    task: 'Create the types.',
    signal: abort.signal,
    label: { chunk: 'types', attempt: 1 },
    onEvent: (event) => events.push(event),
    onCall: (report) => void calls.push(report),
    clock,
    ...options,
    model,
    files,
    limits: {
      maxSteps: 10,
      timeoutMs: 600_000,
      stallTimeoutMs: 30_000,
      budget: new CostBudget(undefined),
      ...options.limits,
    },
  };
  return { input, files, events, calls, clock, abort };
}

export const readDeclarations: ReadDeclarations = (texts) => Promise.all(texts.map(readFileDeclarations));

/** @param task all texts that say what to do */
export function createLedger(task = ''): WriteLedger {
  return new WriteLedger(new KeptDeclarations(readDeclarations, task));
}

export const PRICES = { inputPerMillion: 1, outputPerMillion: 10 };

export function openAiCompatible(
  baseUrl: string,
  options: { readonly prices?: typeof PRICES; readonly key?: string } = {},
): Promise<ConfiguredModel> {
  return createModel({
    reference: 'openai-compatible:test-model',
    baseUrl,
    keys: (name) => Promise.resolve(name === 'HOLDFAST_API_KEY' ? options.key : undefined),
    ...(options.prices === undefined ? {} : { prices: options.prices }),
  });
}
