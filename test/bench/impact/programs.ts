import { join } from 'node:path';
import { execa } from 'execa';
import { bundlePrograms } from '../bundle-programs.ts';
import type { DeclaredExport } from '../compare/random-exports.ts';
import { impactAnswersSchema, type ImpactAnswers } from './answers.ts';

const programs = ['ours', 'language-service'] as const;

/** Bundles the two programs next to this file, and returns their folder. */
export function buildPrograms(): Promise<string> {
  const sources = programs.map((program) => [program, join(import.meta.dirname, `${program}.ts`)] as const);
  return bundlePrograms('impact', Object.fromEntries(sources));
}

/** Runs one of the two programs, from their folder, in a new process. */
export async function runProgram(
  folder: string,
  program: (typeof programs)[number],
  root: string,
  exports: readonly DeclaredExport[],
): Promise<ImpactAnswers> {
  const { stdout } = await execa(process.execPath, [join(folder, `${program}.js`), root], {
    input: JSON.stringify(exports),
    maxBuffer: 1 << 28,
    killDescendants: true,
  });
  return impactAnswersSchema.parse(JSON.parse(stdout));
}
