import * as z from 'zod';
import { findExportIn, findExportAmong } from '../evidence/export-search.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('export_exists'),
  target: z.string().min(1).describe('The exported name; `default` for the default export.'),
  file: z
    .string()
    .min(1)
    .optional()
    .describe('The path of the file that must export the name, a glob, or the id of a resource. Defaults to any file.'),
  validator: validatorKey,
});

export const exportExists = defineCheck({
  type: 'export_exists',
  title: 'An export exists',
  description:
    'A module exports a name, directly or through re-exports, also as a member of the value that is the whole module (`export =`, `module.exports`), as the type checker tells. What it re-exports from a package must exist there: the package must have the module and the name. Without `file`, any file of the workspace can export it. In JavaScript, a type that `@typedef` or `@callback` declares is also an export. In Python, the exports are the names in `__all__`, or the public names that the module itself binds; imports are exports in `__init__.py`. In Go, they are the identifiers of the file that begin with an upper-case letter.',
  schema,
  examples: [
    { type: 'export_exists', target: 'HealthCheckResult', file: 'src/health/types.ts' },
    { type: 'export_exists', target: 'checkHealth' },
  ],
  validators: ['file-export'],
  resourceReference: (check) => check.file,
  mayNeedTypes: () => true,
  async evaluate(check, input) {
    const { resource, evidence } = input;
    if (resource.location === undefined) {
      return findExportAmong(check.target, input, {
        expected: `A file exports ${check.target}`,
        includes: () => true,
      });
    }
    const files = await evidence.tree.matchFiles(resource.location);
    const [only] = files;
    if (files.length === 1 && only !== undefined) return findExportIn(check.target, only, input);
    return findExportAmong(check.target, input, {
      expected: `A file of ${resource.location} exports ${check.target}`,
      includes: (file) => files.includes(file),
      files: `the files of ${resource.location}`,
    });
  },
});
