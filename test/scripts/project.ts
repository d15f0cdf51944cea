import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The root of the checkout. */
export const projectRoot = join(import.meta.dirname, '..', '..');

/** Downloads and builds for tests. Ignored by git. */
export const cacheFolder = join(projectRoot, '.vscode-test');

/** The output folder of esbuild.mjs. */
export const distFolder = join(projectRoot, 'dist');

const manifestSchema = z.looseObject({
  name: z.string(),
  publisher: z.string(),
  version: z.string(),
  engines: z.looseObject({ vscode: z.string() }),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** The extension's package.json. */
export function readManifest(): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')));
}

/** The packaged extension, as `npm run package` names it. */
export function vsixPath(): string {
  const manifest = readManifest();
  return join(projectRoot, `${manifest.name}-${manifest.version}.vsix`);
}
