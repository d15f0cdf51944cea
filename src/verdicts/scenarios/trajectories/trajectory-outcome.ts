import type { TrajectoryResult } from '../scenario-report.ts';
import type { FailureCategory, StepObservation } from './step-observation.ts';

const OBSERVED_CHARACTERS = 2_000;

/** How a trajectory ended, with what is not part of the report. */
export interface TrajectoryOutcome {
  readonly result: TrajectoryResult;
  /** `undefined` if the trajectory is satisfied. */
  readonly category: FailureCategory | undefined;
  /** The steps that ran, without setup. */
  readonly observations: readonly StepObservation[];
  /** What people must know, for example that a twin ended early. */
  readonly notes: readonly string[];
}

/** What decided a trajectory. */
export interface Ending {
  readonly outcome: TrajectoryResult['outcome'];
  readonly decidedBy?: string | undefined;
  readonly category?: FailureCategory | undefined;
  /** For people. */
  readonly message: string;
}

/** What a step did, for people. */
export function describeObservation({ step, exitCode, endedBySignal, status, output }: StepObservation): string {
  const facts = [
    ...(exitCode === undefined ? [] : [`exit code ${exitCode}`]),
    ...(endedBySignal === undefined ? [] : [`ended by ${endedBySignal}`]),
    ...(status === undefined ? [] : [`status ${status}`]),
  ];
  const text = output.trim();
  const shown = text.length > OBSERVED_CHARACTERS ? `… ${text.slice(-OBSERVED_CHARACTERS)}` : text;
  return [`${step.id}: ${facts.join(', ') || 'started'}`, ...(shown === '' ? [] : [shown])].join('\n');
}
