import type { AssertionResult } from '../../checks/interfaces/result.ts';
import { withDefaultFlags } from '../../../contract/format-version.ts';
import type { Requirement } from '../../../contract/requirements.ts';
import type { CommandRules } from '../../../workspace/processes/command-rules.ts';
import { criterionId, type ScenarioFile } from '../files/scenario-file.ts';
import { fillTemplatesInData, type TemplateValues } from '../files/templates.ts';
import type { StepObservation, FailureCategory } from './step-observation.ts';
import type { TrajectoryServices } from './trajectory-services.ts';

export interface JudgeInput {
  readonly scenario: ScenarioFile;
  /** Absolute path of the tree of the trajectory. */
  readonly root: string;
  readonly observations: readonly StepObservation[];
  readonly values: TemplateValues;
  readonly rules: CommandRules;
  readonly signal: AbortSignal;
}

/** A criterion that decides against a trajectory. */
export interface CriterionFailure {
  readonly id: string;
  readonly category: FailureCategory;
  /** For people. */
  readonly message: string;
}

/**
 * Evaluates the criteria at the end of a trajectory. Returns the first explicit failure criterion that applies, else the
 * first acceptance criterion that is not met; `undefined` if the trajectory is satisfied.
 */
export async function judgeTrajectory(
  { analysis, judgeAccount, commandTimeoutMs, validatorsFrom }: TrajectoryServices,
  { scenario, root, observations, values, rules, signal }: JudgeInput,
): Promise<CriterionFailure | undefined> {
  const failures = scenario.failure.flatMap(({ check, message }, index) =>
    check === undefined ? [] : [{ index, assertion: { type: 'assert' as const, message, check } }],
  );
  const acceptance = scenario.acceptance.map(({ type, message, condition, check }) => ({
    type,
    message,
    condition,
    check,
  }));
  const requirements: readonly Requirement[] = [...failures.map(({ assertion }) => assertion), ...acceptance].map(
    (assertion) => ({ assertion: fillTemplatesInData(withDefaultFlags(assertion), values), origin: [] }),
  );
  const results = await analysis.check(
    {
      root,
      requirements,
      resources: [],
      steps: [],
      stepOutputs: outputsOf(observations),
      allowedFiles: [],
      trusted: true,
      judgeAccount,
      commandTimeoutMs,
      commandRules: rules,
      validatorsFrom,
    },
    { signal },
  );
  for (const [position, { index }] of failures.entries()) {
    const result = results[position];
    // A check that cannot be evaluated does not show that the failure happened.
    if (result === undefined || result.passed || result.error !== undefined) continue;
    const id = criterionId('failure', scenario.failure[index] ?? {}, index);
    return { id, category: 'failure-criterion', message: describe(result) };
  }
  return findUnmet(scenario, results.slice(failures.length)) ?? findUnevaluated(scenario, failures, results);
}

function findUnmet(scenario: ScenarioFile, results: readonly AssertionResult[]): CriterionFailure | undefined {
  for (const [index, criterion] of scenario.acceptance.entries()) {
    const result = results[index];
    if (criterion.type === 'suggest' || result?.passed === true) continue;
    const id = criterionId('acceptance', criterion, index);
    const message = result === undefined ? 'It was not evaluated.' : describe(result);
    if (!criterion.judgement) return { id, category: 'criterion', message };
    const category = result?.error === undefined ? 'judgement' : 'not-judged';
    return { id, category, message };
  }
  return undefined;
}

/** A failure criterion that cannot be evaluated: nothing shows that the failure did not happen. */
function findUnevaluated(
  scenario: ScenarioFile,
  failures: readonly { readonly index: number }[],
  results: readonly AssertionResult[],
): CriterionFailure | undefined {
  for (const [position, { index }] of failures.entries()) {
    const result = results[position];
    if (result?.error === undefined) continue;
    const id = criterionId('failure', scenario.failure[index] ?? {}, index);
    return { id, category: 'criterion', message: describe(result) };
  }
  return undefined;
}

/**
 * The texts that checks can refer to: the output of a step by its id, and its exit code, status and standard error by the
 * id with a suffix.
 */
function outputsOf(observations: readonly StepObservation[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    observations.flatMap(({ step, standardOutput, standardError, exitCode, status }) => [
      [step.id, standardOutput],
      [`${step.id}.stderr`, standardError],
      ...(exitCode === undefined ? [] : [[`${step.id}.exitCode`, String(exitCode)]]),
      ...(status === undefined ? [] : [[`${step.id}.status`, String(status)]]),
    ]),
  ) as Record<string, string>;
}

function describe({ assertion, expected, actual, error }: AssertionResult): string {
  return [
    assertion.message,
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...(error === undefined ? [] : [`Not evaluated: ${error}`]),
  ].join('\n');
}
