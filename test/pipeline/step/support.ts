import { randomUUID } from 'node:crypto';
import type { AuditLog } from '../../../src/pipeline/state/audit-entry.ts';
import type { Forge } from '../../../src/pipeline/forge/forge.ts';
import { documentEffects } from '../../../src/pipeline/executors/document-effects.ts';
import type { StageExecution, StageExecutor, StageInput } from '../../../src/pipeline/step/stage-executor.ts';
import type { StageName } from '../../../src/workspace/configuration/pipeline/stage-names.ts';
import { stageRecordOf, subItemOf } from '../../../src/pipeline/state/changes.ts';
import { itemStateSchema, type ItemState, type SafetyReason } from '../../../src/pipeline/state/item-state.ts';
import type { ItemEvent, PlannedSubItem } from '../../../src/pipeline/state/item-event.ts';
import type { ReviewOutcome, ScenarioOutcome } from '../../../src/pipeline/state/judgement.ts';
import type { Policy } from '../../../src/pipeline/state/policy.ts';
import { StaleStateError, type StateStore } from '../../../src/pipeline/state/state-store.ts';
import { subItemKey } from '../../../src/pipeline/state/effect-keys.ts';
import { runStep, type StepResult, type StepServices } from '../../../src/pipeline/step/run-step.ts';
import type { Clock } from '../../../src/foundation/clock.ts';
import { JobSlots } from '../../../src/foundation/job-slots.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { writeTextCommit } from '../../../src/workspace/git/write-text-commit.ts';
import type { Killer } from './killer.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { reviewed, scenariosEnded } from '../state/item-states.ts';

/** A store in memory, with the same compare-and-swap as the real ones. */
export class MemoryStateStore implements StateStore {
  readonly #states = new Map<string, { readonly text: string; readonly version: string }>();

