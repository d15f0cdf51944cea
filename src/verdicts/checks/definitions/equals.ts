import * as z from 'zod';
import { describeInexact, findDifferences, findInexactInteger, findTextDifference } from '../data/difference.ts';
import type { CheckAnswer } from '../interfaces/result.ts';
import { toDisplayText } from '../wording/excerpt.ts';
import { defineCheck, pointerKey, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('equals'),
  target: z.string().min(1).describe('The path of a file, a URL, or the id of a resource or step.'),
  expected: z
    .unknown()
    .refine((value) => value !== undefined, 'A value is required')
    .describe('The value: text, or any data.'),
  pointer: pointerKey('A JSON pointer to the part that is compared, if the text is JSON or YAML.'),
  format: z
    .enum(['json', 'jsonc', 'yaml'])
    .optional()
    .describe('The format of the data, if the path does not show it.'),
  not: z.boolean().optional().describe('true: the values must differ.'),
  validator: validatorKey,
});

type EqualsCheck = z.output<typeof schema>;

export const equals = defineCheck({
  type: 'equals',
  title: 'Content equals a value',
  description:
    'A file, the body of a URL or the output of a step equals the expected value. The content is read as data and compared deeply, and a JSON pointer selects a part of it. An expected text without a pointer or a format is compared with the whole text, except for line endings and a final line break.',
  schema,
  examples: [
    { type: 'equals', target: 'package.json', pointer: '/engines/node', expected: '>=22.13' },
    { type: 'equals', target: 'version', expected: '1.4.0' },
  ],
  validators: ['content', 'http'],
  async evaluate(check, { resource, evidence }) {
    if (typeof check.expected === 'string' && check.pointer === undefined && check.format === undefined) {
      const { name, text, file } = await evidence.readContent(resource);
      const difference = findTextDifference(check.expected, text);
      const location = file === undefined ? undefined : { file, line: 1, column: 1 };
      return answerFor(name, difference === undefined ? [] : [difference], check, location);
    }
    const inexact = findInexactInteger(check.expected);
    if (inexact !== undefined) return { passed: false, error: describeInexact(inexact) };
    const { selectData } = await import('../evidence/selected-data.ts');
    const data = await selectData(resource, evidence, check.pointer, check.format);
    const location = data.locate('');
    if (!data.found) {
      return {
        passed: false,
        tier: 1,
        expected: describeExpectation(data.name, check),
        actual: data.missing,
        location,
      };
    }
    return answerFor(data.name, findDifferences(check.expected, data.value), check, location);
  },
});

function answerFor(
  name: string,
  differences: readonly string[],
  check: EqualsCheck,
  location: CheckAnswer['location'],
): CheckAnswer {
  const isEqual = differences.length === 0;
  return {
    passed: isEqual !== (check.not ?? false),
    tier: 1,
    expected: describeExpectation(name, check),
    actual: isEqual ? `It is ${toDisplayText(check.expected)}` : differences.join('; '),
    location,
  };
}

function describeExpectation(name: string, check: EqualsCheck): string {
  return `${name} ${check.not ? 'is not' : 'is'} ${toDisplayText(check.expected)}`;
}
