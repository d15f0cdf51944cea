import { HOLDOUT_FILES, SCENARIOS_FOLDER } from '../../../workspace/configuration/shared-files.ts';
import { CancelledError, HoldfastError, throwIfCancelled } from '../../../foundation/errors.ts';
import { createFeedback } from '../feedback/create-feedback.ts';
import { readHiddenTexts } from '../feedback/read-hidden-texts.ts';
import { readScenarioSet, requireValidSet, selectScenarios, type Scenario } from '../files/scenario-set.ts';
import type { ScenarioSource } from '../files/scenario-source.ts';
import type { Twin } from '../files/twins-file.ts';
import type { ScenarioReport } from '../scenario-report.ts';
import {
  DEFAULT_THRESHOLD,
  DEFAULT_TRAJECTORIES,
  decideScore,
  isEnvironmentFailure,
  satisfiedShare,
} from '../scoring/score.ts';
import { FreePorts } from '../services/free-ports.ts';
import { runTrajectory } from '../trajectories/run-trajectory.ts';
import type { TrajectoryOutcome } from '../trajectories/trajectory-outcome.ts';
import type { TrajectoryServices } from '../trajectories/trajectory-services.ts';
import { runInParallel } from './run-in-parallel.ts';
import type { ScenarioEvent } from './scenario-events.ts';

export interface ScenarioRunInput {
  /** The commit under test. */
  readonly commit: string;
  /** The scenario files that apply: those of the terms, never those of the commit under test. */
  readonly source: ScenarioSource;
  /** Selects the scenarios that cover one of these interfaces. Default: all. */
  readonly covers?: readonly string[] | undefined;
  /** Selects scenarios by id. Default: all. */
  readonly ids?: readonly string[] | undefined;
  /** From 0 to 1. Default: 0.95. */
  readonly threshold?: number | undefined;
  /** The number of trajectories of scenarios that set none. Default: 10. */
  readonly trajectories?: number | undefined;
  /** The number of trajectories of every scenario, regardless of what it sets. */
  readonly forceTrajectories?: number | undefined;
  /** How many trajectories run in parallel. Default: 1. */
  readonly jobs?: number | undefined;
  /** Whether the code was generated without access to the scenarios. It becomes a part of the report. */
  readonly holdout: ScenarioReport['holdout'];
}

export interface ScenarioServices extends TrajectoryServices {
  /** What the judgements of this validation have cost until now, in USD; `null` if unknown. Default: nothing. */
  readonly judgeCostUsd?: (() => number | null) | undefined;
  readonly onEvent: (event: ScenarioEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs the scenarios that cover the given interfaces, and scores them.
 *
 * @throws HoldfastError `configuration` if the scenarios have errors, an id does not exist, or a model must judge and none is
 * configured
 * @throws CancelledError if the signal is aborted
 */
export async function runScenarios(input: ScenarioRunInput, services: ScenarioServices): Promise<ScenarioReport> {
  const threshold = input.threshold ?? DEFAULT_THRESHOLD;
  const set = await readScenarioSet(input.source);
  requireValidSet(set);
  requireKnownIds(set.scenarios, input.ids);
  const selected = selectScenarios(set.scenarios, input);
  if (services.judgeAccount === undefined) requireNoJudgement(selected);
  const runs = selected.map((scenario) => new ScenarioRun(scenario, plannedTrajectories(scenario, input)));
  await runAll(runs, set.twins, input, services);
  throwIfCancelled(services.signal, 'run the scenarios');
  return createReport(runs, threshold, input, services);
}

/** The trajectories of one scenario. */
class ScenarioRun {
  readonly scenario: Scenario;
  readonly planned: number;
  readonly outcomes: TrajectoryOutcome[] = [];

  constructor(scenario: Scenario, planned: number) {
    this.scenario = scenario;
    this.planned = planned;
  }

  get trajectories() {
    return this.outcomes.map(({ result }) => result).sort((one, other) => one.number - other.number);
  }

  /** The trajectories in the form in which they are scored. */
  get scored() {
    return { trajectories: this.outcomes.map(({ result, category }) => ({ ...result, category })) };
  }
}

function plannedTrajectories({ definition }: Scenario, { trajectories, forceTrajectories }: ScenarioRunInput): number {
  return forceTrajectories ?? definition.trajectories ?? trajectories ?? DEFAULT_TRAJECTORIES;
}

async function runAll(
  runs: readonly ScenarioRun[],
  twins: readonly Twin[],
  input: ScenarioRunInput,
  services: ScenarioServices,
): Promise<void> {
  // [ASSERT-SCEN-007] Stops all other trajectories as soon as a failure criterion applies.
  const stop = new AbortController();
  const signal = AbortSignal.any([services.signal, stop.signal]);
  const ports = new FreePorts();
  const jobs = runs.flatMap((run) => {
    const needed = twins.filter(({ id }) => run.scenario.definition.twins.includes(id));
    return Array.from({ length: run.planned }, (_, index) => ({
      // Trajectories that need the same port wait for each other.
      isExclusive: usesFixedPort(run.scenario, needed),
      work: async (): Promise<void> => {
        if (signal.aborted) return;
        const { id, title } = run.scenario.definition;
        const number = index + 1;
        if (index === 0) services.onEvent({ type: 'scenario-started', scenario: id, title, trajectories: run.planned });
        services.onEvent({ type: 'trajectory-started', scenario: id, number, of: run.planned });
        const outcome = await runUnlessStopped(
          () =>
            runTrajectory(services, {
              scenario: run.scenario,
              twins: needed,
              source: input.source,
              commit: input.commit,
              without: HOLDOUT_FILES,
              number,
              of: run.planned,
              ports,
              signal,
            }),
          stop,
        );
        if (outcome === undefined) return;
        run.outcomes.push(outcome);
        if (outcome.result.outcome === 'failure-criterion') stop.abort();
        services.onEvent({ type: 'trajectory-ended', scenario: id, of: run.planned, result: outcome.result });
        if (run.outcomes.length === run.planned) {
          services.onEvent({ type: 'scenario-ended', scenario: id, score: satisfiedShare(run.trajectories) });
        }
      },
    }));
  });
  await runInParallel(jobs, input.jobs ?? 1);
}

/** A trajectory that was ended because another one failed has no result. */
async function runUnlessStopped<Result>(
  work: () => Promise<Result>,
  stop: AbortController,
): Promise<Result | undefined> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof CancelledError && stop.signal.aborted) return undefined;
    // The validation fails as a whole, so the other trajectories end, too.
    stop.abort();
    throw thrown;
  }
}

