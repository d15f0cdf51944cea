import { openPipelineDatabase } from '../database/pipeline-database.ts';
import { LocalForge } from '../forge/local/local-forge.ts';
import { LocalPeople } from '../forge/local/local-people.ts';
import { STAGE_NAMES } from '../../workspace/configuration/pipeline/stage-names.ts';
import { DatabaseStateStore } from '../state/database-state-store.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { Git } from '../../workspace/git/git.ts';
import type { EngineBasis } from '../../engine/services/engine-basis.ts';
import type { Pipeline } from './pipeline-types.ts';
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

type Parts = Omit<PipelineParts, 'createExecutors' | 'identity' | 'prefix' | 'audit' | 'repository' | 'telemetry'>;

/** What a forge needs to be opened. */
interface ForgeContext {
  readonly basis: Pick<EngineBasis, 'repository' | 'configuration' | 'historyFile' | 'keys' | 'environment'>;
  readonly git: Git;
  readonly prefix: string;
  readonly identity: PipelineParts['identity'];
  readonly signal: AbortSignal;
}

/**
 * Opens the pipeline of a folder on the configured forge. Models, the history and the analysis are opened only by a step
 * that executes a stage. The pipeline is closed with the engine.
 *
 * @throws HoldfastError `git` without a git repository, `configuration` without a token for the configured forge
 */
export async function openPipeline(basis: EngineBasis): Promise<Pipeline> {
  const { folder, prefix } = await requireGitRepository(basis);
  const git = new Git(folder);
  const signal = new AbortController().signal;
  const identity = readOwnerIdentity(basis.environment);
  const context: ForgeContext = { basis, git, prefix, identity, signal };
  const target = await findForgeTarget(await basis.configuration(), git);
  const opened = target.kind === 'local' ? await openLocal(context) : await openGithub(context, target);
  const { parts } = opened;
  basis.closeWithEngine({
    async [Symbol.asyncDispose]() {
      await parts.forge[Symbol.asyncDispose]();
      await opened.close();
    },
  });
  return new FolderPipeline({
    ...parts,
    identity,
    prefix,
    repository: () => basis.repository(),
    telemetry: () => basis.telemetry(),
    audit: {
      append: async (item, entries) => (await basis.openOrCreateHistory()).recordAudit(item, entries),
      read: async (item) => (await basis.history())?.readAudit(item) ?? [],
    },
    createExecutors: (step, stop) =>
      createLazyExecutors(EXECUTED_STAGES, async (baseCommit) => {
        const { composeExecutors } = await import('./compose-executors.ts');
        return composeExecutors({ basis, forge: parts.forge, git, base: parts.base }, baseCommit, step, stop);
      }),
  });
}

interface OpenedForge {
  readonly parts: Parts;
  readonly close: () => Promise<void>;
}

async function openLocal({ basis, git, prefix, identity }: ForgeContext): Promise<OpenedForge> {
  const database = await openPipelineDatabase(await basis.historyFile());
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
      readTree: async (commit, signal) => (await basis.repository()).readTree(commit, signal),
      findBaseBranch: async (signal) =>
        (await findLocalBaseBranch(git, (await basis.configuration()).forge.baseBranch, signal)).name,
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
  { basis, git, prefix, identity, signal }: ForgeContext,
  target: Extract<Awaited<ReturnType<typeof findForgeTarget>>, { kind: 'github' }>,
): Promise<OpenedForge> {
  const token = await requireForgeToken(target, basis);
  const [{ GithubForge }, { GitRefStateStore }] = await Promise.all([
    import('../forge/github/github-forge.ts'),
    import('../state/git-ref-state-store.ts'),
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
      readTree: async (commit, stop) => (await basis.repository()).readTree(commit, stop),
      findBaseBranch: async (stop) =>
        (await basis.configuration()).forge.baseBranch ?? (await forge.readDefaultBranch(stop)),
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
