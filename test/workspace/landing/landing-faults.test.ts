/** Landings that met a fault of the machine, the user's repository or an earlier process. */
import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { removeTree } from '../../../src/workspace/files/remove-tree.ts';
import { moveToNewPath } from '../../../src/workspace/landing/file-moves.ts';
import { listDifferences } from '../support/fingerprint.ts';
import { LINES, LandingScene } from '../support/landing-scene.ts';
import { temporaryFolder } from '../support/temporary.ts';

const commit = { mode: 'commit', message: 'chunk: A title' } as const;
const workingTree = { mode: 'working-tree', message: 'chunk: A title' } as const;

/** A file name that is not UTF-8. */
const LATIN_NAME = Buffer.from('caf\xe9.txt', 'latin1');

describe('Landing', () => {
  for (const options of [commit, workingTree]) {
    it(`[TRUST-5] renames the only file of a folder, and keeps the folder's permissions: ${options.mode}`, async () => {
      await using scene = await LandingScene.create();
      const folder = path.join(scene.user.folder, 'src/old');
      await chmod(folder, 0o750);
      await scene.createResult({ 'src/old/c.ts': null, 'src/old/renamed.ts': 'export const c = 1;\n' });
      const landed = await (await scene.prepare()).land(options);
      assert.deepEqual([...landed.files].sort(), ['src/old/c.ts', 'src/old/renamed.ts']);
      assert.deepEqual(await readdir(folder), ['renamed.ts']);
      assert.equal((await stat(folder)).mode & 0o777, 0o750);
    });
  }

  it('[TRUST-5] rolls back the rename of the only file of a folder', async () => {
    let failAt = 'wrote src/old/renamed.ts';
    await using scene = await LandingScene.create({
      onStep: (step) => {
        if (step !== failAt) return;
        failAt = '';
        throw new Error('a fault of the machine');
      },
    });
    await scene.createResult({ 'src/old/c.ts': null, 'src/old/renamed.ts': 'export const c = 1;\n' });
    const before = await scene.fingerprint();
    await assert.rejects((await scene.prepare()).land(workingTree), /a fault of the machine/);
    assert.deepEqual(listDifferences(before, await scene.fingerprint()), []);
    await (await scene.prepare()).land(workingTree);
    assert.equal(await scene.read('src/old/renamed.ts'), 'export const c = 1;\n');
  });

  for (const options of [commit, workingTree]) {
    it(`[TRUST-5] offers no result that has landed, if the process ended before its copy was deleted: ${options.mode}`, async () => {
      await using scene = await LandingScene.create();
      await scene.createResult({ 'src/a.ts': null, 'src/new.ts': 'export const n = 1;\n' });
      await scene.repository.secureResult('landed', scene.result?.commit ?? '');
      await (await scene.prepare()).land(options);
      await scene.attempt.dispose();
      assert.deepEqual(await scene.repository.recover(), []);
      assert.deepEqual(await scene.repository.listKeptResults(), []);
    });
  }

  it('[TRUST-5] offers a result that the work tree contains in part', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/a.ts': null, 'src/new.ts': 'export const n = 1;\n' });
    await scene.repository.secureResult('partly', scene.result?.commit ?? '');
    await scene.user.write('src/new.ts', 'export const n = 1;\n');
    await scene.attempt.dispose();
    assert.match((await scene.repository.recover()).join(), /refs\/holdfast\/results\/partly/);
    assert.deepEqual(await scene.repository.listKeptResults(), ['partly']);
  });

  it('[TRUST-5] does not commit while a cherry-pick of several commits is in progress', async () => {
    await using scene = await LandingScene.create();
    const { user } = scene;
    await user.git('checkout', '-q', '-b', 'other');
    await user.write('src/b.ts', 'export const b = 2;\n');
    const first = await user.commit('first of two');
    await user.write('src/other.ts', 'other\n');
    const second = await user.commit('second of two');
    await user.git('checkout', '-q', 'main');
    await user.write('src/b.ts', 'export const b = 3;\n');
    await user.commit('main');
    await user.git('cherry-pick', first, second).catch(() => undefined);
    await user.git('reset', '-q', '--hard');
    await user.git('update-ref', '-d', 'CHERRY_PICK_HEAD').catch(() => undefined);
    const head = await user.git('rev-parse', 'HEAD');
    await scene.createResult({ 'src/d.ts': 'd\n' });
    const landed = await (await scene.prepare()).land(commit);
    assert.equal(landed.commit, undefined);
    assert.match(landed.notes.join(), /cherry-pick .*is in progress/);
    assert.equal(await user.git('rev-parse', 'HEAD'), head);
    assert.equal(await scene.read('src/d.ts'), 'd\n');
  });

  for (const damage of ['journal.json', 'commit.json']) {
    it(`[TRUST-5] sets a journal with a damaged ${damage} aside, says so, and lands`, async () => {
      await using scene = await LandingScene.create();
      await scene.createResult({ 'src/d.ts': 'd\n' });
      const journals = path.join(scene.user.folder, '.git/holdfast/landing');
      const journal = path.join(journals, '0123456789ab');
      await mkdir(path.join(journal, 'old'), { recursive: true });
      const record = { version: 1, id: '0123456789ab', topLevel: scene.user.folder, folders: [], files: [] };
      await writeFile(path.join(journal, 'journal.json'), JSON.stringify(record));
      await writeFile(path.join(journal, 'old/0'), 'what the user had\n');
      await writeFile(path.join(journal, damage), '{"version": 1, "id"');
      await writeFile(path.join(scene.user.folder, '.git/index.lock'), 'holdfast landing 0123456789ab\n');

      const messages = await scene.repository.recover();
      assert.equal(messages.length, 1);
      assert.match(messages[0] ?? '', /journal of an interrupted landing is damaged/);
      const setAside = path.join(scene.user.folder, '.git/holdfast/landing-damaged/0123456789ab');
      assert.ok(messages[0]?.includes(setAside));
      assert.equal(await readFile(path.join(setAside, 'old/0'), 'utf8'), 'what the user had\n');
      assert.deepEqual(await scene.repository.recover(), []);
      const landed = await (await scene.prepare()).land(commit);
      assert.notEqual(landed.commit, undefined);
    });
  }

  it('[TRUST-5] lands next to a tracked file whose name is not UTF-8, and removes its worktree', async function () {
    if (process.platform !== 'linux') this.skip();
    await using scene = await LandingScene.create({
      prepare: async (user) => {
        await mkdir(path.join(user.folder, 'data'), { recursive: true });
        await writeFile(Buffer.concat([Buffer.from(`${user.folder}/data/`), LATIN_NAME]), 'tracked\n');
        await user.write('src/a.ts', LINES);
        await user.commit('first');
      },
    });
    await scene.createResult({ 'src/a.ts': LINES.replace('two', 'TWO') }, async (attempt) => {
      await writeFile(Buffer.concat([Buffer.from(`${attempt.root}/data/untracked`), LATIN_NAME]), 'of a command\n');
      await attempt.reset();
      assert.deepEqual(await readdir(path.join(attempt.root, 'data'), { encoding: 'buffer' }), [LATIN_NAME]);
      await writeFile(path.join(attempt.root, 'src/a.ts'), LINES.replace('two', 'TWO'));
    });
    const landed = await (await scene.prepare()).land(commit);
    assert.notEqual(landed.commit, undefined);
    assert.equal(await scene.user.git('status', '--porcelain'), '');
    await scene.attempt.dispose();
    await assert.rejects(stat(scene.attempt.root), { code: 'ENOENT' });
  });
});

