import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import type { Script, ScriptedReply } from '../../servers/loopback-server.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { attemptReplies, CONTRACT, politeModule, plainModule } from '../support/gate-fixtures.ts';
import { preparedState } from '../support/prepared-state.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';

/** Two independent chunks, and a gate that requires a word in the file of the first. */
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

/** A model with separate replies for each chunk. */
function createScript(leftReplies: readonly ScriptedReply[], rightReplies: readonly ScriptedReply[]): Script {
  const left = [...leftReplies];
  const right = [...rightReplies];
  const unexpected = { status: 500, body: { error: { message: 'no further reply is scripted' } } };
  return ({ text }) => (text.includes('This is chunk left.') ? left.shift() : right.shift()) ?? unexpected;
}

/** `left` has failed its gate and waits for a choice, and the run of `right` ended with an error of the model. */
const openWaitingBatch = preparedState('batch-with-error', FILES, async (workspace) => {
  const refusal = { status: 401, body: { error: { message: 'no such key' } } };
  await using server = await startOpenAiChatServer(
    createScript(attemptReplies(plainModule('left'), 'left'), [refusal]),
  );
  await using engine = openFolderEngine(workspace, { server });
  const before = await engine.runs.runAll({ contract: CONTRACT, jobs: 2 });
  assert.deepEqual(
    before.chunks.map(({ chunk, status, error }) => [chunk, status, error?.code]),
    [
      ['left', 'undecided', undefined],
      ['right', 'aborted', 'model'],
    ],
  );
  const [left, right] = before.chunks;
  assert.deepEqual((await engine.runs.read(right?.runId ?? ''))?.error, right?.error);
  return { runId: left?.runId ?? '' };
});

describe('a batch that is resumed', () => {
  for (const [ending, sql] of [
    ['ended with an error', undefined],
    ['was interrupted', "update runs set status = 'interrupted', outcome = null where chunk_id = 'right'"],
  ] as const) {
    it(`[GATE-6] runs a chunk again if its run ${ending}`, async () => {
      using workspace = await openWaitingBatch();
      await using server = await startOpenAiChatServer(
        createScript(attemptReplies(politeModule('left'), 'left'), attemptReplies(plainModule('right'), 'right')),
      );
      await using engine = openFolderEngine(workspace, { server });
      if (sql !== undefined) {
        using database = new DatabaseSync(await engine.history.file());
        database.exec(sql);
      }
      const { chunks } = await engine.runs.choose(workspace.facts.runId, 'retry');
      assert.deepEqual(
        chunks.map(({ chunk, status, reason }) => [chunk, status, reason]),
        [
          ['left', 'pass', undefined],
          ['right', 'pass', undefined],
        ],
      );
      assert.equal(workspace.read('src/right.ts'), plainModule('right'));
    });
  }

  it('[ENF-GATE-2] refuses to discard the earlier results while it adds to them', async () => {
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
      ...attemptReplies(plainModule('one'), 'one'),
      ...attemptReplies(plainModule('left'), 'left'),
      ...attemptReplies(plainModule('other'), 'left'),
      ...attemptReplies(plainModule('right'), 'right'),
    ]);
    await using engine = openFolderEngine(workspace, { server, landing: 'review' });
    const before = await engine.runs.runAll({ contract: CONTRACT, jobs: 1 });
    assert.deepEqual(
      before.chunks.map(({ chunk, status }) => [chunk, status]),
      [
        ['one', 'pass'],
        ['left', 'undecided'],
      ],
    );
    const [earlier] = await engine.results.pending();
    let discarded: Promise<unknown> | undefined;
    const { chunks } = await engine.runs.choose(before.chunks[1]?.runId ?? '', 'retry', {
      onEvent: (event) => {
        if (event.type !== 'chunk-started' || event.chunk !== 'right') return;
        discarded = engine.results.discard(earlier?.runId ?? '').catch((thrown: unknown) => thrown);
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
      (await engine.results.pending()).map((review) => review.chunks.map(({ id }) => id)),
      [['one', 'right']],
    );
  });
});
