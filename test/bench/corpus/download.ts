import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import { environmentWithPath, npmCommand } from '../../scripts/processes.ts';
import type { CorpusPackage } from './packages.ts';

const packResultSchema = z.array(z.object({ id: z.string(), filename: z.string() }));

/** Downloads the missing archives of packages with npm and verifies their hashes. */
export async function downloadPackages(folder: string, packages: readonly CorpusPackage[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const missing: CorpusPackage[] = [];
  for (const each of packages) if (!(await hasIntegrity(archivePath(folder, each), each))) missing.push(each);
  if (missing.length === 0) return;
  const [command, ...first] = npmCommand();
  const specs = missing.map(({ spec }) => spec);
  const { stdout } = await execa(command, [...first, 'pack', '--json', '--loglevel=error', ...specs], {
    cwd: folder,
    stdin: 'ignore',
    env: environmentWithPath(dirname(process.execPath)),
    killDescendants: true,
  });
  const names = new Map(packResultSchema.parse(JSON.parse(stdout)).map(({ id, filename }) => [id, filename]));
  for (const each of missing) {
    const downloaded = join(folder, names.get(each.spec) ?? '');
    if (!(await hasIntegrity(downloaded, each))) {
      await rm(downloaded, { force: true });
      throw new Error(
        `Failed to download ${each.spec}: the hash of its archive differs from the hash in corpus/packages.ts.`,
      );
    }
    await rename(downloaded, archivePath(folder, each));
  }
}

/** Returns the path of the archive of a package. */
export function archivePath(folder: string, { spec }: CorpusPackage): string {
  return join(folder, `${folderName(spec)}.tgz`);
}

/** Converts a package specifier to a valid file name. */
export function folderName(spec: string): string {
  return spec.replace(/^@/, '').replaceAll('/', '-');
}

async function hasIntegrity(file: string, { integrity }: CorpusPackage): Promise<boolean> {
  const bytes = await readFile(file).catch(() => undefined);
  return bytes !== undefined && `sha512-${createHash('sha512').update(bytes).digest('base64')}` === integrity;
}
