import * as z from 'zod';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('type_matches'),
  target: z.string().min(1).describe('The name of the type, interface, class or enum.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The path of its file, or the id of a resource. Defaults to the file that exports it.'),
  expected: z.string().min(1).describe('The definition in TypeScript, for example { id: string; name?: string }.'),
  exported: z.boolean().optional().describe('true: the file must export the type. Without a file, it always must.'),
  validator: validatorKey,
});

export const typeMatches = defineCheck({
  type: 'type_matches',
  title: 'A type has a shape',
  description:
    "A type, interface, class or enum has the expected shape. TypeScript compares the types, and the result lists missing, extra and different members. Names of the standard library, such as Promise and Map, mean its types, also where the file has another type of that name. The constructors and static members of a class are compared only if the expected definition has them. Each item of a chunk's `types` is checked in this way, with `exported: true`.",
  schema,
  examples: [
    {
      type: 'type_matches',
      target: 'HealthCheckResult',
      file: 'src/health/types.ts',
      expected: "{ status: 'ok' | 'degraded' | 'down'; checkedAt: string; details?: string }",
    },
  ],
  validators: ['file-ast'],
  resourceReference: (check) => check.file,
  mayNeedTypes: () => true,
  async evaluate(check, input) {
    const { queryTypes } = await import('../evidence/type-query.ts');
    return queryTypes('types', check.target, check.expected, input, check.exported);
  },
});
