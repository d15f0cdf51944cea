import assert from 'node:assert/strict';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { healthFiles, RIGHT, says, TYPES_FILE, WRONG, writes } from '../cli/support/health-check.ts';
import { holdfast, startHoldfast } from '../cli/support/holdfast.ts';
import { Workspace } from '../cli/support/workspace.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { attempt, chain, CONTRACT, exporting } from '../run/support/gated.ts';

const RUN = ['run', 'health.contract.yaml', '--chunk', 'types', '--format', 'json'];
const MOMENTS = 20;

function server() {
  return startOpenAiChatServer((_, index) => {
    const turn = index % 4;
    return turn === 0 ? writes(WRONG) : turn === 2 ? writes(RIGHT) : says('Done.');
  });
}

function replies() {
  return startOpenAiChatServer((_, index) => (index % 2 === 0 ? writes(RIGHT) : says('Done.')));
}

describe('a run that is killed', () => {
  it('[ENF-ACC-3] [ENF-RETRY-3] leaves the tree as it was or wholly landed, at twenty moments of a run', async () => {
    const took = await durationOfARun();
    let landed = 0;
    for (let moment = 0; moment < MOMENTS; moment++) {
      using workspace = new Workspace(healthFiles());
      workspace.write({ 'src/main.ts': 'export const answer = 43;\n', 'ignored.txt': 'kept\n' });
      workspace.git('add', 'src/main.ts');
      const before = workspace.state();
      await using model = await server();
      const started = startHoldfast(workspace.folder, RUN, workspace.environment(model));
      // The last quarter of the run holds the landing: half of the moments fall into it.
      const share = moment % 2 === 0 ? moment / MOMENTS : 0.75 + (moment / MOMENTS) * 0.27;
      const timer = setTimeout(() => started.process.kill('SIGKILL'), took * share);
      await started.finished;
      clearTimeout(timer);

      await using again = await replies();
      const next = await holdfast(workspace.folder, [...RUN, '--apply', 'none'], workspace.environment(again));
      const after = workspace.state();
      if (workspace.git('log', '--format=%s') === 'first') {
        assert.deepEqual(after, before, `moment ${moment}`);
      } else {
        landed++;
        assert.equal(workspace.read(TYPES_FILE), RIGHT);
        assert.equal(workspace.git('show', '--name-only', '--format='), TYPES_FILE);
        assert.equal(workspace.git('status', '--porcelain'), 'M  src/main.ts');
      }
      assert.equal(next.code, 0, `moment ${moment}: ${next.stderr}`);
      const history = await holdfast(workspace.folder, ['history', '--format', 'json'], workspace.environment());
      assert.equal(history.code, 0, history.stderr);
      assert.equal(workspace.git('fsck', '--connectivity-only', '--no-dangling'), '');
    }
    assert.ok(landed < MOMENTS, 'some moments lie before the landing');
  });
});

describe('a run of all chunks that is killed', () => {
  for (const landing of ['review', 'none'] as const) {
    it(`[ENF-ACC-3] keeps what chunks before came to (landing: ${landing})`, async () => {
      using workspace = new Workspace(chain({ gates: '', chunks: ['one', 'two', 'three'] }));
      workspace.write({ 'holdfast.config.yaml': `landing: ${landing}\n` });
      const work = [...attempt(exporting('one')), ...attempt(exporting('two'), 'two')];
      await using server = await startOpenAiChatServer((_, index) => work[index] ?? { stall: 'at-once' });
      const started = startHoldfast(workspace.folder, ['run', CONTRACT, '--all'], workspace.environment(server));
      await server.reached(5);
      await using engine = openFolderEngine(workspace, { landing });
      assert.deepEqual(await engine.pendingReviews(), [], 'nothing is offered that the run still adds to');
      started.process.kill('SIGKILL');
      await started.finished;

      await engine.recover();
      const [ref, ...others] = workspace.git('for-each-ref', '--format=%(refname)', 'refs/holdfast').split('\n');
      assert.deepEqual(others, []);
      assert.equal(`${workspace.git('show', `${ref}:src/one.ts`)}\n`, exporting('one'));
      assert.equal(`${workspace.git('show', `${ref}:src/two.ts`)}\n`, exporting('two'));
      const reviews = await engine.pendingReviews();
      assert.deepEqual(
        reviews.map(({ chunks }) => chunks.map(({ id }) => id)),
        landing === 'review' ? [['one', 'two']] : [],
      );
      for (const { runId } of reviews) await engine.accept(runId);
      if (landing === 'review') assert.equal(workspace.read('src/two.ts'), exporting('two'));
    });
  }
});

async function durationOfARun(): Promise<number> {
  using workspace = new Workspace(healthFiles());
  await using model = await server();
  const begun = performance.now();
  const run = await holdfast(workspace.folder, RUN, workspace.environment(model));
  assert.equal(run.code, 0, run.stderr);
  return performance.now() - begun;
}
