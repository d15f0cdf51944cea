import type { PlanFacts } from '../facts/plan-facts.ts';
import { conditionPath } from '../facts/plan-path.ts';
import type { RuleFinding } from '../findings/finding.ts';
import { addFileToChunk } from '../findings/fixes.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R6] */
export const verifyContract: PlanRule = {
  id: 'R6',
  title: 'The plan satisfies the verify contract',
  explanation:
    'A chunk is exempt from the verify command if the tree does not satisfy the verify contract after it. A verify ' +
    'contract that the plan never satisfies would exempt every chunk, so that nothing would be verified.',
  severity: 'error',
  structural: false,
  check: (facts) => (facts.contract.verify?.requires ?? []).flatMap((_, index) => checkRequirement(facts, index)),
};

function checkRequirement(facts: PlanFacts, index: number): RuleFinding[] {
  const { contract, files, keyNames, order, chunks } = facts;
  const condition = contract.verify?.requires[index];
  const path = condition === undefined ? undefined : conditionPath(condition.path);
  if (condition === undefined || path === undefined) return [];
  if (files.existsAtEnd(path) === (condition.kind === 'file_exists')) return [];
  const last = chunks[order.sequence.at(-1) ?? -1];
  const mustExist = condition.kind === 'file_exists';
  return [
    {
      path,
      at: ['verify', 'requires', index],
      message: `The ${keyNames.verify} is never fully satisfied by the plan: ${condition.kind} "${path}" is false when all chunks are complete.`,
      satisfiedBy: mustExist
        ? `Add the postcondition file_exists "${path}" to a chunk.`
        : `Remove the condition, or let the plan not create "${path}".`,
      ...(mustExist && last ? { fix: addFileToChunk(last, path) } : {}),
    },
  ];
}
