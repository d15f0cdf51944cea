import { posix } from 'node:path';
import { VALIDATOR_FOLDER } from './validator-folder.ts';
import type { SourceTree } from '../../../workspace/files/source-tree.ts';

const MODULE = /\.[cm]?[jt]s$/;
/** A string that starts with `./` or `../`: the specifier of an import, or the path of a file that is read. */
const RELATIVE_PATH = /(["'`])(\.{1,2}\/[^"'`\n]+)\1/g;
const EXTENSIONS = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js'];

/** Lists the files outside `.holdfast` that the workspace's validators import or read by a relative path, recursively. */
export async function listValidatorModules(tree: SourceTree): Promise<readonly string[]> {
  if ((await tree.kindOf(VALIDATOR_FOLDER)) !== 'folder') return [];
  const modules = (await tree.listFiles()).filter(
    (file) => file.startsWith(`${VALIDATOR_FOLDER}/`) && MODULE.test(file),
  );
  const files = new Set(modules);
  // A set iterates over elements that are added during the iteration.
  for (const file of files) {
    if (!MODULE.test(file)) continue;
    const text = (await tree.readText(file)) ?? '';
    for (const [, , specifier = ''] of text.matchAll(RELATIVE_PATH)) {
      const target = await findFile(tree, posix.join(posix.dirname(file), specifier));
      if (target !== undefined) files.add(target);
    }
  }
  return [...files].filter((file) => !file.startsWith('.holdfast/')).sort();
}

async function findFile(tree: SourceTree, target: string): Promise<string | undefined> {
  if (target.startsWith('..')) return undefined;
  const paths = [...EXTENSIONS.map((extension) => target + extension), target.replace(/\.([cm]?)js$/, '.$1ts')];
  for (const path of paths) if ((await tree.kindOf(path)) === 'file') return path;
  return undefined;
}
