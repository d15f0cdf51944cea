/** The undo of landings, with real repositories, a loopback model, and an engine per command. */
import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PastLanding, UndoReport } from '../../../src/engine.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import type { Workspace } from '../../cli/support/workspace.ts';
import { LIST, UndoScene } from './support.ts';

function list(scene: UndoScene): Promise<readonly PastLanding[]> {
  return scene.engine((engine) => engine.landings.list());
}

function undo(scene: UndoScene, title: string, force = false): Promise<UndoReport> {
  return scene.engine(async (engine) => {
    const landings = await engine.landings.list();
    const found = landings.find((landing) => landing.title === title && landing.state === 'landed');
    assert.ok(found !== undefined, `${title} has not landed`);
    return await engine.landings.undo(found.id, { force });
  });
}

describe('The undo of a landing', () => {
  it('[EDIT-4] reverts a committed landing in a commit with only its files, and its chunk is no longer done', async () => {
    await using scene = await UndoScene.open('both');
    const { workspace } = scene;
    const [bye, hello] = await list(scene);
    assert.deepEqual([bye?.title, bye?.state, bye?.attempts, bye?.author], ['chunk: Say bye', 'landed', 1, 'A User']);
    assert.deepEqual(hello?.files, ['src/hello.ts', 'src/list.txt']);
    assert.deepEqual(await scene.listUpToDate(), ['hello', 'bye']);
    workspace.write({ 'other.txt': 'edited\n', 'staged.txt': 'edited\n', 'untracked.txt': 'untracked\n' });
    workspace.git('add', 'staged.txt');

    const report = await undo(scene, 'chunk: Say bye');

    assert.equal(report.isUndone, true, JSON.stringify(report));
    assert.equal(workspace.git('log', '-1', '--format=%s'), 'Revert "chunk: Say bye"');
    assert.equal(workspace.git('rev-parse', 'HEAD'), report.commit);
    assert.equal(workspace.git('show', '--format=', '--name-status', 'HEAD'), 'D\tsrc/bye.ts');
    assert.equal(workspace.git('status', '--porcelain'), ' M other.txt\nM  staged.txt\n?? untracked.txt'.trim());
    assert.equal(existsSync(join(workspace.folder, 'src/bye.ts')), false);
    const [undone] = await list(scene);
    assert.deepEqual([undone?.state, undone?.undoneCommit], ['undone', report.commit]);
    // The asserts of both chunks hold only with their files, so only `hello` is up to date.
    workspace.write({ 'src/bye.ts': 'export const bye = 1;\n' });
    assert.deepEqual(await scene.listUpToDate(), ['hello'], 'a satisfied chunk whose landing was undone is not done');
  });

  it('[EDIT-4] finds a landing whose message was replaced by the change itself', async () => {
    const squash = (workspace: Workspace): void => {
      workspace.git('switch', '-q', '-c', 'other', 'HEAD~2');
      workspace.git('merge', '-q', '--squash', 'main');
      workspace.git('commit', '-q', '-m', 'Both');
    };
    const STORIES: readonly (readonly [
      what: string,
      prepare: (workspace: Workspace) => unknown,
      states: string,
      undone?: boolean,
    ])[] = [
      [
        'an amendment with another message',
        (workspace) => workspace.git('commit', '-q', '--amend', '-m', 'Mine'),
        'landed landed',
      ],
      [
        'an amendment with another file',
        (workspace) => {
          workspace.write({ 'more.txt': 'more\n' });
          workspace.git('add', 'more.txt');
          workspace.git('commit', '-q', '--amend', '-m', 'Mine');
        },
        'landed landed',
      ],
      [
        'a commit on top',
        (workspace) => {
          workspace.git('commit', '-q', '--amend', '-m', 'Mine');
          workspace.git('commit', '-q', '--allow-empty', '-m', 'more');
        },
        'landed landed',
      ],
      [
        'a cherry-pick with another message',
        (workspace) => {
          workspace.git('switch', '-q', '-c', 'other', 'HEAD~1');
          workspace.git('cherry-pick', '--no-commit', 'main');
          workspace.git('commit', '-q', '-m', 'Picked');
        },
        'landed landed',
      ],
      ['a squash with its own message', squash, 'landed landed', false],
      [
        'an amendment that was reverted',
        (workspace) => {
          workspace.git('commit', '-q', '--amend', '-m', 'Mine');
          workspace.git('revert', '--no-edit', 'HEAD');
        },
        'undone landed',
        false,
      ],
      [
        'a branch without it',
        (workspace) => workspace.git('switch', '-q', '-c', 'other', 'HEAD~1'),
        'elsewhere landed',
        false,
      ],
      [
        'an amendment with other content',
        (workspace) => {
          workspace.write({ 'src/bye.ts': 'export const bye = 2;\n' });
          workspace.git('commit', '-q', '-a', '--amend', '-m', 'Mine');
        },
        'elsewhere landed',
        false,
      ],
    ];
    for (const [what, prepare, states, canUndo = true] of STORIES) {
      await using scene = await UndoScene.open('both');
      prepare(scene.workspace);
      assert.equal((await list(scene)).map(({ state }) => state).join(' '), states, what);
      if (!canUndo) continue;
      const report = await undo(scene, 'chunk: Say bye');
      assert.equal(report.isUndone, true, `${what}: ${JSON.stringify(report)}`);
      assert.equal(existsSync(join(scene.workspace.folder, 'src/bye.ts')), false, what);
      assert.equal((await list(scene))[0]?.state, 'undone', what);
    }
  });

  it('[EDIT-4] finds and undoes a landing whose trailers a hook has dropped', async () => {
    await using scene = await UndoScene.create({ files: { 'holdfast.config.yaml': 'commitHooks: true\n' } });
    const { workspace } = scene;
    const hook = `#!/bin/sh\nhead -n 1 "$1" > "$1.short" && mv "$1.short" "$1"\n`;
    writeFileSync(join(workspace.folder, '.git/hooks/commit-msg'), hook, { mode: 0o755 });
    await scene.run('commit', 'hello');
    assert.doesNotMatch(workspace.git('log', '-1', '--format=%B'), /Holdfast-Chunk/);
    assert.equal((await list(scene))[0]?.state, 'landed');
    assert.equal((await undo(scene, 'chunk: Say hello')).isUndone, true);
    assert.equal((await list(scene))[0]?.state, 'undone');
  });

  it('[EDIT-4] takes out what the commit hooks added to the landing', async () => {
    await using scene = await UndoScene.create({ files: { 'holdfast.config.yaml': 'commitHooks: true\n' } });
    const { workspace } = scene;
    const hook =
      'test -f src/hello.ts && echo "// formatted" >> src/hello.ts && echo > by-hook.txt && git add .\nexit 0\n';
    writeFileSync(join(workspace.folder, '.git/hooks/pre-commit'), `#!/bin/sh\n${hook}`, { mode: 0o755 });
    await scene.run('commit', 'hello');
    assert.match(workspace.git('show', 'HEAD:src/hello.ts'), /formatted/);

    const report = await undo(scene, 'chunk: Say hello');

    assert.equal(report.isUndone, true, JSON.stringify(report));
    assert.equal(workspace.git('diff', '--stat', 'HEAD~2', 'HEAD'), '');
    assert.equal(workspace.git('status', '--porcelain'), '');
  });

  it('[EDIT-4] restores the files of a landing without a commit, and keeps later edits of other lines', async () => {
    await using scene = await UndoScene.open('hello-uncommitted');
    const { workspace } = scene;
    const before = workspace.git('rev-parse', 'HEAD');
    workspace.write({ 'src/list.txt': LIST.replace('two', 'TWO').replace('eight', 'EIGHT') });

    const report = await undo(scene, 'chunk: Say hello');

    assert.deepEqual([report.isUndone, report.commit], [true, undefined]);
    assert.equal(workspace.read('src/list.txt'), LIST.replace('eight', 'EIGHT'));
    assert.equal(existsSync(join(workspace.folder, 'src/hello.ts')), false);
    assert.equal(workspace.git('rev-parse', 'HEAD'), before);
    assert.equal((await list(scene))[0]?.state, 'undone');
    workspace.write({ 'src/hello.ts': 'export const hello = 1;\n' });
    assert.deepEqual(await scene.listUpToDate(), []);
  });

  it('[EDIT-4] changes nothing if later edits of the same lines conflict, and names the files', async () => {
    await using scene = await UndoScene.open('hello-uncommitted');
    const { workspace } = scene;
    workspace.write({ 'src/list.txt': LIST.replace('two', 'zwei') });
    const before = workspace.state();

    const report = await undo(scene, 'chunk: Say hello');

    assert.equal(report.isUndone, false);
    assert.deepEqual(
      report.conflicts.map(({ file, reason }) => [file, reason]),
      [['src/list.txt', 'both the undo and you have changed the same or adjacent lines']],
    );
    assert.deepEqual(workspace.state(), before);
    assert.deepEqual(
      (await list(scene)).map(({ state }) => state),
      ['landed'],
    );
  });

  it('[EDIT-4] names the done chunks that it breaks, and needs to be forced', async () => {
    await using scene = await UndoScene.open('both');
    const { workspace } = scene;
    const before = workspace.state();

    const refused = await undo(scene, 'chunk: Say hello');

    assert.equal(refused.isUndone, false);
    assert.deepEqual(
      refused.dependents.map(({ chunk, asserts }) => [chunk.id, asserts]),
      [['bye', ['Must have hello to answer']]],
    );
    assert.deepEqual(workspace.state(), before);
    assert.equal((await undo(scene, 'chunk: Say hello', true)).isUndone, true);
    assert.equal(existsSync(join(workspace.folder, 'src/hello.ts')), false);
    assert.equal(existsSync(join(workspace.folder, 'src/bye.ts')), true);
  });

  it('[EDIT-4] conflicts with a later landing that changed the same lines', async () => {
    await using scene = await UndoScene.create({
      modules: {
        hello: { 'src/hello.ts': 'export const hello = 1;\n', 'src/list.txt': LIST.replace('two', 'TWO') },
        bye: { 'src/bye.ts': 'export const bye = 1;\n', 'src/list.txt': LIST.replace('two', 'TWO TWO') },
      },
    });
    await scene.run('commit');
    const report = await undo(scene, 'chunk: Say hello', true);
    assert.deepEqual([report.isUndone, report.conflicts.map(({ file }) => file)], [false, ['src/list.txt']]);
    assert.equal((await undo(scene, 'chunk: Say bye')).isUndone, true);
    assert.equal((await undo(scene, 'chunk: Say hello')).isUndone, true);
    assert.equal(scene.workspace.read('src/list.txt'), LIST);
    assert.equal(scene.workspace.git('status', '--porcelain'), '');
  });

  it('[EDIT-4] works in a folder without git', async () => {
    await using scene = await UndoScene.create({ git: false });
    await scene.run('working-tree', 'hello');
    const report = await undo(scene, 'chunk: Say hello');
    assert.deepEqual([report.isUndone, report.files], [true, ['src/hello.ts', 'src/list.txt']]);
    assert.equal(scene.workspace.read('src/list.txt'), LIST);
    assert.equal(existsSync(join(scene.workspace.folder, 'src/hello.ts')), false);
  });

  it('[EDIT-4] restores deleted files and CRLF line endings byte by byte', async () => {
    const crlf = LIST.replaceAll('\n', '\r\n');
    await using scene = await UndoScene.create({
      files: { '.gitattributes': '* text=auto\n', 'src/old.ts': 'export const old = 1;\n' },
      modules: {
        hello: {
          'src/hello.ts': 'export const hello = 1;\n',
          'src/old.ts': null,
          'src/list.txt': crlf.replace('two', 'TWO'),
        },
      },
    });
    const { workspace } = scene;
    // A checkout with CRLF: git stores LF.
    workspace.write({ 'src/list.txt': crlf });
    workspace.git('add', '--renormalize', '.');
    await scene.run('commit', 'hello');
    assert.equal(existsSync(join(workspace.folder, 'src/old.ts')), false);

    const report = await undo(scene, 'chunk: Say hello');

    assert.deepEqual([report.isUndone, report.conflicts], [true, []]);
    assert.equal(workspace.read('src/list.txt'), crlf);
    assert.equal(workspace.read('src/old.ts'), 'export const old = 1;\n');
    assert.equal(workspace.git('status', '--porcelain'), '');
    assert.equal(workspace.git('diff', '--stat', 'HEAD~2', 'HEAD'), '');
  });

  it('[EDIT-4] undoes a landing that a rebase and another clone know only by its trailers', async () => {
    await using scene = await UndoScene.open('hello');
    const { workspace } = scene;
    const landed = workspace.git('rev-parse', 'HEAD');
    workspace.git('checkout', '-q', '-b', 'rebased', 'HEAD~1');
    workspace.write({ 'more.txt': 'more\n' });
    workspace.git('add', 'more.txt');
    workspace.git('commit', '-q', '-m', 'more');
    assert.deepEqual(
      (await list(scene)).map(({ state }) => state),
      ['elsewhere'],
      'the branch lacks the landing',
    );
    await assert.rejects(
      scene.engine(async (engine) => engine.landings.undo((await engine.landings.list())[0]?.id ?? '')),
      (thrown) => thrown instanceof HoldfastError && thrown.code === 'conflict' && /main/.test(thrown.hint ?? ''),
    );
    workspace.git('cherry-pick', landed);
    // Without its storage, the content comes from the commit, as in another clone.
    const other = { ...workspace.environment(), HOLDFAST_STORAGE: join(workspace.folder, '..', 'other-storage') };
    workspace.environment = () => other;
    workspace.git('update-ref', '-d', 'refs/heads/main');

    const report = await undo(scene, 'chunk: Say hello');

    assert.equal(report.isUndone, true, JSON.stringify(report));
    assert.match(workspace.git('log', '-1', '--format=%B'), /^Revert "chunk: Say hello"\n\nThis reverts commit /);
    assert.equal(workspace.git('diff', '--stat', 'HEAD~2', 'HEAD'), '');
    // A rebase replaces both commits, so the revert names a commit that no longer exists.
    workspace.git('rebase', '-q', '--onto', 'HEAD~3', 'HEAD~2');
    assert.deepEqual(
      (await list(scene)).map(({ state }) => state),
      ['undone'],
    );
  });

  it('[EDIT-4] makes no commit if the files have uncommitted changes, and the chunk still does not count as done', async () => {
    await using scene = await UndoScene.open('hello');
    const { workspace } = scene;
    const head = workspace.git('rev-parse', 'HEAD');
    workspace.write({ 'src/list.txt': LIST.replace('two', 'TWO').replace('eight', 'EIGHT') });

    const report = await undo(scene, 'chunk: Say hello');

    assert.deepEqual([report.isUndone, report.commit], [true, undefined]);
    assert.match(report.notes.join(' '), /Not committed: src\/list.txt already had uncommitted changes/);
    assert.equal(workspace.git('rev-parse', 'HEAD'), head);
    assert.equal((await list(scene))[0]?.state, 'undone');
    workspace.write({ 'src/hello.ts': 'export const hello = 1;\n' });
    assert.deepEqual(await scene.listUpToDate(), []);
  });

  it('[EDIT-4] counts a chunk as done again after it landed again', async () => {
    await using scene = await UndoScene.open('hello');
    assert.equal((await undo(scene, 'chunk: Say hello')).isUndone, true);
    await scene.run('commit', 'hello');
    assert.deepEqual(
      (await list(scene)).map(({ state }) => state),
      ['landed', 'undone'],
    );
    const { chunks } = await scene.run('commit', 'hello');
    assert.equal(chunks[0]?.upToDate, true);
  });

  it('[EDIT-4] shows the files of each landing before and after it, binary files without text', async () => {
    await using scene = await UndoScene.open('hello');
    const changes = await scene.engine(async (engine) => {
      const [landing] = await engine.landings.list();
      return engine.landings.changes(landing?.id ?? '');
    });
    assert.deepEqual(
      changes.map(({ path, kind, before, after }) => [path, kind, before, after]),
      [
        ['src/hello.ts', 'created', undefined, 'export const hello = 1;\n'],
        ['src/list.txt', 'modified', LIST, LIST.replace('two', 'TWO')],
      ],
    );
    writeFileSync(join(scene.workspace.folder, 'src/list.txt'), Uint8Array.of(0, 1, 2));
    const report = await undo(scene, 'chunk: Say hello');
    assert.deepEqual(
      report.conflicts.map(({ file, reason }) => `${file}: ${reason}`),
      ['src/list.txt: both the undo and you have changed it, and binary files cannot be merged'],
    );
  });
});
