import assert from 'node:assert/strict';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createAnalysis } from '../../../src/verdicts/analysis/in-process-analysis.ts';
import { AnalyzedRoot } from '../../../src/verdicts/analysis/analyzed-root.ts';
import { readFileStamp } from '../../../src/workspace/files/file-stamp.ts';
import { TemporaryFolder } from '../checks/temporary-folder.ts';

/** Waits until the file system shows a later change of a file by another time. */
async function settle(file: string): Promise<void> {
  while (readFileStamp(file) === undefined) await nextTurn();
}

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

  for (const { title, changes, expected } of [
    { title: 'an added file', changes: { 'new.ts': 'export const added = 1;' }, expected: { added: 'new.ts' } },
    { title: 'a deleted file', changes: { 'f0.ts': null }, expected: { name0: 'g.ts' } },
    {
      title: 'a new configuration of imports',
      changes: { 'tsconfig.json': '{"compilerOptions":{"baseUrl":".","paths":{"~/*":["./*"]}}}' },
      expected: { name1: 'f1.ts', name0: 'f0.ts' },
    },
    {
      title: 'changes of most files',
      changes: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}.ts`, `export const other${at} = 1;`])),
      expected: { other7: 'f7.ts', name39: 'f39.ts' },
    },
  ]) {
    it(`[ENF-RETRY-2] answers after ${title} as an analysis that knows nothing`, async () => {
      await using home = await TemporaryFolder.create({
        'one/tree/g.ts': "export const name0 = 2;\nexport * from './f1';",
        ...Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [`one/tree/f${at}.ts`, `export const name${at} = 1;`]),
        ),
      });
      await using analysis = createAnalysis({ environment: () => undefined });
      const [one, two] = [join(home.path, 'one/tree'), join(home.path, 'two/tree')];
      await settle(join(one, 'f39.ts'));
      const names = ['name0', 'name1', 'name7', 'name39', 'added', 'other7'];
      await analysis.findExports(one, names, []);
      await analysis.close(one);
      await rename(join(home.path, 'one'), join(home.path, 'two'));
      for (const [file, text] of Object.entries(changes)) {
        await (text === null ? rm(join(two, file)) : writeFile(join(two, file), text));
      }
      const found = await analysis.findExports(two, names, []);
      await using fresh = createAnalysis({ environment: () => undefined });
      assert.deepEqual(found, await fresh.findExports(two, names, []));
      assert.partialDeepStrictEqual(found, expected);
    });
  }

  it('[ENF-RETRY-2] reads the configurations outside of the listed files again', async () => {
    const extending = '{"extends":"./node_modules/base/tsconfig.json"}';
    const pathsTo = (folder: string): string =>
      JSON.stringify({ compilerOptions: { paths: { '~/*': [`../../${folder}/*`] } } });
    await using home = await TemporaryFolder.create({
      'one/tree/tsconfig.json': extending,
      'one/tree/node_modules/base/tsconfig.json': pathsTo('left'),
      'one/tree/left/a.ts': 'export const a = 1;',
      'one/tree/right/a.ts': 'export const a = 1;',
      'one/tree/use.ts': "import { a } from '~/a';\nexport const used = a;",
    });
    const [one, two] = [join(home.path, 'one/tree'), join(home.path, 'two/tree')];
    await settle(join(one, 'use.ts'));
    const first = new AnalyzedRoot(one, undefined, undefined, () => undefined);
    assert.equal((await first.refresh()).index.resolve('use.ts', '~/a'), 'left/a.ts');
    const remains = first.remains();
    await first[Symbol.asyncDispose]();
    await rename(join(home.path, 'one'), join(home.path, 'two'));
    await writeFile(join(two, 'node_modules/base/tsconfig.json'), pathsTo('right'));
    await using later = new AnalyzedRoot(two, undefined, remains, () => undefined);
    assert.equal((await later.refresh()).index.resolve('use.ts', '~/a'), 'right/a.ts');
  });

  it('[ENF-RETRY-2] has files again that the first tree had lost', async () => {
    await using home = await TemporaryFolder.create({
      'one/tree/g/x.ts': 'export const x = 1;',
      'one/tree/a.ts': 'export const a = 1;',
    });
    await using analysis = createAnalysis({ environment: () => undefined });
    const [one, two] = [join(home.path, 'one/tree'), join(home.path, 'two/tree')];
    await settle(join(one, 'a.ts'));
    assert.deepEqual(await analysis.findExports(one, ['x'], []), { x: 'g/x.ts' });
    await rename(join(one, 'g'), join(home.path, 'g'));
    await analysis.filesChanged(one, ['g']);
    assert.deepEqual(await analysis.findExports(one, ['x'], []), {});
    await analysis.close(one);
    await rename(join(home.path, 'one'), join(home.path, 'two'));
    await rename(join(home.path, 'g'), join(two, 'g'));
    assert.deepEqual(await analysis.findExports(two, ['x'], []), { x: 'g/x.ts' });
  });

  it('[ENF-RETRY-2] reads a configuration that another one extends and that is new', async () => {
    await using home = await TemporaryFolder.create({
      'one/tree/tsconfig.json': '{"extends":"./cfg/base.json"}',
      'one/tree/src/f.ts': 'export const f = 1;',
      'one/tree/use.ts': "import { f } from '@/f';\nexport const used = f;",
    });
    const [one, two] = [join(home.path, 'one/tree'), join(home.path, 'two/tree')];
    await settle(join(one, 'use.ts'));
    const first = new AnalyzedRoot(one, undefined, undefined, () => undefined);
    assert.equal((await first.refresh()).index.resolve('use.ts', '@/f'), undefined);
    const remains = first.remains();
    await first[Symbol.asyncDispose]();
    await rename(join(home.path, 'one'), join(home.path, 'two'));
    await mkdir(join(two, 'cfg'));
    await writeFile(join(two, 'cfg/base.json'), '{"compilerOptions":{"paths":{"@/*":["../src/*"]}}}');
    await using later = new AnalyzedRoot(two, undefined, remains, () => undefined);
    assert.equal((await later.refresh()).index.resolve('use.ts', '@/f'), 'src/f.ts');
  });

  it('[ENF-RETRY-2] does not take an index that a question still uses', async () => {
    await using home = await TemporaryFolder.create({ 'a.ts': 'export const a = 1;' });
    await using root = new AnalyzedRoot(home.path, undefined, undefined, () => undefined);
    await root.query(() => {
      assert.equal(root.remains(), undefined);
    });
    assert.ok(root.remains() !== undefined);
  });
});
