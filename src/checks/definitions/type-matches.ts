import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import { askTypes } from '../evidence/type-question.ts';

const schema = z.strictObject({
  type: z.literal('type_matches'),
  target: z.string().min(1).describe('The name of the type, interface, class or enum.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The path of its file, or the id of a resource; the file that exports it where absent.'),
  expected: z.string().min(1).describe('The definition as TypeScript, for example { id: string; name?: string }.'),
  validator: validatorKey,
});

export const typeMatches = defineCheck({
  type: 'type_matches',
  title: 'A type has a shape',
  description:
    'A type, interface, class or enum has the shape, as TypeScript understands it; the members that are missing, extra or different are listed. Of a class, constructors and static members count where they are written. Each item of `types` is such an assert.',
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
  speaksOf: (check) => check.file,
  mayNeedTypes: () => true,
  answer: (check, question) => askTypes('types', check.target, check.expected, question),
});
