import * as z from 'zod';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('signature_match'),
  target: z.string().min(1).describe('The name of the function, or Class.method; `default` for the default export.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The path of its file, or the id of a resource. Defaults to the file that exports it.'),
  expected: z.string().min(1).describe('The signature: (a: A) => R or (a: A): R; overloads are separated by ";".'),
  exported: z.boolean().optional().describe('true: the file must export the function. Without a file, it always must.'),
  validator: validatorKey,
});

export const signatureMatch = defineCheck({
  type: 'signature_match',
  title: 'A function has a signature',
  description:
    "A function has the expected signature. TypeScript compares the types, so white space, parameter names, type aliases and the order of a union do not matter. An async function returns a Promise. Names of the standard library, such as Promise and Map, mean its types, also where the file has another type of that name. In Python, the texts are compared without differences in white space, quotes and the forms of annotations: (text: str, limit: int = 10) -> str. In Go, the types are compared as text: (text string, limit int) (string, error). Each item of a chunk's `functions` is checked in this way, with `exported: true`.",
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
  resourceReference: (check) => check.file,
  mayNeedTypes: () => true,
  async evaluate(check, input) {
    const { queryTypes } = await import('../evidence/type-query.ts');
    return queryTypes('signatures', check.target, check.expected, input, check.exported);
  },
});
