import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Subject } from './talked-down.ts';

/** The `node_modules` with the packages of a subject, in a folder of the user; `null` without access to the registry. */
export function installPackages({ runner, packages }: Pick<Subject, 'runner' | 'packages'>): string | null | undefined {
  if (packages === undefined) return undefined;
  const cache = process.env['HOLDFAST_TEST_RUNNERS'] ?? join(homedir(), '.cache', 'holdfast-test-runners');
  const folder = join(cache, packages.join('+'));
  try {
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...packages];
    execFileSync('npm', args, { stdio: 'ignore', shell: process.platform === 'win32' });
    return join(folder, 'node_modules');
  } catch {
    console.log(`${runner}: npm cannot install ${packages.join(', ')}`);
    return null;
  }
}
