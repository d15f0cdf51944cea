import type { CommandReport } from '../report/run-result.ts';
import type { Problems } from './command-validation.ts';

/**
 * The problem that a failed build failed before the run, too; undefined if it did not.
 * @param baseline the build on the base, if it ran there
 */
export function describeFailureBefore(
  build: CommandReport | undefined,
  baseline: CommandReport | undefined,
): Problems[number] | undefined {
  if (build?.passed !== false || baseline?.passed !== false) return undefined;
  // A failed setup takes the place of the build.
  if (build.stage !== 'build' || build.command !== baseline.command) return undefined;
  return { stage: 'build', message: 'The build was already failing before this run. It must pass after your changes.' };
}
