/** What models and judges are made of. Loaded together, when the first one is opened. */
export { DEFAULT_RETRY_POLICY } from '../../models/calls/retry-policy.ts';
export { CostBudget } from '../../models/cost/cost-budget.ts';
export { createModel } from '../../models/create-model.ts';
export { RecordedAnswers } from '../../models/replay/record-model.ts';
export { createModelJudge } from '../../verdicts/gates/model-judge.ts';
