import type { ScenarioStep } from '../files/scenario-file.ts';

/** The kinds of events that make a trajectory fail. Models receive their descriptions. */
export const FAILURE_CATEGORIES = {
  'failure-criterion': 'An explicit failure criterion applied.',
  criterion: 'An acceptance criterion is not met.',
  judgement: 'A model judged that an acceptance criterion is not met.',
  'not-judged': 'A model could not judge an acceptance criterion.',
  'exit-code': 'A command ended with an unexpected exit code.',
  signal: 'A command was ended by a signal.',
  timeout: 'A step did not end in time.',
  status: 'A response has an unexpected status.',
  'no-response': 'A request got no response.',
  start: 'A command or a service did not start.',
} as const;

export type FailureCategory = keyof typeof FAILURE_CATEGORIES;

/** Why a step did not succeed. */
export interface StepProblem {
  readonly category: FailureCategory;
  /** For people. It can contain text of the scenario. */
  readonly message: string;
  /** Whether the code under test cannot be the reason, although the step reaches it: a program is not installed. */
  readonly isEnvironment?: boolean | undefined;
}

/** What a step of a trajectory did. */
export interface StepObservation {
  readonly step: ScenarioStep;
  readonly kind: 'command' | 'script' | 'request' | 'service';
  /** Absent for requests, running services, and commands that were ended. */
  readonly exitCode?: number | undefined;
  readonly endedBySignal?: string | undefined;
  /** The status of the response. */
  readonly status?: number | undefined;
  /** Standard output and standard error, or the body of the response. */
  readonly output: string;
  /** What checks see by the id of the step: standard output, or the body of the response. */
  readonly standardOutput: string;
  readonly standardError: string;
  /** `undefined` if the step succeeded. */
  readonly problem: StepProblem | undefined;
}
