import assert from 'node:assert/strict';
import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { DiskTree } from '../../src/workspace/disk-tree.ts';
import { AttemptFiles } from '../../src/workspace/file-access.ts';
import type { AccessRules } from '../../src/workspace/access-rules.ts';
import { GitUser } from './support/git-user.ts';
import { temporaryFolder } from './support/temporary.ts';
import type { TemporaryFolder } from './support/temporary.ts';

interface Scene extends AsyncDisposable {
  readonly home: TemporaryFolder;
  readonly files: AttemptFiles;
  readonly takenUp: string[];
  text(file: string): Promise<string>;
}

async function scene(rules: Partial<AccessRules> = {}): Promise<Scene> {
  const home = await temporaryFolder();
  const root = home.at('tree');
  const user = new GitUser(root);
  await user.write('src/a.ts', 'a\n');
  await user.write('src/Mixed/Case.ts', 'c\n');
  await user.write('app/[id]/page.tsx', 'p\n');
  await user.write('vendor/lib.ts', 'l\n');
  await user.write('beside.txt', 'x\n');
  await mkdir(home.at('outside'));
  await symlink('../outside', `${root}/out`);
  await symlink('src', `${root}/to-src`);
  await symlink('node_modules', `${root}/to-modules`);
  await mkdir(`${root}/node_modules`);
  const takenUp: string[] = [];
  const tree = {
    root,
    tree: new DiskTree(root),
    takeUp: (file: string) => void takenUp.push(file),
    isBorrowed: (file: string) => file.startsWith('vendor/'),
  };
  return {
    home,
    files: new AttemptFiles(tree, { allowedFiles: [], forbiddenFiles: [], ...rules }),
    takenUp,
    text: (file) => readFile(home.at('tree', file), 'utf8'),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

describe('The files that a model may write', () => {
  it('are written with their folders, and known afterwards', async () => {
    await using made = await scene();
    assert.equal(await made.files.write('new/deep/b.ts', 'b\n'), undefined);
    assert.equal(await made.files.write('src\\a.ts', 'A\n'), undefined);
    assert.equal(await made.files.remove('src/Mixed/Case.ts'), undefined);
    assert.equal(await made.text('new/deep/b.ts'), 'b\n');
    assert.deepEqual(made.files.written, ['new/deep/b.ts', 'src/a.ts']);
    assert.deepEqual(made.files.removed, ['src/Mixed/Case.ts']);
    assert.deepEqual(made.takenUp, ['new/deep/b.ts', 'src/a.ts', 'src/Mixed/Case.ts']);
    await assert.rejects(stat(made.home.at('tree/src/Mixed')));
    assert.equal(await made.files.read('src/a.ts'), 'A\n');
    assert.deepEqual(made.files.refusals, []);
    assert.ok((await made.files.list()).includes('new/deep/b.ts'));
  });

  it('keep their byte order mark', async () => {
    await using made = await scene();
    await made.files.write('mark.ts', '\ufeffold\n');
    assert.equal(await made.files.read('mark.ts'), 'old\n');
    await made.files.write('mark.ts', 'new\n');
    assert.equal(await made.text('mark.ts'), '\ufeffnew\n');
  });

  const REFUSED: readonly (readonly [string, RegExp])[] = [
    ['../outside/x.ts', /out of the tree/],
    ['/etc/x', /absolute/],
    ['C:\\x', /drive/],
    ['out/x.ts', /out of the tree/],
    ['.git/config', /\.git/],
    ['.GIT/hooks/x', /\.git/],
    ['node_modules/x/index.js', /node_modules/],
    ['src/Node_Modules/x.js', /node_modules/],
    ['to-modules/x.js', /node_modules/],
    ['a.contract.yaml', /contracts/],
    ['deep/A.Contract.JSON', /contracts/],
    ['x.gate.yml', /contracts/],
    ['holdfast.config.yaml', /contracts/],
    ['.holdfast/validators/x.js', /contracts/],
    ['.HOLDFAST/x', /contracts/],
    ['src/A.ts', /letter case/],
    ['SRC/new.ts', /letter case/],
    ['src/mixed/other.ts', /letter case/],
    ['src', /folder/],
    ['', /folder itself/],
    ['aux.ts', /reserved/],
    ['what?.ts', /cannot have/],
    ['vendor/lib.ts', /submodule/],
  ];
  it('[ENF-RETRY-3] are none beyond the border, of git, of dependencies, of the contract, or in another letter case', async () => {
    await using made = await scene();
    for (const [file, reason] of REFUSED) {
      const answer = await made.files.write(file, 'x\n');
      assert.match(answer?.refused ?? 'written', reason, file);
    }
    assert.deepEqual(
      made.files.refusals.map(({ path }) => path),
      REFUSED.map(([file]) => file),
    );
    assert.deepEqual(made.files.written, []);
    await assert.rejects(stat(made.home.at('outside/x.ts')));
    assert.match((await made.files.remove('missing.ts'))?.refused ?? '', /no such file/);
  });

  it('are only the allowed ones, where a link really leads included', async () => {
    await using made = await scene({
      allowedFiles: ['src/a.ts', 'docs/', 'lib/**/*.ts', 'app/[id]/page.tsx', 'web/[slug]/**', '!lib/kept.ts'],
    });
    for (const file of [
      'src/a.ts',
      'docs/x/y.md',
      'lib/b.ts',
      'lib/deep/c.ts',
      'app/[id]/page.tsx',
      'web/[slug]/x.ts',
    ]) {
      assert.equal(await made.files.write(file, 'x\n'), undefined, file);
    }
    for (const file of ['src/b.ts', 'lib/kept.ts', 'lib/b.js', 'app/i/page.tsx', 'docs', 'to-src/a.ts']) {
      assert.match((await made.files.write(file, 'x\n'))?.refused ?? 'written', /allows to write only|folder/, file);
    }
  });

  it('are of a glob those that it means everywhere, and forbidden those that it may mean', async () => {
    await using made = await scene({
      allowedFiles: ['app/(shop)/*.tsx', 'src/(a|b).ts', 'web/**', '!web/(x)/*.ts'],
      forbiddenFiles: ['web/[slug]/*.ts'],
    });
    for (const file of ['app/(shop)/page.tsx', 'src/b.ts', 'web/y/a.ts']) {
      assert.equal(await made.files.write(file, 'x\n'), undefined, file);
    }
    for (const file of ['app/shop/page.tsx', 'web/x/a.ts', 'web/(x)/a.ts']) {
      assert.match((await made.files.write(file, 'x\n'))?.refused ?? 'written', /allows to write only/, file);
    }
    for (const file of ['web/[slug]/a.ts', 'web/s/a.ts', 'WEB/[SLUG]/a.ts']) {
      assert.match((await made.files.write(file, 'x\n'))?.refused ?? 'written', /forbids/, file);
    }
  });

  it('are not the forbidden ones, in whatever letter case', async () => {
    await using made = await scene({ allowedFiles: ['**'], forbiddenFiles: ['src/**', '*.lock'] });
    for (const file of ['src/a.ts', 'to-src/a.ts', 'SRC/x.ts', 'yarn.LOCK']) {
      assert.match((await made.files.write(file, 'x\n'))?.refused ?? 'written', /forbids|letter case/, file);
    }
    assert.equal(await made.files.write('other.ts', 'x\n'), undefined);
  });

  it('are read only inside the tree', async () => {
    await using made = await scene();
    await assert.rejects(made.files.read('../outside/x'), { code: 'outside-tree' });
    await assert.rejects(made.files.read('out/x'), { code: 'outside-tree' });
    assert.equal(await made.files.read('missing.ts'), undefined);
    assert.equal(await made.files.read('to-src/a.ts'), 'a\n');
  });
});
