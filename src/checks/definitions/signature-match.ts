import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import { askTypes } from '../evidence/type-question.ts';

const schema = z.strictObject({
  type: z.literal('signature_match'),
  target: z.string().min(1).describe('The name of the function, or Class.method; `default` for the default export.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The path of its file, or the id of a resource; the file that exports it where absent.'),
  expected: z.string().min(1).describe('The signature: (a: A) => R or (a: A): R; overloads separated by ";".'),
  validator: validatorKey,
});

export const signatureMatch = defineCheck({
  type: 'signature_match',
  title: 'A function has a signature',
  description:
    'A function has the signature, as TypeScript understands it: white space, names of parameters, aliases and the order of unions make no difference, and an async function gives a Promise. Each item of `functions` is such an assert.',
  schema,
  examples: [
    {
      type: 'signature_match',
      target: 'checkHealth',
      file: 'src/health/check.ts',
      expected: '(options?: HealthCheckOptions) => Promise<HealthCheckResult>',
    },
  ],
  validators: ['file-ast'],
  speaksOf: (check) => check.file,
  mayNeedTypes: () => true,
  answer: (check, question) => askTypes('signatures', check.target, check.expected, question),
});
