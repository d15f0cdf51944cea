import { cp, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { distFolder, projectRoot } from '../project.ts';

const packageSchema = z.object({ files: z.array(z.string()) });

/**
 * Writes the tree of a release tag of the action: `action.yml`, the license, and the built program in `dist/`. A runner
 * downloads the whole tree, so nothing else is in it.
 */
export async function writeActionBundle(folder: string): Promise<void> {
  const { files } = packageSchema.parse(JSON.parse(await readFile(join(distFolder, 'package.json'), 'utf8')));
  const copies = [
    ...['action.yml', 'LICENSE'].map((file) => [join(projectRoot, file), join(folder, file)] as const),
    ...['package.json', ...files].map((file) => [join(distFolder, file), join(folder, 'dist', file)] as const),
  ];
  for (const [from, to] of copies) {
    await mkdir(dirname(to), { recursive: true });
    await cp(from, to);
  }
}
