import { isIndexedPath } from '../../../code/languages/language-table.ts';
import { testLanguageOf } from '../../protection/tests/test-languages.ts';
import { readTestCommand } from '../detect-test-command.ts';
import { findTestFiles, isNeighbor } from '../select-affected-tests.ts';
import type { TestTree } from '../test-package.ts';

export interface TestFileChoice {
  /** The tree after the change. */
  readonly tree: TestTree;
  readonly command: string;
  /** The files that the change creates, modifies or deletes, relative to the root. */
  readonly changedFiles: readonly string[];
  /** The files before the change. */
  readonly filesBefore: ReadonlySet<string>;
  /** The given files and all modules that import one of them, directly or indirectly. */
  readonly findDependents: (files: readonly string[]) => Promise<readonly string[]>;
}

/** Folders with files that tests read as data or that other commands run. */
const DATA = /(?:^|\/)(?:(?:__)?fixtures?(?:__)?|testdata|node_modules|vendor|examples?)\//;

/** Whether tests read a file as data. */
export function isTestData(file: string): boolean {
  return DATA.test(file);
}

/**
 * Test files that a command runs, the best one for a planted failure first: it exists before the change, and the change
 * affects it. If the runner is not known, all files that are called like tests may be meant.
 */
export async function listTestFilesOf(choice: TestFileChoice): Promise<readonly string[]> {
  const { tree, command, changedFiles, filesBefore } = choice;
  const known = await findTestFiles(tree, await readTestCommand(tree, command));
  const isUnknown = known === undefined || known.size === 0;
  const all = isUnknown ? await tree.listFiles() : [...known.keys()];
  const tests = all.filter((file) => testLanguageOf(file)?.isTestPath(file) === true || !isUnknown);
  const usual = tests.filter((file) => !isTestData(file));
  if (usual.length === 0) return tests;
  const dependents = new Set(await choice.findDependents(changedFiles.filter(isIndexedPath)));
  const changed = new Set(changedFiles);
  const rank = (file: string): number =>
    (filesBefore.has(file) ? 0 : 8) +
    (dependents.has(file) || changedFiles.some((one) => isNeighbor(one, file)) ? 0 : 4) +
    (changed.has(file) ? 2 : 0) +
    (isUnknown && !/[._-](?:test|spec)\.|(?:^|\/)test_/.test(file) ? 1 : 0);
  return usual
    .map((file) => ({ file, rank: rank(file) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ file }) => file);
}
