import * as z from 'zod';
import { HoldfastError, messageOf } from '../../../foundation/errors.ts';
import { toLocation } from '../../../foundation/position.ts';
import type { Content } from '../evidence/content.ts';
import { readContents } from '../evidence/read-contents.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { findPattern } from '../patterns/native-patterns.ts';
import type { FoundPattern } from '../patterns/native-patterns.ts';
import { findUnsupportedFlag, readPattern } from '../patterns/pattern.ts';
import { excerpt, listSome } from '../wording/excerpt.ts';
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

type PatternCheck = z.output<typeof keys>;

/** A pattern that can never be read is a mistake in the contract, not a failed attempt. A named validator may read others. */
const schema = keys.superRefine(({ pattern, flags = '', validator }, context) => {
  if (validator !== undefined) return;
  const unsupported = findUnsupportedFlag(flags);
  if (unsupported !== undefined) {
    context.addIssue({ code: 'custom', path: ['flags'], message: `unsupported flag "${unsupported}"` });
    return;
  }
  try {
    readPattern(pattern, flags);
  } catch (thrown) {
    context.addIssue({ code: 'custom', path: ['pattern'], message: reasonOf(thrown) });
  }
});

/** What the regular expression engine says. */
function reasonOf(thrown: unknown): string {
  return messageOf(thrown instanceof HoldfastError && thrown.cause !== undefined ? thrown.cause : thrown);
}

/** The first match, and the contents that were searched without a match. */
interface SearchOutcome {
  readonly match: { readonly content: Content; readonly found: FoundPattern } | undefined;
  readonly unmatched: readonly Content[];
}

export const patternMatch = defineCheck({
  type: 'pattern_match',
  title: 'A pattern matches',
  description:
    "A regular expression matches a text, or with `not: true` does not. A pattern runs in linear time, except with back references or lookahead, which have a time limit of 2 seconds. With a glob, one file must match; with `every`, all files, and with `not`, none. Without `flags`, `^` and `$` match at the boundaries of each line in contracts of `version: 2`, and only at the beginning and the end of the whole text in `version: 1`. `flags: m` and `flags: ''` state one of them; any `flags` replace the default.",
  schema,
  examples: [
    { type: 'pattern_match', target: 'src/health/check.ts', pattern: 'try\\s*\\{[\\s\\S]*catch' },
    { type: 'pattern_match', target: 'src/**/*.ts', pattern: 'console\\.log', not: true },
  ],
  validators: ['content', 'http'],
  async evaluate(check, { resource, evidence }) {
    const pattern = readPattern(check.pattern, check.flags);
    const contents = await readContents(resource, evidence);
    const unmatched: Content[] = [];
    let match: SearchOutcome['match'];
    for (const content of contents) {
      const found = await findPattern(pattern, content.text, evidence.nativePatterns);
      if (found) match ??= { content, found };
      else unmatched.push(content);
      // With `every`, the first content without a match decides; otherwise the first match does.
      if (check.every && !check.not ? !found : found) break;
    }
    const subject =
      contents.length === 1 ? (contents[0]?.name ?? resource.id) : `${resource.id} (${contents.length} files)`;
    return answerFor(check, subject, { match, unmatched });
  },
});

function answerFor(check: PatternCheck, subject: string, { match, unmatched }: SearchOutcome): CheckAnswer {
  const pattern = `/${check.pattern}/${check.flags ?? ''}`;
  const tier = 1;
  if (check.not) {
    const expected = `${subject} does not match ${pattern}`;
    if (!match) return { passed: true, tier, expected, actual: 'No match' };
    return { passed: false, tier, expected, ...describeMatch(match) };
  }
  if (check.every) {
    const expected = `Every file of ${subject} matches ${pattern}`;
    const [missing] = unmatched;
    if (missing === undefined) return { passed: true, tier, expected, actual: 'Every file matches' };
    return { passed: false, tier, expected, actual: `No match in ${missing.name}`, location: startOf(missing) };
  }
  const expected = `${subject} matches ${pattern}`;
  if (match) return { passed: true, tier, expected, ...describeMatch(match) };
  const [only, ...more] = unmatched;
  const names = unmatched.map(({ name }) => name);
  return {
    passed: false,
    tier,
    expected,
    actual: `No match in ${listSome(names, 5)}`,
    location: only === undefined || more.length > 0 ? undefined : startOf(only),
  };
}

function describeMatch({
  content,
  found,
}: NonNullable<SearchOutcome['match']>): Pick<CheckAnswer, 'actual' | 'location'> {
  const { line, column } = found.range.start;
  return {
    actual: `Found at ${content.name}:${line}:${column}: ${excerpt(found.text, 120)}`,
    location: content.file === undefined ? undefined : toLocation(content.file, found.range),
  };
}

function startOf({ file }: Content): CheckAnswer['location'] {
  return file === undefined ? undefined : { file, line: 1, column: 1 };
}
