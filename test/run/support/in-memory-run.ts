/** An attempt loop without files, git, a database or a network: only the model and the check results are scripted. */
import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import type { ConfiguredModel } from '../../../src/models/base/configured-model.ts';
import { CostBudget } from '../../../src/models/cost/cost-budget.ts';
import type { AttemptLoopInput } from '../../../src/run/attempt/attempt-loop.ts';
import { ChunkRunProgress } from '../../../src/run/attempt/chunk-run-progress.ts';
import { ChunkGates } from '../../../src/run/gates/chunk-gates.ts';
import { JudgeAccounts } from '../../../src/run/services/judge-accounts.ts';
import type { RunEvent } from '../../../src/run/report/run-events.ts';
import type { AttemptReport } from '../../../src/run/report/run-result.ts';
import type { ChunkRunInput } from '../../../src/run/services/chunk-run-input.ts';
import { NO_TELEMETRY } from '../../../src/foundation/telemetry/telemetry.ts';
import { ManualClock } from '../../foundation/manual-clock.ts';
import { RunConfinement } from '../../../src/run/services/run-confinement.ts';

export interface InMemoryRunOptions {
  /** YAML of the chunk, indented by four, after its id and title. */
  readonly chunk: string;
  /** YAML of the contract's gates. */
  readonly gates?: string;
  /** For each assertion message, the actual values of its successive checks. The last one repeats; `ok` passes. */
  readonly actual: Readonly<Record<string, readonly string[]>>;
  /** Called before each call of the model. */
  readonly onModelCall?: (number: number) => void;
  readonly maxCostUsd?: number;
}

export interface SavedReview {
  readonly status: string;
  readonly attemptCount: number;
  readonly retryLimitExceeded: boolean;
  readonly exhaustedGateIds: readonly string[];
  readonly waiting?: unknown;
}

export const BASE = { commit: 'base', tree: 'base' };
export const RESULT = { commit: 'result', tree: 'result', leftOut: [] };

export class InMemoryRun {
  readonly events: RunEvent[] = [];
  readonly recorded: AttemptReport[] = [];
  readonly reviews: SavedReview[] = [];
  /** The messages of each model call, as text. */
  readonly calls: string[] = [];
  readonly input: AttemptLoopInput;

