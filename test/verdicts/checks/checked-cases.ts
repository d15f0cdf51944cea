import assert from 'node:assert/strict';
import { checkRequirements } from '../../../src/verdicts/checks/check-requirements.ts';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { createTypeChecker } from '../../../src/code/types/create-type-checker.ts';
import type { WorkspaceTypeChecker } from '../../../src/code/types/queries/type-checker.ts';
import type { Check } from '../../../src/contract/model.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { requirement, subjectOf } from './checking.ts';
import { TemporaryFolder } from './temporary-folder.ts';

/** Files and one check of them, with the verdict that is right. */
export interface CheckedCase {
  readonly title: string;
  /** The files, which the case has for itself. */
  readonly files: Readonly<Record<string, string>>;
  /** The check. Its `file` is relative to the folder of the case. */
  readonly check: Check;
  /** The file that the chunk may write, in the folder of the case; all of them by default. */
  readonly allowedFile?: string;
  readonly passes: boolean;
  /** What the answer of a failed check says. */
  readonly reason?: RegExp;
}

/**
 * Checks many cases in one folder on disk, with one index and one type checker. Each case has its own folder, and all
 * share the files around them.
 */
export async function assertCases(
  shared: Readonly<Record<string, string>>,
  cases: readonly CheckedCase[],
): Promise<void> {
  const folderOf = (index: number): string => `cases/n${index}`;
  const files = cases.map((one, index) =>
    Object.entries(one.files).map(([path, text]) => [`${folderOf(index)}/${path}`, text] as const),
  );
  await using folder = await TemporaryFolder.create({ ...shared, ...Object.fromEntries(files.flat()) });
  const tree = new DiskTree(folder.path);
  const index = await ModuleIndex.build(tree);
  let checker: Promise<WorkspaceTypeChecker> | undefined;
  const loadTypeChecker = (): Promise<WorkspaceTypeChecker> =>
    (checker ??= createTypeChecker({ tree, trusted: false, exports: index }));
  const wrong: string[] = [];
  for (const [position, { title, check, passes, reason, allowedFile = '**' }] of cases.entries()) {
    const file = typeof check['file'] === 'string' ? { file: `${folderOf(position)}/${check['file']}` } : {};
    const parts = { tree, index, loadTypeChecker, allowedFiles: [`${folderOf(position)}/${allowedFile}`] };
    const [result] = await checkRequirements([requirement({ ...check, ...file })], await subjectOf({}, parts));
    assert.ok(result);
    const said = result.error ?? result.actual ?? '';
    const isRight = result.passed === passes && (passes || reason === undefined || reason.test(said));
    if (!isRight) wrong.push(`${title}: ${result.passed ? 'passed' : 'failed'}: ${said}`);
  }
  await (await checker)?.[Symbol.asyncDispose]();
  assert.deepEqual(wrong, []);
}
