/** Worktrees that leave files out: neither the tree nor its git repository may contain them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import type { Repository } from '../../../src/workspace/repository.ts';
import type { OpenWorktreeOptions } from '../../../src/workspace/repository-options.ts';
import type { AttemptWorktree } from '../../../src/workspace/worktree/attempt-worktree.ts';
import { GitUser } from '../support/git-user.ts';
import { SAMPLE_REPOSITORIES } from '../support/sample-repositories.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary.ts';

const CANARY = 'CANARY-7f3a9c21';
const SECRET = '.holdfast/scenarios/secret.scenario.yaml';
const WITHOUT = ['**/.holdfast/scenarios/**'];

class Scene implements AsyncDisposable {
  readonly home: TemporaryFolder;
  readonly user: GitUser;
  readonly repository: Repository;

  private constructor(home: TemporaryFolder, user: GitUser, repository: Repository) {
    this.home = home;
    this.user = user;
    this.repository = repository;
  }

  static async create({
    prepare = () => Promise.resolve(),
    gitOptions = [],
  }: { prepare?: (user: GitUser) => Promise<unknown>; gitOptions?: readonly string[] } = {}): Promise<Scene> {
    const home = await temporaryFolder();
    const user = await GitUser.init(home.at('repo'), ...gitOptions);
    await user.write('.gitignore', 'node_modules/\n');
    await user.write('src/a.ts', 'export const a = 1;\n');
    await user.write(SECRET, `id: secret\nexpect: ${CANARY}\n`);
    await user.write('.holdfast/validators/v.mjs', 'export default {};\n');
    await prepare(user);
    await user.commit('first');
    return new Scene(home, user, await openRepository({ folder: user.folder, storage: home.at('storage') }));
  }

  async open(options: OpenWorktreeOptions = {}): Promise<AttemptWorktree> {
    return this.repository.openWorktree(await this.repository.createBase(), { without: WITHOUT, ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repository[Symbol.asyncDispose]();
    await this.home[Symbol.asyncDispose]();
  }
}

/** The git directory of a worktree, and the one that it shares with other worktrees. */
async function gitFoldersOf({ topLevel }: AttemptWorktree): Promise<{ own: string; common: string }> {
  const own = (await readFile(path.join(topLevel, '.git'), 'utf8')).replace(/^gitdir: /, '').trim();
  return { own, common: path.resolve(own, (await readFile(path.join(own, 'commondir'), 'utf8')).trim()) };
}

