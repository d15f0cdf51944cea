import { join } from 'node:path';
import { cacheFolder, projectRoot } from '../workshop/project.ts';

/**
 * Where a test's picture goes: with the documents when they are to be renewed (UPDATE_SCREENSHOTS=1), else where nobody
 * commits it.
 */
export function screenshotFile(name: string): string {
  const folder = process.env.UPDATE_SCREENSHOTS
    ? join(projectRoot, 'docs', 'images')
    : join(cacheFolder, 'screenshots');
  return join(folder, `${name}.png`);
}
