import * as z from 'zod';
import { LineMap, toLocation } from '../../../foundation/position.ts';
import { describeInexact, findInexactInteger, findMissingParts } from '../data/difference.ts';
import type { Content } from '../evidence/content.ts';
import { readContents } from '../evidence/read-contents.ts';
import type { SelectedData } from '../evidence/selected-data.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { toDisplayText, listSome } from '../wording/excerpt.ts';
import { defineCheck, pointerKey, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('contains'),
  target: z.string().min(1).describe('The path of a file, a glob, a URL, or the id of a resource or step.'),
  expected: z
    .unknown()
    .refine((value) => value !== undefined, 'A value is required')
    .refine((value) => value !== '', 'It must not be empty, because every text contains an empty text')
    .describe('A part of the text, an item of a list, or entries of an object.'),
  pointer: pointerKey('A JSON pointer to the part that must contain the value, if the text is data.'),
  format: z
    .enum(['json', 'jsonc', 'yaml'])
    .optional()
    .describe('The format of the data, if the path does not show it.'),
  not: z.boolean().optional().describe('true: the value must not be contained.'),
  validator: validatorKey,
});

type ContainsCheck = z.output<typeof schema>;

export const contains = defineCheck({
  type: 'contains',
  title: 'Content contains a value',
  description:
    'A file, the body of a URL or the output of a step contains the expected text. With a JSON pointer, a format or an expected value that is not a text, the content is read as data: a text must contain the expected part, a list the expected items, and an object the expected entries. Nested lists and objects are compared in the same way. A text can also be searched in the files of a glob: one file must contain it, or none with `not`.',
  schema,
  examples: [
    { type: 'contains', target: 'README.md', expected: '## Health checks' },
    { type: 'contains', target: 'package.json', pointer: '/scripts', expected: { test: 'mocha' } },
  ],
  validators: ['content', 'http'],
  async evaluate(check, { resource, evidence }) {
    if (typeof check.expected === 'string' && check.pointer === undefined && check.format === undefined) {
      return evaluateTexts(check, check.expected, await readContents(resource, evidence));
    }
    const inexact = findInexactInteger(check.expected);
    if (inexact !== undefined) return { passed: false, error: describeInexact(inexact) };
    const { selectData } = await import('../evidence/selected-data.ts');
    return evaluateData(check, await selectData(resource, evidence, check.pointer, check.format));
  },
});

function evaluateTexts(check: ContainsCheck, text: string, contents: readonly Content[]): CheckAnswer {
  const names = listSome(
    contents.map((content) => content.name),
    3,
  );
  const [negative, positive] =
    contents.length === 1
      ? [`${names} does not contain`, `${names} contains`]
      : [`None of ${names} contains`, `One of ${names} contains`];
  const expected = `${check.not ? negative : positive} ${toDisplayText(text)}`;
  const expectedText = text.replaceAll('\r\n', '\n');
  for (const content of contents) {
    const searched = content.text.replaceAll('\r\n', '\n');
    const offset = searched.indexOf(expectedText);
    if (offset === -1) continue;
    const range = new LineMap(searched).range(offset, offset + expectedText.length);
    return {
      passed: !check.not,
      tier: 1,
      expected,
      actual: `Found at ${content.name}:${range.start.line}:${range.start.column}`,
      location: content.file === undefined ? undefined : toLocation(content.file, range),
    };
  }
  const onlyFile = contents.length === 1 ? contents[0]?.file : undefined;
  const location = onlyFile === undefined || check.not ? undefined : { file: onlyFile, line: 1, column: 1 };
  return { passed: check.not ?? false, tier: 1, expected, actual: `Not found in ${names}`, location };
}

function evaluateData(check: ContainsCheck, data: SelectedData): CheckAnswer {
  const expected = `${data.name} ${check.not ? 'does not contain' : 'contains'} ${toDisplayText(check.expected)}`;
  const location = data.locate('');
  if (!data.found) return { passed: false, tier: 1, expected, actual: data.missing, location };
  const missing = missingIn(data.value, check.expected);
  const isContained = missing.length === 0;
  return {
    passed: isContained !== (check.not ?? false),
    tier: 1,
    expected,
    actual: isContained ? `It contains ${toDisplayText(check.expected)}` : missing.join('; '),
    location,
  };
}

/** Describes what is missing. An expected list is compared item by item. */
function missingIn(value: unknown, expected: unknown): readonly string[] {
  if (typeof value === 'string' && typeof expected === 'string') {
    return value.includes(expected) ? [] : [`${toDisplayText(value)} does not contain ${toDisplayText(expected)}`];
  }
  if (Array.isArray(value) && !Array.isArray(expected)) return findMissingParts([expected], value);
  return findMissingParts(expected, value);
}
