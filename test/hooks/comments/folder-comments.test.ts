import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine } from '../../../src/engine.ts';
import { locateComment } from '../../../src/hooks/comments/locate-comment.ts';
import {
  createHealthFiles,
  textReply,
  TYPES_FILE,
  VALID_TYPES,
  writeFileReply,
} from '../../cli/support/health-check.ts';
import { callHoldfast } from '../../cli/support/holdfast.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { readUserMessages } from '../../run/support/gate-fixtures.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';

const BEFORE = 'a\nb\nc\nd\ne\n';
const AT_C = { line: 3, lineText: 'c', above: 'b', below: 'd' };

describe('A comment on a line', () => {
  const places: readonly (readonly [string, string | undefined, unknown])[] = [
    ['is where it was', BEFORE, { kind: 'unchanged', line: 3 }],
    ['moves with lines above', `x\ny\n${BEFORE}`, { kind: 'unchanged', line: 5 }],
    ['stays if lines below change', 'a\nb\nc\nd\nE\n', { kind: 'unchanged', line: 3 }],
    ['changed', 'a\nb\nC\nd\ne\n', { kind: 'changed', line: 3, count: 1 }],
    ['changed to more lines', 'a\nb\nC\nC2\nd\ne\n', { kind: 'changed', line: 3, count: 2 }],
    ['has a line above it now', 'a\nb\nif\nc\nd\ne\n', { kind: 'changed', line: 3, count: 1 }],
    ['has a line below it now', 'a\nb\nc\nelse\nd\ne\n', { kind: 'changed', line: 4, count: 1 }],
    ['is removed', 'a\nb\nd\ne\n', { kind: 'changed', line: 3, count: 0 }],
    ['stays if only line endings change', BEFORE.replaceAll('\n', '\r\n'), { kind: 'unchanged', line: 3 }],
    ['is gone with its file', undefined, { kind: 'changed', line: 1, count: 0 }],
  ];
  for (const [title, after, expected] of places) {
    it(`[SESSION-2] ${title}`, () => assert.deepEqual(locateComment(AT_C, BEFORE, after), expected));
  }

  it('[SESSION-2] is found by the lines around it if the earlier text is no longer known', () => {
    assert.deepEqual(locateComment(AT_C, undefined, `x\n${BEFORE}`), { kind: 'unchanged', line: 4 });
    assert.deepEqual(locateComment(AT_C, undefined, 'a\nb\nC\nd\n'), { kind: 'changed', line: 3, count: 1 });
  });

  const stateOf = async (engine: Engine): Promise<string> => {
    const [comment] = await engine.comments.list();
    assert.ok(comment !== undefined);
    const { status, file, currentLine = 'gone', answer } = comment;
    const isListed = (await engine.comments.list({ onlyOpen: true })).length === 1;
    assert.equal(isListed, status === 'open');
    return `${status} ${file}:${currentLine}${answer === undefined ? '' : ` ${answer.text}`}`;
  };
  const write = (file: string, text: string) => (workspace: Workspace) => workspace.write({ [file]: text });
  const renameTo = (file: string) => (workspace: Workspace) => workspace.git('mv', 'a.txt', file);
  const sequences: readonly (readonly [string, readonly (readonly [(workspace: Workspace) => void, string])[]])[] = [
    [
      'is open again if its lines are back',
      [
        [write('a.txt', 'a\nb\nC\nd\ne\n'), 'addressed a.txt:gone Line 3 changed.'],
        [write('a.txt', `x\n${BEFORE}`), 'open a.txt:4'],
        [write('a.txt', 'a\nb\nd\ne\n'), 'addressed a.txt:gone The lines were removed.'],
      ],
    ],
    [
      'is open while the lines are stashed and back',
      [
        [write('a.txt', `${BEFORE}f\n`), 'open a.txt:3'],
        [({ folder }) => rmSync(join(folder, 'a.txt')), 'addressed a.txt:gone The lines were removed.'],
        [(workspace) => workspace.git('checkout', '-q', '--', 'a.txt'), 'open a.txt:3'],
      ],
    ],
    [
      'moves with its file',
      [
        [renameTo('b.txt'), 'open b.txt:3'],
        [(workspace) => workspace.git('commit', '-q', '-m', 'moved'), 'open b.txt:3'],
        [write('b.txt', BEFORE.replace('c', 'C')), 'addressed b.txt:gone Line 3 changed.'],
      ],
    ],
  ];
  for (const [title, steps] of sequences) {
    it(`[SESSION-2] ${title}`, async () => {
      using workspace = new Workspace({ 'a.txt': BEFORE });
      await using engine = openFolderEngine(workspace);
      await engine.comments.add({ file: 'a.txt', line: 3, text: 'Fix it' });
      for (const [act, expected] of steps) {
        act(workspace);
        assert.equal(await stateOf(engine), expected);
      }
    });
  }

  it('[SESSION-2] keeps the answer of an agent, also if its lines are back, and is resolved by a person alone', async () => {
    using workspace = new Workspace({ 'a.txt': BEFORE });
    await using engine = openFolderEngine(workspace);
    const { id } = await engine.comments.add({ file: 'a.txt', line: 3, text: 'Fix it' });
    workspace.write({ 'a.txt': BEFORE.replace('c', 'C') });
    assert.match(await stateOf(engine), /^addressed/);
    await engine.comments.answer(id, { status: 'blocked', text: 'No.' });
    assert.equal(await stateOf(engine), 'blocked a.txt:gone No.');
    workspace.write({ 'a.txt': BEFORE });
    assert.equal(await stateOf(engine), 'blocked a.txt:3 No.');
    await engine.comments.resolve(id);
    await assert.rejects(engine.comments.answer(id, { status: 'addressed', text: 'Yes.' }), /is resolved/);
  });

  it('[SESSION-2] on a session is for that session and for those that start after it, and not for one that ran next to it', async () => {
    using workspace = new Workspace({ 'a.txt': 'one\ntwo\nthree\n' });
    await using engine = openFolderEngine(workspace);
    const stop = async (session: string) =>
      (await engine.agents.stop({ session, maxBlocks: 5, runCommands: false })).kind;
    for (const session of ['reviewed', 'parallel']) await engine.agents.start({ session });
    await engine.comments.add({ file: 'a.txt', line: 2, text: 'Why two?', session: 'reviewed' });
    await engine.agents.start({ session: 'later' });
    assert.deepEqual(
      [await stop('reviewed'), await stop('parallel'), await stop('later'), await stop('unknown')],
      ['refuse', 'allow', 'refuse', 'allow'],
    );
  });

  it('[SESSION-2] of a result is in the prompt of the next attempt until it is resolved, and holds no session back', async () => {
    using workspace = new Workspace(createHealthFiles());
    await using server = await startOpenAiChatServer(
      [1, 2, 3].flatMap(() => [writeFileReply(VALID_TYPES), textReply('Done.')]),
    );
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const chunk = { contract: 'health.contract.yaml', chunk: 'types' };
    const first = await engine.runs.runChunk(chunk);
    const call = (...args: string[]) => callHoldfast(workspace.folder, args, workspace.environment());
    const added = await call('comment', `${TYPES_FILE}:2`, 'Add a message', '--result', first.runId);
    assert.equal(added.code, 0, added.stderr);
    await engine.agents.start({ session: 's' });
    assert.equal((await engine.agents.stop({ session: 's', maxBlocks: 5, runCommands: false })).kind, 'allow');
    const seen = server.requests.length;
    const [{ id } = { id: '' }] = await engine.comments.list();
    await assert.rejects(engine.comments.answer(id, { status: 'addressed', text: 'Done.' }), /for the next run/);
    await engine.runs.runChunk({ ...chunk, force: true });
    const prompt = readUserMessages(server.requests[seen]).join('\n');
    assert.match(prompt, /An earlier result was sent back[\s\S]*src\/health\/types\.ts:2: ok: boolean;\nAdd a message/);
    await call('comments', 'resolve', added.stdout.slice(0, 8));
    const before = server.requests.length;
    await engine.runs.runChunk({ ...chunk, force: true });
    assert.doesNotMatch(readUserMessages(server.requests[before]).join('\n'), /Add a message/);
  });
});
