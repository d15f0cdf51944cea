import assert from 'node:assert/strict';
import { choiceReason } from '../../../src/extension/choices/choice-words.ts';
import { runSubject, storedSubject } from '../../../src/extension/panel/panel-subject.ts';
import { RunSession } from '../../../src/extension/runs/run-session.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { initialState } from '../../../src/extension/state/workspace-state.ts';
import type { ChunkRunResult } from '../../../src/run/result.ts';
import { toPanelSchema } from '../../../src/webview/protocol/messages.ts';
import { attemptReport, documentOf, folder, gateReport, pendingChoice } from '../support/samples.ts';

const file = 'health.contract.yaml';
const subject = { folder, contract: file, chunk: 'types', title: 'Types', chunks: [{ id: 'types', title: 'Types' }] };
const result: ChunkRunResult = {
  status: 'undecided',
  chunk: 'types',
  runId: 'r1',
  attempts: [attemptReport(1, false), attemptReport(2, false)],
  gates: [gateReport(), gateReport({ id: 'named', mode: 'advisory' })],
  warnings: ['The advisory gate "named" failed.'],
};

function storeWith(): WorkspaceStore {
  const store = new WorkspaceStore(initialState(true), (error) => assert.fail(String(error)));
  store.dispatch({ type: 'folders-changed', folders: [{ folder, name: 'repo' }] });
  store.dispatch({ type: 'contracts-listed', folder, documents: [documentOf(file)] });
  store.dispatch({ type: 'choices-listed', folder, choices: [pendingChoice()] });
  return store;
}

describe('why a run waits', () => {
  it('[GATE-6] names the gates and the attempts; what could not be judged has used up none', () => {
    assert.equal(choiceReason(pendingChoice()), 'The gate "Documented for callers" has used up its 2 attempts.');
    assert.equal(
      choiceReason({ gates: [gateReport(), gateReport({ name: 'Short' })], attemptCount: 1 }),
      'The gates "Documented for callers", "Short" have used up their 1 attempt.',
    );
    assert.equal(
      choiceReason(pendingChoice({ gates: [gateReport({ verdict: 'BROKEN' })] })),
      'The gate "Documented for callers" could not be judged.',
    );
  });
});

describe('a run that waits for a choice', () => {
  it('[GATE-3] [GATE-6] shows gates, hints and verdicts with the chunk for as long as it waits, also when it was stored', () => {
    const store = storeWith();
    const session = new RunSession(subject);
    session.report({ type: 'note', level: 'warning', message: 'The advisory gate "named" failed.' });
    session.report({ type: 'note', level: 'warning', message: 'The advisory gate "named" failed.' });
    assert.equal(session.view.header.notes.length, 1, 'what is said again stands once');
    session.end([result]);
    for (const shown of [
      runSubject(session, store),
      storedSubject({ folder, contract: file, title: 'Types' }, result, store),
    ]) {
      const { header, chunks } = shown.view();
      assert.equal(header.status, 'undecided');
      assert.deepEqual(header.actions, ['validate'], 'to run it anew would pass the choice by');
      assert.deepEqual(header.notes, [], 'the warning stands with its chunk');
      const choice = chunks[0]?.pendingChoice;
      assert.equal(choice?.words, 'The gate "Documented for callers" has used up its 2 attempts.');
      assert.deepEqual(choice.hints, ['Put a comment above each export.']);
      assert.deepEqual(
        choice.history.map(({ gate, status, attempt }) => [gate, status, attempt]),
        [
          ['Documented for callers', 'fail', 1],
          ['Documented for callers', 'fail', 2],
        ],
      );
      const message = { type: 'show', header, chunks, transcripts: [] };
      assert.ok(toPanelSchema.safeParse(message).success, 'the page understands it');
    }
    store.dispatch({ type: 'choices-listed', folder, choices: [] });
    assert.equal(runSubject(session, store).view().chunks[0]?.pendingChoice, undefined);
  });

  it('[GATE-6] is gone on with where it stood: its attempts stay, and the next is added to them', () => {
    const ended = new RunSession(subject);
    ended.end([result]);
    const next = new RunSession(ended.subject, ended.view.chunks);
    next.report({ type: 'chunk-started', runId: 'r1', chunk: 'types', title: 'Types', maxAttempts: 5 });
    next.report({ type: 'attempt-started', chunk: 'types', number: 3, of: 5 });
    next.report({ type: 'gate', chunk: 'types', report: gateReport({ verdict: 'PASS', attemptCount: 0 }) });
    const [chunk] = next.view.chunks;
    assert.deepEqual(
      chunk?.attempts.map(({ number }) => number),
      [1, 2, 3],
    );
    assert.deepEqual(
      chunk.attempts[2]?.gates.map(({ verdict }) => verdict),
      ['PASS'],
    );
    assert.deepEqual(
      chunk.gates.map(({ id, verdict }) => [id, verdict]),
      [
        ['named', 'FAIL'],
        ['documented', 'PASS'],
      ],
    );
    next.end([{ ...result, status: 'pass', choice: 'retry', gates: [gateReport({ verdict: 'PASS' })] }]);
    assert.equal(next.view.chunks[0]?.choice, 'retry');
  });

  it('[ENF-AMEND-3] a proposed change is named with its chunk', () => {
    const session = new RunSession(subject);
    session.report({ type: 'amendment-proposed', chunk: 'types', id: 'a1' });
    assert.equal(session.view.chunks[0]?.amendment, 'a1');
    session.end([{ ...result, status: 'fail', amendment: { id: 'a1' } }]);
    assert.deepEqual(
      session.view.chunks.map(({ amendment }) => amendment),
      ['a1'],
    );
  });
});
