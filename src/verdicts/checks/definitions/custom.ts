import * as z from 'zod';
import { HoldfastError } from '../../../foundation/errors.ts';
import { defineCheck } from './check-definition.ts';

const schema = z
  .looseObject({
    type: z.literal('custom'),
    target: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The path, URL, or id of a resource or step that is checked. Without `validator`, the name of the validator.',
      ),
    validator: z.string().min(1).optional().describe('The name of the validator.'),
  })
  .refine((check) => (check.validator ?? check.target) !== undefined, 'The key validator is missing');

export const custom = defineCheck({
  type: 'custom',
  title: 'A custom validator passes',
  description:
    'A validator of the workspace or of an extension passes. It receives the whole check, so the check can have any other keys.',
  schema,
  examples: [
    { type: 'custom', validator: 'no-debug-output', target: 'src/health/check.ts' },
    { type: 'custom', target: 'license-headers' },
  ],
  validators: [],
  resourceReference: (check) => (check.validator === undefined ? undefined : check.target),
  namedValidator: (check) => check.validator ?? check.target,
  // Never called: the chain calls the named validator instead.
  evaluate: (check) =>
    Promise.reject(
      new HoldfastError('internal', `Failed to run the validator ${check.validator ?? check.target ?? ''}`),
    ),
});