  constructor(options: InMemoryRunOptions) {
    const text = `version: 1
spec: { id: spec, title: Spec }
${options.gates === undefined ? '' : `gates:\n${options.gates}`}chunks:
  - id: one
    title: One
${options.chunk}`;
    const document = readContract({ file: 'one.contract.yaml', text, checks: CHECKS });
    const { contract } = document;
    const chunk = contract?.chunks[0];
    if (contract === undefined || chunk === undefined) throw new Error(JSON.stringify(document.problems));
    const runInput: ChunkRunInput = {
      document,
      contract,
      sharedGates: [],
      chunk,
      landing: 'none',
      maxAttempts: undefined,
      start: undefined,
      services: this.#createServices(options),
    };
    const progress = new ChunkRunProgress(runInput, 'run');
    this.input = {
      ...runInput,
      progress,
      gates: new ChunkGates(runInput, 'run', progress.maxAttempts),
      attempt: createWorktree(),
      base: BASE,
      terms: { files: { globs: [], paths: [] }, dueConditions: [] },
      baseline: undefined,
      worker: { kind: 'model', model: this.#createModel(options) },
      prompt: {
        contract,
        chunk,
        context: {
          availableExports: [],
          availableFiles: [],
          changesSoFar: {
            filesCreated: [],
            filesModified: [],
            filesDeleted: [],
            filesRenamed: [],
            totalAdditions: 0,
            totalDeletions: 0,
          },
        },
        notYetCreated: [],
        contextFiles: [],
      },
      next: {},
    };
  }

  notes(): readonly string[] {
    return this.events.flatMap((event) => (event.type === 'note' ? [`${event.level}: ${event.message}`] : []));
  }

  #createServices({ actual, maxCostUsd }: InMemoryRunOptions): ChunkRunInput['services'] {
    const checks = new Map<string, number>();
    const services = {
      repository: {
        folder: '/user',
        protectedFolders: [],
        lockRun: () => Promise.resolve({ release: () => undefined }),
        listFiles: () => Promise.resolve([]),
        listChanges: () => Promise.resolve([]),
        readFiles: () => Promise.resolve(new Map()),
        secureResult: () => Promise.resolve(),
      },
      confinement: new RunConfinement('off', 'unconfined'),
      analysis: {
        filesChanged: () => Promise.resolve(),
        limitTo: () => Promise.resolve(),
        check: ({ requirements }: { requirements: readonly { assertion: { message: string } }[] }) =>
          Promise.resolve(
            requirements.map(({ assertion }) => {
              const { message } = assertion;
              const count = checks.get(message) ?? 0;
              checks.set(message, count + 1);
              const values = actual[message] ?? ['ok'];
              const value = values[Math.min(count, values.length - 1)];
              return { assertion, passed: value === 'ok', expected: 'ok', actual: value, durationMs: 0 };
            }),
          ),
      },
      history: {
        recordAttempt: (_runId: string, report: AttemptReport) => void this.recorded.push(report),
        recordCall: () => Promise.resolve(),
        readVerdict: () => Promise.resolve(undefined),
        saveGateReview: (review: SavedReview) => void this.reviews.push(review),
      },
      configuration: {
        attempt: { setup: [], copy: [] },
        environment: [],
        confinement: { mode: 'off', write: [] },
        limits: { maxSteps: 5, attemptTimeoutSeconds: 600, stallTimeoutSeconds: 60, commandTimeoutSeconds: 60 },
      },
      judgeModel: () => Promise.resolve(undefined),
      redact: (text: string) => text,
      budget: new CostBudget(maxCostUsd),
      judges: new JudgeAccounts(),
      clock: new ManualClock(),
      telemetry: NO_TELEMETRY,
      report: (event: RunEvent) => void this.events.push(event),
      signal: new AbortController().signal,
    };
    return services as unknown as ChunkRunInput['services'];
  }

  /** A model that says that it is done, without changing a file. */
  #createModel({ onModelCall }: InMemoryRunOptions): ConfiguredModel {
    const doStream: LanguageModelV4['doStream'] = ({ prompt }: LanguageModelV4CallOptions) => {
      this.calls.push(JSON.stringify(prompt));
      onModelCall?.(this.calls.length);
      return Promise.resolve({
        stream: new ReadableStream({
          start(controller) {
            controller.enqueue({ type: 'stream-start', warnings: [] });
            controller.enqueue({ type: 'text-start', id: '1' });
            controller.enqueue({ type: 'text-delta', id: '1', delta: 'Done.' });
            controller.enqueue({ type: 'text-end', id: '1' });
            controller.enqueue({
              type: 'finish',
              finishReason: { unified: 'stop', raw: 'stop' },
              usage: {
                inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
                outputTokens: { total: 1, text: 1, reasoning: 0 },
              },
            });
            controller.close();
          },
        }),
      });
    };
    return {
      reference: 'scripted:model',
      model: {
        specificationVersion: 'v4',
        provider: 'scripted',
        modelId: 'model',
        supportedUrls: {},
        doGenerate: () => Promise.reject(new Error('doGenerate is not scripted')),
        doStream,
      },
      supportsTools: true,
      price: () => 0,
      redact: (text: string) => text,
      secrets: [],
    };
  }
}

function createWorktree(): AttemptLoopInput['attempt'] {
  const worktree = {
    root: '/worktree',
    tree: { kindOf: () => Promise.resolve('file') },
    prepare: () => Promise.resolve(),
    limitTo: () => Promise.resolve({ files: [], alsoReadable: [] }),
    checkout: () => Promise.resolve(),
    snapshot: () => Promise.resolve(RESULT),
    listChanges: () => Promise.resolve([]),
    readDiff: () => Promise.resolve(''),
    readBoundedDiff: () => Promise.resolve({ text: '', truncated: false }),
  };
  return worktree as unknown as AttemptLoopInput['attempt'];
}
