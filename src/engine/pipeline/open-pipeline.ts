import { openPipelineDatabase } from '../../pipeline/database/pipeline-database.ts';
import { LocalForge } from '../../pipeline/forge/local/local-forge.ts';
import { LocalPeople } from '../../pipeline/forge/local/local-people.ts';
import { STAGE_NAMES } from '../../pipeline/stage-names.ts';
import { DatabaseStateStore } from '../../pipeline/state/database-state-store.ts';
import { HoldfastError } from '../../shared/errors.ts';
import { Git } from '../../workspace/git/git.ts';
import type { EngineOptions } from '../services/engine-options.ts';
import type { Pipeline } from '../api/pipeline-types.ts';
import type { EngineServices } from '../services/engine-services.ts';
import { findLocalBaseBranch } from './base-branch.ts';
import { BaseConfiguration } from './base-configuration.ts';
import { FolderPipeline } from './folder-pipeline.ts';
import { findForgeTarget, requireForgeToken } from './forge-target.ts';
import { createLazyExecutors } from './lazy-executors.ts';
import { createOwnerCheck, readOwnerIdentity } from './lock-owner.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { requireGitRepository } from './require-git-repository.ts';

/** The stages that an executor performs. Integration only opens the pull request, which is an effect. */
const EXECUTED_STAGES = STAGE_NAMES.filter((stage) => stage !== 'integration');

export interface OpenedPipeline extends AsyncDisposable {
  readonly pipeline: Pipeline;
}

type Parts = Omit<PipelineParts, 'createExecutors' | 'identity' | 'prefix' | 'audit' | 'repository' | 'telemetry'>;

/** What a forge needs to be opened. */
interface ForgeContext {
  readonly services: EngineServices;
  readonly options: EngineOptions;
  readonly git: Git;
  readonly prefix: string;
  readonly identity: PipelineParts['identity'];
  readonly signal: AbortSignal;
}

/**
 * Opens the pipeline of a folder on the configured forge. Models, the history and the analysis are opened only by a step
 * that executes a stage.
 *
 * @throws HoldfastError `git` without a git repository, `configuration` without a token for the configured forge
 */
export async function openPipeline(services: EngineServices, options: EngineOptions): Promise<OpenedPipeline> {
  const { folder, prefix } = await requireGitRepository(services);
  const git = new Git(folder);
  const signal = new AbortController().signal;
  const identity = readOwnerIdentity(options.settings.environment);
  const context: ForgeContext = { services, options, git, prefix, identity, signal };
  const target = await findForgeTarget(await services.configuration(), git);
  const opened = target.kind === 'local' ? await openLocal(context) : await openGithub(context, target);
  const { parts } = opened;
  return {
    pipeline: new FolderPipeline({
      ...parts,
      identity,
      prefix,
      repository: () => services.repository(),
      telemetry: () => services.telemetry(),
      audit: {
        append: async (item, entries) => (await services.openOrCreateHistory()).recordAudit(item, entries),
        read: async (item) => (await services.history())?.readAudit(item) ?? [],
      },
      createExecutors: (step, stop) =>
        createLazyExecutors(EXECUTED_STAGES, async (baseCommit) => {
          const { composeExecutors } = await import('./compose-executors.ts');
          return composeExecutors({ services, forge: parts.forge, git, base: parts.base }, baseCommit, step, stop);
        }),
    }),
    async [Symbol.asyncDispose]() {
      await parts.forge[Symbol.asyncDispose]();
      await opened.close();
    },
  };
}

interface OpenedForge {
  readonly parts: Parts;
  readonly close: () => Promise<void>;
}

async function openLocal({ services, git, prefix, identity }: ForgeContext): Promise<OpenedForge> {
  const database = await openPipelineDatabase(await services.histories.file());
  const forge = new LocalForge({ database, git });
  const people = async (): Promise<LocalPeople> => new LocalPeople(await readPersonName(git), { database, git });
  const parts: Parts = {
    forge,
    store: new DatabaseStateStore(database),
    git,
    base: new BaseConfiguration({
      forge,
      git,
      prefix,
      readTree: async (commit, signal) => (await services.repository()).readTree(commit, signal),
      findBaseBranch: async (signal) =>
        (await findLocalBaseBranch(git, (await services.configuration()).forge.baseBranch, signal)).name,
    }),
    comment: async (item, body) => {
      await (await people()).comment(item, body);
    },
    local: {
      createItem: async (item) => (await people()).createItem(item),
      setOpen: async (item, isOpen) => (await people()).setOpen(item, isOpen),
      editItem: async (item, change) => (await people()).editItem(item, change),
      listPullRequests: (signal) => forge.listPullRequests(signal),
      comment: async (number, body) => {
        await (await people()).comment(String(number), body);
      },
      review: async (number, verdict, body, comments, signal) =>
        (await people()).review(number, verdict, body, signal, comments),
    },
    hasOwnerEnded: createOwnerCheck(identity, () => Promise.resolve(undefined)),
  };
  return { parts, close: () => database.close() };
}

async function openGithub(
  { services, options, git, prefix, identity, signal }: ForgeContext,
  target: Extract<Awaited<ReturnType<typeof findForgeTarget>>, { kind: 'github' }>,
): Promise<OpenedForge> {
  const { environment } = options.settings;
  const token = await requireForgeToken(target, { keys: options.models.keys, environment });
  const [{ GithubForge }, { GitRefStateStore }] = await Promise.all([
    import('../../pipeline/forge/github/github-forge.ts'),
    import('../../pipeline/state/git-ref-state-store.ts'),
  ]);
  const forge = await GithubForge.open({ ...target, token, git }, signal);
  const parts: Parts = {
    forge,
    store: new GitRefStateStore({ remote: forge.remote, fallbackPrefix: 'holdfast' }),
    git,
    base: new BaseConfiguration({
      forge,
      git,
      prefix,
      readTree: async (commit, stop) => (await services.repository()).readTree(commit, stop),
      findBaseBranch: async (stop) =>
        (await services.configuration()).forge.baseBranch ?? (await forge.readDefaultBranch(stop)),
    }),
    comment: (item, body, stop) => forge.commentAsPerson(item, body, stop),
    local: undefined,
    hasOwnerEnded: createOwnerCheck(identity, (run) => forge.hasWorkflowRunEnded(run, signal)),
  };
  return { parts, close: () => Promise.resolve() };
}

/** The name of the person who uses this repository. */
async function readPersonName(git: Git): Promise<string> {
  const name = await git.text(['config', '--get', 'user.name'], { action: 'read your name', acceptedExitCodes: [1] });
  if (name !== '') return name;
  throw new HoldfastError('configuration', 'Failed to read your name: git has no user.name.', {
    hint: 'Set it with: git config --global user.name "Your Name"',
  });
}
