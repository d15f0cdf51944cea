import { posix } from 'node:path';
import { readSettings } from './read-settings.ts';
import type { Setting } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';
import { settingsFileOf } from './settings-files.ts';
import { usesTool } from './tool-use.ts';

/** The text of a file before the change. */
export interface BaseText {
  readonly path: string;
  readonly text: string;
}

/** The tree before a change. */
export interface SettingsBase {
  /** Every file. */
  readonly files: readonly string[];
  /** The texts of settings files. */
  readonly settings: readonly BaseText[];
}

/**
 * Finds what a new settings file overrides: a file of the same tool that applies to its folder, or the defaults of a tool
 * that a package.json uses. A new file in a new folder applies to new files alone.
 *
 * @param isProtected whether a setting of the new file is protected
 */
export async function findOverridden(
  { path, text }: BaseText,
  added: SettingsFile,
  base: SettingsBase,
  isProtected: (setting: Setting) => boolean,
): Promise<string | undefined> {
  const folder = posix.dirname(path);
  if (added.format === 'package' || !base.files.some((file) => isIn(folder, file))) return undefined;
  // `tsconfig.build.json` next to `tsconfig.json` is a further project.
  if (added.tool === 'typescript' && posix.basename(path) !== 'tsconfig.json') return undefined;
  const settings = await readSettings(added, path, text);
  if (settings !== undefined && ![...settings.values()].some(isProtected)) return undefined;
  const tool = added.appliesTo ?? added.tool;
  const existing = base.files.find((file) => {
    if (file === path || settingsFileOf(file)?.tool !== tool) return false;
    // A file of the root applies everywhere, except that `make` and others read only the folder in which they run.
    return added.area === 'scripts' ? posix.dirname(file) === folder : isIn(posix.dirname(file), path);
  });
  if (existing !== undefined) return added.tool === 'pipeline' ? undefined : existing;
  if (added.area === 'scripts') return undefined;
  for (const manifest of base.settings) {
    if (posix.basename(manifest.path) !== 'package.json' || !isIn(posix.dirname(manifest.path), path)) continue;
    const file = settingsFileOf(manifest.path);
    const read = file && (await readSettings(file, manifest.path, manifest.text));
    if (read !== undefined && usesTool(read, tool)) return manifest.path;
  }
  return undefined;
}

function isIn(folder: string, file: string): boolean {
  return folder === '.' || file.startsWith(`${folder}/`);
}
