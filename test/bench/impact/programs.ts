import { join } from 'node:path';
import { build } from 'esbuild';
import { execa } from 'execa';
import { cacheFolder } from '../../workshop/project.ts';

import type { DeclaredExport } from '../compare/random-exports.ts';
import { impactAnswers, type ImpactAnswers } from './answers.ts';

const programs = ['ours', 'language-service'] as const;
const built = join(cacheFolder, 'bench-impact');

/**
 * Makes bundles of the two programs beside this file, as they would be shipped: Node would take room of its own to strip
 * types and to read hundreds of files. TypeScript stays outside in both.
 */
export async function buildPrograms(): Promise<void> {
  await build({
    entryPoints: programs.map((program) => join(import.meta.dirname, `${program}.ts`)),
    outdir: built,
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

/** Has one of the two programs answer in a process of its own; `buildPrograms` has made them. */
export async function answersOf(
  program: (typeof programs)[number],
  root: string,
  exports: readonly DeclaredExport[],
): Promise<ImpactAnswers> {
  const { stdout } = await execa(process.execPath, [join(built, `${program}.mjs`), root], {
    input: JSON.stringify(exports),
    maxBuffer: 1 << 28,
    killDescendants: true,
  });
  return impactAnswers.parse(JSON.parse(stdout));
}
