import { createHash } from 'node:crypto';
import path from 'node:path';
import { projectRoot } from '../../../scripts/project.ts';
import { createAnalysis } from '../../../../src/verdicts/analysis/in-process-analysis.ts';
import { BaseConfiguration } from '../../../../src/pipeline/opening/base-configuration.ts';
import { composeJudging } from '../../../../src/pipeline/opening/compose-judging.ts';
import { EngineServices } from '../../../../src/engine/services/engine-services.ts';
import { openGenerationRun } from '../../../../src/pipeline/opening/open-generation-run.ts';
import { createGenerationExecutor } from '../../../../src/pipeline/executors/generation/generation-executor.ts';
import {
  createReviewExecutor,
  type ReviewStageServices,
} from '../../../../src/pipeline/executors/judging/review-executor.ts';
import {
  createScenariosExecutor,
  type ScenarioStageServices,
} from '../../../../src/pipeline/executors/judging/scenarios-executor.ts';
import type { ReviewReport } from '../../../../src/verdicts/review/review-report.ts';
import type { ScenarioReport } from '../../../../src/verdicts/scenarios/scenario-report.ts';
import type { StoredDeclarations } from '../../../../src/pipeline/executors/stored-answers.ts';
import { startItem } from '../../../../src/pipeline/state/item-transitions.ts';
import { itemStateSchema, type ItemState } from '../../../../src/pipeline/state/item-state.ts';
import type { Policy } from '../../../../src/pipeline/state/policy.ts';
import type { StageExecutor } from '../../../../src/pipeline/step/stage-executor.ts';
import { runStep, type StepResult } from '../../../../src/pipeline/step/run-step.ts';
import type { RunEvent } from '../../../../src/run/report/run-events.ts';
import { JobSlots } from '../../../../src/foundation/job-slots.ts';
import { Git } from '../../../../src/workspace/git/git.ts';
import { systemClock } from '../../../../src/foundation/clock.ts';
import type { LoopbackServer, RecordedRequest, ScriptedReply } from '../../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../../servers/openai-chat.ts';
import { signal, type ForgeScene } from '../../forge/support/forge-scene.ts';
import { copyLocalScene } from '../../forge/support/local-scene.ts';
import { advanced, answered, apply, createPolicy } from '../../state/item-states.ts';
import { WatchedStore } from '../../step/support.ts';

/** A sub-item of a scene: a chunk that creates an export in one file. */
export interface SceneChunk {
  readonly id: string;
  readonly file: string;
  /** The name of the exported constant. */
  readonly creates: string;
  readonly dependsOn?: readonly string[];
  readonly consumes?: readonly string[];
  /** More keys of the chunk. */
  readonly more?: Readonly<Record<string, unknown>>;
}

export interface GenerationSceneOptions {
  readonly chunks: readonly SceneChunk[];
  /** Files that are committed to `main` before the item starts. */
  readonly files?: Readonly<Record<string, string>>;
  readonly policy?: Policy;
  /** Called before the model answers the first request of an attempt. If it throws, the server refuses the key. */
  readonly onPrompt?: (chunk: string) => Promise<void>;
  /** How many sub-items are generated at the same time. Default: 1. */
  readonly jobs?: number;
  /**
   * What scenarios and the review say about a change. `real`: the engine executes them, and the model answers the review as
   * `onRequest` says. Default: no scenario covers it, and nothing is found.
   */
  readonly judges?: SceneJudges | 'real';
  /** The answer of the model to another request than that of an attempt. Default: the review finds nothing. */
  readonly onRequest?: ((prompt: string) => unknown) | undefined;
  /** The specification with its front matter. */
  readonly specification?: string;
  /** Keys of the contract besides its chunks. */
  readonly contract?: Readonly<Record<string, unknown>>;
}

export interface SceneJudges {
  readonly runScenarios?: ScenarioStageServices['runScenarios'];
  readonly reviewChange?: ReviewStageServices['reviewChange'];
}

const SKIPPED: ScenarioReport = {
  outcome: 'skipped',
  score: null,
  threshold: 0.95,
  scenarios: [],
  holdout: { enforced: true },
  feedback: [],
  notes: [],
  costUsd: 0,
};

const NOTHING_FOUND: ReviewReport = {
  decision: 'proceed',
  findings: [],
  constraints: [],
  passes: [],
  warnings: [],
  costUsd: 0,
};

