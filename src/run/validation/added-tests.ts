import { testLanguageOf } from '../../verdicts/protection/tests/test-languages.ts';
import { readTestCommand } from '../../verdicts/test-runners/detect-test-command.ts';
import { isTestData } from '../../verdicts/test-runners/planted/choose-test-file.ts';
import { findTestFiles } from '../../verdicts/test-runners/select-affected-tests.ts';
import type { ProofInput } from './proof-input.ts';

/**
 * The files with tests that a change adds and that a command runs, and the files that pytest loads for all tests. Other
 * tests can need a helper or data, but none of these.
 */
export async function listAddedTests(
  { change, attempt, services }: ProofInput,
  command: string,
): Promise<readonly string[]> {
  const before = new Set(await services.repository.listFiles(change.before.commit, services.signal));
  const added = change.files.filter((file) => !before.has(file));
  if (added.length === 0) return [];
  const known = await findTestFiles(attempt.tree, await readTestCommand(attempt.tree, command));
  const isRun = (file: string): boolean => known === undefined || known.size === 0 || known.has(file);
  return added.filter((file) => {
    if (isTestData(file)) return false;
    if (/(?:^|\/)conftest\.py$/.test(file)) return true;
    if (/\bunittest\b/.test(command) && /(?:^|\/)test[^/]*\.py$/.test(file)) return true;
    return testLanguageOf(file)?.isTestPath(file) === true && isRun(file);
  });
}

/** What is left of a file without its tests. A Go file belongs to a package, and to the builds of its constraints. */
export function emptyTestFile(file: string, text: string): string {
  if (!file.endsWith('.go')) return '';
  return /^(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*package \w+/.exec(text)?.[0] ?? text;
}
