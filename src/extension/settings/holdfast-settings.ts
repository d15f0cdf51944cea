import { SETTING_NAMES } from '../../configuration/setting-names.ts';
import type { Settings } from '../../configuration/settings.ts';

/** Where a value of the editor's settings comes from; the editor's own defaults do not count. */
export interface SettingReader {
  /** The value that a person set for user, workspace or folder, or undefined where nobody did. */
  set(name: string): unknown;
  /** The value in effect, defaults included. */
  value(name: string): unknown;
}

/**
 * What somebody set of the shared settings, as one layer of the configuration. An empty text counts as not set. The
 * values are as they stand in the settings file; whoever resolves the configuration checks them.
 */
export function configurationLayer(reader: SettingReader): Settings {
  const layer: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const value = reader.set(name);
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) continue;
    const [first = '', second] = name.split('.');
    layer[first] = second === undefined ? value : { ...(layer[first] as object | undefined), [second]: value };
  }
  return layer;
}

/** What concerns the editor alone. */
export interface EditorSettings {
  readonly unsavedFiles: 'ask' | 'save' | 'refuse';
  readonly showResults: boolean;
  readonly checkOnType: boolean;
  readonly reviewLanding: 'commit' | 'working-tree';
}

/** Values that are not understood count as the default. */
export function editorSettings(reader: SettingReader): EditorSettings {
  const unsavedFiles = reader.value('run.unsavedFiles');
  return {
    unsavedFiles: unsavedFiles === 'save' || unsavedFiles === 'refuse' ? unsavedFiles : 'ask',
    showResults: reader.value('run.showResults') !== false,
    checkOnType: reader.value('check.onType') !== false,
    reviewLanding: reader.value('review.landing') === 'working-tree' ? 'working-tree' : 'commit',
  };
}
