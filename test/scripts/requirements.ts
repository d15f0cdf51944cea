import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { projectRoot } from './project.ts';

const requirementsSchema = z.object({
  groups: z.array(z.object({ group: z.string(), source: z.string(), entries: z.record(z.string(), z.string()) })),
});

export type Requirements = z.infer<typeof requirementsSchema>;

export const requirementsFile = join(projectRoot, 'docs', 'requirements.yaml');

/** Reads all requirements from docs/requirements.yaml. */
export async function readRequirements(): Promise<Requirements> {
  return requirementsSchema.parse(parse(await readFile(requirementsFile, 'utf8')));
}
