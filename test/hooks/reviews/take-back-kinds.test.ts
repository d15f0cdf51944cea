import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, readlinkSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, HunkReview, ReviewSubject } from '../../../src/engine.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';

const SUBJECT: ReviewSubject = { kind: 'session', session: 's' };
const LONG = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
const FILES = {
  'unix.txt': 'one\ntwo\nthree\n',
  'windows.txt': 'one\r\ntwo\r\nthree\r\n',
  'open-end.txt': 'one\ntwo',
  'gone.txt': 'gone\n',
  'old.txt': LONG,
  'tool.sh': '#!/bin/sh\n',
  'umlaut.txt': 'größe\n',
  place: 'a file\n',
};

type Change = (workspace: Workspace) => void;

const remove =
  (file: string): Change =>
  ({ folder }) =>
    rmSync(join(folder, file), { recursive: true });
const write =
  (file: string, text: string): Change =>
  (workspace) =>
    workspace.write({ [file]: text });

/** Each kind of change of a file. Taken back as a whole, the files are as they were. */
const CHANGES: readonly (readonly [string, Change])[] = [
  ['lines', write('unix.txt', 'one\nTWO\nthree\nfour\n')],
  ['lines with CRLF', write('windows.txt', 'one\r\nTWO\r\nthree\r\n')],
  ['line endings', write('unix.txt', 'one\r\ntwo\r\nthree\r\n')],
  ['a last line without a line break', write('open-end.txt', 'one\ntwo\nthree')],
  ['a created file', write('made.txt', 'made\n')],
  ['a created file in a new folder', write('new/deep/made.ts', 'export const a = 1;\n\nexport const b = 2;\n')],
  ['an empty file', write('empty.txt', '')],
  ['a binary file', (workspace) => workspace.writeBytes('made.bin', Buffer.from([0, 1, 2]))],
  ['a deleted file', remove('gone.txt')],
  ['a renamed file', ({ folder }) => renameSync(join(folder, 'old.txt'), join(folder, 'renamed.txt'))],
  [
    'a renamed file with lines',
    (workspace) => {
      remove('old.txt')(workspace);
      workspace.write({ 'renamed.txt': LONG.replace('line 7', 'LINE 7') });
    },
  ],
  ['a mode', ({ folder }) => chmodSync(join(folder, 'tool.sh'), 0o755)],
  ['text that is not ASCII', write('umlaut.txt', 'größer\nübel\n')],
  [
    'a link in place of a file',
    (workspace) => {
      remove('unix.txt')(workspace);
      symlinkSync('gone.txt', join(workspace.folder, 'unix.txt'));
    },
  ],
  [
    'a folder in place of a file',
    (workspace) => {
      remove('place')(workspace);
      workspace.write({ 'place/file.txt': 'inside\n' });
    },
  ],
];

async function takeAllBack(engine: Engine, review: HunkReview): Promise<void> {
  const hunks = review.files.flatMap(({ path, content, hunks: own }) => own.map(({ id }) => ({ path, content, id })));
  assert.deepEqual((await engine.sessions.takeBack(SUBJECT, hunks)).conflicts, []);
}