  read(item: string) {
    return Promise.resolve(this.#states.get(item));
  }

  swap(item: string, expected: string | undefined, text: string): Promise<string> {
    if (this.#states.get(item)?.version !== expected) return Promise.reject(new StaleStateError(item));
    const version = randomUUID();
    this.#states.set(item, { text, version });
    return Promise.resolve(version);
  }

  list() {
    return Promise.resolve([...this.#states.keys()]);
  }

  copy(): MemoryStateStore {
    const copy = new MemoryStateStore();
    for (const [item, state] of this.#states) copy.#states.set(item, state);
    return copy;
  }
}

/** Reports each state that is written. */
export class WatchedStore extends MemoryStateStore {
  onSwap: (state: ItemState) => void = () => undefined;

  override async swap(item: string, expected: string | undefined, text: string): Promise<string> {
    const version = await super.swap(item, expected, text);
    this.onSwap(itemStateSchema.parse(JSON.parse(text)));
    return version;
  }
}

/** A plan of two sub-items that depend on each other. */
const CHAIN: readonly PlannedSubItem[] = [
  { id: 'types', title: 'Types', description: 'The types.', dependsOn: [] },
  { id: 'check', title: 'Check', description: 'The check.', dependsOn: ['types'] },
];

/** A plan of two sub-items that do not depend on each other, and one that depends on the first. */
export const PARALLEL_PLAN: readonly PlannedSubItem[] = [
  { id: 'one', title: 'One', description: 'The first.', dependsOn: [] },
  { id: 'two', title: 'Two', description: 'The second.', dependsOn: [] },
  { id: 'three', title: 'Three', description: 'The third.', dependsOn: ['one'] },
];

export interface ExecutorOptions {
  readonly plan?: readonly PlannedSubItem[];
  /** Called before the answer of an attempt. */
  readonly onAttempt?: (subItem: string, input: StageInput) => Promise<void>;
  /** The most that an attempt can cost. Default: 0.05. */
  readonly estimateUsd?: 0.05 | 'unknown';
  /** Why the item affects safety, found at intake. Default: it does not. */
  readonly safety?: readonly SafetyReason[];
  /** What scenarios say about the results. Default: skipped. */
  readonly scenarios?: (subItem: string) => Partial<ScenarioOutcome>;
  /** What the review says about the results. Default: nothing is found. */
  readonly review?: (subItem: string) => Partial<ReviewOutcome>;
}

/** Executors that answer at once: a specification, interfaces, and a plan. */
export function createExecutors(
  git: Git,
  { plan: subItems = CHAIN, onAttempt, estimateUsd = 0.05, safety = [], scenarios, review }: ExecutorOptions = {},
): ReadonlyMap<StageName, StageExecutor> {
  const commits = new Map<string, Promise<string>>();
  /** The same content has the same commit, as if it had been stored with the answer. */
  const commit = (parent: string, file: string): Promise<string> => {
    const key = `${parent} ${file}`;
    let made = commits.get(key);
    if (made === undefined) {
      made = writeTextCommit(git, { parent, files: { [file]: `${file}\n` }, message: file });
      commits.set(key, made);
    }
    return made;
  };
  const answered = (input: StageInput, outcome: Extract<ItemEvent, { type: 'answered' }>['outcome']): ItemEvent => {
    const { stage } = input.state;
    const hash = `${stage}-${stageRecordOf(input.state, stage).revision + 1}`;
    return { type: 'answered', stage, hash, value: {}, outcome, at: input.at };
  };
  const document = async (input: StageInput): Promise<readonly ItemEvent[]> => {
    const { state } = input;
    const revision = stageRecordOf(state, state.stage).revision + 1;
    const head = await commit(state.base.commit, `docs/${state.stage}-${revision}.md`);
    const title = `${state.stage} of ${state.title}`;
    return [answered(input, { effects: documentEffects(state, { title, body: title, commit: head }) })];
  };
  const plan = (input: StageInput): readonly ItemEvent[] => {
    const effects = subItems.map(({ id, title, description }) => ({
      type: 'sub-item' as const,
      key: subItemKey(input.state, id),
      subItem: id,
      title,
      body: description,
    }));
    return [answered(input, { effects, plan: { contract: { text: 'contract', hash: 'hash' }, subItems } })];
  };
  const generate = async (input: StageInput): Promise<readonly ItemEvent[]> => {
    const { state, subItem: id = '', at } = input;
    await onAttempt?.(id, input);
    const subItem = subItemOf(state, id);
    const [dependency] = subItem.dependsOn.map((name) => subItemOf(state, name));
    const base =
      dependency?.result === undefined || dependency.status === 'merged'
        ? state.base
        : {
            branch: `${state.policy.labelPrefix}/${state.item}/${state.round}/sub/${dependency.id}`,
            commit: dependency.result,
          };
    const result = await commit(base.commit, `src/${id}.ts`);
    const attempt = { number: subItem.attempts.length + 1, passed: true, codeHash: result, summary: '', costUsd: 0.01 };
    return [
      { type: 'sub-item-based', subItem: id, base },
      { type: 'attempted', subItem: id, attempt, result, at },
    ];
  };
  const placeOf = ({ state, subItem: id = '' }: StageInput) => [id, subItemOf(state, id).result ?? ''] as const;
  const execute: Partial<Record<StageName, (input: StageInput) => Promise<readonly ItemEvent[]>>> = {
    intake: (input) => Promise.resolve([answered(input, { effects: [], safety })]),
    architecture: document,
    interfaces: document,
    planning: (input) => Promise.resolve(plan(input)),
    generation: generate,
    scenarios: (input) => Promise.resolve([scenariosEnded(...placeOf(input), scenarios?.(placeOf(input)[0]))]),
    review: (input) => Promise.resolve([reviewed(...placeOf(input), review?.(placeOf(input)[0]))]),
  };
  return new Map(
    Object.entries(execute).map(([stage, run]): [StageName, StageExecutor] => [
      stage as StageName,
      {
        stage: stage as StageName,
        estimateUsd: () => Promise.resolve(estimateUsd === 'unknown' && stage === 'generation' ? undefined : 0.05),
        execute: async (input): Promise<StageExecution> => ({ events: await run(input), costUsd: 0.01 }),
      },
    ]),
  );
}

export interface StepOptions {
  readonly policy: Policy;
  readonly killer?: Killer;
  readonly hasOwnerEnded?: StepServices['hasOwnerEnded'];
  readonly now?: () => number;
  readonly audit?: AuditLog;
  /** Default: the forge of the scene. */
  readonly forge?: Forge;
  /** Default: the clock of the system. */
  readonly clock?: Clock;
  /** How many sub-items are generated at the same time. Default: 1. */
  readonly jobs?: number;
  /** Default: those of `jobs`. */
  readonly slots?: JobSlots;
  readonly signal?: AbortSignal;
}

function isTable(
  options: ExecutorOptions | ReadonlyMap<StageName, StageExecutor>,
): options is ReadonlyMap<StageName, StageExecutor> {
  return options instanceof Map;
}

/** Runs the steps of items on a forge, each as a separate process would. */
export class Steps {
  readonly #scene: ForgeScene;
  readonly #store: StateStore;
  readonly #executors: ReadonlyMap<StageName, StageExecutor>;

  constructor(
    scene: ForgeScene,
    store: StateStore = new MemoryStateStore(),
    options: ExecutorOptions | ReadonlyMap<StageName, StageExecutor> = {},
  ) {
    this.#scene = scene;
    this.#store = store;
    this.#executors = isTable(options) ? options : createExecutors(new Git(scene.user.folder), options);
  }

  async run(item: string, options: StepOptions): Promise<StepResult> {
    const { policy, killer, hasOwnerEnded, now = Date.now, audit, clock, jobs = 1 } = options;
    const { user } = this.#scene;
    const forge: Forge = options.forge ?? killer?.wrap(this.#scene.forge) ?? this.#scene.forge;
    const commit = (await user.readTip('main')) ?? '';
    return runStep(item, {
      forge,
      store: killer?.wrap(this.#store) ?? this.#store,
      executors: this.#executors,
      readTerms: () => Promise.resolve({ base: { branch: 'main', commit }, policy }),
      heartbeatLimitMs: 60_000,
      identity: { host: 'h', pid: 1, processToken: 't' },
      hasOwnerEnded: hasOwnerEnded ?? (() => Promise.resolve(true)),
      now,
      clock,
      audit: audit && (killer?.wrap(audit) ?? audit),
      slots: options.slots ?? new JobSlots(jobs - 1),
      signal: options.signal ?? signal,
    });
  }

  /** Runs steps until nothing happens. Returns their number. */
  async runToRest(item: string, options: StepOptions): Promise<{ readonly count: number; readonly last: StepResult }> {
    for (let count = 0; count < 50; count++) {
      const last = await this.run(item, options);
      if (last.outcome !== 'advanced') return { count, last };
    }
    throw new Error('The item never rests.');
  }
}
