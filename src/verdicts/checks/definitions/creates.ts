import * as z from 'zod';
import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import { exportName } from '../../../contract/requirements.ts';
import { findExportAmong } from '../evidence/export-search.ts';
import type { ReceivedExport } from '../evidence/received-export.ts';
import { syntaxErrorIn } from '../evidence/syntax-evidence.ts';
import { listSome } from '../wording/excerpt.ts';
import { defineCheck, validatorKey } from './check-definition.ts';

const schema = z.strictObject({
  type: z.literal('creates'),
  target: z.string().min(1).describe('The name that the chunk must export; "name()" names a function.'),
  function: z.boolean().optional().describe('true: the export must be a function with a body, as with "name()".'),
  validator: validatorKey,
});

export const creates = defineCheck({
  type: 'creates',
  title: 'The chunk creates an export',
  description:
    "A file of the chunk exports the name. After a run, it must be a file that the run wrote. In a check without a run, it must be one of the chunk's allowed files, or any file if the chunk lists none. Each item of a chunk's `creates` is checked in this way. The file must not have syntax errors. An item such as `name()` must be a function with a body: a type, a declaration without a body, a value that is not a function, a class that importers cannot construct (abstract, or without a public constructor) and a value of another type, such as `any`, do not count. Where the syntax does not decide it, the type checker does.",
  schema,
  examples: [{ type: 'creates', target: 'HealthCheckResult' }],
  validators: ['file-export'],
  resourceReference: () => undefined,
  mayNeedTypes: () => true,
  evaluate(check, input) {
    const { evidence } = input;
    const { changedFiles, allowedFiles } = evidence.subject;
    const name = exportName(check.target);
    const isFunction = check.function === true || check.target.includes('(');
    const subject = isFunction ? `the function ${name}` : name;
    const rejection = async (found: ReceivedExport): Promise<string | undefined> => {
      if (isFunction) {
        const { whyNotAFunction } = await import('../evidence/created-export.ts');
        const reason = await whyNotAFunction(found, input);
        if (reason !== undefined) return reason;
      }
      return syntaxErrorIn(found.file, evidence);
    };
    if (changedFiles) {
      const files = `the files that this chunk wrote (${listSome([...changedFiles].sort())})`;
      return findExportAmong(name, input, {
        expected: `One of ${files} exports ${subject}`,
        includes: (file) => changedFiles.has(file),
        files,
        rejection,
      });
    }
    if (allowedFiles.length === 0) {
      return findExportAmong(name, input, {
        expected: `A file exports ${subject}`,
        includes: () => true,
        rejection,
      });
    }
    const files = `the allowed files (${listSome(allowedFiles)})`;
    return findExportAmong(name, input, {
      expected: `One of ${files} exports ${subject}`,
      includes: createPathMatcher(allowedFiles),
      files,
      rejection,
    });
  },
});
