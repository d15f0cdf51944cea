import { formatCount } from '../../../foundation/format-count.ts';
import { FAILURE_CATEGORIES, type FailureCategory, type StepObservation } from '../trajectories/step-observation.ts';
import type { HiddenTexts } from './hidden-texts.ts';
import { sanitizeFeedback } from './sanitize-feedback.ts';

/** The trajectories of one scenario that give feedback. */
export interface FailedScenario {
  readonly id: string;
  /** The number of trajectories that ended. */
  readonly ended: number;
  readonly failures: readonly {
    readonly category: FailureCategory;
    readonly observations: readonly StepObservation[];
  }[];
}

/** How many characters of the output of a step are shown. */
const SHOWN_CHARACTERS = 1_500;

/**
 * [ASSERT-SCEN-006] What the next attempt receives about a scenario: its id, the categories of its failures, and what was
 * observed, without text of any scenario. Expectations, messages of criteria, ids of steps and the reasons of a model that
 * judged are left out.
 *
 * @param hidden `undefined` if output cannot be searched for texts of scenarios: then none is shown
 */
export function createFeedback({ id, ended, failures }: FailedScenario, hidden: HiddenTexts | undefined): string {
  const counts = new Map<FailureCategory, number>();
  for (const { category } of failures) counts.set(category, (counts.get(category) ?? 0) + 1);
  const lines = [...counts].map(
    ([category, count]) => `- ${FAILURE_CATEGORIES[category]} (${formatCount(count, 'trajectory', 'trajectories')})`,
  );
  const observed = distinct(failures.map(({ observations }) => describeObservations(observations, hidden)));
  return [
    `Scenario ${id}: ${failures.length} of ${formatCount(ended, 'trajectory', 'trajectories')} failed.`,
    ...lines,
    ...observed.slice(0, MAX_OBSERVATIONS).map((text) => `Observed:\n${text}`),
  ].join('\n');
}

/** How many different observations are shown for one scenario. */
const MAX_OBSERVATIONS = 2;

function describeObservations(observations: readonly StepObservation[], hidden: HiddenTexts | undefined): string {
  return observations
    .map((observation, index) => {
      const name = `${KIND_NAMES[observation.kind]} (step ${index + 1} of ${observations.length})`;
      return [`${name}: ${describeEnd(observation)}`, ...outputLines(observation, hidden)].join('\n');
    })
    .join('\n');
}

const KIND_NAMES: Readonly<Record<StepObservation['kind'], string>> = {
  command: 'A command',
  script: 'A script',
  request: 'A request',
  service: 'A service',
};

/** What ended a step. These facts are the behavior of the code, so they are shown although a scenario may name them. */
function describeEnd({ kind, exitCode, endedBySignal, status, problem }: StepObservation): string {
  if (status !== undefined) return `the response has the status ${status}`;
  if (endedBySignal !== undefined) return `ended by ${endedBySignal}`;
  if (exitCode !== undefined) return `exit code ${exitCode}`;
  switch (problem?.category) {
    case 'timeout':
      return 'did not end in time';
    case 'no-response':
      return 'no response';
    case 'start':
      return 'did not start';
    default:
      return kind === 'service' ? 'runs' : 'ended';
  }
}

function outputLines({ output, kind }: StepObservation, hidden: HiddenTexts | undefined): readonly string[] {
  if (hidden === undefined) return ['Its output is not shown.'];
  const text = sanitizeFeedback(output, hidden).trim();
  if (text === '') return [kind === 'request' ? 'The body is empty.' : 'It printed nothing.'];
  const shown = text.length > SHOWN_CHARACTERS ? `…${text.slice(-SHOWN_CHARACTERS)}` : text;
  return [shown.replace(/^/gm, '  ')];
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}
