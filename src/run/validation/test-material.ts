import { isIndexedPath } from '../../code/languages/language-table.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import { roleOf } from '../../verdicts/facts/code/read-code.ts';
import { testLanguageOf } from '../../verdicts/protection/tests/test-languages.ts';

/** Data of tests, and what pytest loads for them. */
const TEST_DATA =
  /(?:^|\/)(?:(?:tests?|__tests__|__snapshots__|__mocks__|(?:__)?fixtures(?:__)?|testdata)\/|conftest\.py$)|\.snap(?:shot)?$/;

export interface TestMaterialInput {
  readonly analysis: Pick<Analysis, 'allDependents' | 'exportsOf'>;
  /** The tree after the change. */
  readonly tree: { readonly root: string; readonly readText: (path: string) => Promise<string | undefined> };
  /** The files that the change creates, modifies or deletes. */
  readonly changedFiles: readonly string[];
  /** The files that are work, although they may look like tests. */
  readonly work: ReadonlySet<string>;
  /** Whether a command collects a file as a test. */
  readonly isCollected: (file: string) => boolean;
  readonly signal: AbortSignal;
}

/**
 * [BITE-1] The changed files that belong to tests: test files, snapshots, and modules in folders of tests that only tests
 * import. What the contract requires the chunk to create is its work.
 */
export async function listTestMaterial(input: TestMaterialInput): Promise<readonly string[]> {
  const material: string[] = [];
  const { changedFiles, work, isCollected } = input;
  for (const file of changedFiles.filter((one) => !work.has(one))) {
    const isMaterial = isForTests(file)
      ? isOnlyForTests(file) || (await isUsedByTestsOnly(input, file))
      : isCollected(file) && (await hasOnlyTests(input, file));
    if (isMaterial) material.push(file);
  }
  return material;
}

/** Whether a file is for tests, by its path alone. */
export function isForTests(file: string): boolean {
  return isIndexedPath(file) ? roleOf(file) === 'test' || file.endsWith('conftest.py') : TEST_DATA.test(file);
}

/** Whether no other code can import a file: data, and what Go compiles for tests only. */
function isOnlyForTests(file: string): boolean {
  return !isIndexedPath(file) || file.endsWith('_test.go');
}

/** Code that exports something can be the work itself, with tests in it, and a program can have no tests. */
async function hasOnlyTests({ analysis, tree, signal }: TestMaterialInput, file: string): Promise<boolean> {
  const text = await tree.readText(file);
  const declared = text === undefined ? undefined : await testLanguageOf(file)?.read(file, text);
  if (declared === undefined || declared.tests.length === 0) return false;
  return (await analysis.exportsOf(tree.root, [file], { signal })).length === 0;
}

async function isUsedByTestsOnly({ analysis, tree, signal }: TestMaterialInput, file: string): Promise<boolean> {
  return (await analysis.allDependents(tree.root, [file], { signal })).every(isForTests);
}
