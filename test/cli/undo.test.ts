import assert from 'node:assert/strict';
import type { AnalyticsReport, PastLanding, UndoReport } from '../../src/engine.ts';
import { CONTRACT, UndoScene } from '../run/undo/support.ts';
import { callHoldfast, runHoldfast } from './support/holdfast.ts';

describe('holdfast undo', () => {
  it('[EDIT-4] [ENF-FUTURE-4] lists landings, refuses to break others, undoes the newest, and shows analytics', async () => {
    await using scene = await UndoScene.create();
    const { workspace, server } = scene;
    const holdfast = (...args: readonly string[]): ReturnType<typeof runHoldfast> =>
      callHoldfast(workspace.folder, args, workspace.environment(server));
    const start = (...args: readonly string[]): ReturnType<typeof runHoldfast> =>
      runHoldfast(workspace.folder, args, workspace.environment(server));
    assert.equal((await holdfast('run', CONTRACT, '--all')).code, 0);

    const { landings } = JSON.parse((await start('landings', '--json')).stdout) as { landings: PastLanding[] };
    assert.deepEqual(
      landings.map(({ title, state, attempts }) => [title, state, attempts]),
      [
        ['chunk: Say bye', 'landed', 1],
        ['chunk: Say hello', 'landed', 1],
      ],
    );
    const [bye, hello] = landings;
    assert.ok(bye !== undefined && hello !== undefined);
    assert.match((await holdfast('landings')).stdout, /landed .*chunk: Say bye .*A User/);
    const diff = await holdfast('landings', '--diff', hello.id);
    assert.match(diff.stdout, /^-two\n\+TWO$/m);

    const dryRun = await holdfast('undo', hello.id, '--dry-run');
    assert.deepEqual([dryRun.code, workspace.git('status', '--porcelain')], [1, '']);
    const refused = await holdfast('undo', hello.id.slice(0, 6));
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /Breaks "Say bye" \(greetings\.contract\.yaml · bye\), which is done/);
    assert.match(refused.stdout, /--force/);

    const undone = await start('undo', '--json');
    assert.equal(undone.code, 0, undone.stderr);
    const report = JSON.parse(undone.stdout) as UndoReport;
    assert.deepEqual([report.landing.id, report.commit], [bye.id, workspace.git('rev-parse', 'HEAD')]);
    const again = await holdfast('undo', bye.id);
    assert.deepEqual([again.code, /already undone/.test(again.stderr)], [2, true]);
    const remaining = await holdfast('undo', '--list', '--json');
    const { landings: undoable } = JSON.parse(remaining.stdout) as { landings: PastLanding[] };
    assert.deepEqual(
      undoable.map(({ id }) => id),
      [hello.id],
    );

    const analytics = JSON.parse((await start('analytics', '--json')).stdout) as AnalyticsReport;
    assert.deepEqual([analytics.totals.runs, analytics.totals.firstTry], [2, 2]);
    assert.match((await holdfast('analytics')).stdout, /^2 runs, 2 attempts: 2 passed, 100 % with the first attempt/);
    const csv = (await holdfast('analytics', '--csv', '--contract', CONTRACT)).stdout.split(/\r?\n/);
    assert.match(csv[0] ?? '', /^table,from,model,contract,chunk/);
    assert.match((await holdfast('analytics', '--since', '2999-01-01')).stdout, /No run with an attempt matches/);
    assert.equal((await holdfast('analytics', '--since', 'yesterday')).code, 2);
  });
});
