import * as z from 'zod';
import { messageOf } from '../../../foundation/errors.ts';
import { findPatternProblem, findUnsupportedFlag } from '../patterns/pattern-problem.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const keys = z.strictObject({
  type: z.literal('pattern_match'),
  target: z.string().min(1).describe('The path of a file, a glob, a URL, or the id of a resource or step.'),
  pattern: z.string().min(1).describe('A JavaScript regular expression without slashes.'),
  flags: z
    .string()
    .optional()
    .describe(
      'i: ignores case; m: ^ and $ match at line boundaries; s: . matches line breaks. Default: m in contracts of version 2, none in version 1. "" sets none.',
    ),
  not: z.boolean().optional().describe('true: the pattern must not match.'),
  every: z.boolean().optional().describe('true: with a glob, every file must match instead of one.'),
  validator: validatorKey,
});

/** A pattern that can never be read is a mistake in the contract, not a failed attempt. A named validator may read others. */
const schema = keys.superRefine(({ pattern, flags = '', validator }, context) => {
  if (validator !== undefined) return;
  const unsupported = findUnsupportedFlag(flags);
  if (unsupported !== undefined) {
    context.addIssue({ code: 'custom', path: ['flags'], message: `unsupported flag "${unsupported}"` });
    return;
  }
  const problem = findPatternProblem(pattern, flags);
  if (problem !== undefined) context.addIssue({ code: 'custom', path: ['pattern'], message: messageOf(problem) });
});

export const patternMatch = defineCheck({
  type: 'pattern_match',
  title: 'A pattern matches',
  description:
    'A regular expression matches a text, or with `not: true` does not. A pattern runs in linear time, except with back references or lookahead, which have a time limit of 2 seconds. With a glob, one file must match; with `every`, all files, and with `not`, none. Without `flags`, `^` and `$` match at the boundaries of each line in contracts of `version: 2`, and only at the beginning and the end of the whole text in `version: 1`. Any `flags` replace the default.',
  schema,
  examples: [
    { type: 'pattern_match', target: 'src/health/check.ts', pattern: 'try\\s*\\{[\\s\\S]*catch' },
    { type: 'pattern_match', target: 'src/**/*.ts', pattern: 'console\\.log', not: true },
  ],
  validators: ['content', 'http'],
  async evaluate(check, input) {
    const { evaluatePatternMatch } = await import('../evaluations/pattern-match.ts');
    return evaluatePatternMatch(check, input);
  },
});
