import type { RuleFinding } from '../finding.ts';
import { addAllowedFile } from '../fixes.ts';
import type { PlanRule } from '../plan-rule.ts';
import { conditionPath } from '../tree-spelling.ts';

/** [COMP-R3] */
export const achievablePostconditions: PlanRule = {
  id: 'R3',
  title: 'Every postcondition can be achieved',
  explanation:
    'What a chunk promises of a file, it must be allowed to bring about: the path is among its allowed files.',
  severity: 'error',
  structural: false,
  check: ({ chunks, document, words }) =>
    chunks.flatMap((planned) => {
      const { chunk, at, allowed } = planned;
      // A contract that names no files allows every one; a work order that names none allows none.
      if (allowed.any && document.form === 'contract') return [];
      return chunk.postconditions.flatMap((condition, index): RuleFinding[] => {
        const path = conditionPath(condition.path);
        if (path === undefined || (!allowed.any && allowed.allows(path))) return [];
        return [
          {
            chunk: chunk.id,
            path,
            at: [...at, 'postconditions', index],
            message: `The postcondition ${condition.kind} "${path}" cannot be achieved: the path is not in ${words.allowedFiles}.`,
            satisfiedBy: `"${path}" in ${words.allowedFiles}.`,
            fix: { title: `Add "${path}" to ${words.allowedFiles}`, edits: [addAllowedFile(planned, path)] },
          },
        ];
      });
    }),
};
