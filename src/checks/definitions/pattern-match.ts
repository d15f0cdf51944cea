import * as z from 'zod';
import { locationOf } from '../../shared/position.ts';
import { defineCheck, validatorKey } from '../check-definition.ts';
import type { Answer } from '../check-definition.ts';
import type { Content } from '../evidence/content.ts';
import { contentsMeantBy } from '../evidence/contents-meant.ts';
import { readPattern } from '../patterns/pattern.ts';
import { findPattern } from '../patterns/pattern-search.ts';
import type { FoundPattern } from '../patterns/pattern-search.ts';
import { excerpt, someOf } from '../wording/excerpt.ts';

const schema = z.strictObject({
  type: z.literal('pattern_match'),
  target: z.string().min(1).describe('The path of a file, a glob, a URL, or the id of a resource or step.'),
  pattern: z.string().min(1).describe('A regular expression as JavaScript writes it, without slashes.'),
  flags: z
    .string()
    .optional()
    .describe('i: letter case does not matter; m: ^ and $ mean lines; s: . means any character.'),
  not: z.boolean().optional().describe('true: the pattern must not be found.'),
  every: z.boolean().optional().describe('true: with a glob, every file must match, not just one.'),
  validator: validatorKey,
});

export const patternMatch = defineCheck({
  type: 'pattern_match',
  title: 'A pattern is found',
  description:
    'A regular expression is found in a text, or with `not: true` is not. It runs in linear time; one with back references or lookahead runs with a time limit. With a glob, one matching file is enough unless `every` is true, and `not` speaks of all of them.',
  schema,
  examples: [
    { type: 'pattern_match', target: 'src/health/check.ts', pattern: 'try\\s*\\{[\\s\\S]*catch' },
    { type: 'pattern_match', target: 'src/**/*.ts', pattern: 'console\\.log', not: true },
  ],
  validators: ['content', 'http'],
  async answer(check, { resource, evidence }) {
    const pattern = readPattern(check.pattern, check.flags);
    const written = `/${check.pattern}/${check.flags ?? ''}`;
    const contents = await contentsMeantBy(resource, evidence);
    const found: { content: Content; match: FoundPattern }[] = [];
    const without: Content[] = [];
    for (const content of contents) {
      const match = await findPattern(pattern, content.text, evidence.nativePatterns);
      if (match) found.push({ content, match });
      else without.push(content);
      if (check.not ? match : check.every ? !match : match) break;
    }
    const where =
      contents.length === 1 ? (contents[0]?.name ?? resource.id) : `${resource.id} (${contents.length} files)`;
    return answerOf({ found: found[0], without: without.map((content) => content.name) });

    function answerOf(seen: { found?: { content: Content; match: FoundPattern }; without: string[] }): Answer {
      const place = seen.found ? placeOf(seen.found) : undefined;
      if (check.not) {
        const expected = `${where} has nothing that matches ${written}`;
        if (!place) return { passed: true, tier: 1, expected, actual: 'No match' };
        return { passed: false, tier: 1, expected, ...place };
      }
      if (check.every) {
        const expected = `Every file of ${where} matches ${written}`;
        const [missing] = seen.without;
        if (missing === undefined) return { passed: true, tier: 1, expected, actual: 'Every file matches' };
        return { passed: false, tier: 1, expected, actual: `No match in ${missing}`, location: startOf(missing) };
      }
      const expected = `${where} matches ${written}`;
      if (place) return { passed: true, tier: 1, expected, ...place };
      const [only] = seen.without;
      return {
        passed: false,
        tier: 1,
        expected,
        actual: `No match in ${someOf(seen.without, 5)}`,
        location: seen.without.length === 1 && only !== undefined ? startOf(only) : undefined,
      };
    }

    function startOf(name: string): Answer['location'] {
      const file = contents.find((content) => content.name === name)?.file;
      return file === undefined ? undefined : { file, line: 1, column: 1 };
    }
  },
});

function placeOf({ content, match }: { content: Content; match: FoundPattern }): Pick<Answer, 'actual' | 'location'> {
  const { line, column } = match.range.start;
  return {
    actual: `Found at ${content.name}:${line}:${column}: ${excerpt(match.text, 120)}`,
    location: content.file === undefined ? undefined : locationOf(content.file, match.range),
  };
}
