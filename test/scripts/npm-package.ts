import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { reachableFrom, readBundles } from './bundles.ts';
import { distFolder, projectRoot } from './project.ts';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  homepage: z.string(),
  repository: z.object({ type: z.string(), url: z.string() }),
  bugs: z.object({ url: z.string() }),
});

/**
 * Makes dist/ a package of the command line, for `npm pack ./dist`. It has no dependencies, because they are bundled, and
 * leaves out what only the extension loads. The package.json of the project is the one of the extension.
 *
 * @param files further files, relative to dist/
 */
export async function writeNpmPackage(files: readonly string[]): Promise<void> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8')));
  const bundles = reachableFrom(await readBundles(), 'dist/cli.js').map((bundle) => basename(bundle));
  const npmPackage = {
    ...manifest,
    description: 'Holds code written by a language model to a contract: the command line',
    type: 'module',
    bin: { holdfast: 'cli.js' },
    engines: { node: '>=22.13' },
    files: [...bundles, ...files].sort(),
  };
  await writeFile(join(distFolder, 'package.json'), `${JSON.stringify(npmPackage, null, 2)}\n`);
  await copyFile(join(projectRoot, 'LICENSE'), join(distFolder, 'LICENSE'));
}
