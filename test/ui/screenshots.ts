import { join } from 'node:path';
import { cacheFolder, projectRoot } from '../scripts/project.ts';

/**
 * Returns the path for a screenshot: in docs/images with UPDATE_SCREENSHOTS=1, else in the cache folder, which git ignores.
 */
export function screenshotFile(name: string): string {
  const folder = process.env.UPDATE_SCREENSHOTS
    ? join(projectRoot, 'docs', 'images')
    : join(cacheFolder, 'screenshots');
  return join(folder, `${name}.png`);
}
