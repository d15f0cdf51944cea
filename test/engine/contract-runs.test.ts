import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Script } from '../servers/loopback-server.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { attempt, CONTRACT, politely, exporting } from '../run/support/gated.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';

/** Two chunks that nothing orders; a gate asks for a word in the file of the first. */
const FILES = {
  [CONTRACT]: `version: 1
spec: { id: sides, title: Sides }
gates:
  - { id: polite, command: node polite.mjs, retry: { maxAttempts: 1 } }
chunks:
  - { id: left, title: The left, description: This is chunk left., creates: [left], allowedFiles: [src/left.ts] }
  - { id: right, title: The right, description: This is chunk right., creates: [right], allowedFiles: [src/right.ts] }
`,
  'polite.mjs': `import { existsSync, readFileSync } from 'node:fs';
const file = 'src/left.ts';
process.exitCode = !existsSync(file) || readFileSync(file, 'utf8').includes('please') ? 0 : 1;
`,
};

/** The first chunk fails its gate once; the model is out of reach when it is asked for the second for the first time. */
function answers(): Script {
  const left = [...attempt(exporting('left'), 'left'), ...attempt(politely('left'), 'left')];
  const right = [{ status: 401, body: { error: { message: 'no such key' } } }, ...attempt(exporting('right'), 'right')];
  const none = { status: 500, body: { error: { message: 'no more is scripted' } } };
  return ({ text }) => (text.includes('This is chunk left.') ? left.shift() : right.shift()) ?? none;
}

describe('a run of all that is gone on with', () => {
  for (const [how, sql] of [
    ['could not be carried out', undefined],
    ['was interrupted', "update runs set status = 'interrupted', outcome = null where chunk_id = 'right'"],
  ] as const) {
    it(`[GATE-6] runs a chunk again whose run ${how}`, async () => {
      using workspace = new Workspace(FILES);
      await using server = await startOpenAiChatServer(answers());
      await using engine = openFolderEngine(workspace, { server });
      const before = await engine.runAll({ contract: CONTRACT, jobs: 2 });
      assert.deepEqual(
        before.chunks.map(({ chunk, status, error }) => [chunk, status, error?.code]),
        [
          ['left', 'undecided', undefined],
          ['right', 'aborted', 'model'],
        ],
      );
      const [left, right] = before.chunks;
      assert.deepEqual((await engine.storedRun(right?.runId ?? ''))?.error, right?.error);
      if (sql !== undefined) {
        using database = new DatabaseSync(await engine.historyFile());
        database.exec(sql);
      }
      const { chunks } = await engine.choose(left?.runId ?? '', 'retry');
      assert.deepEqual(
        chunks.map(({ chunk, status, reason }) => [chunk, status, reason]),
        [
          ['left', 'pass', undefined],
          ['right', 'pass', undefined],
        ],
      );
      assert.equal(workspace.read('src/right.ts'), exporting('right'));
    });
  }

  it('[ENF-GATE-2] lets nobody settle the earlier results while it adds to them', async () => {
    using workspace = new Workspace({
      [CONTRACT]: `version: 1
spec: { id: sides, title: Sides }
gates:
  - { id: polite, command: node polite.mjs, retry: { maxAttempts: 1 } }
chunks:
  - { id: one, title: The one, creates: [one], allowedFiles: [src/one.ts], maxAttempts: 1 }
  - { id: left, title: The left, creates: [left], allowedFiles: [src/left.ts], maxAttempts: 1 }
  - { id: right, title: The right, creates: [right], allowedFiles: [src/right.ts], maxAttempts: 1 }
`,
      'polite.mjs': FILES['polite.mjs'],
    });
    await using server = await startOpenAiChatServer([
      ...attempt(exporting('one'), 'one'),
      ...attempt(exporting('left'), 'left'),
      ...attempt(exporting('other'), 'left'),
      ...attempt(exporting('right'), 'right'),
    ]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const before = await engine.runAll({ contract: CONTRACT, jobs: 1 });
    assert.deepEqual(
      before.chunks.map(({ chunk, status }) => [chunk, status]),
      [
        ['one', 'pass'],
        ['left', 'undecided'],
      ],
    );
    const [earlier] = await engine.pendingReviews();
    let discarded: Promise<unknown> | undefined;
    const { chunks } = await engine.choose(before.chunks[1]?.runId ?? '', 'retry', {
      onEvent: (event) => {
        if (event.type !== 'chunk-started' || event.chunk !== 'right') return;
        discarded = engine.discard(earlier?.runId ?? '').catch((thrown: unknown) => thrown);
      },
    });
    assert.deepEqual(
      chunks.map(({ chunk, status }) => [chunk, status]),
      [
        ['one', 'pass'],
        ['left', 'fail'],
        ['right', 'pass'],
      ],
    );
    assert.match(String(await discarded), /does not wait for a review/);
    assert.deepEqual(
      (await engine.pendingReviews()).map((review) => review.chunks.map(({ id }) => id)),
      [['one', 'right']],
    );
  });
});
