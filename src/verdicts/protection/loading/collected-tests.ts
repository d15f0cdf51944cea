import { folderOf, isWithin, pathWithin } from '../../../code/resolution/tree-path.ts';
import { createFileMatcher } from '../direction/compare-files.ts';
import { readSettings } from '../settings/read-settings.ts';
import { listOf, readValue } from '../settings/setting-value.ts';
import { settingsFileOf } from '../settings/settings-files.ts';
import type { ChangedTree } from './changed-tree.ts';
import { isRunnerConfiguration } from './named-files.ts';

/** The keys of the globs by which vitest, jest and mocha find tests. */
const GLOBS = /^(?:test\.include|(?:jest\.)?testMatch|(?:mocha\.)?spec)$/;

/**
 * Whether the runner finds a file by the globs of its configuration; `undefined` if no configuration, or more than one, has
 * globs.
 */
export async function createCollected(tree: ChangedTree): Promise<(path: string) => boolean | undefined> {
  const matchers: ((path: string) => boolean)[] = [];
  for (const path of tree.after) {
    const file = settingsFileOf(path);
    const text = file !== undefined && isRunnerConfiguration(file) ? tree.textAfter(path) : undefined;
    if (file === undefined || text === undefined || !/include|testMatch|spec/.test(text)) continue;
    for (const setting of (await readSettings({ ...file, keys: undefined }, path, text))?.values() ?? []) {
      const value = GLOBS.test(setting.path.join('.')) ? readValue(setting) : undefined;
      if (value === undefined) continue;
      const matches = createFileMatcher(listOf(value).map((glob) => glob.replace(/^<rootDir>\//, '')));
      const folder = folderOf(path);
      matchers.push((one) => isWithin(one, folder) && matches(pathWithin(one, folder)));
    }
  }
  const [matches] = matchers;
  return (path) => (matchers.length === 1 ? matches?.(path) : undefined);
}
