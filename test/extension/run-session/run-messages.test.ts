import assert from 'node:assert/strict';
import { formatLanding, formatOutcome, formatProgress } from '../../../src/extension/run-session/run-messages.ts';
import { RunSession } from '../../../src/extension/run-session/run-session.ts';
import { createAttemptReport, sampleFolder } from '../support/samples.ts';

describe('run messages', () => {
  const contract = 'health.contract.yaml';
  const open = () =>
    new RunSession({
      folder: sampleFolder,
      contract,
      chunk: 'types',
      title: 'Types',
      chunks: [{ id: 'types', title: 'Types' }],
    });

  it('[ENF-UI-3] progress names the attempt and its stage', () => {
    const run = open();
    run.report({ type: 'chunk-started', runId: 'r', chunk: 'types', title: 'Types', maxAttempts: 3 });
    const attempt = { type: 'attempt-started', chunk: 'types', number: 2, of: 3 } as const;
    run.report(attempt);
    assert.equal(formatProgress(attempt, run.state, 'Types'), 'attempt 2 of 3');
    assert.equal(formatProgress(attempt, run.state, 'All of it'), 'Types: attempt 2 of 3');
    assert.equal(
      formatProgress({ type: 'stage', chunk: 'types', stage: 'build' }, run.state, 'Types'),
      'attempt 2 of 3, building',
    );
    assert.equal(formatProgress({ type: 'model-text', chunk: 'types', delta: 'x' }, run.state, 'Types'), undefined);
  });

  it('the outcome is one sentence with the reason', () => {
    const passed = open();
    passed.end([
      { status: 'pass', chunk: 'types', runId: 'r', gates: [], warnings: [], attempts: [createAttemptReport(2, true)] },
    ]);
    assert.equal(formatOutcome(passed.view, 'pass'), '"Types" passed at attempt 2 of 2.');
    assert.match(formatOutcome(passed.view, 'review'), /Review the change to land it/);
    const failed = open();
    failed.end([
      {
        status: 'fail',
        chunk: 'types',
        runId: 'r',
        gates: [],
        warnings: [],
        attempts: [],
        reason: 'An assertion failed.',
      },
    ]);
    assert.equal(formatOutcome(failed.view, 'fail'), '"Types" failed: An assertion failed.');
  });

  it('[DONE-2] the outcome counts what was up to date separately', () => {
    const result = { status: 'pass', runId: 'r', gates: [], warnings: [], attempts: [] } as const;
    const upToDate = open();
    upToDate.end([{ ...result, chunk: 'types', upToDate: true }]);
    assert.equal(formatOutcome(upToDate.view, 'pass'), '"Types" is up to date.');
    const holding = open();
    holding.end([{ ...result, chunk: 'types', skippedSatisfied: true }]);
    assert.equal(
      formatOutcome(holding.view, 'pass'),
      '"Types" already holds in the current files, so the model was not called. Run it anyway?',
    );
    const chunks = ['types', 'check'].map((id) => ({ id, title: id }));
    const all = new RunSession({ folder: sampleFolder, contract, chunk: undefined, title: 'All', chunks });
    all.end([
      { ...result, chunk: 'types', upToDate: true },
      { ...result, chunk: 'check' },
    ]);
    assert.equal(formatOutcome(all.view, 'pass'), '"All" passed (1 of 2 chunks, 1 up to date).');
  });
});

describe('formatLanding', () => {
  it('describes what landed, where, and the notes', () => {
    const landing = { files: ['a.ts'], conflicts: [], notes: ["The repository's hooks were skipped."] };
    assert.equal(
      formatLanding({ ...landing, commit: '0123456789abcdef' }),
      "Landed 1 file, committed as 01234567. The repository's hooks were skipped.",
    );
    assert.match(formatLanding(landing), /uncommitted in your working tree/);
    const notes = ['Nothing to write.', 'Not committed: src/a.ts already had uncommitted changes.'];
    assert.equal(formatLanding({ ...landing, files: [], notes }), notes.join(' '));
  });

  it('describes conflicts and the ref of the kept result', () => {
    const message = formatLanding({
      files: [],
      conflicts: [{ file: 'a.ts', reason: 'line 3 was changed on both sides' }],
      keptRef: 'refs/holdfast/results/r1',
      notes: [],
    });
    assert.match(message, /Nothing was landed\. Your files are unchanged/);
    assert.match(message, /a\.ts: line 3 was changed on both sides/);
    assert.match(message, /refs\/holdfast\/results\/r1/);
  });
});