/** What the model writes in an attempt: the files, by path. Without an entry, it says that it is done. */
export type Answer = Readonly<Record<string, string>>;

type Answers = Readonly<Record<string, readonly Answer[]>>;

interface Prompt {
  readonly chunk: string;
  readonly text: string;
}

interface SceneParts {
  readonly options: GenerationSceneOptions;
  readonly answers: Answers;
  readonly server: LoopbackServer;
  readonly engine: EngineServices;
  readonly store: WatchedStore;
  readonly prompts: readonly Prompt[];
  readonly requests: readonly string[];
}

/** What an item needs to continue: its number, the text of its state, and the earlier prompts of the model. */
interface KeptScene extends Pick<SceneParts, 'options' | 'answers' | 'prompts'> {
  readonly item: string;
  readonly text: string;
}

/** An item at the start of generation on a forge, a real engine, and a model on a loopback server. */
export class GenerationScene implements AsyncDisposable {
  readonly forge: ForgeScene;
  readonly item: string;
  /** The first request of each attempt: the chunk and the prompt. */
  readonly prompts: readonly Prompt[];
  /** The requests that are not of attempts, such as those of reviews. */
  readonly requests: readonly string[];
  /** What was left out of prompts. */
  readonly notes: string[] = [];
  /** The attempts that were reported while they ran. */
  readonly progress: string[] = [];
  /** Whether steps compare changes with the base branch. */
  comparesChanges = true;
  readonly #server: LoopbackServer;
  readonly #engine: EngineServices;
  readonly #store: WatchedStore;
  readonly #policy: Policy;
  readonly #jobs: number;
  readonly #judges: SceneJudges | 'real';

  readonly #options: GenerationSceneOptions;
  readonly #answers: Answers;

  private constructor(forge: ForgeScene, item: string, parts: SceneParts) {
    this.forge = forge;
    this.item = item;
    this.prompts = parts.prompts;
    this.requests = parts.requests;
    this.#options = parts.options;
    this.#answers = parts.answers;
    this.#server = parts.server;
    this.#engine = parts.engine;
    this.#store = parts.store;
    this.#policy = parts.options.policy ?? createPolicy();
    this.#jobs = parts.options.jobs ?? 1;
    this.#judges = parts.options.judges ?? {};
  }

  /** @param answers what the model writes for a chunk, attempt by attempt; the last one repeats */
  static async open(forge: ForgeScene, options: GenerationSceneOptions, answers: Answers): Promise<GenerationScene> {
    const { chunks, files = {}, policy = createPolicy(), contract = {}, specification } = options;
    const { user } = forge;
    const all = { 'package.json': '{ "name": "sample", "type": "module" }\n', ...files };
    for (const [file, text] of Object.entries(all)) await user.write(file, text);
    const commit = await user.commit('sample');
    if (forge.forge.kind === 'github') await user.git('push', '-q', '../remote.git', 'main');
    const item = await forge.people.createItem('Health checks', ['holdfast:run']);
    const started = startItem({ item, title: 'Health checks', terms: { base: { branch: 'main', commit }, policy } });
    const state = plan(started, chunks, contract, specification);
    const text = JSON.stringify({ ...state, labels: ['holdfast:run'] });
    return GenerationScene.#start(forge, { item, text, prompts: [], options, answers });
  }

