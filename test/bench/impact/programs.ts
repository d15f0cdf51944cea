import { join } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { cacheFolder } from '../../scripts/project.ts';
import type { DeclaredExport } from '../compare/random-exports.ts';
import { impactAnswersSchema, type ImpactAnswers } from './answers.ts';

const programs = ['ours', 'language-service'] as const;
const outputFolder = join(cacheFolder, 'bench-impact');

/**
 * Bundles the two programs next to this file, as they would be shipped. Without a bundle, Node would spend additional time
 * and memory on stripping types and reading hundreds of files. Neither bundle contains TypeScript.
 */
export async function buildPrograms(): Promise<void> {
  await build({
    entryPoints: programs.map((program) => join(import.meta.dirname, `${program}.ts`)),
    outdir: outputFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    splitting: true,
    external: ['@ts-morph/common', 'ts-morph', 'typescript'],
    mainFields: ['module', 'main'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    platform: 'node',
    format: 'esm',
    target: 'node22.13',
  });
}

/** Runs one of the two programs in a new process. `buildPrograms` must run first. */
export async function runProgram(
  program: (typeof programs)[number],
  root: string,
  exports: readonly DeclaredExport[],
): Promise<ImpactAnswers> {
  const { stdout } = await execa(process.execPath, [join(outputFolder, `${program}.mjs`), root], {
    input: JSON.stringify(exports),
    maxBuffer: 1 << 28,
    killDescendants: true,
  });
  return impactAnswersSchema.parse(JSON.parse(stdout));
}
