import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Settings = Readonly<Record<string, unknown>>;

/**
 * Turns off welcome pages, the automatic side bar, update checks, telemetry and automatic saving, which is on in a browser. With it,
 * VS Code can save a text that is undone at the same moment, and then shows another text than the file has. Every window starts in
 * the same theme.
 */
const quiet: Settings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'files.autoSave': 'off',
  'editor.cursorBlinking': 'solid',
  'files.simpleDialog.enable': true,
  'window.dialogStyle': 'custom',
  'workbench.colorTheme': 'Dark Modern',
  'workbench.preferredDarkColorTheme': 'Dark Modern',
  'workbench.preferredLightColorTheme': 'Light Modern',
};

/** Restricted mode from the start, without a prompt. */
const restricted: Settings = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'always',
};

const trusting: Settings = { 'security.workspace.trust.enabled': false };

/** The user's settings of a test window. `trust: false` is restricted mode. */
export function settingsFor(trust: boolean, settings: Settings): Settings {
  return { ...quiet, ...(trust ? trusting : restricted), ...settings };
}

/** Writes the user's settings of a server that has not started yet. */
export async function writeSettings(dataFolder: string, trust: boolean, settings: Settings): Promise<void> {
  const userFolder = join(dataFolder, 'data', 'User');
  await mkdir(userFolder, { recursive: true });
  await writeFile(join(userFolder, 'settings.json'), JSON.stringify(settingsFor(trust, settings), null, 2));
}
