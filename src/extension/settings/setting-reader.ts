import * as vscode from 'vscode';
import type { SettingReader } from './holdfast-settings.ts';

/** Reads `holdfast.*` as it holds for a workspace folder, or for the window where there is none. */
export function settingReader(folder: string | undefined): SettingReader {
  const configuration = vscode.workspace.getConfiguration('holdfast', folder ? vscode.Uri.parse(folder) : null);
  return {
    set(name) {
      const found = configuration.inspect(name);
      const somebody = found?.workspaceFolderValue ?? found?.workspaceValue ?? found?.globalValue;
      // In a workspace that is not trusted the value in effect leaves the workspace's own out.
      return somebody === undefined ? undefined : configuration.get(name);
    },
    value: (name) => configuration.get(name),
  };
}
