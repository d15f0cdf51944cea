import type {
  ScenarioDocument,
  ScenarioEvent,
  ScenarioFiles,
  ScenarioReport,
  ScenarioResult,
  TrajectoryResult,
  TwinsDocument,
} from '../../engine.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { Style, Terminal } from '../base/terminal.ts';

const OUTCOME_STYLES: Readonly<Record<ScenarioReport['outcome'], Style>> = {
  passed: 'green',
  failed: 'red',
  skipped: 'yellow',
  environment: 'yellow',
};

const TRAJECTORY_MARKS: Readonly<Record<TrajectoryResult['outcome'], readonly [mark: string, style: Style]>> = {
  satisfied: ['✓', 'green'],
  unsatisfied: ['✗', 'red'],
  'failure-criterion': ['!', 'red'],
  environment: ['?', 'yellow'],
};

/** A line about the progress; `undefined` for events that need none. */
export function describeScenarioEvent(terminal: Terminal, event: ScenarioEvent): string | undefined {
  switch (event.type) {
    case 'scenario-started':
      return `${event.scenario}: ${event.title} (${formatTrajectories(event.trajectories)})`;
    case 'trajectory-started':
    case 'scenario-ended':
      return undefined;
    case 'trajectory-ended': {
      const { number, outcome, decidedBy, durationMs } = event.result;
      const [mark, style] = TRAJECTORY_MARKS[outcome];
      const reason = decidedBy === undefined ? '' : ` (${decidedBy})`;
      const duration = terminal.style('dim', `${(durationMs / 1000).toFixed(1)} s`);
      return `  ${terminal.style(style, mark)} ${event.scenario} ${number}/${event.of} ${outcome}${reason} ${duration}`;
    }
    case 'note':
      return `note: ${event.message}`;
  }
}

/** Prints a report with the distribution of each scenario. */
export function printScenarioReport(terminal: Terminal, report: ScenarioReport): void {
  const { outcome, score, threshold, scenarios, holdout, notes } = report;
  for (const scenario of scenarios) printScenario(terminal, scenario);
  for (const note of notes) terminal.result(`${terminal.style('yellow', 'note')} ${note}`);
  if (!holdout.enforced) terminal.result(`${terminal.style('yellow', 'holdout not enforced')} ${holdout.reason ?? ''}`);
  const share = score === null ? 'no score' : `score ${formatShare(score)}, threshold ${formatShare(threshold)}`;
  terminal.result(`${terminal.style(OUTCOME_STYLES[outcome], outcome)}: ${share}`);
}

function printScenario(terminal: Terminal, { id, title, file, score, planned, trajectories }: ScenarioResult): void {
  const distribution = trajectories
    .map(({ outcome }) => {
      const [mark, style] = TRAJECTORY_MARKS[outcome];
      return terminal.style(style, mark);
    })
    .join('');
  const ended =
    trajectories.length === planned
      ? formatTrajectories(planned)
      : `${trajectories.length} of ${formatTrajectories(planned)}`;
  const share = score === null ? 'no score' : formatShare(score);
  terminal.result(`${terminal.style('bold', id)} ${distribution} ${share} (${ended}) ${terminal.style('dim', title)}`);
  const shown = new Set<string>();
  for (const { number, outcome, decidedBy, observed } of trajectories) {
    const reason = `${outcome} ${decidedBy ?? ''}`;
    if (outcome === 'satisfied' || shown.has(reason)) continue;
    shown.add(reason);
    terminal.result(
      `  trajectory ${number}: ${outcome}${decidedBy === undefined ? '' : ` by ${decidedBy}`} in ${file}`,
    );
    terminal.result(observed.replace(/^/gm, '    '));
  }
}

/** Prints the scenarios and twins. */
export function printScenarioFiles(terminal: Terminal, { folder, scenarios, twins }: ScenarioFiles): void {
  if (folder !== undefined) terminal.result(`The scenarios are in ${folder}.`);
  if (scenarios.length === 0) terminal.result('There are no scenarios.');
  for (const { file, value, problems } of scenarios) {
    if (value === undefined) {
      terminal.result(`${terminal.style('red', file)}: ${formatCount(problems.length, 'problem')}`);
      continue;
    }
    const count = value.trajectories === undefined ? 'default trajectories' : formatTrajectories(value.trajectories);
    terminal.result(`${terminal.style('bold', value.id)} ${value.title} ${terminal.style('dim', file)}`);
    terminal.result(`  covers ${value.covers.join(', ')}; ${count}`);
    if (value.twins.length > 0) terminal.result(`  twins ${value.twins.join(', ')}`);
  }
  for (const { file, value } of twins) {
    for (const { id, title } of value?.twins ?? []) {
      terminal.result(`twin ${terminal.style('bold', id)} ${title ?? ''} ${terminal.style('dim', file)}`);
    }
  }
}

type Document = ScenarioDocument | TwinsDocument;

/** Prints the problems of scenario files. */
export function printScenarioProblems(terminal: Terminal, documents: readonly Document[]): void {
  const problems = documents.flatMap(({ file, problems: found }) => found.map((problem) => ({ file, ...problem })));
  for (const { file, severity, range, message } of problems) {
    const location = `${file}:${range.start.line}:${range.start.column}`;
    terminal.result(`${terminal.style(severity === 'error' ? 'red' : 'yellow', severity)} ${location} ${message}`);
  }
  terminal.result(`${formatCount(documents.length, 'file')}, ${formatCount(problems.length, 'problem')}`);
}

/** The public shape of `scenarios check --format json`, documented in docs/cli.md. */
export function scenarioProblemsJson(ok: boolean, documents: readonly Document[]): unknown {
  return {
    ok,
    files: documents.map(({ file, problems }) => ({
      file,
      problems: problems.map(({ severity, code, message, range }) => ({
        line: range.start.line,
        column: range.start.column,
        severity,
        code,
        message,
      })),
    })),
  };
}

function formatTrajectories(count: number): string {
  return formatCount(count, 'trajectory', 'trajectories');
}

function formatShare(share: number): string {
  return share.toFixed(2);
}
