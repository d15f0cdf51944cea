import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { TemporaryFolder } from '../../checks/temporary-folder.ts';

const NATIVE_VERSION = '7.0.2';

/** A TypeScript that a workspace may have: what its folder is, or why it is not at hand. */
export interface Compiler {
  readonly title: string;
  /** The folder of the package; undefined: the workspace has none of its own. */
  readonly folder: () => Promise<string | undefined>;
}

export const compilers: readonly Compiler[] = [
  { title: 'the bundled TypeScript', folder: () => Promise.resolve(undefined) },
  {
    title: 'TypeScript 6 of the workspace',
    folder: () => Promise.resolve(join(import.meta.dirname, '../../../node_modules/typescript')),
  },
  { title: 'TypeScript 7 of the workspace', folder: nativeTypeScript },
];

/**
 * The folder of TypeScript 7. As a dependency its `tsc` would stand in the place of the one that builds the project, so
 * it is installed beside, once for this machine. Throws where it cannot be.
 */
export async function nativeTypeScript(): Promise<string> {
  const place = join(tmpdir(), `holdfast-typescript-${NATIVE_VERSION}`);
  const folder = join(place, 'node_modules', 'typescript');
  if (existsSync(folder)) return folder;
  const building = await mkdtemp(`${place}-`);
  try {
    await writeFile(join(building, 'package.json'), '{ "private": true }');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const install = ['install', '--no-audit', '--no-fund', '--save-exact', `typescript@${NATIVE_VERSION}`];
    await promisify(execFile)(npm, install, { cwd: building, timeout: 90_000, shell: process.platform === 'win32' });
    // Another run may have been faster.
    if (!existsSync(folder)) await rename(building, place).catch(() => undefined);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  if (!existsSync(folder)) throw new Error('TypeScript 7 could not be installed');
  return folder;
}

/** A workspace with files and, where a folder is given, a TypeScript of its own. */
export async function workspaceWith(
  files: Readonly<Record<string, string>>,
  typescript: string | undefined,
): Promise<TemporaryFolder> {
  const workspace = await TemporaryFolder.with(files);
  if (typescript !== undefined) {
    const link = join(workspace.path, 'node_modules', 'typescript');
    await mkdir(dirname(link), { recursive: true });
    await symlink(typescript, link, 'junction');
  }
  return workspace;
}
