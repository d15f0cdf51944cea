/**
 * The value of a condition, and why it is known.
 *
 * - `constant`: in every run
 * - `judged`: where changes are judged, that is in continuous integration and under a test runner
 * - `unset`: in a run without a variable that only a test reads
 */
export interface ConditionValue {
  readonly holds: boolean;
  readonly because: 'constant' | 'judged' | 'unset';
}

/** When a branch is executed, if the statement around it is. */
export type BranchExecution = 'always' | 'sometimes' | 'never';

/** The variables that are set where tests are judged. */
const SET_WHERE_JUDGED =
  /^(?:CI|CI_\w+|IS_CI|CONTINUOUS_INTEGRATION|GITHUB_(?:ACTIONS?|RUN_ID|WORKFLOW)|GITLAB_CI|TRAVIS|CIRCLECI|BUILDKITE|JENKINS_URL|TF_BUILD|APPVEYOR|NODE_ENV|VITEST\w*|JEST_WORKER_ID|MOCHA_\w+|PYTEST_CURRENT_TEST|PYTEST_VERSION|TEST_ENV|NODE_TEST_CONTEXT)$/;

/** Whether an environment variable is set. One that only a test knows is not. */
export function readEnvironmentVariable(name: string): ConditionValue {
  return SET_WHERE_JUDGED.test(name) ? { holds: true, because: 'judged' } : { holds: false, because: 'unset' };
}

export function constantValue(holds: boolean): ConditionValue {
  return { holds, because: 'constant' };
}

export function negate(value: ConditionValue | undefined): ConditionValue | undefined {
  return value && { ...value, holds: !value.holds };
}

/** The value of `a && b` or `a || b`. */
export function combineConditions(
  operator: 'and' | 'or',
  values: readonly (ConditionValue | undefined)[],
): ConditionValue | undefined {
  const deciding = operator === 'or';
  const decided = values.filter((value) => value?.holds === deciding);
  const known = values.filter((value) => value !== undefined);
  if (decided.length > 0) return decided.find((value) => value?.because === 'constant') ?? decided[0];
  if (known.length < values.length) return undefined;
  return known.find(({ because }) => because !== 'constant') ?? constantValue(!deciding);
}

/** When the two branches of a condition are executed. */
export function branchesOf(
  value: ConditionValue | undefined,
): readonly [then: BranchExecution, otherwise: BranchExecution] {
  if (value === undefined) return ['sometimes', 'sometimes'];
  const taken = value.because === 'constant' ? 'always' : 'sometimes';
  return value.holds ? [taken, 'never'] : ['never', taken];
}

/** The execution of a branch of a statement that is itself executed so. */
export function combineExecutions(outer: BranchExecution, inner: BranchExecution): BranchExecution {
  if (outer === 'never' || inner === 'never') return 'never';
  return outer === 'sometimes' ? 'sometimes' : inner;
}
