import type { RuleFinding } from '../finding.ts';
import { addPostcondition } from '../fixes.ts';
import type { PlanRule } from '../plan-rule.ts';
import { conditionPath } from '../tree-spelling.ts';

/** [COMP-R4] */
export const coveredFiles: PlanRule = {
  id: 'R4',
  title: 'Every allowed file has a postcondition',
  explanation:
    'Later chunks can rely only on what is promised: once a chunk declares any postcondition, each file that it may ' +
    'write needs one. Patterns are passed over.',
  severity: 'error',
  structural: false,
  check: ({ chunks, words }) =>
    chunks.flatMap((planned) => {
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
            message: `"${path}" is in ${words.allowedFiles} but has no postcondition.`,
            satisfiedBy: `The postcondition file_exists "${path}".`,
            fix: {
              title: `Add the postcondition file_exists "${path}"`,
              edits: [addPostcondition(planned, { kind: 'file_exists', path })],
            },
          },
        ];
      });
    }),
};
