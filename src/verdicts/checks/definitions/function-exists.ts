import * as z from 'zod';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('function_exists'),
  target: z.string().min(1).describe('The name of the function, or Class.method; `default` for the default export.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The path of its file, a glob, or the id of a resource. Defaults to any file that exports it.'),
  expected: z.string().min(1).optional().describe('The signature that the function must have.'),
  validator: validatorKey,
});

export const functionExists = defineCheck({
  type: 'function_exists',
  title: 'A function exists',
  description:
    'A function with the name exists: a declaration, an arrow function or function expression that is assigned to the name, or a method (`Class.method`), each with a body. With `expected`, it must also have that signature.',
  schema,
  examples: [
    { type: 'function_exists', target: 'checkHealth', file: 'src/health/check.ts' },
    {
      type: 'function_exists',
      target: 'HealthMonitor.start',
      file: 'src/health/monitor.ts',
      expected: '() => Promise<void>',
    },
  ],
  validators: ['file-export', 'file-ast'],
  resourceReference: (check) => check.file,
  mayNeedTypes: (check) => check.expected !== undefined,
  async evaluate(check, input) {
    const { evaluateFunctionExists } = await import('../evaluations/function-exists.ts');
    return evaluateFunctionExists(check, input);
  },
});