function usesFixedPort({ definition }: Scenario, twins: readonly Twin[]): boolean {
  return [...twins, ...definition.steps].some(({ port }) => typeof port === 'number');
}

async function createReport(
  runs: readonly ScenarioRun[],
  threshold: number,
  input: ScenarioRunInput,
  services: ScenarioServices,
): Promise<ScenarioReport> {
  const { outcome, score } = decideScore(
    runs.map(({ scored }) => scored),
    threshold,
  );
  const notes = runs.flatMap(({ outcomes }) => outcomes.flatMap((one) => one.notes));
  const environment = runs.filter(({ scored }) => isEnvironmentFailure(scored));
  return {
    outcome,
    score,
    threshold,
    scenarios: runs.map(({ scenario, planned, trajectories }) => ({
      id: scenario.definition.id,
      title: scenario.definition.title,
      file: scenario.file,
      score: satisfiedShare(trajectories),
      planned,
      trajectories,
    })),
    holdout: input.holdout,
    feedback: outcome === 'failed' ? await collectFeedback(runs, input) : [],
    notes: [
      ...new Set([...environment.map(describeEnvironmentFailure), ...notes]),
      ...(runs.length === 0 ? [describeNoScenario(input)] : []),
    ],
    costUsd: services.judgeCostUsd === undefined ? 0 : services.judgeCostUsd(),
  };
}

/** [ASSERT-SCEN-006, PIPE-8] What the next attempt receives. Failures of the environment are no feedback. */
async function collectFeedback(runs: readonly ScenarioRun[], { source }: ScenarioRunInput): Promise<string[]> {
  const failed = runs.flatMap(({ scenario, outcomes }) => {
    const failures = outcomes.flatMap(({ result, category, observations }) =>
      category === undefined || result.outcome === 'environment' ? [] : [{ category, observations }],
    );
    return failures.length === 0 ? [] : [{ id: scenario.definition.id, ended: outcomes.length, failures }];
  });
  if (failed.length === 0) return [];
  const hidden = await readHiddenTexts(source);
  return failed.map((one) => createFeedback(one, hidden));
}

function describeEnvironmentFailure({ scenario, trajectories }: ScenarioRun): string {
  const [first] = trajectories;
  const where = first?.decidedBy === undefined ? '' : ` at "${first.decidedBy}"`;
  return `All trajectories of ${scenario.definition.id} failed${where} before they reached the code under test: ${first?.observed.split('\n')[0] ?? ''}`;
}

function describeNoScenario({ covers }: ScenarioRunInput): string {
  return covers === undefined
    ? `There is no scenario in ${SCENARIOS_FOLDER}.`
    : `No scenario covers ${covers.length === 0 ? 'an interface of this change' : covers.join(', ')}.`;
}

function requireKnownIds(scenarios: readonly Scenario[], ids: readonly string[] | undefined): void {
  const known = scenarios.map(({ definition }) => definition.id);
  const unknown = (ids ?? []).filter((id) => !known.includes(id));
  if (unknown.length === 0) return;
  throw new HoldfastError('not-found', `Failed to run the scenarios: there is no scenario ${unknown.join(', ')}`, {
    hint: known.length === 0 ? `Add one to ${SCENARIOS_FOLDER}.` : `The scenarios are ${known.join(', ')}.`,
  });
}

function requireNoJudgement(scenarios: readonly Scenario[]): void {
  const judged = scenarios.find(({ definition }) =>
    definition.acceptance.some(({ judgement, type }) => judgement && type === 'assert'),
  );
  if (judged === undefined) return;
  throw new HoldfastError(
    'configuration',
    `Failed to run the scenario ${judged.definition.id}: a model judges it, and no model is configured`,
    { hint: 'Configure a model, or use another check.' },
  );
}
