import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { TemporaryFolder } from '../../verdicts/checks/temporary-folder.ts';

const NATIVE_VERSION = '7.0.2';

/** A TypeScript that a workspace can have. */
export interface Compiler {
  readonly title: string;
  /** The folder of the package; `undefined` for the bundled one. Rejects if the package cannot be installed. */
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
 * The folder of TypeScript 7. As a dependency, its `tsc` would replace the one that builds the project, so it is installed
 * in the system's temporary folder, once per machine. Throws if the installation fails.
 */
export async function nativeTypeScript(): Promise<string> {
  const target = join(tmpdir(), `holdfast-typescript-${NATIVE_VERSION}`);
  const folder = join(target, 'node_modules', 'typescript');
  if (existsSync(folder)) return folder;
  const building = await mkdtemp(`${target}-`);
  try {
    await writeFile(join(building, 'package.json'), '{ "private": true }');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const install = ['install', '--no-audit', '--no-fund', '--save-exact', `typescript@${NATIVE_VERSION}`];
    await promisify(execFile)(npm, install, { cwd: building, timeout: 90_000, shell: process.platform === 'win32' });
    // A parallel run may have installed it in the meantime.
    if (!existsSync(folder)) await rename(building, target).catch(() => undefined);
  } finally {
    await rm(building, { recursive: true, force: true });
  }
  if (!existsSync(folder)) throw new Error('Failed to install TypeScript 7');
  return folder;
}

/**
 * Creates a workspace with files and optionally its own TypeScript.
 * @param typescript the folder of the TypeScript package
 */
export async function createWorkspace(
  files: Readonly<Record<string, string>>,
  typescript: string | undefined,
): Promise<TemporaryFolder> {
  const workspace = await TemporaryFolder.create(files);
  if (typescript !== undefined) {
    const link = join(workspace.path, 'node_modules', 'typescript');
    await mkdir(dirname(link), { recursive: true });
    await symlink(typescript, link, 'junction');
  }
  return workspace;
}