/** Runs git in a worktree as a command of an attempt would. Returns what it prints, also if it fails. */
function git({ topLevel }: AttemptWorktree, ...arguments_: string[]): string {
  try {
    return execFileSync('git', arguments_, { cwd: topLevel, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (thrown) {
    const { stdout, stderr } = thrown as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

/** Everything below a folder that contains the canary: files as they are, loose objects inflated. */
async function findCanary(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    if (bytes.includes(CANARY) || inflate(bytes).includes(CANARY)) found.push(file);
  }
  return found;
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes);
  } catch {
    return Buffer.alloc(0);
  }
}

/** The contents of all objects that git finds in a worktree, packed ones included. */
function readAllObjects(attempt: AttemptWorktree): string {
  return git(attempt, 'cat-file', '--batch', '--batch-all-objects');
}

async function assertNoCanary(attempt: AttemptWorktree): Promise<void> {
  const { own, common } = await gitFoldersOf(attempt);
  assert.deepEqual(await findCanary(attempt.topLevel), []);
  assert.deepEqual(await findCanary(path.dirname(attempt.topLevel)), []);
  assert.deepEqual(await findCanary(own), []);
  assert.deepEqual(await findCanary(path.dirname(common)), []);
  const objects = readAllObjects(attempt);
  assert.match(objects, /blob/);
  assert.equal(objects.includes(CANARY), false);
}

describe('A worktree that leaves files out', () => {
  it('[ASSERT-SCEN-002] has no left-out file, no history, and no object of them or of the user', async () => {
    await using scene = await Scene.create();
    const commit = (await scene.user.git('rev-parse', 'HEAD')).trim();
    const blob = (await scene.user.git('rev-parse', `HEAD:${SECRET}`)).trim();
    const attempt = await scene.open();
    assert.equal(existsSync(path.join(attempt.root, '.holdfast/validators/v.mjs')), true);
    assert.equal(existsSync(path.join(attempt.root, '.holdfast/scenarios')), false);
    assert.deepEqual(await attempt.tree.listFiles(), ['.gitignore', '.holdfast/validators/v.mjs', 'src/a.ts']);
    await assertNoCanary(attempt);

    assert.match(git(attempt, 'show', blob), /bad object/);
    assert.match(git(attempt, 'cat-file', '-p', blob), /Not a valid object name/);
    assert.match(git(attempt, 'cat-file', '-t', commit), /could not get object info/);
    assert.match(git(attempt, 'show', `${commit}:${SECRET}`), /^fatal: /);
    assert.equal(git(attempt, 'log', '--all', '--reflog', '--format=%P'), '\n');
    assert.equal(git(attempt, 'rev-list', '--all', '--reflog'), git(attempt, 'rev-parse', 'HEAD'));
    assert.equal(git(attempt, 'for-each-ref'), '');
    assert.equal(git(attempt, 'status', '--porcelain'), '');
    const { common } = await gitFoldersOf(attempt);
    assert.equal(existsSync(path.join(common, 'objects/info/alternates')), false);
    assert.equal(existsSync(path.join(common, 'packed-refs')), false);
    assert.equal(existsSync(path.join(common, 'shallow')), false);
    for (const file of ['HEAD', 'commondir', 'gitdir', 'config']) {
      const { own } = await gitFoldersOf(attempt);
      const texts = [own, common].map((folder) => path.join(folder, file)).filter(existsSync);
      for (const text of texts) assert.equal((await readFile(text, 'utf8')).includes(scene.user.folder), false, text);
    }
  });

  it('[ASSERT-SCEN-002] returns results with the left-out files unchanged', async () => {
    await using scene = await Scene.create();
    const base = await scene.repository.createBase();
    const attempt = await scene.open();
    await writeFile(path.join(attempt.root, 'src/a.ts'), 'export const a = 2;\n');
    await writeFile(path.join(attempt.root, 'src/b.ts'), 'export const b = 1;\n');
    const result = await attempt.snapshot();
    const changes = await scene.repository.listChanges(base.commit, result.commit);
    assert.deepEqual(
      changes.map(({ path: file, kind }) => [file, kind]),
      [
        ['src/a.ts', 'modified'],
        ['src/b.ts', 'created'],
      ],
    );
    assert.deepEqual(await attempt.listChanges(base.commit, result.commit), changes);
    assert.match(await attempt.readDiff(base.commit, result.commit), /\+export const a = 2;/);
    assert.match((await scene.repository.readFile(result.commit, SECRET))?.toString() ?? '', new RegExp(CANARY));

    await attempt.reset();
    assert.equal(await readFile(path.join(attempt.root, 'src/a.ts'), 'utf8'), 'export const a = 1;\n');
    await attempt.checkout(result.commit);
    assert.equal(await readFile(path.join(attempt.root, 'src/b.ts'), 'utf8'), 'export const b = 1;\n');
    assert.deepEqual((await attempt.snapshot()).tree, result.tree);
    const prepared = await scene.repository.prepareLanding({ base, result });
    const landed = await prepared.land({ mode: 'commit', message: 'chunk: a', runCommitHooks: false });
    assert.deepEqual(landed.conflicts, []);
    assert.match(await readFile(path.join(scene.user.folder, SECRET), 'utf8'), new RegExp(CANARY));
    assert.equal(await readFile(path.join(scene.user.folder, 'src/b.ts'), 'utf8'), 'export const b = 1;\n');
    assert.equal(await scene.user.git('status', '--porcelain'), '');
    await assertNoCanary(attempt);
  });

  it('[ASSERT-SCEN-002] shows what an attempt creates at a left-out path, and restores it', async () => {
    await using scene = await Scene.create();
    const base = await scene.repository.createBase();
    for (const file of [SECRET, '.holdfast/scenarios/new.yaml', '.holdfast/scenarios', '.Holdfast/Scenarios/x']) {
      await using attempt = await scene.open();
      const absolute = path.join(attempt.root, file);
      await mkdir(path.dirname(absolute), { recursive: true });
      await writeFile(absolute, 'planted\n');
      const result = await attempt.snapshot();
      const changes = await attempt.listChanges(base.commit, result.commit);
      assert.deepEqual(
        changes.map((change) => change.path),
        [file],
      );
      assert.equal(attempt.isLeftOut(file), true);
      assert.equal((await attempt.readDiff(base.commit, result.commit)).includes(CANARY), false);
      await attempt.reset();
      await attempt.reset(result.commit);
      assert.equal(await readFile(absolute, 'utf8'), 'planted\n');
      await rm(absolute);
      assert.equal((await attempt.snapshot()).tree, base.tree);
    }
  });

  it('[ASSERT-SCEN-002] does not reach a content that another base shows at a visible path', async () => {
    await using scene = await Scene.create();
    await scene.user.write('.holdfast/scenarios/other.scenario.yaml', 'id: other\n');
    const draft = `id: draft\nexpect: ${CANARY}\n`;
    await rm(path.join(scene.user.folder, SECRET));
    await scene.user.write('draft.yaml', draft);
    const before = await scene.open();
    assert.equal(readAllObjects(before).includes(CANARY), true);
    await scene.user.git('add', '-A');
    await rm(path.join(scene.user.folder, 'draft.yaml'));
    await scene.user.write(SECRET, draft);
    await using after = await scene.open();
    await assertNoCanary(after);
    // The same the other way round: the earlier attempt still runs, and a later commit shows what it must not see.
    await rm(path.join(scene.user.folder, SECRET));
    await scene.user.write('public.yaml', draft);
    const shown = await scene.repository.createBase();
    await assert.rejects(after.checkout(shown.commit), /public\.yaml has the content of a file that the attempt must/);
    await assertNoCanary(after);
    await before.dispose();
  });

  it('[ASSERT-SCEN-002] copies no left-out file, and links to none', async () => {
    await using scene = await Scene.create({
      prepare: async (user) => {
        await user.write('package.json', '{"name":"app","workspaces":["tools/*"]}');
        await user.write('.holdfast/scenarios/pkg/package.json', `{"name":"pkg","description":"${CANARY}"}`);
        await user.write('node_modules/three/index.js', 'module.exports = 3;\n');
        await user.link('node_modules/pkg', '../.holdfast/scenarios/pkg');
        await user.link('node_modules/all', '../.holdfast/scenarios');
        await user.link('alias', '.holdfast/scenarios/secret.scenario.yaml');
        await user.write('.gitignore', 'node_modules/\n*.local\n');
        await user.write('.holdfast/scenarios/x.local', CANARY);
        await user.write('notes.local', 'notes');
        await user.link('link.local', '.holdfast/scenarios/x.local');
      },
    });
    await using attempt = await scene.open({ copy: ['*.local', '.holdfast/**', '.holdfast/scenarios/x.local'] });
    assert.equal(await readFile(path.join(attempt.root, 'notes.local'), 'utf8'), 'notes');
    assert.equal(existsSync(path.join(attempt.root, 'node_modules/three/index.js')), true);
    for (const file of ['node_modules/pkg', 'node_modules/all', 'alias', 'link.local', '.holdfast/scenarios']) {
      assert.equal(existsSync(path.join(attempt.root, file)), false, file);
    }
    await assertNoCanary(attempt);
  });

  it('[ASSERT-SCEN-002] leaves out files behind a linked folder', async () => {
    await using scene = await Scene.create({
      prepare: async (user) => {
        await rm(path.join(user.folder, '.holdfast'), { recursive: true });
        await user.write('tools/shared/scenarios/secret.scenario.yaml', CANARY);
        await user.write('tools/shared/validators/v.mjs', 'export default {};\n');
        await symlink('tools/shared', path.join(user.folder, '.holdfast'));
      },
    });
    await using attempt = await scene.open();
    assert.equal(existsSync(path.join(attempt.root, '.holdfast/validators/v.mjs')), true);
    await assertNoCanary(attempt);
  });

  it('[ASSERT-SCEN-002] uses the worktrees of earlier isolated attempts, and no others', async () => {
    await using scene = await Scene.create();
    const plain = await scene.open({ without: [] });
    const plainTree = plain.topLevel;
    await plain.dispose();
    const first = await scene.open();
    assert.equal(existsSync(path.join(plainTree, SECRET)), false);
    const marker = path.join(first.root, 'src/a.ts');
    const { ino } = statSync(marker);
    await first.dispose();
    const second = await scene.open();
    assert.equal(statSync(path.join(second.root, 'src/a.ts')).ino, ino);
    await assertNoCanary(second);
    const again = await scene.open({ without: [] });
    assert.match(await readFile(path.join(again.root, SECRET), 'utf8'), new RegExp(CANARY));
    await Promise.all([second.dispose(), again.dispose()]);
  });

  it('[ASSERT-SCEN-002] ignores alternates that a command adds to its repository', async () => {
    await using scene = await Scene.create();
    const attempt = await scene.open();
    const { common } = await gitFoldersOf(attempt);
    await writeFile(path.join(common, 'objects/info/alternates'), path.join(scene.user.folder, '.git/objects'));
    await attempt.dispose();
    await using next = await scene.open();
    await assertNoCanary(next);
  });

  it('[ASSERT-SCEN-002] copies only what changed since the last base', async () => {
    await using scene = await Scene.create();
    await using first = await scene.open();
    const count = (attempt: AttemptWorktree): number =>
      git(attempt, 'cat-file', '--batch-check', '--batch-all-objects').trim().split('\n').length;
    const before = count(first);
    await scene.user.write('src/a.ts', 'export const a = 3;\n');
    await using second = await scene.open();
    assert.equal(await readFile(path.join(second.root, 'src/a.ts'), 'utf8'), 'export const a = 3;\n');
    // One commit, two trees and one file.
    assert.equal(count(second) - before, 4);
  });

  it('[ASSERT-SCEN-002] copies many files as one pack, which has no left-out file', async () => {
    await using scene = await Scene.create({
      prepare: async (user) => {
        for (let file = 0; file < 600; file++) await user.write(`many/${file}.txt`, `${file}\n`);
      },
    });
    await using attempt = await scene.open();
    const { common } = await gitFoldersOf(attempt);
    const packs = (await readdir(path.join(common, 'objects/pack'))).filter((name) => name.endsWith('.pack'));
    assert.equal(packs.length, 1);
    assert.equal(await readFile(path.join(attempt.root, 'many/599.txt'), 'utf8'), '599\n');
    assert.equal(git(attempt, 'fsck', '--full'), '');
    await assertNoCanary(attempt);
  });

  it('refuses to leave out a file whose name is not text', async () => {
    await using scene = await Scene.create();
    const name = Buffer.concat([Buffer.from(`${scene.user.folder}/.holdfast/scenarios/`), Buffer.from([0xff, 0x61])]);
    await writeFile(name, CANARY);
    await scene.user.git('add', '-A');
    await assert.rejects(scene.open(), /Failed to leave out .*: its name is not UTF-8/);
  });

  it('[ASSERT-SCEN-002] compares two commits without the files and their names', async () => {
    await using scene = await Scene.create();
    const base = await scene.repository.createBase();
    await scene.user.write('src/a.ts', 'export const a = 2;\n');
    await scene.user.write('.holdfast/scenarios/added.yaml', `${CANARY}\n`);
    await scene.user.write(SECRET, `id: changed\nexpect: ${CANARY}\n`);
    const next = await scene.repository.createBase();
    assert.match(await scene.repository.readDiff(base.commit, next.commit), new RegExp(CANARY));
    const { files, diff } = await scene.repository.readChange(base.commit, next.commit, { without: WITHOUT });
    assert.deepEqual(
      files.map((file) => file.path),
      ['src/a.ts'],
    );
    assert.match(diff.text, /\+export const a = 2;/);
    assert.equal(/scenarios|CANARY/.test(diff.text), false);
  });

  it('opens many worktrees at the same time', async () => {
    await using scene = await Scene.create();
    const base = await scene.repository.createBase();
    const other = await openRepository({ folder: scene.user.folder, storage: scene.home.at('storage') });
    const attempts = await Promise.all(
      [scene.repository, other, scene.repository, other].map((repository) =>
        repository.openWorktree(base, { without: WITHOUT }),
      ),
    );
    for (const attempt of attempts) await assertNoCanary(attempt);
    await Promise.all(attempts.map((attempt) => attempt.dispose()));
    await other[Symbol.asyncDispose]();
  });

  it('removes isolated repositories that are no longer used, and none in use', async () => {
    await using scene = await Scene.create();
    const isolated = async (): Promise<string[]> => {
      const [name = ''] = await readdir(scene.home.at('storage'));
      return readdir(path.join(scene.home.at('storage'), name, 'isolated'));
    };
    const used = await scene.open();
    for (let version = 0; version < 4; version++) {
      await scene.user.write(SECRET, `id: secret\nexpect: ${CANARY} ${version}\n`);
      await (await scene.open()).dispose();
    }
    assert.equal((await isolated()).length, 5);
    await scene.repository.recover();
    // The newest two that are unused, and the one in use.
    assert.equal((await isolated()).length, 3);
    await used.reset();
    await assertNoCanary(used);
    await used.dispose();
    await using later = await scene.open();
    await assertNoCanary(later);
  });

  it('[ASSERT-SCEN-002] works in a repository with sha256 names', async () => {
    await using scene = await Scene.create({ gitOptions: ['--object-format=sha256'] });
    const base = await scene.repository.createBase();
    await using attempt = await scene.open();
    await writeFile(path.join(attempt.root, 'src/a.ts'), 'export const a = 2;\n');
    const result = await attempt.snapshot();
    assert.equal(result.commit.length, 64);
    assert.equal((await attempt.listChanges(base.commit, result.commit)).length, 1);
    await assertNoCanary(attempt);
  });

  for (const sample of SAMPLE_REPOSITORIES) {
    it(`[ASSERT-SCEN-002] works in ${sample.name}`, async () => {
      await using home = await temporaryFolder();
      const folder = await sample.build(home.path);
      await new GitUser(folder).write(SECRET, CANARY);
      await using repository = await openRepository({ folder, storage: home.at('storage') });
      const base = await repository.createBase();
      await using plain = await repository.openWorktree(base);
      assert.equal(existsSync(path.join(plain.root, SECRET)), true);
      await using attempt = await repository.openWorktree(base, { without: WITHOUT });
      await assertNoCanary(attempt);
      const without = (files: readonly string[]): string[] => files.filter((file) => file !== SECRET);
      assert.deepEqual(await attempt.tree.listFiles(), without(await plain.tree.listFiles()));
      assert.equal((await attempt.snapshot()).tree, base.tree);
      await writeFile(path.join(attempt.root, 'added.txt'), 'added\n');
      const result = await attempt.snapshot();
      assert.deepEqual(
        (await repository.listChanges(base.commit, result.commit)).map(({ path: file, kind }) => [file, kind]),
        [['added.txt', 'created']],
      );
      await attempt.reset(result.commit);
      assert.equal(await readFile(path.join(attempt.root, 'added.txt'), 'utf8'), 'added\n');
      await assertNoCanary(attempt);
    });
  }
});
