import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, projectRoot } from '../scripts/project.ts';

/**
 * Returns the path for a screenshot, in the cache folder, which git ignores. With UPDATE_SCREENSHOTS=1, a picture of the documentation
 * with this name is replaced.
 */
export function screenshotFile(name: string, extension: 'png' | 'gif' = 'png'): string {
  const documented = join(projectRoot, 'docs', 'images', `${name}.${extension}`);
  if (process.env.UPDATE_SCREENSHOTS && existsSync(documented)) return documented;
  return join(cacheFolder, 'screenshots', `${name}.${extension}`);
}
