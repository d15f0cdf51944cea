import type { Analysis } from '../analysis/analysis.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { PlanCheckOptions } from '../engine.ts';
import { applyAllFixes, applyFix } from '../plan/apply-fixes.ts';
import type { PlanFix } from '../plan/finding.ts';
import { checkPlan, type PlanCheck } from '../plan/check-plan.ts';
import { planSituation } from '../plan/plan-situation.ts';
import type { SourceTree } from '../workspace/source-tree.ts';
import type { ContractFiles } from './contract-files.ts';

/** Judges a plan against the tree of one folder as it is now. Nothing is executed and nothing is written. */
export async function checkPlanOf(
  parts: { readonly tree: SourceTree; readonly contracts: ContractFiles; readonly analysis: Analysis },
  file: string,
  options: PlanCheckOptions,
): Promise<PlanCheck & { readonly document: ContractDocument }> {
  const { tree, analysis } = parts;
  const document =
    options.text === undefined ? await parts.contracts.one(file) : await parts.contracts.read(file, options.text);
  const check = await checkPlan({ ...(await planSituation(tree, analysis)), document });
  return { ...check, document };
}

/** The text of a plan with one fix made, or with all; undefined where the one fix cannot be made. */
export async function fixPlanOf(
  parts: { readonly tree: SourceTree; readonly contracts: ContractFiles; readonly analysis: Analysis },
  file: string,
  fix: PlanFix | undefined,
): Promise<string | undefined> {
  const document = await parts.contracts.one(file);
  if (fix) return applyFix(document, fix);
  const situation = await planSituation(parts.tree, parts.analysis);
  return applyAllFixes(document, async (text) => {
    const { findings } = await checkPlan({ ...situation, document: await parts.contracts.read(file, text) });
    return findings;
  });
}
