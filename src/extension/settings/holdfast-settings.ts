import { SETTING_NAMES } from '../../workspace/configuration/setting-names.ts';
import type { Settings } from '../../workspace/configuration/settings.ts';

/** Reads values of the editor's settings, without the `holdfast.` prefix. */
export interface SettingReader {
  /** The value set by the user, the workspace or the folder. `undefined` if only the default applies. */
  explicitValue(name: string): unknown;
  /** The effective value, including defaults. */
  effectiveValue(name: string): unknown;
}

/**
 * The shared settings that were set explicitly, as one layer of the configuration. An empty string counts as not set.
 * Values are not validated here.
 */
export function readConfigurationLayer(reader: SettingReader): Settings {
  const layer: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    const value = reader.explicitValue(name);
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) continue;
    const [first = '', second] = name.split('.');
    layer[first] = second === undefined ? value : { ...(layer[first] as object | undefined), [second]: value };
  }
  return layer;
}

/** The settings that only the editor uses. */
export interface EditorSettings {
  readonly unsavedFiles: 'ask' | 'save' | 'refuse';
  readonly showResults: boolean;
  readonly checkOnType: boolean;
  /** How an accepted result lands. A result that is not reviewed is only accepted after a conflict. */
  readonly reviewLanding: 'commit' | 'working-tree';
}

/** Reads the settings that only the editor uses. Invalid values count as the default. */
export function readEditorSettings(reader: SettingReader): EditorSettings {
  const landing = reader.effectiveValue('landing');
  const unsavedFiles = reader.effectiveValue('run.unsavedFiles');
  return {
    unsavedFiles: unsavedFiles === 'save' || unsavedFiles === 'refuse' ? unsavedFiles : 'ask',
    showResults: reader.effectiveValue('run.showResults') !== false,
    checkOnType: reader.effectiveValue('check.onType') !== false,
    reviewLanding:
      landing === 'commit' || landing === 'working-tree'
        ? landing
        : reader.effectiveValue('review.landing') === 'working-tree'
          ? 'working-tree'
          : 'commit',
  };
}
