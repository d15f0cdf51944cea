import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import type { Answer } from '../check-definition.ts';
import { differences, textDifference } from '../data/difference.ts';
import { selectData } from '../evidence/selected-data.ts';
import { shown } from '../wording/excerpt.ts';

const schema = z.strictObject({
  type: z.literal('equals'),
  target: z.string().min(1).describe('The path of a file, a URL, or the id of a resource or step.'),
  expected: z
    .unknown()
    .refine((value) => value !== undefined, 'It must be given')
    .describe('The value: text, or any data.'),
  pointer: z
    .string()
    .optional()
    .describe('A JSON pointer to the part that is compared, where the text is JSON or YAML.'),
  format: z
    .enum(['json', 'jsonc', 'yaml'])
    .optional()
    .describe('How the data is written, where its path does not say.'),
  not: z.boolean().optional().describe('true: it must differ.'),
  validator: validatorKey,
});

export const equals = defineCheck({
  type: 'equals',
  title: 'Something equals a value',
  description:
    'The data of a file, a URL or the output of a step, or the part of it that a JSON pointer names, equals a value, deeply. Text without a pointer is compared as text: line endings, and one at its end, do not count.',
  schema,
  examples: [
    { type: 'equals', target: 'package.json', pointer: '/engines/node', expected: '>=22.13' },
    { type: 'equals', target: 'version', expected: '1.4.0' },
  ],
  validators: ['content', 'http'],
  async answer(check, { resource, evidence }) {
    if (typeof check.expected === 'string' && check.pointer === undefined && check.format === undefined) {
      const { name, text, file } = await evidence.contentOf(resource);
      const difference = textDifference(check.expected, text);
      const location = file === undefined ? undefined : { file, line: 1, column: 1 };
      return answerOf(name, difference === undefined ? [] : [difference], check, location);
    }
    const data = await selectData(resource, evidence, check.pointer, check.format);
    if (!data.found) {
      return {
        passed: false,
        tier: 1,
        expected: `${data.name} ${check.not ? 'is not' : 'is'} ${shown(check.expected)}`,
        actual: data.missing,
        location: data.locate(''),
      };
    }
    return answerOf(data.name, differences(check.expected, data.value), check, data.locate(''));
  },
});

function answerOf(
  name: string,
  found: readonly string[],
  check: { readonly expected: unknown; readonly not?: boolean },
  location: Answer['location'],
): Answer {
  const equal = found.length === 0;
  const actual = equal ? `It is ${shown(check.expected)}` : found.join('; ');
  return check.not
    ? { passed: !equal, tier: 1, expected: `${name} is not ${shown(check.expected)}`, actual, location }
    : { passed: equal, tier: 1, expected: `${name} is ${shown(check.expected)}`, actual, location };
}
