import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cacheFolder } from '../scripts/project.ts';

/**
 * Bundles programs that a measurement starts, as they would be shipped, and returns the folder with `NAME.js`. Without a
 * bundle, Node would spend additional time and memory on stripping types and reading hundreds of files. No bundle contains
 * TypeScript.
 *
 * @param name names the folder
 * @param programs source files by name
 */
export async function bundlePrograms(name: string, programs: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(cacheFolder, `bench-${name}`);
  await build({
    entryPoints: { ...programs },
    outdir: folder,
    bundle: true,
    minify: true,
    splitting: true,
    external: ['@ts-morph/common', 'ts-morph', 'typescript'],
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire as benchRequire } from 'node:module'; const require = benchRequire(import.meta.url);",
    },
    platform: 'node',
    format: 'esm',
    target: 'node22.13',
  });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  return folder;
}
