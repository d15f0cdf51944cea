import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { withLock } from '../../scripts/lock.ts';
import { cacheFolder, readManifest } from '../../scripts/project.ts';
import type { Installation } from './installation.ts';
import { slowness } from '../../scripts/machine-speed.ts';

/**
 * Installs a packaged extension into an extensions folder, as VS Code does. Installing takes seconds, so each package
 * is installed once per VS Code version and copied from the cache.
 */
export async function installExtension(installation: Installation, vsix: string, target: string): Promise<void> {
  const hash = createHash('sha256')
    .update(await readFile(vsix))
    .digest('hex')
    .slice(0, 16);
  const cached = join(cacheFolder, 'installed-extensions', `${installation.vscode}-${hash}`);
  await withLock(`${cached}.lock`, async () => {
    if (existsSync(cached)) return;
    const partial = `${cached}.partial`;
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    const extensions = join(partial, 'extensions');
    await execa(
      installation.nodePath,
      [
        installation.serverMain,
        ...['--install-extension', vsix, '--server-data-dir', join(partial, 'data'), '--extensions-dir', extensions],
        '--accept-server-license-terms',
      ],
      { stdin: 'ignore', all: true, killDescendants: true, timeout: Math.ceil(120_000 * slowness()) },
    );
    await rename(extensions, cached);
    await rm(partial, { recursive: true, force: true });
  });
  await cp(cached, target, { recursive: true });
}

/** Changes the `activationEvents` of the extension in an extensions folder that no server reads yet. */
export async function replaceActivationEvents(extensions: string, activationEvents: readonly string[]): Promise<void> {
  const { publisher, name, version } = readManifest();
  const file = join(extensions, `${publisher}.${name}-${version}`, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, activationEvents }));
}
