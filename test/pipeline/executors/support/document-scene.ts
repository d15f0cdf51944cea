import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { createAnalysis } from '../../../../src/verdicts/analysis/in-process-analysis.ts';
import type { ConfiguredModel } from '../../../../src/models/base/configured-model.ts';
import { configuredPrices, unknownPrice } from '../../../../src/models/cost/model-prices.ts';
import { createReplayModel } from '../../../../src/models/replay/replay-model.ts';
import { lastUserText } from '../../../../src/models/replay/conversation-step.ts';
import { requirePipelineSettings } from '../../../../src/workspace/configuration/pipeline/pipeline-document.ts';
import { toPolicy } from '../../../../src/pipeline/state/policy.ts';
import { PIPELINE_FILE } from '../../../../src/workspace/configuration/pipeline/pipeline-settings.ts';
import { createDocumentExecutors } from '../../../../src/pipeline/executors/create-document-executors.ts';
import type {
  DocumentExecutorServices,
  StageCall,
} from '../../../../src/pipeline/executors/document-executor-services.ts';
import type { Forge, ForgeItem } from '../../../../src/pipeline/forge/forge.ts';
import { itemStateSchema, type ItemState } from '../../../../src/pipeline/state/item-state.ts';
import { runStep, type StepResult } from '../../../../src/pipeline/step/run-step.ts';
import { readPlanSituation } from '../../../../src/verdicts/plan/plan-situation.ts';
import { systemClock } from '../../../../src/foundation/clock.ts';
import { Git } from '../../../../src/workspace/git/git.ts';
import { writeTextCommit } from '../../../../src/workspace/git/write-text-commit.ts';
import { openRepository } from '../../../../src/workspace/open-repository.ts';
import { signal, type ForgeScene } from '../../forge/support/forge-scene.ts';
import { createGithubScene } from '../../forge/support/github-scene.ts';
import { createLocalScene } from '../../forge/support/local-scene.ts';
import { MemoryStateStore } from '../../step/support.ts';
import { GitUser } from '../../../workspace/support/git-user.ts';
import { temporaryFolder } from '../../../workspace/support/temporary.ts';
import { toReply, type StageReply } from './stage-replies.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'shop', type: 'module' }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext', types: [], noEmit: true, allowImportingTsExtensions: true },
    include: ['src'],
  }),
  'src/orders.ts': 'export interface Order {\n  readonly id: string;\n}\n',
  'src/web/page.ts': "export const page = 'page';\n",
  'docs/standards.md': 'Amounts are in cents.\n',
};

const GATES = '{ architecture: auto, interfaces: auto, planning: human }';

export interface SceneOptions {
  readonly replies: readonly StageReply[];
  /** The gates of the configuration. Default: a person approves the plan. */
  readonly gates?: string;
  /** Added to the configuration of the pipeline. */
  readonly settings?: string;
  readonly services?: Partial<DocumentExecutorServices>;
  /** Throws instead of answering. */
  readonly failure?: () => Error;
  readonly prices?: 'known' | 'unknown';
  /** Default: the local forge. */
  readonly createForge?: () => Promise<ForgeScene>;
}

/** A local forge, a repository, and the real executors with a model that answers from a recording. */
export class DocumentScene implements AsyncDisposable {
  readonly forge: ForgeScene;
  /** The last message of each model call. */
  readonly prompts: string[] = [];
  readonly calls: StageCall[] = [];
  readonly store = new MemoryStateStore();
  /** The bodies of items that people edited. People cannot edit items of the local forge yet. */
  readonly #edited = new Map<string, string>();
  readonly #options: SceneOptions;
  readonly #opened: readonly AsyncDisposable[];
  readonly #services: DocumentExecutorServices;

  private constructor(
    forge: ForgeScene,
    options: SceneOptions,
    services: DocumentExecutorServices,
    opened: readonly AsyncDisposable[],
  ) {
    this.forge = forge;
    this.#options = options;
    this.#opened = opened;
    this.#services = {
      ...services,
      forge: this.#observedForge(),
      openModel: () => Promise.resolve(this.#createModel()),
      recordCall: (call) => {
        this.calls.push(call);
        return Promise.resolve();
      },
      ...options.services,
    };
  }

