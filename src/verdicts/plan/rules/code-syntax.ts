import type { PlanRule } from './plan-rule.ts';

/** Not in the source documents: no attempt can satisfy a signature that is no code. */
export const codeSyntax: PlanRule = {
  id: 'code-syntax',
  title: 'Signatures and definitions are code',
  explanation:
    'A signature or the definition of a type is written in the language of its file. Text that this language cannot read ' +
    'matches no function and no type, so that every attempt fails.',
  severity: 'error',
  runEffect: 'stop-chunk',
  structural: true,
  check: ({ codeErrors }) =>
    codeErrors.map(({ chunk, at, kind, file, text, isSuggestion, reason }) => ({
      // What the whole contract requires concerns every chunk.
      ...(chunk === undefined ? { runEffect: 'stop-run' as const } : { chunk }),
      path: file,
      at,
      message: `The ${kind} "${text}" cannot be read: ${reason}`,
      satisfiedBy: `Write a ${kind} as ${file} would declare it.`,
      // A suggestion never fails a chunk.
      ...(isSuggestion ? { severity: 'warning' as const } : {}),
    })),
};
