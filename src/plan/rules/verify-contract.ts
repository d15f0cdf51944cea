import type { RuleFinding } from '../finding.ts';
import { haveCreate } from '../fixes.ts';
import type { PlanFacts } from '../plan-facts.ts';
import type { PlanRule } from '../plan-rule.ts';
import { conditionPath } from '../tree-spelling.ts';

/** [COMP-R6] */
export const verifyContract: PlanRule = {
  id: 'R6',
  title: 'The verify contract is satisfied in the end',
  explanation:
    'A chunk after which the tree does not satisfy the verify contract yet is exempt from the verify command. A verify ' +
    'contract that the whole plan never satisfies would exempt every chunk: nothing would ever be verified.',
  severity: 'error',
  structural: false,
  check: (facts) => (facts.contract.verify?.requires ?? []).flatMap((_, index) => neverSatisfied(facts, index)),
};

function neverSatisfied(facts: PlanFacts, index: number): RuleFinding[] {
  const { contract, files, words, order, chunks } = facts;
  const condition = contract.verify?.requires[index];
  const path = condition === undefined ? undefined : conditionPath(condition.path);
  if (condition === undefined || path === undefined) return [];
  if (files.existsAtEnd(path) === (condition.kind === 'file_exists')) return [];
  const last = chunks[order.sequence.at(-1) ?? -1];
  const wanted = condition.kind === 'file_exists';
  return [
    {
      path,
      at: ['verify', 'requires', index],
      message: `The ${words.verify} is never fully satisfied by the plan: ${condition.kind} "${path}" is false once all chunks are done.`,
      satisfiedBy: wanted
        ? `A chunk with the postcondition file_exists "${path}".`
        : `A plan that does not leave "${path}" behind.`,
      ...(wanted && last ? { fix: haveCreate(last, path) } : {}),
    },
  ];
}
