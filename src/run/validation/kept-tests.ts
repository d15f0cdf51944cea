import { namesLiterally } from '../../contract/globs/path-matcher.ts';
import { folderOf } from '../../code/resolution/tree-path.ts';
import type { DeclaredTest } from '../../verdicts/protection/tests/interface/declared-test.ts';
import { isStackOverflow } from '../../foundation/errors.ts';
import { testLanguageOf } from '../../verdicts/protection/tests/test-languages.ts';
import type { TestResult } from '../../verdicts/test-runners/reports/read-reports.ts';
import type { Chunk } from '../../contract/model.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { ProvedChange } from './proof-input.ts';

/** A test of a file that the change leaves alone. */
export interface KeptTest {
  readonly file: string;
  readonly name: string;
}

export interface KeptTestsInput {
  readonly chunk: Pick<Chunk, 'mayChange' | 'allowedFiles'>;
  readonly change: Omit<ProvedChange, 'before'>;
  /** The judged tree. */
  readonly attempt: { readonly tree: Pick<SourceTree, 'listFiles' | 'readText'> };
  readonly grantsNothing?: boolean | undefined;
}

/** Whether a change may replace tests, or how they run. */
export function mayChangeTests({ chunk, change, grantsNothing }: Omit<KeptTestsInput, 'attempt'>): boolean {
  return grantsNothing !== true && (chunk.mayChange.length > 0 || change.mayChangeTests === true);
}

/**
 * The tests that a report before the change has as passed, and a report after it has not. Only tests count whose file the
 * change leaves alone, and whose title the file contains once, as it is reported: other titles can depend on the code.
 */
export async function findLostTests(
  input: KeptTestsInput,
  before: readonly TestResult[],
  after: readonly TestResult[],
): Promise<readonly KeptTest[]> {
  if (mayChangeTests(input)) return [];
  const { chunk, change, attempt, grantsNothing } = input;
  const passedAfter = new Set(after.filter(({ passed }) => passed).map(keyOf));
  const notPassedBefore = new Set(before.filter(({ passed }) => !passed).map(keyOf));
  const lost = before.filter((result) => {
    const key = keyOf(result);
    return result.passed && !notPassedBefore.has(key) && !passedAfter.has(key);
  });
  if (lost.length === 0) return [];
  const changed = new Set(change.files);
  const isFree = (file: string): boolean =>
    changed.has(file) || (grantsNothing !== true && namesLiterally(chunk.allowedFiles, file));
  const files = (await attempt.tree.listFiles()).filter((file) => testLanguageOf(file) !== undefined);
  const readTests = memoize(async (file: string): Promise<readonly DeclaredTest[]> => {
    const text = await attempt.tree.readText(file);
    try {
      return (text === undefined ? undefined : await testLanguageOf(file)?.read(file, text))?.tests ?? [];
    } catch (thrown) {
      if (!isStackOverflow(thrown)) throw thrown;
      return [];
    }
  });
  const kept: KeptTest[] = [];
  for (const result of lost) {
    const { name } = result;
    const declared: { readonly file: string; readonly test: DeclaredTest }[] = [];
    for (const file of files.filter((one) => isReportedIn(one, result))) {
      for (const test of await readTests(file)) if (test.title === name) declared.push({ file, test });
    }
    const [only, ...others] = declared;
    const isCertain = others.length === 0 && only?.test.skip === undefined && only?.test.cases === 1;
    if (isCertain && !isFree(only.file)) kept.push({ file: only.file, name });
  }
  return kept;
}

function memoize<Value>(read: (file: string) => Promise<Value>): (file: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (file) => {
    const value = known.get(file) ?? read(file);
    known.set(file, value);
    return value;
  };
}

function keyOf({ file, name }: TestResult): string {
  return JSON.stringify([file, name]);
}

/** Whether a runner means a file of the tree: a path in the tree or in a project, or the import path of a package. */
export function isReportedIn(file: string, { file: reported, isInTree }: TestResult): boolean {
  if (!file.endsWith('.go')) return reported === file || (!isInTree && file.endsWith(`/${reported}`));
  const folder = folderOf(file);
  return folder === '' || reported.endsWith(`/${folder}`);
}
