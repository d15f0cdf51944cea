import type { Analysis } from '../analysis/analysis.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Chunk } from '../contract/model.ts';
import { checkPlan } from '../plan/check-plan.ts';
import type { RuleId } from '../plan/finding.ts';
import { planSituation } from '../plan/plan-situation.ts';
import type { AttemptTree } from '../workspace/attempt-tree.ts';
import type { Blocker } from './result.ts';

/**
 * The rules whose findings no attempt can mend: a chunk that contradicts itself, that may not create what it must, or
 * whose commands need what will not be there. Of the others, preflight asks the tree itself (R1 and what is consumed),
 * or a chunk can succeed in spite of them.
 */
const NOT_TO_BE_MENDED: ReadonlySet<RuleId> = new Set<RuleId>(['R2', 'R3', 'R5']);

/** What the plan itself says against a chunk, judged on the tree that its attempts start from. */
export async function planErrors(input: {
  readonly document: ContractDocument;
  readonly chunk: Chunk;
  readonly attempt: AttemptTree;
  readonly analysis: Analysis;
}): Promise<readonly Blocker[]> {
  const { document, chunk, attempt, analysis } = input;
  const { findings } = await checkPlan({ ...(await planSituation(attempt.tree, analysis)), document });
  return findings
    .filter(({ rule, severity, chunk: id }) => severity === 'error' && id === chunk.id && NOT_TO_BE_MENDED.has(rule))
    .map(({ rule, path, message }) => ({
      type: 'plan_error',
      ...(path === undefined ? {} : { item: path }),
      details: `Rule ${rule} of plans: ${message}`,
    }));
}
