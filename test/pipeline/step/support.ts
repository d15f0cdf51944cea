import { randomUUID } from 'node:crypto';
import type { AuditLog } from '../../../src/pipeline/state/audit-entry.ts';
import type { Forge } from '../../../src/pipeline/forge/forge.ts';
import { documentEffects } from '../../../src/pipeline/executors/document-effects.ts';
import type { StageExecution, StageExecutor, StageInput } from '../../../src/pipeline/step/stage-executor.ts';
import type { StageName } from '../../../src/pipeline/stage-names.ts';
import { stageRecordOf, subItemOf } from '../../../src/pipeline/state/changes.ts';
import type { ItemEvent } from '../../../src/pipeline/state/item-event.ts';
import type { Policy } from '../../../src/pipeline/state/policy.ts';
import { StaleStateError, type StateStore } from '../../../src/pipeline/state/state-store.ts';
import { subItemKey } from '../../../src/pipeline/state/effect-keys.ts';
import { runStep, type StepResult, type StepServices } from '../../../src/pipeline/step/run-step.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { writeTextCommit } from '../../../src/workspace/git/write-text-commit.ts';
import type { Killer } from './killer.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';

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
}

/** Executors that answer at once: a specification, interfaces, and a plan of two sub-items that depend on each other. */
export function createExecutors(git: Git): ReadonlyMap<StageName, StageExecutor> {
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
    const subItems = [
      { id: 'types', title: 'Types', description: 'The types.', dependsOn: [] },
      { id: 'check', title: 'Check', description: 'The check.', dependsOn: ['types'] },
    ];
    const effects = subItems.map(({ id, title, description }) => ({
      type: 'sub-item' as const,
      key: subItemKey(input.state, id),
      subItem: id,
      title,
      body: description,
    }));
    return [answered(input, { effects, plan: { contract: { text: 'contract', hash: 'hash' }, subItems } })];
  };
  const generate = async ({ state, subItem: id = '', at }: StageInput): Promise<readonly ItemEvent[]> => {
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
  const execute: Partial<Record<StageName, (input: StageInput) => Promise<readonly ItemEvent[]>>> = {
    intake: (input) => Promise.resolve([answered(input, { effects: [] })]),
    architecture: document,
    interfaces: document,
    planning: (input) => Promise.resolve(plan(input)),
    generation: generate,
  };
  return new Map(
    Object.entries(execute).map(([stage, run]): [StageName, StageExecutor] => [
      stage as StageName,
      {
        stage: stage as StageName,
        estimateUsd: () => Promise.resolve(0.05),
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
}

/** Runs the steps of items on a forge, each as a separate process would. */
export class Steps {
  readonly #scene: ForgeScene;
  readonly #store: StateStore;
  readonly #executors: ReadonlyMap<StageName, StageExecutor>;

  constructor(scene: ForgeScene, store: StateStore = new MemoryStateStore()) {
    this.#scene = scene;
    this.#store = store;
    this.#executors = createExecutors(new Git(scene.user.folder));
  }

  async run(item: string, { policy, killer, hasOwnerEnded, now = Date.now, audit }: StepOptions): Promise<StepResult> {
    const { user } = this.#scene;
    const forge: Forge = killer?.wrap(this.#scene.forge) ?? this.#scene.forge;
    const commit = (await user.git('rev-parse', 'main')).trim();
    return runStep(item, {
      forge,
      store: killer?.wrap(this.#store) ?? this.#store,
      executors: this.#executors,
      readTerms: () => Promise.resolve({ base: { branch: 'main', commit }, policy }),
      heartbeatLimitMs: 60_000,
      identity: { host: 'h', pid: 1, processToken: 't' },
      hasOwnerEnded: hasOwnerEnded ?? (() => Promise.resolve(true)),
      now,
      audit: audit && (killer?.wrap(audit) ?? audit),
      signal,
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
