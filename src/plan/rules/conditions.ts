import type { PlanRule } from '../plan-rule.ts';

/** [COMP-COND] */
export const conditions: PlanRule = {
  id: 'COND',
  title: 'Conditions can be decided',
  explanation:
    'A condition is file_exists or file_absent on one relative path inside the workspace: no absolute path, no "..", ' +
    'no pattern. A work order writes files and removes none, so in a manifest a postcondition may only be file_exists.',
  severity: 'error',
  structural: true,
  claims: ({ path }) =>
    path.some((step) => step === 'preconditions' || step === 'postconditions' || step === 'requires'),
  check: () => [],
};
