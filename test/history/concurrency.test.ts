import assert from 'node:assert/strict';
import type { History } from '../../src/history/history.ts';
import type { ChunkContext } from '../../src/history/records/chunk-context.ts';
import { describeHistory } from './describe-history.ts';
import { attempt, result, start } from './temporary-history.ts';

const CONTEXT: ChunkContext = {
  availableExports: [],
  availableFiles: [],
  changesSoFar: {
    filesCreated: [],
    filesModified: [],
    filesDeleted: [],
    filesRenamed: [],
    totalAdditions: 0,
    totalDeletions: 0,
  },
};

describeHistory('a history that several writers change at the same time', (store) => {
  const openMany = (count = 5): Promise<readonly History[]> =>
    Promise.all(Array.from({ length: count }, () => store.open()));
  /** How many of the answers are true. */
  const count = (answers: readonly boolean[]): number => answers.filter(Boolean).length;

  it('[ENF-ACC-3] is created once, and stores the same version of a contract once', async () => {
    const histories = await openMany();
    await Promise.all(histories.map((history, index) => history.startRun(start(`r${index}`))));
    assert.equal((await store.sql('select id from contracts')).length, 1);
    assert.equal((await histories[0]!.listRuns()).length, histories.length);
  });

  it('keeps one context and one state of a chunk', async () => {
    const histories = await openMany();
    await Promise.all(
      histories.flatMap((history, index) => [
        history.recordContext(`r${index}`, 's', 'types', CONTEXT),
        history.setChunkStatus('s', { id: 'types', title: `Types ${index}` }, 'completed', 'pass'),
        history.saveVerdict('k', { verdict: 'pass', rationale: '', confidence: 1, evidence: [], costUsd: index }),
      ]),
    );
    assert.equal((await histories[0]!.listContexts('s')).length, 1);
    assert.equal((await histories[0]!.readChunkStates('s')).size, 1);
  });

  it('grants one of many claims of a review and of a decision, and one resolution', async () => {
    const histories = await openMany();
    const [first] = histories;
    const review = { specId: 's', contract: 'c.yaml', chunks: [{ id: 'types', title: 'Types' }], payload: {} };
    await first!.savePendingResult({ ...review, runId: 'r1' });
    await first!.savePendingResult({ ...review, runId: 'r2' });
    await first!.startRun(start('r3'));
    await first!.saveGateReview({
      id: 'r3',
      specId: 's',
      chunkId: 'types',
      runId: 'r3',
      status: 'waiting',
      gateIds: [],
      attemptCount: 1,
      maxAttempts: 1,
      retryLimitExceeded: true,
      exhaustedGateIds: [],
      hints: [],
      history: [],
    });
    await first!.proposeAmendment({
      id: 'a',
      specId: 's',
      chunkId: 'types',
      runId: 'r3',
      proposedBy: 'model',
      contractHash: 'h',
      proposal: {},
    });
    const all = (work: (history: History) => Promise<boolean>) => Promise.all(histories.map(work));
    assert.equal(count(await all((history) => history.claimPendingResult('r1'))), 1);
    assert.equal(count(await all((history) => history.resolvePendingResult('r2', 'accepted'))), 1);
    assert.equal(count(await all((history) => history.claimGateReview('r3'))), 1);
    assert.equal(count(await all((history) => history.releaseGateReview('r3'))), 1);
    assert.equal(count(await all((history) => history.resolveAmendment('a', 'accepted'))), 0, 'r2 superseded it');
  });

  it('loses no attempt and no call of runs that end at the same time', async () => {
    const histories = await openMany(4);
    await Promise.all(
      histories.map(async (history, index) => {
        const run = `r${index}`;
        await history.startRun(start(run));
        for (let number = 1; number <= 5; number++) {
          await history.recordAttempt(run, attempt(number));
          await history.recordCall({
            runId: run,
            call: { model: 'x:y', inputTokens: 1, outputTokens: 1, costUsd: 0.5, durationMs: 1 },
          });
        }
        await history.finishRun(
          run,
          result(
            run,
            [1, 2, 3, 4, 5].map((number) => attempt(number)),
          ),
        );
      }),
    );
    const runs = await histories[0]!.listRuns();
    assert.deepEqual(
      runs.map(({ attempts, costUsd, status }) => [attempts, costUsd, status]),
      Array.from({ length: 4 }, () => [5, 2.5, 'fail']),
    );
  });
});
