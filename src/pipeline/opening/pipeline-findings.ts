import { requirePipelineSettings } from '../../workspace/configuration/pipeline/pipeline-document.ts';
import { PIPELINE_FILE, type PipelineSettings } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { readCommittedFile } from '../../workspace/commit-files.ts';
import { readBranch } from '../../workspace/git/branches.ts';
import { Git } from '../../workspace/git/git.ts';
import type { DoctorFinding } from '../../run/setup/setup-types.ts';
import type { EngineBasis } from '../../engine/services/engine-basis.ts';
import { describeLocalApproval, describeRequiredApproval } from './approval-finding.ts';
import { findLocalBaseBranch, type BaseBranch } from './base-branch.ts';
import { findForgeTarget, listTokenVariables, readForgeToken, type TokenContext } from './forge-target.ts';

/**
 * Reports the forge, its token, the base branch and the configuration on it, and whether GitHub requires the approval of
 * safety-affecting changes. Nothing without git.
 */
export async function pipelineFindings(
  basis: Pick<EngineBasis, 'repository' | 'configuration' | 'keys' | 'environment'>,
): Promise<readonly DoctorFinding[]> {
  const repository = await basis.repository();
  if (repository.kind !== 'git') return [];
  const git = new Git(repository.folder);
  const configuration = await basis.configuration();
  const findings = await forgeFindings(basis, configuration, git);
  const base = await findBase(configuration.forge.baseBranch, git);
  if ('level' in base) return [...findings, base];
  const message = `${base.name} (from ${base.source}), at ${base.commit.slice(0, 12)}`;
  const current = await repository.tree.readText(PIPELINE_FILE);
  const file = await configurationFinding({ git, prefix: repository.prefix, base, current });
  const settings =
    file.level === 'error' ? undefined : await readCommittedSettings(git, repository.prefix, base.commit);
  const approval = await approvalFinding(basis, configuration, git, { name: base.name, settings });
  return [...findings, { level: 'ok', subject: 'base branch', message }, file, ...approval];
}

async function forgeFindings(
  tokens: TokenContext,
  configuration: Parameters<typeof findForgeTarget>[0],
  git: Git,
): Promise<readonly DoctorFinding[]> {
  const target = await findForgeTarget(configuration, git);
  if (target.kind === 'local') {
    return [{ level: 'ok', subject: 'forge', message: 'local: work items are in the database of this repository' }];
  }
  const token = await readForgeToken(target, tokens);
  const message = `github: ${target.owner}/${target.repo} at ${target.apiUrl}`;
  return [
    { level: 'ok', subject: 'forge', message },
    token === undefined
      ? {
          level: 'error',
          subject: 'token',
          message: `none of ${listTokenVariables(target, tokens.environment).join(', ')} is set`,
          hint: 'Set one to a token with read and write access to contents, issues, pull requests and commit statuses.',
        }
      : { level: 'ok', subject: 'token', message: `${token.name} is set` },
  ];
}

/** The longest time that GitHub may take, in milliseconds. */
const REQUEST_LIMIT_MS = 15_000;

async function readCommittedSettings(git: Git, prefix: string, commit: string): Promise<PipelineSettings> {
  const bytes = await readCommittedFile(git, { commit, prefix }, PIPELINE_FILE);
  return requirePipelineSettings(bytes?.toString('utf8'));
}

/** Nothing if the configuration on the base branch is malformed, or if there is no token for GitHub. */
async function approvalFinding(
  tokens: TokenContext,
  configuration: Parameters<typeof findForgeTarget>[0],
  git: Git,
  base: { readonly name: string; readonly settings: PipelineSettings | undefined },
): Promise<readonly DoctorFinding[]> {
  if (base.settings === undefined) return [];
  const target = await findForgeTarget(configuration, git);
  if (target.kind === 'local') return [describeLocalApproval(base.settings)];
  const token = await readForgeToken(target, tokens);
  if (token === undefined) return [];
  const signal = AbortSignal.timeout(REQUEST_LIMIT_MS);
  const { GithubForge } = await import('../forge/github/github-forge.ts');
  try {
    await using forge = await GithubForge.open({ ...target, token: token.token, git }, signal);
    const required = await forge.readRequiredStatuses(base.name, signal);
    return [describeRequiredApproval(base.settings, base.name, required)];
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError)) throw thrown;
    return [{ level: 'warning', subject: 'human approval', message: thrown.message, hint: thrown.hint }];
  }
}

async function findBase(
  configured: string | undefined,
  git: Git,
): Promise<(BaseBranch & { readonly commit: string }) | DoctorFinding> {
  const subject = 'base branch';
  try {
    const base = await findLocalBaseBranch(git, configured, new AbortController().signal);
    const commit = await readBranch(git, base.name);
    if (commit !== undefined) return { ...base, commit };
    const hint = 'Create or fetch it, or change forge.baseBranch in holdfast.config.yaml.';
    return { level: 'warning', subject, message: `${base.name} (from ${base.source}) does not exist here`, hint };
  } catch (thrown) {
    // Only the pipeline needs it.
    if (!(thrown instanceof HoldfastError && thrown.code === 'configuration')) throw thrown;
    return { level: 'warning', subject, message: thrown.message, hint: thrown.hint };
  }
}

/** Whether the configuration that items use is valid, and whether it is the one that the user sees. */
async function configurationFinding({
  git,
  prefix,
  base,
  current,
}: {
  readonly git: Git;
  readonly prefix: string;
  readonly base: { readonly name: string; readonly commit: string };
  readonly current: string | undefined;
}): Promise<DoctorFinding> {
  const subject = 'pipeline';
  const committed = (await readCommittedFile(git, { commit: base.commit, prefix }, PIPELINE_FILE))?.toString('utf8');
  try {
    requirePipelineSettings(committed);
  } catch (thrown) {
    if (!(thrown instanceof HoldfastError)) throw thrown;
    return { level: 'error', subject, message: `On ${base.name}: ${thrown.message}`, hint: thrown.hint };
  }
  if (current !== committed) {
    const message = `${PIPELINE_FILE} in your files differs from ${base.name}. Work items use the one on ${base.name}`;
    return { level: 'warning', subject, message, hint: `Commit it to ${base.name}.` };
  }
  const message = committed === undefined ? `no ${PIPELINE_FILE}: the defaults apply` : `${PIPELINE_FILE} is valid`;
  return { level: 'ok', subject, message };
}