describe('Taking back', () => {
  for (const [title, change] of CHANGES) {
    it(`[SESSION-1] restores the files exactly: ${title}`, async function () {
      if (process.platform === 'win32' && /link|mode/.test(title)) this.skip();
      using workspace = new Workspace(FILES);
      await using engine = openFolderEngine(workspace);
      await engine.agents.start({ session: 's' });
      const before = workspace.state();
      change(workspace);
      const review = await engine.sessions.review(SUBJECT);
      assert.ok(review.hunkCount > 0);
      // Every hunk can be reviewed.
      await engine.sessions.setReviewed(
        review.files.flatMap(({ hunks }) => hunks.map(({ key }) => key)),
        true,
      );
      assert.equal((await engine.sessions.review(SUBJECT)).reviewedCount, review.hunkCount);
      await takeAllBack(engine, review);
      assert.deepEqual(workspace.state(), before);
      assert.equal((await engine.sessions.review(SUBJECT)).hunkCount, 0);
    });
  }

  it('[SESSION-1] takes one of several hunks back, and keeps what the person changed in another file meanwhile', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    await engine.agents.start({ session: 's' });
    workspace.write({ 'old.txt': LONG.replace('line 3\n', 'LINE 3\n').replace('line 20', 'LINE 20') });
    const { files } = await engine.sessions.review(SUBJECT);
    const [file] = files;
    const [first] = file?.hunks ?? [];
    assert.ok(file !== undefined && first !== undefined);
    workspace.write({ 'unix.txt': 'mine\n' });
    await engine.sessions.takeBack(SUBJECT, [{ path: file.path, content: file.content, id: first.id }]);
    assert.equal(workspace.read('old.txt'), LONG.replace('line 20', 'LINE 20'));
    assert.equal(workspace.read('unix.txt'), 'mine\n');
  });

  it('[SESSION-1] works in a workspace folder below the repository, and sees only its files', async () => {
    using workspace = new Workspace({ 'packages/one/a.txt': 'one\n', 'packages/two/b.txt': 'two\n' });
    const folder = join(workspace.folder, 'packages/one');
    await using engine = openFolderEngine({ folder, environment: () => workspace.environment() });
    await engine.agents.start({ session: 's' });
    workspace.write({ 'packages/one/a.txt': 'ONE\n', 'packages/two/b.txt': 'TWO\n' });
    const review = await engine.sessions.review(SUBJECT);
    assert.deepEqual(
      review.files.map(({ path }) => path),
      ['a.txt'],
    );
    await takeAllBack(engine, review);
    assert.equal(workspace.read('packages/one/a.txt'), 'one\n');
    assert.equal(workspace.read('packages/two/b.txt'), 'TWO\n');
  });

  it('[SESSION-1] shows the files that leave a workspace folder below the repository and that come into it', async () => {
    using workspace = new Workspace({
      'packages/one/a.txt': LONG,
      'packages/two/b.txt': LONG.replaceAll('line', 'row'),
    });
    const folder = join(workspace.folder, 'packages/one');
    await using engine = openFolderEngine({ folder, environment: () => workspace.environment() });
    await engine.agents.start({ session: 's' });
    workspace.git('mv', 'packages/one/a.txt', 'packages/two/a.txt');
    workspace.git('mv', 'packages/two/b.txt', 'packages/one/b.txt');
    const review = await engine.sessions.review(SUBJECT);
    assert.deepEqual(
      review.files.map(({ path, previousPath }) => [previousPath, path]),
      [
        ['a.txt', '../two/a.txt'],
        ['../two/b.txt', 'b.txt'],
      ],
    );
    await takeAllBack(engine, review);
    assert.equal(workspace.read('packages/one/a.txt'), LONG);
    assert.equal(existsSync(join(workspace.folder, 'packages/two/a.txt')), false);
  });

  it('[SESSION-1] shows the commits of a submodule and the target of a link, and takes no submodule back', async () => {
    using module = new Workspace({ 'x.txt': 'x\n' });
    using workspace = new Workspace({ 'a.txt': 'a\n' });
    symlinkSync('a.txt', join(workspace.folder, 'link'));
    workspace.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', module.folder, 'sub');
    workspace.git('add', '-A');
    workspace.git('commit', '-q', '-m', 'links');
    const before = workspace.git('rev-parse', 'HEAD:sub');
    await using engine = openFolderEngine(workspace);
    await engine.agents.start({ session: 's' });
    rmSync(join(workspace.folder, 'link'));
    symlinkSync('sub', join(workspace.folder, 'link'));
    module.write({ 'x.txt': 'y\n' });
    module.git('commit', '-q', '-am', 'y');
    workspace.git('-C', 'sub', '-c', 'protocol.file.allow=always', 'pull', '-q');
    const after = module.git('rev-parse', 'HEAD');
    const review = await engine.sessions.review(SUBJECT);
    assert.deepEqual(
      review.files.flatMap(({ path, hunks }) => hunks.map(({ removed, added }) => [path, removed, added])),
      [
        ['link', ['a.txt'], ['sub']],
        ['sub', [`Subproject commit ${before}`], [`Subproject commit ${after}`]],
      ],
    );
    const hunks = review.files.flatMap(({ path, content, hunks: all }) => all.map(({ id }) => ({ path, content, id })));
    const taken = await engine.sessions.takeBack(SUBJECT, hunks);
    assert.match(
      taken.conflicts.map(({ file, reason }) => `${file}: ${reason}`).join(),
      /^sub: .*git submodule update/,
    );
    assert.equal(readlinkSync(join(workspace.folder, 'link')), 'sub');
    await engine.sessions.takeBack(SUBJECT, hunks.slice(0, 1));
    assert.equal(readlinkSync(join(workspace.folder, 'link')), 'a.txt');
  });

  it('[SESSION-1] plans the writes of an editor, and writes nothing itself', async () => {
    using workspace = new Workspace(FILES);
    await using engine = openFolderEngine(workspace);
    await engine.agents.start({ session: 's' });
    workspace.write({ 'unix.txt': 'one\nTWO\nthree\n' });
    const { files } = await engine.sessions.review(SUBJECT);
    const hunks = files.flatMap(({ path, content, hunks: own }) => own.map(({ id }) => ({ path, content, id })));
    const { writes, conflicts } = await engine.sessions.planTakeBack(SUBJECT, hunks);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(
      writes.map(({ path, after }) => [path, Buffer.from(after?.bytes ?? []).toString()]),
      [['unix.txt', FILES['unix.txt']]],
    );
    assert.equal(workspace.read('unix.txt'), 'one\nTWO\nthree\n');
    assert.equal(statSync(join(workspace.folder, 'tool.sh')).mode & 0o111, 0);
    assert.ok(
      existsSync(join(workspace.folder, 'gone.txt')) && readFileSync(join(workspace.folder, 'place')).length > 0,
    );
  });
});
