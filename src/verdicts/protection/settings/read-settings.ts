import { readDataSettings } from './read-data-settings.ts';
import { readModuleSettings } from './read-module-settings.ts';
import { readLineSettings, readSectionSettings, readTargetSettings, readTextSetting } from './read-text-settings.ts';
import type { FileSettings } from './setting.ts';
import type { SettingsFile } from './settings-files.ts';

/** Reads the settings of a file; `undefined` if it cannot be parsed. */
export async function readSettings(file: SettingsFile, path: string, text: string): Promise<FileSettings | undefined> {
  switch (file.format) {
    case 'package':
    case 'data':
      return readDataSettings(path, text);
    case 'module':
      return readModuleSettings(path, text);
    case 'lines':
      return readLineSettings(text);
    case 'sections':
      return readSectionSettings(text);
    case 'targets':
      return readTargetSettings(text);
    case 'text':
      return readTextSetting(text);
  }
}
