import { conditionPath } from '../facts/plan-path.ts';
import type { RuleFinding } from '../findings/finding.ts';
import { addAllowedFile } from '../findings/fixes.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R3] */
export const achievablePostconditions: PlanRule = {
  id: 'R3',
  title: 'Every postcondition can be achieved',
  explanation: 'A chunk must be allowed to write the files of its postconditions: each path is in its allowed files.',
  severity: 'error',
  runEffect: 'stop-chunk',
  structural: false,
  check: ({ chunks, document, keyNames }) =>
    chunks.flatMap((planned) => {
      const { chunk, at, allowed } = planned;
      // Without allowed files, a chunk of a contract can write every file, but a work order can write none.
      if (allowed.noneListed && document.form === 'contract') return [];
      return chunk.postconditions.flatMap((condition, index): RuleFinding[] => {
        const path = conditionPath(condition.path);
        if (path === undefined || (!allowed.noneListed && allowed.allows(path))) return [];
        return [
          {
            chunk: chunk.id,
            path,
            at: [...at, 'postconditions', index],
            message: `The postcondition ${condition.kind} "${path}" cannot be achieved: the path is not in ${keyNames.allowedFiles}.`,
            satisfiedBy: `Add "${path}" to ${keyNames.allowedFiles}.`,
            fix: {
              action: { kind: 'add-to-list', item: path, key: keyNames.allowedFiles },
              edits: [addAllowedFile(planned, path)],
            },
          },
        ];
      });
    }),
};
