import { findDependencyProblem, type DependencyProblem } from '../../workspace/worktree/missing-packages.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { Blocker, CommandReport } from '../report/run-result.ts';
import type { RunServices } from '../services/run-services.ts';
import { describeCommand } from '../validation/stage-command.ts';

/** The number of missing packages to name. */
const MAX_NAMES = 5;

/**
 * [EDIT-8] The blocker for a build that fails on the base, with the likely cause. It stops the whole run: every attempt
 * starts from this tree, so that each would fail and cost money.
 */
export async function createFailingBuildBlocker(
  report: CommandReport,
  { attempt, services }: { readonly attempt: AttemptWorktree; readonly services: Pick<RunServices, 'repository'> },
): Promise<Blocker> {
  const problem = await findDependencyProblem(attempt.root, attempt.topLevel, services.repository.folder);
  const cause = problem === undefined ? [] : [describeDependencies(problem)];
  // If packages are missing, that is the cause, and not what the command did not receive.
  const shown = (problem?.missing.length ?? 0) > 0 ? { ...report, withheld: undefined } : report;
  const details = [...cause, `The build fails before the first attempt: ${describeCommand(shown)}`];
  return { type: 'failing_build', item: report.command, stopsRun: true, details: details.join(' ') };
}

function describeDependencies({ missing, newerLock, install }: DependencyProblem): string {
  const remedy = `Run "${install}".`;
  if (missing.length === 0) {
    return `The installed dependencies may be outdated: ${newerLock ?? 'the lock file'} is newer. ${remedy}`;
  }
  const more = missing.length > MAX_NAMES ? ` and ${missing.length - MAX_NAMES} more` : '';
  return `Dependencies are not installed: node_modules has no ${missing.slice(0, MAX_NAMES).join(', ')}${more}. ${remedy}`;
}
