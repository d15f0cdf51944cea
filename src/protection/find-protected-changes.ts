import type { FileVersions, ProtectedChange } from './changes/protected-change.ts';
import { compareSettings } from './settings/compare-settings.ts';
import { settingsFileOf } from './settings/settings-files.ts';
import { compareTests } from './tests/compare-tests.ts';
import { testLanguageOf } from './tests/test-languages.ts';

/** Changed files, and the tree before the change. */
export interface ProtectionQuery {
  /** The changed files for which `canBeProtected` holds. */
  readonly files: readonly FileVersions[];
  /** Every file of the tree before the change. */
  readonly baseFiles: readonly string[];
}

/** Whether a file can contain tests or settings, by its path alone. */
export function canBeProtected(path: string): boolean {
  return testLanguageOf(path) !== undefined || settingsFileOf(path) !== undefined;
}

/** [TRUST-7] Finds the changes that weaken tests, package scripts and tool configuration. */
export async function findProtectedChanges({ files, baseFiles }: ProtectionQuery): Promise<readonly ProtectedChange[]> {
  const changed = new Set(files.map(({ path, previousPath = path }) => previousPath));
  const hasOtherTests = baseFiles.some((file) => !changed.has(file) && testLanguageOf(file)?.isTestPath(file) === true);
  // The configuration of a test runner is often a module: it is not searched for tests.
  const modules = files.filter(({ path, previousPath = path }) => settingsFileOf(previousPath) === undefined);
  return [...(await compareSettings(files, baseFiles)), ...(await compareTests(modules, hasOtherTests))];
}
