import { readPlan, type TriedReader } from '../plans/reading/read-plan.ts';
import { toContractNode } from '../plans/reading/plan-contract.ts';
import type { SourceNode } from '../source/source-node.ts';
import type { SourceProblem } from '../source/source-problem.ts';
import type { FormReading } from './contract-form.ts';

/** Reads the plan of another tool as a contract, with the places of the plan. */
export function readPlanForm(
  file: string,
  text: string,
): {
  readonly source: { readonly root: SourceNode | undefined; readonly problems: readonly SourceProblem[] };
  readonly reading: FormReading;
} {
  const { plan, tried } = readPlan(file, text);
  const root = plan === undefined || plan.tasks.length === 0 ? undefined : toContractNode(plan);
  const problems = root === undefined ? [unknownPlan(tried)] : [];
  const reading: FormReading = { form: 'plan', root, problems: [], spellKey: (path) => String(path.at(-1) ?? '') };
  return { source: { root, problems }, reading };
}

function unknownPlan(tried: readonly TriedReader[]): SourceProblem {
  return {
    code: 'unknown-plan',
    severity: 'error',
    message: `No reader of plans knows the text. ${describeTried(tried)}`,
    path: [],
    start: 0,
    end: 0,
  };
}

/** The readers that were tried, with what the text lacks for each. */
export function describeTried(tried: readonly TriedReader[]): string {
  return tried
    .map(({ tool, missing }) => (missing === undefined ? `${tool}: read.` : `${tool}: ${missing}.`))
    .join(' ');
}
