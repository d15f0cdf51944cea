import * as vscode from 'vscode';
import type { SettingReader } from './holdfast-settings.ts';

/** Reads the `holdfast.*` settings of a workspace folder, or of the window if no folder is passed. */
export function createSettingReader(folder: string | undefined): SettingReader {
  const configuration = vscode.workspace.getConfiguration('holdfast', folder ? vscode.Uri.parse(folder) : null);
  return {
    explicitValue(name) {
      const found = configuration.inspect(name);
      const explicit = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
      // In an untrusted workspace, `get` ignores the restricted workspace values.
      return explicit === undefined ? undefined : configuration.get(name);
    },
    effectiveValue: (name) => configuration.get(name),
  };
}
