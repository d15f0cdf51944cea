import type { RuleFinding } from '../findings/finding.ts';
import { isVacuous } from '../strength/chunk-strength.ts';
import type { PlanRule } from './plan-rule.ts';

/** [BITE-2] Not in the source documents: an empty answer must not pass. */
export const vacuousChunk: PlanRule = {
  id: 'vacuous-chunk',
  title: 'Something fails until the work is done',
  explanation:
    'If every requirement of a chunk holds where the work has not begun, an answer that changes nothing passes. Requirements ' +
    'that protect what exists do not count. Chunks whose work has begun or landed are not reported.',
  severity: 'warning',
  runEffect: 'warn',
  structural: true,
  check: ({ chunks, strengths }) =>
    chunks.flatMap(({ chunk, at }): readonly RuleFinding[] => {
      const strength = strengths.get(chunk.id);
      if (strength === undefined || !isVacuous(strength)) return [];
      const { advice, fixes, requirements } = strength;
      const named = requirements.flatMap(({ role, message }) => (role === 'vacuous' ? [message] : []));
      return [
        {
          chunk: chunk.id,
          at: [...at, 'title'],
          message: `Nothing of this chunk fails before the work: ${named.join('; ')}. An answer that changes nothing would meet its requirements.`,
          ...(fixes.length === 0 ? {} : { choices: fixes }),
          satisfiedBy: advice[0] ?? 'State what changes: a signature, an assertion or an acceptance command.',
        },
      ];
    }),
};
