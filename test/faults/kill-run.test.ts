import assert from 'node:assert/strict';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import {
  createHealthFiles,
  VALID_TYPES,
  textReply,
  TYPES_FILE,
  INVALID_TYPES,
  writeFileReply,
} from '../cli/support/health-check.ts';
import { callHoldfast, runHoldfast, startHoldfast } from '../cli/support/holdfast.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { isFullRun } from '../scripts/full-run.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { attemptReplies, createChainFiles, CONTRACT, plainModule } from '../run/support/gate-fixtures.ts';

const RUN = ['run', 'health.contract.yaml', '--chunk', 'types', '--format', 'json'];
/** Each needs several processes. */
const MOMENTS = isFullRun ? 20 : 4;

function startServer() {
  return startOpenAiChatServer((_, index) => {
    const turn = index % 4;
    return turn === 0 ? writeFileReply(INVALID_TYPES) : turn === 2 ? writeFileReply(VALID_TYPES) : textReply('Done.');
  });
}

function startPassingServer() {
  return startOpenAiChatServer((_, index) => (index % 2 === 0 ? writeFileReply(VALID_TYPES) : textReply('Done.')));
}

describe('A killed run', () => {
  it('[ENF-ACC-3] [ENF-RETRY-3] leaves the tree unchanged or completely landed, at several moments', async () => {
    const duration = await measureRun();
    let landed = 0;
    for (let moment = 0; moment < MOMENTS; moment++) {
      using workspace = new Workspace(createHealthFiles());
      workspace.write({ 'src/main.ts': 'export const answer = 43;\n', 'ignored.txt': 'kept\n' });
      workspace.git('add', 'src/main.ts');
      const before = workspace.state();
      await using model = await startServer();
      const started = startHoldfast(workspace.folder, RUN, workspace.environment(model));
      // The landing is in the last quarter of the run, so half of the moments are in that quarter.
      const share = moment % 2 === 0 ? moment / MOMENTS : 0.75 + (moment / MOMENTS) * 0.27;
      const timer = setTimeout(() => started.process.kill('SIGKILL'), duration * share);
      await started.finished;
      clearTimeout(timer);

      await using again = await startPassingServer();
      const next = await callHoldfast(workspace.folder, [...RUN, '--apply', 'none'], workspace.environment(again));
      const after = workspace.state();
      if (workspace.git('log', '--format=%s') === 'first') {
        assert.deepEqual(after, before, `moment ${moment}`);
      } else {
        landed++;
        assert.equal(workspace.read(TYPES_FILE), VALID_TYPES);
        assert.equal(workspace.git('show', '--name-only', '--format='), TYPES_FILE);
        assert.equal(workspace.git('status', '--porcelain'), 'M  src/main.ts');
      }
      assert.equal(next.code, 0, `moment ${moment}: ${next.stderr}`);
      const history = await callHoldfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
      assert.equal(history.code, 0, history.stderr);
      assert.equal(workspace.git('fsck', '--connectivity-only', '--no-dangling'), '');
    }
    assert.ok(landed < MOMENTS, 'some runs are killed before the landing');
  });
});

describe('A killed run of all chunks', () => {
  for (const landing of ['review', 'none'] as const) {
    it(`[ENF-ACC-3] keeps the results of the completed chunks (landing: ${landing})`, async () => {
      using workspace = new Workspace(createChainFiles({ gates: '', chunks: ['one', 'two', 'three'] }));
      workspace.write({ 'holdfast.config.yaml': `landing: ${landing}\n` });
      const work = [...attemptReplies(plainModule('one')), ...attemptReplies(plainModule('two'), 'two')];
      await using server = await startOpenAiChatServer((_, index) => work[index] ?? { stall: 'at-once' });
      const started = startHoldfast(workspace.folder, ['run', CONTRACT, '--all'], workspace.environment(server));
      await server.reached(5);
      await using engine = openFolderEngine(workspace, { landing });
      assert.deepEqual(await engine.results.pending(), [], 'a review is not listed while the run adds results');
      started.process.kill('SIGKILL');
      await started.finished;

      await engine.recover();
      const [ref, ...others] = workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast').split('\n');
      assert.deepEqual(others, []);
      assert.equal(`${workspace.git('show', `${ref}:src/one.ts`)}\n`, plainModule('one'));
      assert.equal(`${workspace.git('show', `${ref}:src/two.ts`)}\n`, plainModule('two'));
      const reviews = await engine.results.pending();
      assert.deepEqual(
        reviews.map(({ chunks }) => chunks.map(({ id }) => id)),
        landing === 'review' ? [['one', 'two']] : [],
      );
      for (const { runId } of reviews) await engine.results.accept(runId);
      if (landing === 'review') assert.equal(workspace.read('src/two.ts'), plainModule('two'));
    });
  }
});

async function measureRun(): Promise<number> {
  using workspace = new Workspace(createHealthFiles());
  await using model = await startServer();
  const startedAt = performance.now();
  const run = await runHoldfast(workspace.folder, RUN, workspace.environment(model));
  assert.equal(run.code, 0, run.stderr);
  return performance.now() - startedAt;
}
