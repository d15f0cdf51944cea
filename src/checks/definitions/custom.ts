import * as z from 'zod';
import { HoldfastError } from '../../shared/errors.ts';
import { defineCheck } from '../check-definition.ts';

const schema = z
  .looseObject({
    type: z.literal('custom'),
    target: z
      .string()
      .min(1)
      .optional()
      .describe(
        'What is checked: a path, a URL, or the id of a resource or step; the name of the validator where `validator` is absent.',
      ),
    validator: z.string().min(1).optional().describe('The name of the validator.'),
  })
  .refine((check) => (check.validator ?? check.target) !== undefined, 'It names no validator');

export const custom = defineCheck({
  type: 'custom',
  title: 'A validator of your own agrees',
  description:
    'A custom validator, of the workspace or of an extension, agrees. It sees the whole check object, whatever other keys stand in it.',
  schema,
  examples: [
    { type: 'custom', validator: 'no-debug-output', target: 'src/health/check.ts' },
    { type: 'custom', target: 'licence-headers' },
  ],
  validators: [],
  speaksOf: (check) => (check.validator === undefined ? undefined : check.target),
  namedValidator: (check) => check.validator ?? check.target,
  answer: (check) =>
    Promise.reject(
      new HoldfastError('internal', `Failed to ask the validator ${check.validator ?? check.target ?? ''}`),
    ),
});