describe('removeTree', () => {
  it('[TRUST-5] removes entries whose names are not UTF-8', async function () {
    if (process.platform !== 'linux') this.skip();
    await using home = await temporaryFolder();
    const folder = Buffer.concat([Buffer.from(`${home.path}/`), LATIN_NAME]);
    await mkdir(folder);
    await writeFile(Buffer.concat([folder, Buffer.from('/'), LATIN_NAME]), '');
    await removeTree(home.path);
    await assert.rejects(stat(home.path), { code: 'ENOENT' });
  });
});

describe('moveToNewPath', () => {
  it('[TRUST-5] reports that the source cannot be removed, instead of an existing target', async function () {
    // Only root can take the permission from itself for the time of the call.
    if (process.getuid?.() !== 0 || process.seteuid === undefined) this.skip();
    await using home = await temporaryFolder();
    const [source, target] = [home.at('journal/0'), home.at('tree/file')];
    await mkdir(home.at('journal'));
    await mkdir(home.at('tree'));
    await writeFile(source, 'content\n');
    for (const [entry, mode] of [
      [home.path, 0o755],
      [home.at('journal'), 0o755],
      [home.at('tree'), 0o777],
      [source, 0o666],
    ] as const)
      await chmod(entry, mode);
    process.seteuid(65_534);
    try {
      await assert.rejects(moveToNewPath(source, target, home.at('tree/sibling')), { code: 'EPERM' });
    } finally {
      process.seteuid(0);
    }
  });
});

describe('A required filter that fails', () => {
  const filters = [
    { setting: 'clean', file: 'src/a.ts', text: LINES.replace('two', 'TWO') },
    { setting: 'process', file: 'src/new.ts', text: 'export const n = 1;\n' },
  ];
  for (const { setting, file, text } of filters) {
    it(`[TRUST-5] lands ${file} without a commit and names the filter and its program: ${setting}`, async () => {
      await using scene = await LandingScene.create();
      await scene.createResult({ [file]: text });
      await scene.user.write('.gitattributes', 'src/b.ts filter=other\n*.ts filter=Large\n');
      await scene.user.git('config', `filter.Large.${setting}`, 'no-such-program --run');
      await scene.user.git('config', 'filter.Large.required', 'true');
      const landed = await (await scene.prepare()).land(commit);
      assert.deepEqual([landed.commit, landed.files, landed.conflicts], [undefined, [file], []]);
      assert.match(
        landed.notes.join(),
        new RegExp(`Not committed: git requires the filter "Large" for ${file}, .* "no-such-program --run"\\. Install`),
      );
      assert.equal(await scene.read(file), text);
    });
  }

  it('has no program', async () => {
    await using scene = await LandingScene.create();
    await scene.createResult({ 'src/new.ts': 'export const n = 1;\n' });
    await scene.user.write('.gitattributes', '*.ts filter=Large\n');
    await scene.user.git('config', 'filter.Large.required', 'true');
    const landed = await (await scene.prepare()).land(commit);
    assert.match(landed.notes.join(), /"Large" for src\/new\.ts, which has no program\. Set filter\.Large\.clean/);
  });
});
