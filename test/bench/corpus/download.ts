import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import { environmentWithPath, npmCommand } from '../../workshop/processes.ts';
import type { CorpusPackage } from './packages.ts';

const packed = z.array(z.object({ id: z.string(), filename: z.string() }));

/** Fetches the archives of packages that a folder does not hold yet, with npm, and verifies what came. */
export async function downloadPackages(folder: string, packages: readonly CorpusPackage[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const missing: CorpusPackage[] = [];
  for (const each of packages) if (!(await isWhole(archiveOf(folder, each), each))) missing.push(each);
  if (missing.length === 0) return;
  const [command, ...first] = npmCommand();
  const specs = missing.map(({ spec }) => spec);
  const { stdout } = await execa(command, [...first, 'pack', '--json', '--loglevel=error', ...specs], {
    cwd: folder,
    stdin: 'ignore',
    env: environmentWithPath(dirname(process.execPath)),
    killDescendants: true,
  });
  const names = new Map(packed.parse(JSON.parse(stdout)).map(({ id, filename }) => [id, filename]));
  for (const each of missing) {
    const came = join(folder, names.get(each.spec) ?? '');
    if (!(await isWhole(came, each))) {
      await rm(came, { force: true });
      throw new Error(`Failed to fetch ${each.spec}: its archive is not the one that the table of the corpus names.`);
    }
    await rename(came, archiveOf(folder, each));
  }
}

/** Where the archive of a package is kept. */
export function archiveOf(folder: string, { spec }: CorpusPackage): string {
  return join(folder, `${folderName(spec)}.tgz`);
}

/** A name for a package that may be that of a file. */
export function folderName(spec: string): string {
  return spec.replace(/^@/, '').replaceAll('/', '-');
}

async function isWhole(file: string, { integrity }: CorpusPackage): Promise<boolean> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes !== undefined && `sha512-${createHash('sha512').update(bytes).digest('base64')}` === integrity;
}
