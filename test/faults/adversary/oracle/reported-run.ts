import * as z from 'zod';
import type { ProgramResult } from '../program.ts';

const landedSchema = z.looseObject({
  commit: z.string().optional(),
  files: z.array(z.string()),
  conflicts: z.array(z.unknown()),
  keptRef: z.string().optional(),
});

const chunkSchema = z.looseObject({
  status: z.string(),
  chunk: z.string(),
  runId: z.string().optional(),
  reason: z.string().optional(),
  upToDate: z.boolean().optional(),
  attempts: z.array(z.looseObject({ validation: z.looseObject({ passed: z.boolean() }).optional() })).optional(),
  landed: landedSchema.optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
});

const runSchema = z.looseObject({
  status: z.string(),
  chunks: z.array(chunkSchema),
  landed: landedSchema.optional(),
  keptAs: z.string().optional(),
});

export type ReportedChunk = z.infer<typeof chunkSchema>;
export type ReportedRun = z.infer<typeof runSchema>;

const checkSchema = z.looseObject({
  contracts: z.array(
    z.looseObject({ chunks: z.array(z.looseObject({ id: z.string(), passed: z.boolean().nullish() })) }),
  ),
});

/** The chunks that `check --format json` calls satisfied. */
export function readSatisfied({ stdout }: ProgramResult): readonly string[] {
  try {
    const { contracts } = checkSchema.parse(JSON.parse(stdout));
    return contracts.flatMap(({ chunks }) => chunks.flatMap(({ id, passed }) => (passed === true ? [id] : [])));
  } catch {
    return [];
  }
}

/** What the program says about a run with `--format json`; `undefined` if its output has another form. */
export function readReport({ stdout }: ProgramResult): ReportedRun | undefined {
  try {
    return runSchema.parse(JSON.parse(stdout));
  } catch {
    return undefined;
  }
}
