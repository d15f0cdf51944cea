import type { PlanRule } from './plan-rule.ts';

/** [COMP-COND] */
export const conditions: PlanRule = {
  id: 'COND',
  title: 'Conditions can be evaluated',
  explanation:
    'A condition is file_exists or file_absent on one relative path inside the workspace: no absolute path, no "..", ' +
    'no pattern. A work order only writes files, so a postcondition of a manifest must be file_exists.',
  severity: 'error',
  runEffect: 'none',
  structural: true,
  claims: ({ path }) =>
    path.some((step) => step === 'preconditions' || step === 'postconditions' || step === 'requires'),
  check: () => [],
};
