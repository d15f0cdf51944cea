import type { TrajectoryResult } from '../scenario-report.ts';

export const DEFAULT_THRESHOLD = 0.95;
export const DEFAULT_TRAJECTORIES = 10;

/** How the trajectories of one scenario ended. */
export interface ScoredScenario {
  readonly trajectories: readonly ScoredTrajectory[];
}

export type ScoredTrajectory = Pick<TrajectoryResult, 'outcome' | 'decidedBy'> & {
  /** What kind of event decided. Two trajectories failed in the same way if it and `decidedBy` are equal. */
  readonly category?: string | undefined;
};

/** The result of a validation, in the words of `ScenarioReport`. */
export interface Score {
  readonly outcome: 'passed' | 'failed' | 'skipped' | 'environment';
  /** The satisfied share of the trajectories that reached the code; `null` if there is none. */
  readonly score: number | null;
}

/** [ASSERT-SCEN-004] The satisfied share of trajectories, from 0 to 1; `null` without trajectories. */
export function satisfiedShare(trajectories: readonly Pick<TrajectoryResult, 'outcome'>[]): number | null {
  if (trajectories.length === 0) return null;
  return trajectories.filter(({ outcome }) => outcome === 'satisfied').length / trajectories.length;
}

/**
 * [PIPE-8] Whether a scenario could not be run at all: all of its trajectories failed in the same way before they reached
 * the code under test. Trajectories that failed in different ways, or only some of them, count as unsatisfied.
 */
export function isEnvironmentFailure({ trajectories }: ScoredScenario): boolean {
  const [first] = trajectories;
  return (
    first !== undefined &&
    trajectories.every(
      ({ outcome, decidedBy, category }) =>
        outcome === 'environment' && decidedBy === first.decidedBy && category === first.category,
    )
  );
}

/**
 * Decides a validation [ASSERT-SCEN-005, -006, -007, -008].
 *
 * 1. Without scenarios: `skipped`.
 * 2. With a failure criterion that applied: `failed`, regardless of the score.
 * 3. The score is the satisfied share over all trajectories of the scenarios that are no environment failures. Below the
 *    threshold: `failed`.
 * 4. With a scenario that is an environment failure: `environment`, because the validation is incomplete.
 * 5. Otherwise `passed`. The threshold itself passes.
 */
export function decideScore(scenarios: readonly ScoredScenario[], threshold: number): Score {
  if (scenarios.length === 0) return { outcome: 'skipped', score: null };
  const counted = scenarios.filter((scenario) => !isEnvironmentFailure(scenario));
  const trajectories = counted.flatMap((scenario) => scenario.trajectories);
  const score = satisfiedShare(trajectories);
  if (trajectories.some(({ outcome }) => outcome === 'failure-criterion')) return { outcome: 'failed', score };
  if (score !== null && !reaches(score, threshold)) return { outcome: 'failed', score };
  if (counted.length < scenarios.length) return { outcome: 'environment', score };
  // Without any trajectory nothing was shown.
  return { outcome: score === null ? 'environment' : 'passed', score };
}

/** Whether a share is at or above a threshold, without an error of floating-point division. */
function reaches(score: number, threshold: number): boolean {
  return score >= threshold - 1e-9;
}
