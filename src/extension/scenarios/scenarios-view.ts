import * as l10n from '@vscode/l10n';
import type { ScenarioReport, ScenarioResult, TrajectoryResult } from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import {
  TRAJECTORY_OUTCOMES,
  type ScenariosAction,
  type ScenariosView,
  type ScenarioView,
} from '../../webview/protocol/scenarios-panel-data.ts';
import type { StatusView } from '../../webview/protocol/status-view.ts';
import { formatFailure } from '../base/failure.ts';
import { formatCost, formatDuration, formatShare } from '../base/report-labels.ts';
import type { JobState } from '../state/jobs.ts';

/** Creates the content of the scenarios panel. */
export function createScenariosView(
  { progress, result, failure }: JobState<ScenarioReport>,
  {
    folderName,
    trusted,
    recordedAt,
  }: { readonly folderName: string; readonly trusted: boolean; readonly recordedAt?: string | undefined },
): ScenariosView {
  return {
    title: l10n.t('Scenarios of {0}', folderName),
    status: progress === undefined ? describeReport(result) : { tone: 'busy', icon: 'sync', label: l10n.t('Running') },
    ...(recordedAt === undefined ? {} : { subject: l10n.t('from {0}', new Date(recordedAt).toLocaleString()) }),
    progress,
    failure: failure && formatFailure(failure),
    facts: result ? createFacts(result) : [],
    ...(result ? describeHoldout(result) : {}),
    notes: [...(result?.notes ?? [])],
    scenarios: result?.scenarios.map((scenario) => createScenarioView(scenario, result.threshold)) ?? [],
    actions: listActions(progress !== undefined, result !== undefined, trusted),
  };
}

function listActions(isRunning: boolean, hasResult: boolean, trusted: boolean): ScenariosAction[] {
  if (isRunning) return ['cancel'];
  return [...(trusted ? (['run'] as const) : []), ...(hasResult ? (['copy'] as const) : [])];
}

/** The verdict of a scenario validation. */
export function describeReport(report: ScenarioReport | undefined): StatusView {
  if (!report) return { tone: 'quiet', icon: 'circle-large-outline', label: l10n.t('Not run') };
  switch (report.outcome) {
    case 'passed':
      return { tone: 'good', icon: 'pass', label: l10n.t('Passed') };
    case 'failed':
      return { tone: 'bad', icon: 'error', label: l10n.t('Failed') };
    case 'skipped':
      return { tone: 'quiet', icon: 'dash', label: l10n.t('Skipped: no scenario covers the interfaces') };
    case 'environment':
      return {
        tone: 'attention',
        icon: 'debug-disconnect',
        label: l10n.t('Environment failure: no trajectory reached the code under test'),
      };
  }
}

function createFacts({ score, threshold, scenarios, holdout, costUsd }: ScenarioReport): ScenariosView['facts'] {
  const ended = scenarios.reduce((sum, { trajectories }) => sum + trajectories.length, 0);
  const planned = scenarios.reduce((sum, scenario) => sum + scenario.planned, 0);
  return [
    { name: l10n.t('Score'), value: formatShare(score) },
    { name: l10n.t('Threshold'), value: formatShare(threshold) },
    { name: l10n.t('Trajectories'), value: ended === planned ? String(ended) : l10n.t('{0} of {1}', ended, planned) },
    { name: l10n.t('Holdout'), value: holdout.enforced ? l10n.t('enforced') : l10n.t('not enforced') },
    { name: l10n.t('Cost'), value: formatCost(costUsd) },
  ];
}

function describeHoldout({ holdout }: ScenarioReport): Pick<ScenariosView, 'holdout'> {
  if (holdout.enforced) return {};
  return { holdout: l10n.t('Holdout not enforced{0}', holdout.reason === undefined ? '.' : `: ${holdout.reason}`) };
}

function createScenarioView(scenario: ScenarioResult, threshold: number): ScenarioView {
  const { id, title, file, score, planned, trajectories } = scenario;
  return {
    id,
    title,
    location: { file, line: 1, column: 1 },
    status: describeScenario(scenario, threshold),
    score: formatShare(score),
    planned,
    distribution: countOutcomes(scenario),
    trajectories: trajectories.map(({ number, outcome, decidedBy, durationMs, observed }) => ({
      number,
      outcome,
      decidedBy: decidedBy ?? '',
      duration: formatDuration(durationMs),
      observed,
    })),
  };
}

function describeScenario({ score, trajectories }: ScenarioResult, threshold: number): StatusView {
  const has = (outcome: TrajectoryResult['outcome']): boolean => trajectories.some((one) => one.outcome === outcome);
  if (has('failure-criterion')) return { tone: 'bad', icon: 'flame', label: l10n.t('A failure criterion was met') };
  if (trajectories.length > 0 && trajectories.every(({ outcome }) => outcome === 'environment'))
    return { tone: 'attention', icon: 'debug-disconnect', label: l10n.t('Environment failure') };
  if (score === null) return { tone: 'quiet', icon: 'circle-large-outline', label: l10n.t('Not run') };
  return score >= threshold
    ? { tone: 'good', icon: 'pass', label: l10n.t('At or above the threshold') }
    : { tone: 'bad', icon: 'error', label: l10n.t('Below the threshold') };
}

function countOutcomes({ planned, trajectories }: ScenarioResult): ScenarioView['distribution'] {
  const counts = TRAJECTORY_OUTCOMES.map((outcome) => ({
    outcome,
    count:
      outcome === 'not-run'
        ? Math.max(0, planned - trajectories.length)
        : trajectories.filter((one) => one.outcome === outcome).length,
  }));
  return counts.filter(({ count }) => count > 0);
}

/** A scenario validation as plain text. It can contain text of the scenarios, so it is not for a model. */
export function formatScenarios(report: ScenarioReport): string {
  const scenarios = report.scenarios.flatMap((scenario) => [
    l10n.t(
      '{0}: {1} ({2} of {3})',
      scenario.id,
      formatShare(scenario.score),
      countOutcomes(scenario)
        .map(({ outcome, count }) => `${count} ${outcome}`)
        .join(', '),
      formatCount(scenario.planned, l10n.t('trajectory'), l10n.t('trajectories')),
    ),
    ...scenario.trajectories
      .filter(({ outcome }) => outcome !== 'satisfied')
      .map(({ number, outcome, decidedBy }) =>
        decidedBy === undefined ? `  ${number}: ${outcome}` : `  ${number}: ${outcome} (${decidedBy})`,
      ),
  ]);
  const holdout = describeHoldout(report).holdout;
  return [
    l10n.t(
      '{0}: score {1}, threshold {2}',
      describeReport(report).label,
      formatShare(report.score),
      formatShare(report.threshold),
    ),
    ...scenarios,
    ...(holdout === undefined ? [] : [holdout]),
    ...report.notes,
  ]
    .join('\n')
    .concat('\n');
}
