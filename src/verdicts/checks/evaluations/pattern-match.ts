import { toLocation } from '../../../foundation/position.ts';
import type { CheckInput } from '../evidence/check-input.ts';
import type { Content } from '../evidence/content.ts';
import { readContents } from '../evidence/read-contents.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { findPattern } from '../patterns/native-patterns.ts';
import type { FoundPattern } from '../patterns/native-patterns.ts';
import { readPattern } from '../patterns/pattern.ts';
import { excerpt, listSome } from '../wording/excerpt.ts';

/** The pattern that a check asks for. */
export interface PatternCheck {
  readonly pattern: string;
  readonly flags?: string | undefined;
  /** Whether the pattern must not match. */
  readonly not?: boolean | undefined;
  /** Whether every file must match. */
  readonly every?: boolean | undefined;
}

/** The first match, and the contents with and without one. Contents after the deciding one are left out. */
interface SearchOutcome {
  readonly match: { readonly content: Content; readonly found: FoundPattern } | undefined;
  readonly matched: readonly Content[];
  readonly unmatched: readonly Content[];
}

/** Evaluates a check of type `pattern_match`. */
export async function evaluatePatternMatch(
  check: PatternCheck,
  { resource, evidence }: CheckInput,
): Promise<CheckAnswer> {
  const pattern = readPattern(check.pattern, check.flags);
  const contents = await readContents(resource, evidence);
  const matched: Content[] = [];
  const unmatched: Content[] = [];
  let match: SearchOutcome['match'];
  for (const content of contents) {
    const found = await findPattern(pattern, content.text, evidence.nativePatterns);
    if (found) match ??= { content, found };
    (found ? matched : unmatched).push(content);
    // With `every` and `not`, each content is judged: which ones fail says what a change has broken.
    if (found && !check.every && !check.not) break;
  }
  const subject =
    contents.length === 1 ? (contents[0]?.name ?? resource.id) : `${resource.id} (${contents.length} files)`;
  return answerFor(check, subject, { match, matched, unmatched });
}

function answerFor(check: PatternCheck, subject: string, { match, matched, unmatched }: SearchOutcome): CheckAnswer {
  const pattern = `/${check.pattern}/${check.flags ?? ''}`;
  const tier = 1;
  if (check.not) {
    const expected = `${subject} does not match ${pattern}`;
    if (!match) return { passed: true, tier, expected, actual: 'No match' };
    return { passed: false, tier, expected, ...describeMatch(match), ...filesOf(matched) };
  }
  if (check.every) {
    const expected = `Every file of ${subject} matches ${pattern}`;
    const [missing] = unmatched;
    if (missing === undefined) return { passed: true, tier, expected, actual: 'Every file matches' };
    return {
      passed: false,
      tier,
      expected,
      actual: `No match in ${missing.name}`,
      location: startOf(missing),
      ...filesOf(unmatched),
    };
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

function filesOf(contents: readonly Content[]): Pick<CheckAnswer, 'failingFiles'> {
  return { failingFiles: contents.flatMap(({ file }) => file ?? []) };
}

function startOf({ file }: Content): CheckAnswer['location'] {
  return file === undefined ? undefined : { file, line: 1, column: 1 };
}
