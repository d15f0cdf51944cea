import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import { fileExistence } from '../evidence/existence.ts';

const schema = z.strictObject({
  type: z.literal('file_exists'),
  target: z.string().min(1).describe('The path of the file, a glob, or the id of a resource.'),
  validator: validatorKey,
});

export const fileExists = defineCheck({
  type: 'file_exists',
  title: 'A file exists',
  description: 'A file stands at the path. A glob must match one file at least.',
  schema,
  examples: [{ type: 'file_exists', target: 'src/health/types.ts' }],
  validators: ['file-export', 'exists'],
  existsFirst: false,
  answer: (_check, { resource, evidence }) => fileExistence(resource, evidence, 'file'),
});
