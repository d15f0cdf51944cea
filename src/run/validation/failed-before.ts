import type { CommandReport } from '../report/run-result.ts';
import type { Problems } from './command-validation.ts';

/**
 * The problem that a failed command failed before the run, too; undefined if it did not. It is not reported of acceptance
 * commands: their tests can exist before the code, so that a failure on the base says nothing about its cause.
 * @param baseline the report of the same stage on the base, if it ran there
 */
export function describeFailureBefore(
  report: CommandReport | undefined,
  baseline: CommandReport | undefined,
): Problems[number] | undefined {
  if (report?.passed !== false || baseline?.passed !== false) return undefined;
  const { stage, command } = report;
  if (stage !== 'build' && stage !== 'verify') return undefined;
  if (baseline.stage !== stage || baseline.command !== command) return undefined;
  const name = stage === 'build' ? 'The build' : 'The verification';
  return { stage, message: `${name} was already failing before this run. It must pass after your changes.` };
}