  static async create(options: SceneOptions): Promise<DocumentScene> {
    const forge = await (options.createForge ?? createLocalScene)();
    for (const [file, text] of Object.entries(FILES)) await forge.user.write(file, text);
    await forge.user.write(
      PIPELINE_FILE,
      `gates: ${options.gates ?? GATES}\ncontextFiles: [docs/standards.md]\n${options.settings ?? ''}`,
    );
    await forge.user.commit('a shop');
    const branches = branchesOf(forge);
    if (branches !== forge.user) await forge.user.git('push', '-q', branches.folder, 'main');
    const storage = await temporaryFolder();
    const repository = await openRepository({ folder: forge.user.folder, storage: storage.at('storage') });
    const analysis = createAnalysis({ environment: () => undefined });
    const git = new Git(forge.user.folder);
    const services: DocumentExecutorServices = {
      openModel: () => Promise.reject(new Error('not opened')),
      calls: { retry: { maxRetries: 0, baseDelayMs: 1, maxDelayMs: 1 }, stallTimeoutMs: 10_000, clock: systemClock },
      openCommit: (commit) => repository.openWorktree(commit),
      writeCommit: (commit) => writeTextCommit(git, commit),
      readSettings: async (commit) =>
        requirePipelineSettings((await repository.readFile(commit, PIPELINE_FILE))?.toString('utf8')),
      forge: forge.forge,
      readPlanSituation: (tree) => readPlanSituation(tree, analysis),
      isProtected: (path) => path.startsWith('.holdfast/'),
      redact: (text) => text,
    };
    return new DocumentScene(forge, options, services, [repository, analysis, storage, forge]);
  }

  #createModel(): ConfiguredModel {
    const { replies, failure, prices = 'known' } = this.#options;
    const replay = createReplayModel({ version: 1, replies: replies.map(toReply) }, 'scene.yaml', systemClock);
    return {
      reference: 'replay:scene.yaml',
      model: {
        ...replay,
        doStream: async (options: LanguageModelV4CallOptions) => {
          this.prompts.push(lastUserText(options.prompt));
          if (failure !== undefined) throw failure();
          return replay.doStream(options);
        },
      },
      supportsTools: true,
      price: prices === 'known' ? configuredPrices({ inputPerMillion: 1, outputPerMillion: 5 }) : unknownPrice,
      redact: (text) => text,
      secrets: [],
    };
  }

  /** Creates an item with the run label. */
  createItem(title: string, body: string): Promise<string> {
    return this.forge.people.createItem(title, ['holdfast:run'], body);
  }

  /** The repository that has the branches. */
  get branches(): GitUser {
    return branchesOf(this.forge);
  }

  editItem(id: string, body: string): void {
    this.#edited.set(id, body);
  }

  /** The stored state of an item. */
  async readState(item: string): Promise<ItemState> {
    const stored = await this.store.read(item);
    return itemStateSchema.parse(JSON.parse(stored?.text ?? ''));
  }

  /** The forge, with what people edited, and with an outsider who may not write. */
  #observedForge(): Forge {
    return new Proxy(this.forge.forge, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return async (...values: unknown[]): Promise<unknown> => {
          if (name === 'canWrite' && values[0] === 'outsider') return false;
          const result: unknown = await Reflect.apply(value, target, values);
          const body = name === 'readItem' ? this.#edited.get(String(values[0])) : undefined;
          return body === undefined ? result : { ...(result as ForgeItem), body };
        };
      },
    });
  }

  async step(item: string): Promise<StepResult> {
    const { user } = this.forge;
    const commit = (await user.git('rev-parse', 'main')).trim();
    const settings = await this.#services.readSettings(commit, signal);
    return runStep(item, {
      forge: this.#observedForge(),
      store: this.store,
      executors: new Map(createDocumentExecutors(this.#services).map((executor) => [executor.stage, executor])),
      readTerms: () => Promise.resolve({ base: { branch: 'main', commit }, policy: toPolicy(settings) }),
      heartbeatLimitMs: 60_000,
      identity: { host: 'h', pid: 1, processToken: 't' },
      hasOwnerEnded: () => Promise.resolve(true),
      now: Date.now,
      signal,
    });
  }

  /** Runs steps until the item rests, and returns its state. */
  async run(item: string): Promise<ItemState> {
    for (let count = 0; count < 30; count++) {
      const { outcome, state } = await this.step(item);
      if (outcome !== 'advanced' && state !== undefined) return state;
    }
    throw new Error('The item never rests.');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of this.#opened) await one[Symbol.asyncDispose]();
  }
}

/** The forges on which every behavior must be the same. */
export const FORGES: Readonly<Record<string, () => Promise<ForgeScene>>> = {
  local: createLocalScene,
  github: createGithubScene,
};

function branchesOf(forge: ForgeScene): GitUser {
  return 'bare' in forge && forge.bare instanceof GitUser ? forge.bare : forge.user;
}
