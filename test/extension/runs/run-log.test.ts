import assert from 'node:assert/strict';
import { logLines } from '../../../src/extension/runs/run-log.ts';
import { outcomeMessage, progressMessage } from '../../../src/extension/runs/run-words.ts';
import { RunSession } from '../../../src/extension/runs/run-session.ts';
import { attemptReport, folder } from '../support/samples.ts';

describe('the log of a run', () => {
  it('[ENF-GATE-4] names every blocker of the gate', () => {
    const lines = logLines({
      type: 'blocked',
      chunk: 'check',
      blockedBy: [
        { type: 'missing_dependency', chunkId: 'typos', details: 'There is no chunk "typos".' },
        { type: 'missing_export', item: 'X', details: 'The export "X" is not there.' },
      ],
    });
    assert.deepEqual(
      lines.map(({ level, text }) => [level, text]),
      [
        ['warn', 'check: the gate blocks, the model was not called'],
        ['warn', 'check: missing_dependency: There is no chunk "typos".'],
        ['warn', 'check: missing_export: The export "X" is not there.'],
      ],
    );
  });

  it('never holds what the model streams, and says "unknown" of an unknown cost', () => {
    assert.deepEqual(logLines({ type: 'model-text', chunk: 'a', delta: 'secret' }), []);
    const [usage] = logLines({ type: 'usage', chunk: 'a', inputTokens: 1, outputTokens: 2, costUsd: null });
    assert.match(usage?.text ?? '', /cost unknown/);
  });

  it('tells what an attempt came to, and every write that was refused', () => {
    const report = attemptReport(2, false, { refusedWrites: [{ path: '../x', reason: 'outside the tree' }] });
    const texts = logLines({ type: 'attempt-finished', chunk: 'a', report, of: 3 }).map(({ text }) => text);
    assert.deepEqual(texts, ['a: attempt 2 of 3 failed (finished)', 'a: refused to write ../x: outside the tree']);
  });
});

describe('the words of a run', () => {
  const contract = 'health.contract.yaml';
  const open = () =>
    new RunSession({ folder, contract, chunk: 'types', title: 'Types', chunks: [{ id: 'types', title: 'Types' }] });

  it('[ENF-UI-3] progress names the attempt and what it does', () => {
    const run = open();
    run.report({ type: 'chunk-started', runId: 'r', chunk: 'types', title: 'Types', maxAttempts: 3 });
    const attempt = { type: 'attempt-started', chunk: 'types', number: 2, of: 3 } as const;
    run.report(attempt);
    assert.equal(progressMessage(attempt, run.state, 'Types'), 'attempt 2 of 3');
    assert.equal(progressMessage(attempt, run.state, 'All of it'), 'Types: attempt 2 of 3');
    assert.equal(
      progressMessage({ type: 'stage', chunk: 'types', stage: 'build' }, run.state, 'Types'),
      'attempt 2 of 3, building',
    );
    assert.equal(progressMessage({ type: 'model-text', chunk: 'types', delta: 'x' }, run.state, 'Types'), undefined);
  });

  it('the outcome is one sentence, with the reason where there is one', () => {
    const passed = open();
    passed.end([
      { status: 'pass', chunk: 'types', runId: 'r', gates: [], warnings: [], attempts: [attemptReport(2, true)] },
    ]);
    assert.equal(outcomeMessage(passed.view, 'pass'), '"Types" passed at attempt 2 of 2.');
    assert.match(outcomeMessage(passed.view, 'review'), /waits for your review/);
    const failed = open();
    failed.end([
      {
        status: 'fail',
        chunk: 'types',
        runId: 'r',
        gates: [],
        warnings: [],
        attempts: [],
        reason: 'It does not hold.',
      },
    ]);
    assert.equal(outcomeMessage(failed.view, 'fail'), '"Types" failed: It does not hold.');
  });
});
