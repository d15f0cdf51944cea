import type { PlanFacts } from '../facts/plan-facts.ts';
import { conditionPath } from '../facts/plan-path.ts';
import type { PlannedChunk } from '../facts/planned-chunk.ts';
import type { RuleFinding } from '../findings/finding.ts';
import { addFileToChunk } from '../findings/fixes.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R6] */
export const verifyContract: PlanRule = {
  id: 'R6',
  title: 'The plan satisfies the verify contract',
  explanation:
    'A chunk is exempt from the verify command if the tree does not satisfy the verify contract after it. A verify ' +
    'contract that the plan never satisfies would exempt every chunk, so that nothing would be verified. If a chunk may ' +
    'write the file without a postcondition that says so, it is a warning.',
  severity: 'error',
  runEffect: 'stop-run',
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
  const isCertain = files.statesExistence(path) || !chunks.some((planned) => mayWrite(facts, planned, path));
  return [
    {
      path,
      at: ['verify', 'requires', index],
      ...(isCertain
        ? {
            message: `The ${keyNames.verify} is never fully satisfied by the plan: ${condition.kind} "${path}" is false when all chunks are complete.`,
          }
        : {
            severity: 'warning',
            message: `No postcondition satisfies the ${keyNames.verify}: ${condition.kind} "${path}". If no chunk does, the verify command never runs.`,
          }),
      satisfiedBy: mustExist
        ? `Add the postcondition file_exists "${path}" to a chunk.`
        : `Remove the condition, or let the plan not create "${path}".`,
      ...(mustExist && last ? { fix: addFileToChunk(last, path) } : {}),
    },
  ];
}

/** Without allowed files, a chunk of a contract may write every file, but a work order none. */
function mayWrite({ document }: PlanFacts, { allowed }: PlannedChunk, path: string): boolean {
  return allowed.noneListed ? document.form === 'contract' : allowed.allows(path);
}