  /** The same item in a copy of the repository, with the local forge. This scene may not change meanwhile. */
  async copy(): Promise<GenerationScene> {
    const { text = '' } = (await this.#store.read(this.item)) ?? {};
    const kept = { item: this.item, text, prompts: this.prompts, options: this.#options, answers: this.#answers };
    return GenerationScene.#start(await copyLocalScene(this.forge), kept);
  }

  static async #start(
    forge: ForgeScene,
    { item, text, prompts: earlier, options, answers }: KeptScene,
  ): Promise<GenerationScene> {
    const { chunks, onPrompt, onRequest } = options;
    const { user } = forge;
    const prompts = [...earlier];
    const requests: string[] = [];
    const server = await startOpenAiChatServer(async (request) => {
      const count = prompts.length;
      const answer = reply(request, { chunks, answers, prompts, requests, onRequest });
      const prompt = prompts[count];
      try {
        if (prompt !== undefined) await onPrompt?.(prompt.chunk);
        return answer;
      } catch {
        return { status: 401, body: { error: { message: 'refused' } } };
      }
    });
    const environment: NodeJS.ProcessEnv = {
      HOLDFAST_MODEL: 'openai-compatible:test-model',
      // The services of tests are there.
      HOLDFAST_CONFINEMENT_READ: path.join(projectRoot, 'test', 'fixtures'),
      HOLDFAST_BASE_URL: server.baseUrl,
      HOLDFAST_API_KEY: 'sk-loopback-key',
    };
    const engine = new EngineServices({
      folder: user.folder,
      storage: path.join(user.folder, '..', 'storage'),
      trusted: () => true,
      analysis: (services) => createAnalysis({ ...services, environment: (name) => environment[name] }),
      settings: { environment, defaultLanding: 'commit' },
      models: { keys: (name) => Promise.resolve(environment[name]) },
      clock: systemClock,
      log: () => undefined,
    });
    const store = new WatchedStore();
    await store.swap(item, undefined, text);
    return new GenerationScene(forge, item, { server, engine, store, options, answers, prompts, requests });
  }

  /** Sets what is called with each state that is written. */
  set onState(listener: (state: ItemState) => void) {
    this.#store.onSwap = listener;
  }

  /** The state as it is stored. */
  async stored(): Promise<ItemState> {
    const { text = '' } = (await this.#store.read(this.item)) ?? {};
    return itemStateSchema.parse(JSON.parse(text));
  }

  #report(event: RunEvent): void {
    if (event.type === 'note' && event.message.startsWith('Left out')) this.notes.push(event.message);
    const line = describeProgress(event);
    if (line !== undefined) this.progress.push(line);
  }

  async #composeJudging(): Promise<readonly StageExecutor[]> {
    const { forge, user } = this.forge;
    const git = new Git(user.folder);
    const repository = await this.#engine.repository();
    const base = new BaseConfiguration({
      forge,
      git,
      prefix: '',
      findBaseBranch: () => Promise.resolve('main'),
      readTree: (commit, stop) => Promise.resolve(repository.readTree(commit, stop)),
    });
    return composeJudging({ basis: this.#engine, forge, git, base }, {});
  }

  /** Performs one step, as a separate process would. */
  async step(): Promise<StepResult> {
    const { forge, user } = this.forge;
    const repository = await this.#engine.repository();
    const executor = createGenerationExecutor({
      forge,
      repository,
      openRun: (request) => openGenerationRun(request, { basis: this.#engine, report: (event) => this.#report(event) }),
    });
    const judging = this.#judges === 'real' ? await this.#composeJudging() : createScriptedJudging(forge, this.#judges);
    const commit = (await user.git('rev-parse', 'main')).trim();
    return runStep(this.item, {
      forge,
      store: this.#store,
      executors: new Map([executor, ...judging].map((one) => [one.stage, one])),
      readTerms: () => Promise.resolve({ base: { branch: 'main', commit }, policy: this.#policy }),
      heartbeatLimitMs: 60_000,
      identity: { host: 'h', pid: 1, processToken: 't' },
      hasOwnerEnded: () => Promise.resolve(true),
      ...(this.comparesChanges ? { repository: () => Promise.resolve(repository) } : {}),
      now: Date.now,
      slots: new JobSlots(this.#jobs - 1),
      signal,
    });
  }

  /** Performs steps until nothing more happens without a person. */
  async rest(): Promise<ItemState> {
    for (let count = 0; count < 60; count++) {
      const { outcome, state } = await this.step();
      if (outcome !== 'advanced' && state !== undefined) return state;
    }
    throw new Error('The item never rests.');
  }

  /** Each sub-item with its stage, status and base. */
  static describe({ subItems }: ItemState): readonly string[] {
    return subItems.map(({ id, stage, status, base }) => `${id} ${stage} ${status} on ${base?.branch ?? 'nothing'}`);
  }

  async comments(): Promise<readonly string[]> {
    return (await this.forge.forge.listComments(this.item, undefined, signal)).map(({ body }) => body);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#engine[Symbol.asyncDispose]();
    await this.#server.close();
    await this.forge[Symbol.asyncDispose]();
  }
}

function createScriptedJudging(
  forge: ForgeScene['forge'],
  { runScenarios = () => Promise.resolve(SKIPPED), reviewChange = () => Promise.resolve(NOTHING_FOUND) }: SceneJudges,
): readonly StageExecutor[] {
  return [createScenariosExecutor({ forge, runScenarios }), createReviewExecutor({ forge, reviewChange })];
}

/** The item after planning. The first step performs its effects. */
function plan(
  item: ItemState,
  chunks: readonly SceneChunk[],
  contract: Readonly<Record<string, unknown>>,
  specification = SPECIFICATION,
): ItemState {
  const text = `${JSON.stringify(
    {
      version: 1,
      spec: { id: `item-${item.item}`, title: item.title },
      ...contract,
      chunks: chunks.map(({ id, file, creates, dependsOn = [], consumes = [], more = {} }) => ({
        id,
        title: titleOf(id),
        allowedFiles: [file],
        creates: [creates],
        dependsOn,
        consumes,
        assertions: [
          {
            type: 'assert',
            message: `Must export ${creates}`,
            check: { type: 'export_exists', target: creates, file },
          },
        ],
        ...more,
      })),
    },
    undefined,
    1,
  )}\n`;
  const hash = createHash('sha256').update(text, 'utf8').digest('hex');
  const subItems = chunks.map(({ id, dependsOn = [] }) => ({
    id,
    title: titleOf(id),
    description: `Creates ${id}.`,
    dependsOn: [...dependsOn],
  }));
  return apply(
    item,
    answered('intake'),
    advanced,
    answered('architecture', {}, { file: 'docs/specs/item.md', document: specification, commit: '' }),
    advanced,
    answered('interfaces', {}, designInterfaces(chunks)),
    advanced,
    answered('planning', { plan: { contract: { text, hash }, subItems } }, { plan: createPlanAnswer(chunks) }),
    advanced,
  );
}

export const SPECIFICATION = '# Health checks\n\nThe limit is three tries.\n';

/** A declaration file for each chunk. */
function designInterfaces(chunks: readonly SceneChunk[]): StoredDeclarations {
  return {
    files: chunks.map(({ file, creates }) => ({ path: file, text: `export declare const ${creates}: unknown;\n` })),
    interfaces: chunks.map(({ file, creates }) => ({ id: creates, name: creates, file, line: 1 })),
    commit: '',
  };
}

function createPlanAnswer(chunks: readonly SceneChunk[]): unknown {
  const subItems = chunks.map(({ id, creates }) => ({
    id,
    title: titleOf(id),
    reason: 'It is needed.',
    interfaces: [creates],
  }));
  return { description: 'Health checks.', subItems };
}

function describeProgress(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'chunk-started':
      return `${event.chunk}: up to ${event.maxAttempts} attempts`;
    case 'attempt-started':
      return `${event.chunk}: attempt ${event.number} of ${event.of} started`;
    case 'attempt-finished': {
      const { number, validation } = event.report;
      return `${event.chunk}: attempt ${number} of ${event.of} ${validation.passed ? 'passed' : 'failed'}`;
    }
    default:
      return undefined;
  }
}

function titleOf(id: string): string {
  return `Sub-item ${id}`;
}

interface ReplyContext extends Pick<GenerationSceneOptions, 'chunks' | 'onRequest'> {
  readonly answers: Answers;
  readonly prompts: Prompt[];
  readonly requests: string[];
}

function reply(
  { body }: RecordedRequest,
  { chunks, answers, prompts, requests, onRequest }: ReplyContext,
): ScriptedReply {
  const { messages } = body as { messages: readonly { role: string; content: unknown }[] };
  const usage = { input: 100, output: 100 };
  if (messages.at(-1)?.role === 'tool') return { text: 'Done.', usage };
  const text = messages
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
  const chunk = chunks.find(({ id }) => text.includes(`# Task: ${titleOf(id)}\n`));
  if (chunk === undefined) {
    requests.push(text);
    return { text: JSON.stringify(onRequest?.(text) ?? { findings: [] }), usage };
  }
  const number = prompts.filter((prompt) => prompt.chunk === chunk.id).length;
  prompts.push({ chunk: chunk.id, text });
  const known = answers[chunk.id] ?? [];
  const answer = known[number] ?? known.at(-1) ?? {};
  const toolCalls = Object.entries(answer).map(([file, content]) => ({
    name: 'write_file',
    input: { path: file, content },
  }));
  return toolCalls.length === 0 ? { text: 'Done.', usage } : { toolCalls, usage };
}
