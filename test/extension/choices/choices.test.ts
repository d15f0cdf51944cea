import assert from 'node:assert/strict';
import { formatChoiceReason, waitsForPerson } from '../../../src/extension/state/pending-decisions.ts';
import { createRunSubject, createStoredRunSubject } from '../../../src/extension/panel/panel-subject.ts';
import { RunSession } from '../../../src/extension/run-session/run-session.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import type { ChunkRunResult } from '../../../src/run/report/run-result.ts';
import {
  messageFromResultsPanelSchema,
  messageToResultsPanelSchema,
} from '../../../src/webview/protocol/results-messages.ts';
import {
  createAttemptReport,
  createDocument,
  sampleFolder,
  createGateReport,
  createPendingChoice,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const subject = {
  folder: sampleFolder,
  contract: file,
  chunk: 'types',
  title: 'Types',
  chunks: [{ id: 'types', title: 'Types' }],
};
const result: ChunkRunResult = {
  status: 'undecided',
  chunk: 'types',
  runId: 'r1',
  attempts: [createAttemptReport(1, false), createAttemptReport(2, false)],
  gates: [createGateReport(), createGateReport({ id: 'named', mode: 'advisory' })],
  warnings: ['The advisory gate "named" failed.'],
};

function createStore(): WorkspaceStore {
  const store = new WorkspaceStore(createInitialState(true), (error) => assert.fail(String(error)));
  store.dispatch({ type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] });
  store.dispatch({ type: 'contracts-listed', folder: sampleFolder, documents: [createDocument(file)] });
  store.dispatch({ type: 'choices-listed', folder: sampleFolder, choices: [createPendingChoice()] });
  return store;
}

describe('formatChoiceReason', () => {
  it('[GATE-6] names the gates and the attempts; a gate that could not be evaluated has used none', () => {
    assert.equal(formatChoiceReason(createPendingChoice()), 'Gate "Documented for callers" failed after 2 attempts.');
    assert.equal(
      formatChoiceReason({ gates: [createGateReport(), createGateReport({ name: 'Short' })], attemptCount: 1 }),
      'Gates "Documented for callers", "Short" failed after 1 attempt.',
    );
    assert.equal(
      formatChoiceReason(createPendingChoice({ gates: [createGateReport({ verdict: 'BROKEN' })] })),
      'Gate "Documented for callers" could not be evaluated.',
    );
  });
});

describe('a gate that a person judges', () => {
  const waiting = createPendingChoice({ gates: [createGateReport({ verdict: 'UNDECIDED' })], attemptCount: 0 });

  it('[GATE-9] waits for a verdict, which is the reason that the editor shows', () => {
    assert.equal(waitsForPerson(waiting), true);
    assert.equal(formatChoiceReason(waiting), 'Gate "Documented for callers" waits for your verdict.');
    assert.equal(waitsForPerson(createPendingChoice()), false);
    const advisory = createGateReport({ verdict: 'UNDECIDED', mode: 'advisory' });
    assert.equal(waitsForPerson({ gates: [advisory] }), false);
  });

  it('[GATE-9] reaches the panel as undecided, and the panel can answer with a verdict and its words', () => {
    const store = createStore();
    store.dispatch({ type: 'choices-listed', folder: sampleFolder, choices: [waiting] });
    const source = { folder: sampleFolder, contract: file, title: 'Types' };
    const { chunks } = createStoredRunSubject(source, result, store).createView();
    assert.equal(chunks[0]?.pendingChoice?.gates[0]?.verdict, 'UNDECIDED');
    const answer = { type: 'choose', runId: 'r1', choice: 'pass', instruction: 'Well done.' };
    assert.deepEqual(messageFromResultsPanelSchema.parse(answer), answer);
  });
});

describe('a run with a pending choice', () => {
  it('[GATE-3] [GATE-6] shows gates, hints and verdicts at the chunk while the choice is pending, also for a stored run', () => {
    const store = createStore();
    const session = new RunSession(subject);
    session.report({ type: 'note', level: 'warning', message: 'The advisory gate "named" failed.' });
    session.report({ type: 'note', level: 'warning', message: 'The advisory gate "named" failed.' });
    assert.equal(session.view.header.notes.length, 1, 'a repeated note is shown once');
    session.end([result]);
    for (const shown of [
      createRunSubject(session, store),
      createStoredRunSubject({ folder: sampleFolder, contract: file, title: 'Types' }, result, store),
    ]) {
      const { header, chunks } = shown.createView();
      assert.equal(header.status, 'undecided');
      assert.deepEqual(header.actions, ['validate'], 'a new run would bypass the choice');
      assert.deepEqual(header.notes, [], 'the warning is shown at its chunk');
      const choice = chunks[0]?.pendingChoice;
      assert.equal(choice?.reason, 'Gate "Documented for callers" failed after 2 attempts.');
      assert.deepEqual(choice.hints, ['Put a comment above each export.']);
      assert.deepEqual(
        choice.history.map(({ gate, status, attempt }) => [gate, status, attempt]),
        [
          ['Documented for callers', 'fail', 1],
          ['Documented for callers', 'fail', 2],
        ],
      );
      const message = { type: 'show', header, chunks, transcripts: [] };
      assert.ok(messageToResultsPanelSchema.safeParse(message).success, 'the message matches the schema of the page');
    }
    store.dispatch({ type: 'choices-listed', folder: sampleFolder, choices: [] });
    assert.equal(createRunSubject(session, store).createView().chunks[0]?.pendingChoice, undefined);
  });

  it('[GATE-6] resumes with its earlier attempts and appends the next one', () => {
    const ended = new RunSession(subject);
    ended.end([result]);
    const next = new RunSession(ended.subject, ended.view.chunks);
    next.report({ type: 'chunk-started', runId: 'r1', chunk: 'types', title: 'Types', maxAttempts: 5 });
    next.report({ type: 'attempt-started', chunk: 'types', number: 3, of: 5 });
    next.report({ type: 'gate', chunk: 'types', report: createGateReport({ verdict: 'PASS', attemptCount: 0 }) });
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
    next.end([{ ...result, status: 'pass', choice: 'retry', gates: [createGateReport({ verdict: 'PASS' })] }]);
    assert.equal(next.view.chunks[0]?.choice, 'retry');
  });

  it('[ENF-AMEND-3] shows a proposed amendment at its chunk', () => {
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
