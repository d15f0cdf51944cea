import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { isInRepository, walkFiles } from '../../../src/workspace/files/file-listing.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function writeSampleFiles(user: GitUser): Promise<void> {
  await user.write('.gitignore', 'dist/\n*.log\n!kept.log\n/only-root.txt\n');
  await user.write('src/a.ts', 'a\n');
  await user.write('src/deep/.gitignore', 'hidden.ts\n!*.log\n');
  await user.write('src/deep/hidden.ts', 'x\n');
  await user.write('src/deep/shown.log', 'x\n');
  await user.write('src/deep/only-root.txt', 'x\n');
  await user.write('only-root.txt', 'x\n');
  await user.write('a.log', 'x\n');
  await user.write('kept.log', 'x\n');
  await user.write('dist/out.js', 'x\n');
  await user.write('node_modules/x/index.js', 'x\n');
  await user.write('src/node_modules/y/index.js', 'x\n');
  await user.write('with space/ü\nx.ts', 'x\n');
  await mkdir(`${user.folder}/empty`);
  await symlink('src/a.ts', `${user.folder}/to-file.ts`);
  await symlink('src', `${user.folder}/to-folder`);
  await symlink('/etc/hostname', `${user.folder}/to-outside`);
  await symlink('nowhere', `${user.folder}/to-nothing`);
  await symlink('dist/out.js', `${user.folder}/to-ignored.js`);
}

const LISTED = [
  '.gitignore',
  'kept.log',
  'src/a.ts',
  'src/deep/.gitignore',
  'src/deep/only-root.txt',
  'src/deep/shown.log',
  'to-file.ts',
  'with space/ü\nx.ts',
];

describe('DiskTree', () => {
  it('lists tracked files and untracked files that are not ignored', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'));
    await writeSampleFiles(user);
    const tree = new DiskTree(user.folder);
    assert.deepEqual(await tree.listFiles(), LISTED);
    await user.git('add', '-A');
    await user.git('add', '-f', 'a.log');
    await rm(`${user.folder}/src/a.ts`);
    assert.deepEqual(
      await tree.listFiles(),
      [...LISTED, 'a.log'].filter((file) => file !== 'src/a.ts' && file !== 'to-file.ts').sort(),
    );
    assert.deepEqual(await new DiskTree(`${user.folder}/src`).listFiles(), [
      'deep/.gitignore',
      'deep/only-root.txt',
      'deep/shown.log',
    ]);
  });

  it('lists the same files without git', async () => {
    await using home = await temporaryFolder();
    const user = new GitUser(home.path);
    await writeSampleFiles(user);
    assert.equal(await isInRepository(home.path), false);
    assert.deepEqual(await walkFiles(home.path), LISTED);
    assert.deepEqual(await new DiskTree(home.path).listFiles(), LISTED);
  });

  it('lists a folder that its repository ignores', async () => {
    await using home = await temporaryFolder();
    const user = await GitUser.init(home.path);
    await user.write('.gitignore', 'tmp/\n');
    await user.write('tmp/a.ts', 'a\n');
    assert.deepEqual(await new DiskTree(home.at('tmp')).listFiles(), ['a.ts']);
  });

  it('reads UTF-8 without a byte order mark and reports other encodings', async () => {
    await using home = await temporaryFolder();
    const user = new GitUser(home.path);
    await user.write('plain.ts', 'ü\r\n');
    await user.write('mark.ts', '\ufeffü\n');
    await user.write('latin.ts', Buffer.from([0xfc, 0x0a]));
    const tree = new DiskTree(home.path);
    assert.equal(await tree.readText('plain.ts'), 'ü\r\n');
    assert.equal(await tree.readText('mark.ts'), 'ü\n');
    await assert.rejects(tree.readText('latin.ts'), /Failed to read latin\.ts: it is not UTF-8/);
    assert.equal(await tree.readText('missing.ts'), undefined);
    assert.equal(await tree.readText('plain.ts/below'), undefined);
    await user.write('folder/x', 'x');
    assert.equal(await tree.readText('folder'), undefined);
  });

  it('does not wait for a writer of a named pipe', async function () {
    if (process.platform === 'win32') this.skip();
    await using folder = await temporaryFolder();
    execFileSync('mkfifo', [folder.at('pipe.ts')]);
    const tree = new DiskTree(folder.path);
    await assert.rejects(tree.readText('pipe.ts'), /Failed to read pipe\.ts: it is a named pipe, not a file/);
    assert.equal(await tree.kindOf('pipe.ts'), undefined);
  });

  it('[ENF-RETRY-3] treats links out of the tree as missing and rejects paths out of the tree', async () => {
    await using home = await temporaryFolder();
    const user = new GitUser(home.at('tree'));
    await writeSampleFiles(user);
    const tree = new DiskTree(user.folder);
    assert.equal(await tree.readText('to-file.ts'), 'a\n');
    assert.equal(await tree.kindOf('to-folder'), 'folder');
    for (const link of ['to-outside', 'to-nothing']) {
      assert.equal(await tree.kindOf(link), undefined);
      assert.equal(await tree.readText(link), undefined);
    }
    for (const path of ['../tree/src/a.ts', '/etc/hostname', 'C:\\x']) {
      await assert.rejects(tree.readText(path), { code: 'outside-tree' });
      await assert.rejects(tree.kindOf(path), { code: 'outside-tree' });
    }
  });

  it('returns unsaved text instead of the text on disk', async () => {
    await using home = await temporaryFolder();
    const user = new GitUser(home.path);
    await user.write('a.ts', 'disk\n');
    const tree = new DiskTree(home.path);
    tree.setUnsavedText('a.ts', 'unsaved\n');
    tree.setUnsavedText('new/b.ts', 'new\n');
    assert.equal(await tree.readText('./a.ts'), 'unsaved\n');
    assert.equal((await tree.readBytes('a.ts'))?.toString(), 'disk\n');
    assert.deepEqual(await tree.listFiles(), ['a.ts', 'new/b.ts']);
    assert.equal(await tree.kindOf('new/b.ts'), 'file');
    assert.equal(await tree.kindOf('new'), 'folder');
    tree.setUnsavedText('a.ts', null);
    tree.setUnsavedText('new/b.ts', null);
    assert.equal(await tree.readText('a.ts'), 'disk\n');
    assert.deepEqual(await tree.listFiles(), ['a.ts']);
    assert.equal(await tree.kindOf('new'), undefined);
    assert.equal(tree.root, await realpath(home.path));
  });
});
