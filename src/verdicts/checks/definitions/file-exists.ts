import * as z from 'zod';
import { checkExistence } from '../evidence/existence.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('file_exists'),
  target: z.string().min(1).describe('The path of the file, a glob, or the id of a resource.'),
  validator: validatorKey,
});

export const fileExists = defineCheck({
  type: 'file_exists',
  title: 'A file exists',
  description: 'A file exists at the path. A glob must match at least one file.',
  schema,
  examples: [{ type: 'file_exists', target: 'src/health/types.ts' }],
  validators: ['file-export', 'exists'],
  requiresResource: false,
  evaluate: (_check, { resource, evidence }) => checkExistence(resource, evidence, 'file'),
});
