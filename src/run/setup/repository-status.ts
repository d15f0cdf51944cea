import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError } from '../../foundation/errors.ts';
import { Git } from '../../workspace/git/git.ts';
import { readPlainText } from '../../workspace/plain-files/plain-file.ts';
import type { Repository } from '../../workspace/repository.ts';
import { findChangeBase } from '../change/change-base.ts';
import type { FolderServices } from '../services/folder-services.ts';
import type { NextStep, RepositoryStatus } from './setup-types.ts';

export interface StatusSources {
  readonly folder: string;
  readonly repository: () => Promise<Repository>;
  readonly configurationOf: FolderServices['configurationOf'];
  readonly contracts: FolderServices['contracts'];
  /** The agents that have files in the folder, and those whose hooks call Holdfast. */
  readonly agents: () => Promise<{ readonly used: readonly string[]; readonly hooked: readonly string[] }>;
}

/** [CHANGE-6] Reads the status of a repository. Changes nothing. */
export async function readStatus(sources: StatusSources, signal: AbortSignal): Promise<RepositoryStatus> {
  const repository = await sources.repository();
  const isGit = repository.commits !== undefined;
  const documents = await sources.contracts.readAll();
  const { used, hooked } = await sources.agents();
  const status = {
    isGit,
    contracts: {
      count: documents.length,
      chunks: documents.reduce((sum, { contract }) => sum + (contract?.chunks.length ?? 0), 0),
      broken: documents.filter(({ contract }) => contract === undefined).map(({ file }) => file),
    },
    change: isGit ? await findChange(sources, repository, signal) : undefined,
    agents: [...new Set([...used, ...hooked])].sort().map((name) => ({ name, isHooked: hooked.includes(name) })),
    hasCommitHook: isGit && (await hasCommitHook(repository, signal)),
    ciFile: await findCiFile(repository),
  };
  return { ...status, next: findNextStep(status) };
}

/** The one step that brings the most now. */
export function findNextStep({
  isGit,
  contracts,
  change,
  agents,
  hasCommitHook: isChecked,
  ciFile,
}: Omit<RepositoryStatus, 'next'>): NextStep {
  const [broken] = contracts.broken;
  if (!isGit) return { command: 'git init', reason: 'a change is compared with a commit' };
  if (broken !== undefined) return { command: 'holdfast check', reason: `${broken} has errors` };
  if (change !== undefined && change.files > 0) {
    return { command: `holdfast check --since ${change.since}`, reason: 'may this change be merged?' };
  }
  const unhooked = agents.filter(({ isHooked }) => !isHooked).map(({ name }) => name);
  if (unhooked.length > 0) {
    return { command: 'holdfast init --agents', reason: `hold ${unhooked.join(', ')} to what is agreed` };
  }
  if (!isChecked && ciFile === undefined) {
    return { command: 'holdfast init', reason: 'nothing checks a commit or a pull request yet' };
  }
  if (contracts.count === 0) return { command: 'holdfast init', reason: 'no contract says what the code must export' };
  return { command: 'holdfast check', reason: 'do the files hold the contracts?' };
}

async function findChange(
  sources: StatusSources,
  repository: Repository,
  signal: AbortSignal,
): Promise<RepositoryStatus['change']> {
  const services = { configurationOf: sources.configurationOf, repository: sources.repository };
  const git = new Git(repository.folder);
  try {
    const base = await findChangeBase(services, undefined, signal);
    if (base === undefined) return undefined;
    const call = { action: 'list the changed files', signal };
    const changed = await git.fields(['diff', '--name-only', '-z', '--relative', base, '--'], call);
    const created = await git.fields(['ls-files', '-z', '--others', '--exclude-standard'], call);
    return { files: new Set([...changed, ...created]).size, since: await nameOfBase(git, base, signal) };
  } catch (thrown) {
    // Without a common ancestor, or in a partial clone, there is nothing to compare with.
    if (thrown instanceof HoldfastError && thrown.code === 'git') return undefined;
    throw thrown;
  }
}

/** The branch that a person would name, or HEAD on the default branch itself. */
async function nameOfBase(git: Git, base: string, signal: AbortSignal): Promise<string> {
  const call = { action: 'read the branches', acceptedExitCodes: [1, 128], signal };
  if ((await git.text(['rev-parse', 'HEAD'], call)) === base) return 'HEAD';
  const remote = await git.text(['symbolic-ref', '--short', 'refs/remotes/origin/HEAD'], call);
  const candidates = [remote.replace(/^origin\//, ''), 'main', 'master', remote].filter((name) => name !== '');
  for (const name of candidates) {
    if ((await git.text(['merge-base', 'HEAD', name], call)) === base) return name;
  }
  return base.slice(0, 12);
}

async function hasCommitHook(repository: Repository, signal: AbortSignal): Promise<boolean> {
  const folder = await repository.findHooksFolder(signal).catch(() => undefined);
  const files = [
    ...(folder === undefined ? [] : [path.join(folder, 'pre-commit')]),
    ...['.husky/pre-commit', 'lefthook.yml', '.lefthook.yml', '.pre-commit-config.yaml'].map((file) =>
      path.join(repository.folder, file),
    ),
  ];
  for (const file of files) if (await mentionsHoldfast(file)) return true;
  return false;
}

const CI_FILES = [
  '.gitlab-ci.yml',
  'azure-pipelines.yml',
  '.circleci/config.yml',
  'Jenkinsfile',
  'bitbucket-pipelines.yml',
];

async function findCiFile({ folder }: Repository): Promise<string | undefined> {
  const workflows = await readdir(path.join(folder, '.github/workflows')).catch(() => []);
  const files = [
    ...workflows.filter((name) => /\.ya?ml$/.test(name)).map((name) => `.github/workflows/${name}`),
    ...CI_FILES,
  ];
  for (const file of files) if (await mentionsHoldfast(path.join(folder, file))) return file;
  return undefined;
}

async function mentionsHoldfast(file: string): Promise<boolean> {
  return /\bholdfast\b/.test(await readPlainText(file).catch(() => ''));
}
