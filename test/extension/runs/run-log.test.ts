import assert from 'node:assert/strict';
import { toLogLines } from '../../../src/extension/runs/run-log.ts';
import { createAttemptReport } from '../support/samples.ts';

describe('toLogLines', () => {
  it('[ENF-GATE-4] names every preflight blocker', () => {
    const lines = toLogLines({
      type: 'blocked',
      chunk: 'check',
      blockedBy: [
        { type: 'missing_dependency', chunkId: 'typos', details: 'Unknown chunk "typos".' },
        { type: 'missing_export', item: 'X', details: 'Missing export "X".' },
      ],
    });
    assert.deepEqual(
      lines.map(({ level, text }) => [level, text]),
      [
        ['warn', 'check: preflight blocked the run; the model was not called'],
        ['warn', 'check: missing_dependency: Unknown chunk "typos".'],
        ['warn', 'check: missing_export: Missing export "X".'],
      ],
    );
  });

  it('omits streamed model text and reports an unknown cost', () => {
    assert.deepEqual(toLogLines({ type: 'model-text', chunk: 'a', delta: 'secret' }), []);
    const [usage] = toLogLines({ type: 'usage', chunk: 'a', inputTokens: 1, outputTokens: 2, costUsd: null });
    assert.match(usage?.text ?? '', /cost unknown/);
  });

  it('reports the result of an attempt and every rejected write', () => {
    const report = createAttemptReport(2, false, { refusedWrites: [{ path: '../x', reason: 'outside the tree' }] });
    const texts = toLogLines({ type: 'attempt-finished', chunk: 'a', report, of: 3 }).map(({ text }) => text);
    assert.deepEqual(texts, ['a: attempt 2 of 3 failed (finished)', 'a: rejected write to ../x: outside the tree']);
  });
});
