import type { ScenarioReport, ScenarioResult } from '../../../verdicts/scenarios/scenario-report.ts';
import type { ScenarioOutcome } from '../../state/judgement.ts';
import type { StageExecutor } from '../../step/stage-executor.ts';
import { createJudgingExecutor, type JudgingServices } from './judge-result.ts';
import type { JudgedChange } from './judged-change.ts';

export interface ScenarioStageServices extends JudgingServices {
  /** Runs the scenarios that cover the interfaces of a change in trees of its result, with the settings of its terms. */
  readonly runScenarios: (change: JudgedChange) => Promise<ScenarioReport>;
}

/** The most scenarios of which the state keeps a score. */
const MAX_SCENARIOS = 100;
const MAX_FEEDBACK = 40;
const MAX_TEXT = 4_000;

/** Tries the result of a sub-item in the scenarios that cover its interfaces. */
export function createScenariosExecutor(services: ScenarioStageServices): StageExecutor {
  return createJudgingExecutor('scenarios', services, async (change, { at }) => {
    const report = await services.runScenarios(change);
    return {
      costUsd: report.costUsd,
      event: {
        type: 'scenarios-ended',
        subItem: change.subItem.id,
        outcome: toScenarioOutcome(report, change.commit, at),
        feedback: report.feedback.slice(0, MAX_FEEDBACK).map((text) => text.slice(0, MAX_TEXT)),
        ...(report.outcome === 'environment' ? { environment: describeEnvironment(report) } : {}),
        at,
      },
    };
  });
}

/** What the state keeps of a report: numbers and ids. */
export function toScenarioOutcome(report: ScenarioReport, commit: string, at: string): ScenarioOutcome {
  const { outcome, score, threshold, scenarios, holdout } = report;
  const gap = holdout.enforced || outcome === 'skipped' ? undefined : (holdout.reason ?? 'the reason is not known');
  return {
    commit,
    outcome,
    score,
    threshold,
    trajectories: scenarios.reduce((sum, scenario) => sum + scenario.trajectories.length, 0),
    scenarios: scenarios.slice(0, MAX_SCENARIOS).map((scenario) => ({
      id: scenario.id,
      score: scenario.score,
      planned: scenario.planned,
      satisfied: count(scenario, 'satisfied'),
      unsatisfied: count(scenario, 'unsatisfied'),
      failed: count(scenario, 'failure-criterion'),
      environment: count(scenario, 'environment'),
    })),
    ...(gap === undefined ? {} : { holdoutGap: gap }),
    at,
  };
}

function count({ trajectories }: ScenarioResult, outcome: ScenarioResult['trajectories'][number]['outcome']): number {
  return trajectories.filter((trajectory) => trajectory.outcome === outcome).length;
}

/** Why no trajectory reached the code, for people [PIPE-8]. */
function describeEnvironment({ notes, scenarios }: ScenarioReport): string {
  const [first] = scenarios.flatMap(({ trajectories }) => trajectories);
  const decided = first?.decidedBy === undefined ? '' : ` (${first.decidedBy})`;
  const observed = first === undefined ? [] : [`The first trajectory${decided}: ${first.observed.slice(0, MAX_TEXT)}`];
  return [...notes, ...observed].join('\n');
}
