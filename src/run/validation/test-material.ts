import { isIndexedPath } from '../../code/languages/language-table.ts';
import { roleOf } from '../../verdicts/facts/code/read-code.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { AwaitedCode } from './awaited-code.ts';

/** Data of tests, and what pytest loads for them. */
const TEST_DATA = /(?:^|\/)(?:__snapshots__\/|conftest\.py$)|\.snap(?:shot)?$/;

export interface TestMaterialInput {
  readonly analysis: Pick<Analysis, 'allDependents' | 'exportsOf'>;
  /** Absolute path of the tree after the change. */
  readonly root: string;
  /** The files that the change creates, modifies or deletes. */
  readonly changedFiles: readonly string[];
  readonly awaited: AwaitedCode;
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
  const { changedFiles, awaited, isCollected } = input;
  for (const file of changedFiles.filter((one) => !awaited.files.has(one))) {
    const isMaterial = isForTests(file)
      ? isOnlyForTests(file) || (await isUsedByTestsOnly(input, file))
      : isCollected(file) && (await hasNoExports(input, file));
    if (isMaterial) material.push(file);
  }
  return material;
}

/** Whether a file is for tests, by its path alone. */
export function isForTests(file: string): boolean {
  return roleOf(file) === 'test' || TEST_DATA.test(file);
}

/** Whether no other code can import a file: data, and what Go compiles for tests only. */
function isOnlyForTests(file: string): boolean {
  return !isIndexedPath(file) || file.endsWith('_test.go');
}

/** Code that exports something can be the work itself, with tests in it. */
async function hasNoExports({ analysis, root, signal }: TestMaterialInput, file: string): Promise<boolean> {
  return (await analysis.exportsOf(root, [file], { signal })).length === 0;
}

async function isUsedByTestsOnly({ analysis, root, signal }: TestMaterialInput, file: string): Promise<boolean> {
  return (await analysis.allDependents(root, [file], { signal })).every(isForTests);
}
