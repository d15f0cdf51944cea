import assert from 'node:assert/strict';
import { mkdir, readFile, stat, symlink } from 'node:fs/promises';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { AttemptFiles } from '../../../src/workspace/files/attempt-files.ts';
import type { AccessRules } from '../../../src/workspace/files/attempt-files.ts';
import { GitUser } from '../support/git-user.ts';
import { temporaryFolder } from '../support/temporary.ts';
import type { TemporaryFolder } from '../support/temporary.ts';

/** The files that the result is judged by. `schemas/[v1].json` is a path: its brackets are literal. */
const TERMS = {
  globs: [
    '**/*.contract.{yaml,yml,json}',
    '**/*.gate.{yaml,yml,json}',
    '**/holdfast.config.{yaml,yml}',
    '**/.holdfast/**',
  ],
  paths: ['schemas/[v1].json', 'plans/caf\u00e9.yaml', 'hooks'],
};

interface Scene extends AsyncDisposable {
  readonly home: TemporaryFolder;
  readonly files: AttemptFiles;
  readonly included: string[];
  text(file: string): Promise<string>;
}

async function createScene(rules: Partial<AccessRules> = {}): Promise<Scene> {
  const home = await temporaryFolder();
  const root = home.at('tree');
  const user = new GitUser(root);
  await user.write('src/a.ts', 'a\n');
  await user.write('src/Mixed/Case.ts', 'c\n');
  await user.write('app/[id]/page.tsx', 'p\n');
  await user.write('vendor/lib.ts', 'l\n');
  await user.write('sibling.txt', 'x\n');
  await mkdir(home.at('outside'));
  await symlink('../outside', `${root}/out`);
  await symlink('src', `${root}/to-src`);
  await symlink('node_modules', `${root}/to-modules`);
  await mkdir(`${root}/node_modules`);
  const included: string[] = [];
  const tree = {
    root,
    tree: new DiskTree(root),
    includeInSnapshots: (file: string) => void included.push(file),
    isExcludedFromLanding: (file: string) => file.startsWith('vendor/'),
  };
  return {
    home,
    files: new AttemptFiles(tree, { allowedFiles: [], forbiddenFiles: [], ...rules }, TERMS),
    included,
    text: (file) => readFile(home.at('tree', file), 'utf8'),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

describe('AttemptFiles', () => {
  it('writes files with their folders and lists them', async () => {
    await using scene = await createScene();
    assert.equal(await scene.files.write('new/deep/b.ts', 'b\n'), undefined);
    assert.equal(await scene.files.write('src\\a.ts', 'A\n'), undefined);
    assert.equal(await scene.files.remove('src/Mixed/Case.ts'), undefined);
    assert.equal(await scene.text('new/deep/b.ts'), 'b\n');
    assert.deepEqual(scene.files.written, ['new/deep/b.ts', 'src/a.ts']);
    assert.deepEqual(scene.files.removed, ['src/Mixed/Case.ts']);
    assert.deepEqual(scene.included, ['new/deep/b.ts', 'src/a.ts', 'src/Mixed/Case.ts']);
    await assert.rejects(stat(scene.home.at('tree/src/Mixed')));
    assert.equal(await scene.files.read('src/a.ts'), 'A\n');
    assert.deepEqual(scene.files.refusals, []);
    assert.ok((await scene.files.list()).includes('new/deep/b.ts'));
  });

  it('keeps a byte order mark', async () => {
    await using scene = await createScene();
    await scene.files.write('mark.ts', '\ufeffold\n');
    assert.equal(await scene.files.read('mark.ts'), 'old\n');
    await scene.files.write('mark.ts', 'new\n');
    assert.equal(await scene.text('mark.ts'), '\ufeffnew\n');
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
    ['Schemas/[V1].json', /judged by it/],
    ['plans/cafe\u0301.yaml', /judged by it/],
    ['hooks/pre-commit', /judged by it/],
    ['src/A.ts', /letter case/],
    ['SRC/new.ts', /letter case/],
    ['src/mixed/other.ts', /letter case/],
    ['src', /folder/],
    ['', /folder itself/],
    ['aux.ts', /reserved/],
    ['what?.ts', /not allowed in file names/],
    ['vendor/lib.ts', /submodule/],
  ];
  it('[ENF-RETRY-3] rejects paths outside the tree, in .git or node_modules, of contracts, and in another letter case', async () => {
    await using scene = await createScene();
    for (const [file, reason] of REFUSED) {
      const result = await scene.files.write(file, 'x\n');
      assert.match(result?.refused ?? 'written', reason, file);
    }
    assert.deepEqual(
      scene.files.refusals.map(({ path }) => path),
      REFUSED.map(([file]) => file),
    );
    assert.deepEqual(scene.files.written, []);
    await assert.rejects(stat(scene.home.at('outside/x.ts')));
    assert.match((await scene.files.remove('missing.ts'))?.refused ?? '', /does not exist/);
  });

  it('writes only allowed files and checks the target of links', async () => {
    await using scene = await createScene({
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
      assert.equal(await scene.files.write(file, 'x\n'), undefined, file);
    }
    for (const file of ['src/b.ts', 'lib/kept.ts', 'lib/b.js', 'app/i/page.tsx', 'docs', 'to-src/a.ts']) {
      assert.match((await scene.files.write(file, 'x\n'))?.refused ?? 'written', /allows changes only|folder/, file);
    }
  });

  it('names the file that an allowed path leads to through a link', async () => {
    await using scene = await createScene({ allowedFiles: ['to-src/a.ts'] });
    assert.match(
      (await scene.files.write('to-src/a.ts', 'x\n'))?.refused ?? 'written',
      /^to-src\/a\.ts leads through a link to src\/a\.ts: the contract allows changes only to these files: to-src\/a\.ts$/,
    );
  });

  it('reads allowed globs strictly and forbidden globs leniently', async () => {
    await using scene = await createScene({
      allowedFiles: ['app/(shop)/*.tsx', 'src/(a|b).ts', 'web/**', '!web/(x)/*.ts'],
      forbiddenFiles: ['web/[slug]/*.ts'],
    });
    for (const file of ['app/(shop)/page.tsx', 'src/b.ts', 'web/y/a.ts']) {
      assert.equal(await scene.files.write(file, 'x\n'), undefined, file);
    }
    for (const file of ['app/shop/page.tsx', 'web/x/a.ts', 'web/(x)/a.ts']) {
      assert.match((await scene.files.write(file, 'x\n'))?.refused ?? 'written', /allows changes only/, file);
    }
    for (const file of ['web/[slug]/a.ts', 'web/s/a.ts', 'WEB/[SLUG]/a.ts']) {
      assert.match((await scene.files.write(file, 'x\n'))?.refused ?? 'written', /forbids/, file);
    }
  });

  it('rejects forbidden files in any letter case', async () => {
    await using scene = await createScene({ allowedFiles: ['**'], forbiddenFiles: ['src/**', '*.lock'] });
    for (const file of ['src/a.ts', 'to-src/a.ts', 'SRC/x.ts', 'yarn.LOCK']) {
      assert.match((await scene.files.write(file, 'x\n'))?.refused ?? 'written', /forbids|letter case/, file);
    }
    assert.equal(await scene.files.write('other.ts', 'x\n'), undefined);
  });

  it('reads files only inside the tree', async () => {
    await using scene = await createScene();
    await assert.rejects(scene.files.read('../outside/x'), { code: 'outside-tree' });
    await assert.rejects(scene.files.read('out/x'), { code: 'outside-tree' });
    assert.equal(await scene.files.read('missing.ts'), undefined);
    assert.equal(await scene.files.read('to-src/a.ts'), 'a\n');
  });
});
