import assert from 'node:assert/strict';
import { createAttemptReport } from '../../extension/support/samples.ts';
import { toAttemptView } from '../../../src/extension/run-session/result-views.ts';
import {
  messageFromResultsPanelSchema,
  resultsMemorySchema,
  messageToResultsPanelSchema,
} from '../../../src/webview/protocol/results-messages.ts';
import { parseDiff } from '../../../src/webview/shared/diff-lines.ts';
import { applyMessage, emptyState, getTranscript } from '../../../src/webview/results/panel-state.ts';
import {
  costLabel,
  countLabel,
  durationLabel,
  statusLabel,
  totalUsage,
} from '../../../src/webview/results/results-labels.ts';

const header = {
  kind: 'run',
  title: 'T',
  folder: 'file:///w',
  contract: 'a.contract.yaml',
  status: 'running',
  restricted: false,
  notes: [],
  actions: ['cancel'],
} as const;
const createChunk = (id: string, title = id) => ({
  id,
  title,
  status: 'waiting' as const,
  blockers: [],
  requirements: [],
  preparation: [],
  problems: [],
  attempts: [],
  gates: [],
  warnings: [],
});

describe('the state of the results panel', () => {
  it('[ENF-UI-2] applies updates by chunk, in the specified order', () => {
    const shown = applyMessage(emptyState, {
      type: 'show',
      header: { ...header, notes: [], actions: ['cancel'] },
      chunks: [createChunk('a'), createChunk('b')],
      transcripts: [],
    });
    const next = applyMessage(shown, {
      type: 'update',
      header: { ...header, notes: [], actions: [] },
      order: ['b', 'c', 'a'],
      chunks: [createChunk('c'), createChunk('a', 'changed')],
    });
    assert.deepEqual(
      next.view?.chunks.map(({ id, title }) => [id, title]),
      [
        ['b', 'b'],
        ['c', 'c'],
        ['a', 'changed'],
      ],
    );
  });

  it('[ENF-UI-2] joins streamed text by attempt', () => {
    const pieces = ['I wri', 'te.'].map((text) => ({
      chunk: 'a',
      attempt: 1,
      entries: [{ kind: 'text' as const, text }],
    }));
    const state = pieces.reduce(
      (next, piece) => applyMessage(next, { type: 'transcript', pieces: [piece] }),
      emptyState,
    );
    assert.deepEqual(getTranscript(state, 'a', 1), [{ kind: 'text', text: 'I write.' }]);
    assert.deepEqual(getTranscript(state, 'a', 2), []);
  });

  it('messages of an unknown form are rejected in both directions', () => {
    assert.equal(messageFromResultsPanelSchema.safeParse({ type: 'act', action: 'format-disk' }).success, false);
    assert.equal(
      messageFromResultsPanelSchema.safeParse({ type: 'open-location', location: { file: 'a', line: 0, column: 1 } })
        .success,
      false,
    );
    assert.equal(
      messageToResultsPanelSchema.safeParse({ type: 'show', header: {}, chunks: [], transcripts: [] }).success,
      false,
    );
    assert.equal(resultsMemorySchema.safeParse(undefined).success, false);
  });
});

describe('the labels of the results panel', () => {
  it('[ENF-UI-2] an unknown cost is never 0 and makes the sum unknown', () => {
    assert.equal(costLabel(null), 'unknown');
    assert.equal(costLabel(0.0123), '$0.0123');
    assert.equal(costLabel(0.00001), 'less than $0.0001');
    const attempts = [
      createAttemptReport(1, false, { costUsd: 0.01 }),
      createAttemptReport(2, true, { costUsd: null }),
    ];
    assert.equal(totalUsage(attempts.map((attempt) => toAttemptView(attempt, 3)))?.costUsd, null);
    assert.equal(totalUsage([]), undefined);
  });

  it('[ENF-UI-2] asserts and suggests are counted separately', () => {
    const { requirements } = toAttemptView(createAttemptReport(1, true), 3);
    assert.equal(countLabel(requirements, 'assert'), '1/1');
    assert.equal(countLabel(requirements, 'suggest'), '0/1');
  });

  it('[EDIT-6] a run fails; what is checked is satisfied or not', () => {
    assert.equal(statusLabel('fail', 'run'), 'Failed');
    assert.equal(statusLabel('fail', 'check'), 'Not satisfied');
    assert.equal(statusLabel('pass', 'check'), 'Satisfied');
    assert.equal(durationLabel(0.4), '< 1 ms');
    assert.equal(durationLabel(1840), '1.8 s');
  });
});

describe('parseDiff', () => {
  it('parses files and numbered lines, including created, deleted, renamed and binary files', () => {
    const diff = [
      'diff --git a/src/a.ts b/src/a.ts',
      'index 1..2 100644',
      '--- a/src/a.ts',
      '+++ b/src/a.ts',
      '@@ -3,2 +3,3 @@ function a() {',
      ' same',
      '-old',
      '+new',
      '++++ looks like a header',
      '\\ No newline at end of file',
      'diff --git a/one.txt b/two.txt',
      'similarity index 100%',
      'rename from one.txt',
      'rename to two.txt',
      'diff --git a/logo.png b/logo.png',
      'new file mode 100644',
      'Binary files /dev/null and b/logo.png differ',
      'diff --git a/gone.ts b/gone.ts',
      'deleted file mode 100644',
      '--- a/gone.ts',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-x',
      '',
    ].join('\r\n');
    const files = parseDiff(diff);
    assert.deepEqual(
      files.map(({ path, kind, added, removed }) => [path, kind, added, removed]),
      [
        ['src/a.ts', 'modified', 2, 1],
        ['two.txt', 'renamed', 0, 0],
        ['logo.png', 'created', 0, 0],
        ['gone.ts', 'deleted', 0, 1],
      ],
    );
    assert.deepEqual(files[0]?.lines.slice(1, 4), [
      { kind: 'context', before: 3, after: 3, text: 'same' },
      { kind: 'removed', before: 4, text: 'old' },
      { kind: 'added', after: 4, text: 'new' },
    ]);
    assert.equal(files[2]?.lines[0]?.text, 'Binary file');
  });

  it('returns no files for an empty diff', () => {
    assert.deepEqual(parseDiff(''), []);
  });
});
