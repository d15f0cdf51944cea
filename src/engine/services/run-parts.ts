/** What only the services of a run are made of. They are loaded together, when the first run or full check starts. */
export { CostBudget } from '../../models/cost/cost-budget.ts';
export { createConstraintEvaluation } from '../../run/domains/constraint-evaluation.ts';
export { createDomainJudge } from '../../run/domains/domain-judge.ts';
export { openRunConfinement } from '../../run/services/run-confinement.ts';
