import { conditionPath } from '../facts/plan-path.ts';
import type { RuleFinding } from '../findings/finding.ts';
import { addPostcondition } from '../findings/fixes.ts';
import type { PlanRule } from './plan-rule.ts';

/** [COMP-R4] */
export const coveredFiles: PlanRule = {
  id: 'R4',
  title: 'Every allowed file has a postcondition',
  explanation:
    'Later chunks can only rely on postconditions. If a chunk has any, each of its allowed files needs one. Patterns are ' +
    'ignored. A plan of another tool, or a contract that was imported from one, does not say what a file that it modifies must be.',
  severity: 'error',
  runEffect: 'warn',
  structural: false,
  check: ({ chunks, keyNames, document, contract }) => {
    if (document.form === 'plan' || contract.source !== undefined) return [];
    return chunks.flatMap((planned) => {
      const { chunk, at, allowed } = planned;
      if (chunk.postconditions.length === 0) return [];
      const promised = new Set(chunk.postconditions.map(({ path }) => conditionPath(path)));
      return [...allowed.paths].flatMap(([path, index]): RuleFinding[] => {
        if (promised.has(path)) return [];
        return [
          {
            chunk: chunk.id,
            path,
            at: [...at, 'allowedFiles', index],
            message: `"${path}" is in ${keyNames.allowedFiles} but has no postcondition.`,
            satisfiedBy: `Add the postcondition file_exists "${path}".`,
            fix: {
              action: { kind: 'add-postcondition', path },
              edits: [addPostcondition(planned, { kind: 'file_exists', path })],
            },
          },
        ];
      });
    });
  },
};
