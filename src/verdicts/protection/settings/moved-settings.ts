import type { FileVersions } from '../changes/protected-change.ts';
import type { Direction } from '../direction/direction.ts';
import { readSettings } from './read-settings.ts';
import { readValue } from './setting-value.ts';
import type { Setting, FileSettings } from './setting.ts';
import { settingsFileOf } from './settings-files.ts';

/**
 * The settings that the changed files have after a change and did not have before it. A setting that is gone from one place
 * can be at another: `mypy.ini` became a part of `pyproject.toml`, `coverage.lines` became `coverage.thresholds.lines`.
 */
export class MovedSettings {
  readonly #files: readonly FileVersions[];
  #added: Promise<readonly Setting[]> | undefined;

  constructor(files: readonly FileVersions[]) {
    this.#files = files;
  }

  /** The direction of a setting that is gone, and would prove less. */
  async directionOf(setting: Setting): Promise<Direction> {
    const added = (await (this.#added ??= this.#readAdded())).filter((other) => nameOf(other) === nameOf(setting));
    const value = JSON.stringify(readValue(setting));
    if (added.some((other) => JSON.stringify(readValue(other)) === value)) return 'tighter';
    return added.length > 0 ? 'unknown' : 'less';
  }

  async #readAdded(): Promise<readonly Setting[]> {
    const added: Setting[] = [];
    for (const { path, previousPath = path, before, after } of this.#files) {
      const original = await readAll(previousPath, before);
      for (const [key, setting] of await readAll(path, after)) {
        if (!original.has(key) || path !== previousPath) added.push(setting);
      }
    }
    return added;
  }
}

async function readAll(path: string, text: string | undefined): Promise<FileSettings> {
  const file = settingsFileOf(path);
  return (file && text !== undefined && (await readSettings(file, path, text))) || new Map<string, Setting>();
}

/** The last part of the key. A rule of a plug-in can have the name of a rule that it replaces. */
function nameOf({ path }: Setting): string {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  return name.slice(name.lastIndexOf('/') + 1).replaceAll('_', '-');
}
