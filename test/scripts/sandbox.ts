import { join } from 'node:path';
import { findOnPath } from '../../src/workspace/environment/find-program.ts';
import { installDebianPackages } from './debian-package.ts';
import { withLock } from './lock.ts';
import { cacheFolder } from './project.ts';

/** Installs bubblewrap where that is possible, so that the tests of confined commands run. Elsewhere they are skipped. */
export async function prepareSandbox(report: (line: string) => void): Promise<void> {
  if (process.platform !== 'linux') return;
  await withLock(join(cacheFolder, 'bubblewrap.lock'), async () => {
    if ((await findOnPath('bwrap', process.env['PATH'] ?? '')) === undefined) {
      await installDebianPackages(['bubblewrap'], report);
    }
  });
}
