import * as z from 'zod';
import type { CheckDeclaration } from '../../src/contract/model.ts';

/** Check declarations for tests of the contract reader, in the form of the check table. */
export const sampleChecks: readonly CheckDeclaration[] = [
  {
    type: 'export_exists',
    title: 'Export exists',
    description: 'A module exports a name.',
    schema: z.strictObject({
      type: z.literal('export_exists'),
      target: z.string().min(1).describe('The name of the export.'),
      file: z.string().min(1).optional(),
      kind: z.enum(['type', 'function', 'class']).optional(),
    }),
    examples: [{ type: 'export_exists', target: 'HealthCheckResult', file: 'src/health/types.ts' }],
  },
  {
    type: 'file_exists',
    title: 'File exists',
    description: 'A file exists.',
    schema: z.strictObject({ type: z.literal('file_exists'), target: z.string().min(1) }),
    pathFields: ['target'],
    examples: [{ type: 'file_exists', target: 'src/health/types.ts' }],
  },
  {
    type: 'pattern_match',
    title: 'Pattern',
    description: 'A file matches a regular expression.',
    schema: z.strictObject({
      type: z.literal('pattern_match'),
      target: z.string().min(1),
      pattern: z.string().min(1).describe('A regular expression.'),
    }),
    examples: [{ type: 'pattern_match', target: 'src/a.ts', pattern: 'try\\s*\\{' }],
  },
];
