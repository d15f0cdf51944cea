import picomatch from 'picomatch';
import * as z from 'zod';
import { defineCheck, validatorKey } from '../check-definition.ts';
import { whereExported } from '../evidence/export-search.ts';
import { someOf } from '../wording/excerpt.ts';

const schema = z.strictObject({
  type: z.literal('creates'),
  target: z.string().min(1).describe('The name that the chunk must export; "name()" names a function.'),
  validator: validatorKey,
});

export const creates = defineCheck({
  type: 'creates',
  title: 'The chunk creates an export',
  description:
    "A file of the chunk's own change exports the name: after a run one that it wrote, on a plain check one of its allowed files, or any file where it names none. What else is exported does not matter. Each item of a chunk's `creates` is such an assert.",
  schema,
  examples: [{ type: 'creates', target: 'HealthCheckResult' }],
  validators: ['file-export'],
  speaksOf: () => undefined,
  async answer(check, { evidence }) {
    const { changedFiles, allowedFiles } = evidence.subject;
    const name = check.target.replace(/\s*\(.*\)$/s, '');
    if (changedFiles) {
      const changed = [...changedFiles].sort();
      return whereExported(name, evidence, {
        expected: `${name} exported by a file that this chunk wrote (${someOf(changed)})`,
        files: changedFiles,
        outside: 'which this chunk did not write',
      });
    }
    if (allowedFiles.length === 0) {
      return whereExported(name, evidence, { expected: `A file that exports ${name}`, files: undefined });
    }
    const isAllowed = picomatch([...allowedFiles], { dot: true });
    const files = (await evidence.tree.listFiles()).filter((file) => isAllowed(file) || allowedFiles.includes(file));
    return whereExported(name, evidence, {
      expected: `${name} exported by one of the allowed files (${someOf(allowedFiles)})`,
      files: new Set(files),
      outside: 'which is not among the allowed files',
    });
  },
});
