import { namesLiterally } from '../../../contract/globs/path-matcher.ts';
import { folderOf } from '../../../code/resolution/tree-path.ts';
import { testLanguageOf } from '../../../protection/tests/test-languages.ts';
import type { TestResult } from '../../../test-runners/reports/read-reports.ts';
import type { ProofInput } from './proof-input.ts';

/** A test of a file that the change leaves alone. */
export interface KeptTest {
  readonly file: string;
  readonly name: string;
}

/**
 * The tests that a report before the change has as passed, and a report after it has not. Only tests count whose file the
 * change leaves alone, and whose title the file contains once, as it is reported: other titles can depend on the code.
 */
export async function findLostTests(
  input: ProofInput,
  before: readonly TestResult[],
  after: readonly TestResult[],
): Promise<readonly KeptTest[]> {
  const { chunk, changedFiles = [], attempt, grantsNothing } = input;
  if (grantsNothing !== true && chunk.mayChange.length > 0) return [];
  const passedAfter = new Set(after.filter(({ passed }) => passed).map(keyOf));
  const notPassedBefore = new Set(before.filter(({ passed }) => !passed).map(keyOf));
  const lost = before.filter((result) => {
    const key = keyOf(result);
    return result.passed && !notPassedBefore.has(key) && !passedAfter.has(key);
  });
  if (lost.length === 0) return [];
  const changed = new Set(changedFiles);
  const files = (await attempt.tree.listFiles()).filter(
    (file) =>
      testLanguageOf(file) !== undefined &&
      !changed.has(file) &&
      (grantsNothing === true || !namesLiterally(chunk.allowedFiles, file)),
  );
  const kept: KeptTest[] = [];
  for (const file of files) {
    const own = lost.filter((result) => isIn(file, result));
    if (own.length === 0) continue;
    const text = await attempt.tree.readText(file);
    const { tests = [] } = (text === undefined ? undefined : await testLanguageOf(file)?.read(file, text)) ?? {};
    for (const { name } of own) {
      const [declared, ...others] = tests.filter(({ title }) => title === name);
      if (declared?.skip === undefined && declared?.cases === 1 && others.length === 0) kept.push({ file, name });
    }
  }
  return kept;
}

function keyOf({ file, name }: TestResult): string {
  return JSON.stringify([file, name]);
}

/** Whether a runner means a file of the tree: a path in the tree or in a project, or the import path of a package. */
function isIn(file: string, { file: reported }: TestResult): boolean {
  if (!file.endsWith('.go')) return reported === file || file.endsWith(`/${reported}`);
  const folder = folderOf(file);
  return folder === '' || reported.endsWith(`/${folder}`);
}
