import * as z from 'zod';
import type { ExportKind } from '../../code/module-record.ts';
import { globMatcher } from '../../contract/glob-matcher.ts';
import { exportName } from '../../contract/requirements.ts';
import { defineCheck, validatorKey } from '../check-definition.ts';
import { whereExported } from '../evidence/export-search.ts';
import { someOf } from '../wording/excerpt.ts';

const schema = z.strictObject({
  type: z.literal('creates'),
  target: z.string().min(1).describe('The name that the chunk must export; "name()" names a function.'),
  function: z.boolean().optional().describe('true: what only stands for a type will not do, as with "name()".'),
  validator: validatorKey,
});

export const creates = defineCheck({
  type: 'creates',
  title: 'The chunk creates an export',
  description:
    "A file of the chunk's own change exports the name: after a run one that it wrote, on a plain check one of its allowed files, or any file where it names none. What else is exported does not matter. Each item of a chunk's `creates` is such an assert; for one that is written `name()` a mere type will not do.",
  schema,
  examples: [{ type: 'creates', target: 'HealthCheckResult' }],
  validators: ['file-export'],
  speaksOf: () => undefined,
  answer(check, { evidence }) {
    const { changedFiles, allowedFiles } = evidence.subject;
    const name = exportName(check.target);
    const isFunction = check.function === true || check.target.includes('(');
    const wanted = isFunction ? `the function ${name}` : name;
    const refused = isFunction ? NO_FUNCTIONS : undefined;
    if (changedFiles) {
      const files = `the files that this chunk wrote (${someOf([...changedFiles].sort())})`;
      return whereExported(name, evidence, {
        expected: `${wanted} exported by one of ${files}`,
        includes: (file) => changedFiles.has(file),
        files,
        refused,
      });
    }
    if (allowedFiles.length === 0) {
      return whereExported(name, evidence, {
        expected: `A file that exports ${wanted}`,
        includes: () => true,
        refused,
      });
    }
    const files = `the allowed files (${someOf(allowedFiles)})`;
    return whereExported(name, evidence, {
      expected: `${wanted} exported by one of ${files}`,
      includes: globMatcher(allowedFiles),
      files,
      refused,
    });
  },
});

/** What cannot be called, whatever stands behind it. */
const NO_FUNCTIONS: ReadonlySet<ExportKind> = new Set(['interface', 'type', 'enum', 'namespace']);
