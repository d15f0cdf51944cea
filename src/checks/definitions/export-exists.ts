import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import { findExportIn, whereExported } from '../evidence/export-search.ts';

const schema = z.strictObject({
  type: z.literal('export_exists'),
  target: z.string().min(1).describe('The name that is exported; `default` for the default export.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The path of the file that must give it, a glob, or the id of a resource; any file where absent.'),
  validator: validatorKey,
});

export const exportExists = defineCheck({
  type: 'export_exists',
  title: 'An export exists',
  description:
    'A module exports a name, by itself or through re-exports. With `file`, that file must give it; without, any file of the workspace may. In JavaScript a type that `@typedef` or `@callback` declares is an export, too.',
  schema,
  examples: [
    { type: 'export_exists', target: 'HealthCheckResult', file: 'src/health/types.ts' },
    { type: 'export_exists', target: 'checkHealth' },
  ],
  validators: ['file-export'],
  speaksOf: (check) => check.file,
  async answer(check, { resource, evidence }) {
    if (resource.location === undefined) {
      return whereExported(check.target, evidence, {
        expected: `A file that exports ${check.target}`,
        includes: () => true,
      });
    }
    const files = await evidence.tree.filesMeantBy(resource.location);
    const [only] = files;
    if (files.length === 1 && only !== undefined) return findExportIn(check.target, only, evidence);
    return whereExported(check.target, evidence, {
      expected: `A file of ${resource.location} that exports ${check.target}`,
      includes: (file) => files.includes(file),
      files: `the files of ${resource.location}`,
    });
  },
});
