import assert from 'node:assert/strict';
import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { AnalyzedRoot } from '../../../src/verdicts/analysis/analyzed-root.ts';
import { TemporaryFolder } from '../checks/temporary-folder.ts';

const SHARED = fileURLToPath(new URL('../../../src/foundation', import.meta.url));

describe('A root whose files were analyzed at another path', () => {
  it('[ENF-RETRY-2] takes over the modules whose files have the same inode, size and times', async () => {
    await using home = await TemporaryFolder.create({});
    const second = join(home.path, 'shared');
    await symlink(SHARED, second);
    const first = new AnalyzedRoot(SHARED, undefined, undefined, () => undefined);
    const { index } = await first.refresh();
    const record = index.moduleOf('errors.ts');
    await using later = new AnalyzedRoot(second, undefined, first.remains(), () => undefined);
    const { index: laterIndex } = await later.refresh();
    assert.deepEqual([...laterIndex.files()], [...index.files()]);
    // The same record: the file was not read again.
    assert.equal(laterIndex.moduleOf('errors.ts'), record);
    await first[Symbol.asyncDispose]();
  });

  it('[ENF-RETRY-2] reads a file that changed between the two, in a worktree that moved', async () => {
    await using home = await TemporaryFolder.create({
      'one/tree/a.ts': 'export const first = 1;',
      'one/tree/b.ts': 'export const kept = 1;',
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const [one, two] = [join(home.path, 'one/tree'), join(home.path, 'two/tree')];
    assert.deepEqual(await analysis.findExports(one, ['first', 'kept'], []), { first: 'a.ts', kept: 'b.ts' });
    await analysis.close(one);
    await rename(join(home.path, 'one'), join(home.path, 'two'));
    await writeFile(join(two, 'a.ts'), 'export const other = 1;');
    assert.deepEqual(await analysis.findExports(two, ['first', 'other', 'kept'], []), { other: 'a.ts', kept: 'b.ts' });
  });
});
