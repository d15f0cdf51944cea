import assert from 'node:assert/strict';
import { attemptReport } from '../../extension/support/samples.ts';
import { attemptView } from '../../../src/extension/panel/result-views.ts';
import { fromPanelSchema, panelMemorySchema, toPanelSchema } from '../../../src/webview/protocol/messages.ts';
import { diffFiles } from '../../../src/webview/results/diff-lines.ts';
import { applyMessage, emptyState, transcriptOf } from '../../../src/webview/results/panel-state.ts';
import { costWords, countWords, durationWords, statusWords, totalUsage } from '../../../src/webview/results/words.ts';

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
const chunk = (id: string, title = id) => ({
  id,
  title,
  status: 'waiting' as const,
  blockers: [],
  requirements: [],
  preparation: [],
  attempts: [],
  gates: [],
  warnings: [],
});

describe('the state of the panel', () => {
  it('[ENF-UI-2] takes updates chunk by chunk, in the order that they name', () => {
    const shown = applyMessage(emptyState, {
      type: 'show',
      header: { ...header, notes: [], actions: ['cancel'] },
      chunks: [chunk('a'), chunk('b')],
      transcripts: [],
    });
    const next = applyMessage(shown, {
      type: 'update',
      header: { ...header, notes: [], actions: [] },
      order: ['b', 'c', 'a'],
      chunks: [chunk('c'), chunk('a', 'changed')],
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

  it('[ENF-UI-2] joins streamed text, per attempt', () => {
    const pieces = ['I wri', 'te.'].map((text) => ({
      chunk: 'a',
      attempt: 1,
      entries: [{ kind: 'text' as const, text }],
    }));
    const state = pieces.reduce(
      (next, piece) => applyMessage(next, { type: 'transcript', pieces: [piece] }),
      emptyState,
    );
    assert.deepEqual(transcriptOf(state, 'a', 1), [{ kind: 'text', text: 'I write.' }]);
    assert.deepEqual(transcriptOf(state, 'a', 2), []);
  });

  it('messages of either side are refused where they are not what they should be', () => {
    assert.equal(fromPanelSchema.safeParse({ type: 'act', action: 'format-disk' }).success, false);
    assert.equal(
      fromPanelSchema.safeParse({ type: 'open-place', place: { file: 'a', line: 0, column: 1 } }).success,
      false,
    );
    assert.equal(toPanelSchema.safeParse({ type: 'show', header: {}, chunks: [], transcripts: [] }).success, false);
    assert.equal(panelMemorySchema.safeParse(undefined).success, false);
  });
});

describe('the words of the panel', () => {
  it('[ENF-UI-2] an unknown cost is unknown, never 0, and makes the sum unknown', () => {
    assert.equal(costWords(null), 'unknown');
    assert.equal(costWords(0.0123), '$0.0123');
    assert.equal(costWords(0.00001), 'less than $0.0001');
    const attempts = [attemptReport(1, false, { costUsd: 0.01 }), attemptReport(2, true, { costUsd: null })];
    assert.equal(totalUsage(attempts.map((attempt) => attemptView(attempt, 3)))?.costUsd, null);
    assert.equal(totalUsage([]), undefined);
  });

  it('[ENF-UI-2] requirements and suggestions are counted apart', () => {
    const { requirements } = attemptView(attemptReport(1, true), 3);
    assert.equal(countWords(requirements, 'assert'), '1/1');
    assert.equal(countWords(requirements, 'suggest'), '0/1');
  });

  it('a run fails, a check does not hold', () => {
    assert.equal(statusWords('fail', 'run'), 'Failed');
    assert.equal(statusWords('fail', 'check'), 'Does not hold');
    assert.equal(durationWords(0.4), '< 1 ms');
    assert.equal(durationWords(1840), '1.8 s');
  });
});

describe('diffFiles', () => {
  it('reads files and numbered lines, with what was created, deleted, renamed or is binary', () => {
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
    const files = diffFiles(diff);
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

  it('finds nothing in an empty diff', () => {
    assert.deepEqual(diffFiles(''), []);
  });
});
