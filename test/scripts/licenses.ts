import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

const packageSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().default('see below'),
});

/**
 * The license texts of the packages that are bundled.
 * @param inputs the bundled files relative to the root, as named in esbuild's metafile
 */
export async function thirdPartyLicenses(root: string, inputs: readonly string[]): Promise<string> {
  const folders = new Set(inputs.flatMap((input) => packageFolder(input) ?? []));
  const sections = await Promise.all([...folders].sort().map((folder) => section(join(root, folder))));
  return sections.join(`\n${'-'.repeat(80)}\n\n`);
}

/** `node_modules/@scope/name` for a file in a package, at any nesting depth. */
function packageFolder(input: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

async function section(folder: string): Promise<string> {
  const manifest = packageSchema.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')));
  const file = (await readdir(folder)).find((name) => /^(licen[cs]e|copying)/i.test(name));
  const text = file ? (await readFile(join(folder, file), 'utf8')).trim() : '';
  return `${manifest.name} ${manifest.version} (${manifest.license})\n\n${text}\n`;
}
