import * as z from 'zod';
import { LineMap, locationOf } from '../../shared/position.ts';
import { defineCheck, validatorKey } from '../check-definition.ts';
import type { Answer } from '../check-definition.ts';
import { lacks } from '../data/difference.ts';
import type { Content } from '../evidence/content.ts';
import { contentsMeantBy } from '../evidence/contents-meant.ts';
import { selectData } from '../evidence/selected-data.ts';
import type { SelectedData } from '../evidence/selected-data.ts';
import { shown, someOf } from '../wording/excerpt.ts';

const schema = z.strictObject({
  type: z.literal('contains'),
  target: z.string().min(1).describe('The path of a file, a glob, a URL, or the id of a resource or step.'),
  expected: z
    .unknown()
    .refine((value) => value !== undefined, 'It must be given')
    .refine((value) => value !== '', 'An empty text is contained in every text')
    .describe('Text that stands in the text; or an item of a list, or entries of an object.'),
  pointer: z.string().optional().describe('A JSON pointer to the part that must contain it, where the text is data.'),
  format: z
    .enum(['json', 'jsonc', 'yaml'])
    .optional()
    .describe('How the data is written, where its path does not say.'),
  not: z.boolean().optional().describe('true: it must not be contained.'),
  validator: validatorKey,
});

type ContainsCheck = z.output<typeof schema>;

export const contains = defineCheck({
  type: 'contains',
  title: 'Something contains a value',
  description:
    'The text of a file, a URL or the output of a step contains a text; or its data, or the part of it that a JSON pointer names, contains a value: a text a part, a list an item, an object entries; an item or entry that is a list or an object itself has to contain what is asked of it in the same way. With a glob, one file is enough, and `not` speaks of all of them.',
  schema,
  examples: [
    { type: 'contains', target: 'README.md', expected: '## Health checks' },
    { type: 'contains', target: 'package.json', pointer: '/scripts', expected: { test: 'mocha' } },
  ],
  validators: ['content', 'http'],
  async answer(check, { resource, evidence }) {
    if (typeof check.expected === 'string' && check.pointer === undefined && check.format === undefined) {
      return answerForTexts(check, check.expected, await contentsMeantBy(resource, evidence));
    }
    return answerForData(check, await selectData(resource, evidence, check.pointer, check.format));
  },
});

function answerForTexts(check: ContainsCheck, wanted: string, contents: readonly Content[]): Answer {
  const names = contents.map((content) => content.name);
  const where = someOf(names, 3);
  const expected = `${where} ${check.not ? 'does not contain' : 'contains'} ${shown(wanted)}`;
  const plain = wanted.replaceAll('\r\n', '\n');
  for (const content of contents) {
    const text = content.text.replaceAll('\r\n', '\n');
    const offset = text.indexOf(plain);
    if (offset === -1) continue;
    const range = new LineMap(text).range(offset, offset + plain.length);
    return {
      passed: !check.not,
      tier: 1,
      expected,
      actual: `Found at ${content.name}:${range.start.line}:${range.start.column}`,
      location: content.file === undefined ? undefined : locationOf(content.file, range),
    };
  }
  const only = contents.length === 1 ? contents[0]?.file : undefined;
  const location = only === undefined || check.not ? undefined : { file: only, line: 1, column: 1 };
  return { passed: check.not ?? false, tier: 1, expected, actual: `Not found in ${where}`, location };
}

function answerForData(check: ContainsCheck, data: SelectedData): Answer {
  const expected = `${data.name} ${check.not ? 'does not contain' : 'contains'} ${shown(check.expected)}`;
  const location = data.locate('');
  if (!data.found) return { passed: false, tier: 1, expected, actual: data.missing, location };
  const lacking = lackingIn(data.value, check.expected);
  const contained = lacking.length === 0;
  return {
    passed: contained !== (check.not ?? false),
    tier: 1,
    expected,
    actual: contained ? `It contains ${shown(check.expected)}` : lacking.join('; '),
    location,
  };
}

/** A text contains its parts, a list its items, an object its entries; what is asked for as a list is asked item by item. */
function lackingIn(value: unknown, wanted: unknown): readonly string[] {
  if (typeof value === 'string' && typeof wanted === 'string') {
    return value.includes(wanted) ? [] : [`${shown(value)} has no ${shown(wanted)} in it`];
  }
  if (Array.isArray(value) && !Array.isArray(wanted)) return lacks([wanted], value);
  return lacks(wanted, value);
}
