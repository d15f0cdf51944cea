import { readPattern } from '../../checks/patterns/pattern.ts';
import type { FailureCriterion } from '../files/scenario-file.ts';
import { fillTemplatesInData, type TemplateValues } from '../files/templates.ts';
import { matchesStatus } from './run-step.ts';
import type { StepObservation } from './step-observation.ts';

/**
 * [ASSERT-SCEN-007] Whether an explicit failure criterion applies to a step that has run. Criteria with a check are
 * evaluated at the end of the trajectory.
 */
export function appliesTo(criterion: FailureCriterion, observation: StepObservation, values: TemplateValues): boolean {
  const { step, exitCode, status, flags } = criterion;
  if (step !== undefined && step !== observation.step.id) return false;
  if (exitCode !== undefined) return hasExitCode(exitCode, observation);
  if (status !== undefined) return observation.status !== undefined && matchesStatus(status, observation.status);
  if (criterion.pattern === undefined) return false;
  const { pattern } = fillTemplatesInData({ pattern: criterion.pattern }, values);
  const compiled = readPattern(pattern, flags ?? 'm');
  // The reader of scenarios accepts only patterns that run in linear time.
  return compiled.engine === 'linear' && compiled.find(observation.output.replaceAll('\r\n', '\n')) !== undefined;
}

function hasExitCode(
  expected: NonNullable<FailureCriterion['exitCode']>,
  { exitCode, endedBySignal }: StepObservation,
): boolean {
  if (expected === 'nonzero') return endedBySignal !== undefined || (exitCode !== undefined && exitCode !== 0);
  return exitCode !== undefined && [expected].flat().includes(exitCode);
}
