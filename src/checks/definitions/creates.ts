import * as z from 'zod';
import type { ExportKind } from '../../code/modules/module-record.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import { exportName } from '../../contract/requirements.ts';
import { findExportAmong } from '../evidence/export-search.ts';
import { listSome } from '../wording/excerpt.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('creates'),
  target: z.string().min(1).describe('The name that the chunk must export; "name()" names a function.'),
  function: z
    .boolean()
    .optional()
    .describe('true: interfaces, types, enums and namespaces do not count, as with "name()".'),
  validator: validatorKey,
});

export const creates = defineCheck({
  type: 'creates',
  title: 'The chunk creates an export',
  description:
    "A file of the chunk exports the name. After a run, it must be a file that the run wrote. In a check without a run, it must be one of the chunk's allowed files, or any file if the chunk lists none. Each item of a chunk's `creates` is checked in this way. For an item such as `name()`, interfaces, types, enums and namespaces do not count.",
  schema,
  examples: [{ type: 'creates', target: 'HealthCheckResult' }],
  validators: ['file-export'],
  resourceReference: () => undefined,
  evaluate(check, { evidence }) {
    const { changedFiles, allowedFiles } = evidence.subject;
    const name = exportName(check.target);
    const isFunction = check.function === true || check.target.includes('(');
    const subject = isFunction ? `the function ${name}` : name;
    const rejectedKinds = isFunction ? NOT_CALLABLE : undefined;
    if (changedFiles) {
      const files = `the files that this chunk wrote (${listSome([...changedFiles].sort())})`;
      return findExportAmong(name, evidence, {
        expected: `One of ${files} exports ${subject}`,
        includes: (file) => changedFiles.has(file),
        files,
        rejectedKinds,
      });
    }
    if (allowedFiles.length === 0) {
      return findExportAmong(name, evidence, {
        expected: `A file exports ${subject}`,
        includes: () => true,
        rejectedKinds,
      });
    }
    const files = `the allowed files (${listSome(allowedFiles)})`;
    return findExportAmong(name, evidence, {
      expected: `One of ${files} exports ${subject}`,
      includes: createPathMatcher(allowedFiles),
      files,
      rejectedKinds,
    });
  },
});

/** Kinds of exports that can never be called. */
const NOT_CALLABLE: ReadonlySet<ExportKind> = new Set(['interface', 'type', 'enum', 'namespace']);
