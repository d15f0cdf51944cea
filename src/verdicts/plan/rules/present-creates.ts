import { exportName } from '../../../contract/requirements.ts';
import { isVacuous } from '../strength/chunk-strength.ts';
import type { RuleFinding } from '../findings/finding.ts';
import type { PlanRule } from './plan-rule.ts';

/** [ENF-VAL-15] Not in the source documents: an export that exists already shows nothing about the work of a chunk. */
export const presentCreates: PlanRule = {
  id: 'creates-present',
  title: 'Created exports do not exist yet',
  explanation:
    'If a file that the chunk may write exports a name of creates before the chunk is run, an attempt that only rewrites the ' +
    'file passes. Chunks that have landed are not reported.',
  severity: 'warning',
  runEffect: 'warn',
  structural: true,
  check: ({ chunks, initialCreates, keyNames, strengths }) =>
    chunks.flatMap(({ chunk, position, at }) => {
      const strength = strengths.get(chunk.id);
      // `vacuous-chunk` reports all of it.
      if (strength !== undefined && isVacuous(strength)) return [];
      return (initialCreates.get(position) ?? []).map(({ index, file }): RuleFinding => {
        const name = exportName(chunk.creates[index] ?? '');
        const place = file === undefined ? `a file in ${keyNames.allowedFiles}` : `"${file}"`;
        return {
          chunk: chunk.id,
          ...(file === undefined ? {} : { path: file }),
          at: [...at, 'creates', index],
          message: `The chunk creates "${name}", but ${place} exports it before the chunk is run. So this item does not show that the work is done.`,
          satisfiedBy: `Name an export that does not exist yet, or state what changes: a signature of "${name}", an assertion, or an acceptance command.`,
        };
      });
    }),
};
