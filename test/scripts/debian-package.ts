import { existsSync } from 'node:fs';
import { execa } from 'execa';

/** Installs Debian packages. Does nothing on another system, or without the rights of root. */
export async function installDebianPackages(names: readonly string[], report: (line: string) => void): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  report(`Installing Debian's package ${names[0] ?? ''} (once) …`);
  const options = {
    stdin: 'ignore',
    all: true,
    reject: false,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    killDescendants: true,
  } as const;
  await execa('apt-get', ['update', '-q'], options);
  const result = await execa('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names], options);
  if (result.failed) report(result.all);
}
