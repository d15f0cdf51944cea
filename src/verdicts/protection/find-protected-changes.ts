import type { FileVersions, ProtectedChange } from './changes/protected-change.ts';
import { compareSettings } from './settings/compare-settings.ts';
import type { BaseText } from './settings/find-overrides.ts';
import { ChangedTree } from './loading/changed-tree.ts';
import { findAsyncPlugin, findLoading } from './loading/find-loading.ts';
import { createCollected } from './loading/collected-tests.ts';
import { listLoadedFiles } from './loading/loaded-files.ts';
import { canBeLoaded, isResolutionFile } from './loading/resolution-files.ts';
import { findReferencedSettings, mentions } from './settings/referenced-settings.ts';
import { settingsFileOf } from './settings/settings-files.ts';
import { compareTests } from './tests/compare-tests.ts';
import { findRecognizedTests } from './tests/recognized-tests.ts';
import { testLanguageOf } from './tests/test-languages.ts';

/** Changed files, and the tree before the change. */
export interface ProtectionQuery {
  /** The changed files for which `canBeProtected` or `canBeReferenced` holds. */
  readonly files: readonly FileVersions[];
  /** Every file of the tree before the change. */
  readonly baseFiles: readonly string[];
  /** The texts of the settings files of that tree. Their paths are those for which `isSettingsPath` holds. */
  readonly baseSettings: readonly BaseText[];
  /** The texts of unchanged tests, and of code that they reach, if the change can redirect their imports. */
  readonly baseCode?: readonly BaseText[] | undefined;
  /** The commands of the contract. The scripts that they run are settings, too. */
  readonly commands?: readonly string[] | undefined;
}

/** Whether a file can contain tests or settings, by its path alone. */
export function canBeProtected(path: string): boolean {
  return testLanguageOf(path) !== undefined || settingsFileOf(path) !== undefined || canBeLoaded(path);
}

/** Whether the text of an unchanged file is needed: it is a settings file, or decides what imports lead to. */
export function isNeededText(path: string): boolean {
  return isSettingsPath(path) || isResolutionFile(path);
}

/** Whether a path is that of scripts or of the configuration of a tool. */
export function isSettingsPath(path: string): boolean {
  return settingsFileOf(path) !== undefined;
}

/** Whether settings files or commands can name a file: one of these texts contains its name. */
export function canBeReferenced(path: string, texts: readonly string[]): boolean {
  return texts.some((text) => mentions(text, path));
}

/** [TRUST-7] Finds the changes that weaken tests, package scripts and tool configuration. */
export async function findProtectedChanges(query: ProtectionQuery): Promise<readonly ProtectedChange[]> {
  const { files, baseFiles } = query;
  const base = { files: baseFiles, settings: query.baseSettings };
  const referenced = await findReferencedSettings(
    base,
    files.map(({ path, previousPath = path }) => previousPath),
    query.commands ?? [],
  );
  // The configuration of a test runner is often a module: it is not searched for tests.
  const modules = files.filter(({ path, previousPath = path }) => settingsFileOf(previousPath) === undefined);
  const tree = new ChangedTree(files, baseFiles, [...query.baseSettings, ...(query.baseCode ?? [])], query.commands);
  const loaded = await listLoadedFiles(tree);
  const options = { awaitsTests: findAsyncPlugin(tree), loaded, isCollected: await createCollected(tree) };
  return [
    ...(await compareSettings(files, base, referenced)),
    ...(await compareTests(modules, baseFiles, options)),
    ...(await findRecognizedTests(modules)),
    ...(await findLoading(tree, loaded)),
  ];
}
