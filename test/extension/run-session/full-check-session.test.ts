import assert from 'node:assert/strict';
import type { ChunkCheck } from '../../../src/engine.ts';
import { createFullCheckDiagnostics } from '../../../src/extension/diagnostics/full-check-diagnostics.ts';
import { createContractDiagnostics } from '../../../src/extension/diagnostics/contract-diagnostics.ts';
import { createFullCheckSubject } from '../../../src/extension/panel/full-check-subject.ts';
import { FullCheckSession } from '../../../src/extension/run-session/full-check-session.ts';
import { WorkspaceStore } from '../../../src/extension/state/store.ts';
import { createInitialState } from '../../../src/extension/state/workspace-state.ts';
import {
  createAssertionResult,
  createChunkCheck,
  createContractCheck,
  createDocument,
  sampleFolder,
  sampleText,
} from '../support/samples.ts';

const file = 'health.contract.yaml';
const document = createDocument(file, `${sampleText}build: { command: npm run build }\n`);
const target = { folder: sampleFolder, contract: file };
const build = {
  stage: 'build',
  command: 'npm run build',
  passed: false,
  exitCode: 2,
  output: '…',
  lastError: 'a.ts(1,1): error TS1005',
  durationMs: 5,
} as const;
const gate = {
  id: 'polite',
  name: 'Polite',
  mode: 'blocking',
  verdict: 'NOT_JUDGED',
  reasoning: 'No record.',
} as const;

function createFullChunk(id: string, verdict: ChunkCheck['verdict'], full: ChunkCheck['full']): ChunkCheck {
  return { ...createChunkCheck(id, [createAssertionResult(true)]), verdict, full };
}

function createSession(): FullCheckSession {
  const chunks = [
    { id: 'types', title: 'Types' },
    { id: 'check', title: 'checkHealth' },
  ];
  return new FullCheckSession({ ...target, title: 'Health checks', chunks });
}

const failing = createContractCheck(document, [
  createFullChunk('types', 'unsatisfied', { commands: [build], problems: [], gates: [] }),
  createFullChunk('check', 'unverified', { commands: [build], problems: [], gates: [gate] }),
]);

describe('A full check in the editor', () => {
  it('[DONE-4] shows the activity, the commands, the gates that were not judged, and what it did not include', () => {
    const store = new WorkspaceStore(createInitialState(true), (error) => assert.fail(String(error)));
    const session = createSession();
    const subject = createFullCheckSubject(session, store);
    assert.equal(session.report({ type: 'stage', chunk: 'types', stage: 'build' }), 'Types: building');
    assert.deepEqual(subject.createView().header.actions, ['cancel']);
    session.report({ type: 'command', chunk: 'types', report: build });
    assert.deepEqual(
      subject.createView().chunks.map(({ status, preparation }) => [status, preparation.length]),
      [
        ['running', 1],
        ['waiting', 0],
      ],
    );
    session.end({ ...failing, notes: ['Not run: verify.'] }, ['src/a.ts']);
    const { header, chunks } = subject.createView();
    assert.equal(header.status, 'fail');
    assert.deepEqual(
      chunks.map(({ status, preparation, gates, reason }) => [status, preparation.length, gates[0]?.verdict, reason]),
      [
        ['fail', 1, undefined, undefined],
        ['unverified', 1, 'NOT_JUDGED', 'A gate was not judged.'],
      ],
    );
    assert.match(
      header.notes.map(({ message }) => message).join('\n'),
      /Unsaved changes are not included: src\/a\.ts\./,
    );
    assert.ok(header.notes.some(({ message }) => message === 'Not run: verify.'));
    assert.deepEqual(header.actions, ['judge-gates', 'validate-fully', 'validate', 'run']);
  });

  it('[DONE-4] reports failed commands and gates once, at their places in the contract', () => {
    const known = createContractDiagnostics(createContractCheck(document, []));
    const found = createFullCheckDiagnostics(failing, known);
    assert.deepEqual(
      found.map(({ severity, code, message, range }) => [severity, code, message, range.start.line]),
      [
        [
          'error',
          'build',
          'build command "npm run build" failed: exit code 2\na.ts(1,1): error TS1005',
          document.rangeOf(['build', 'command']).start.line - 1,
        ],
        [
          'information',
          'gate',
          'Gate "Polite" was not judged for chunk "check". No record.',
          document.rangeOf(['chunks', 1, 'id']).start.line - 1,
        ],
      ],
    );
    assert.deepEqual(createFullCheckDiagnostics(failing, found), []);
  });

  it('[DONE-4] is outdated as soon as a file changes', () => {
    const store = new WorkspaceStore(createInitialState(true), (error) => assert.fail(String(error)));
    store.dispatch({ type: 'folders-changed', folders: [{ folder: sampleFolder, name: 'repo' }] });
    store.dispatch({ type: 'contracts-listed', folder: sampleFolder, documents: [document] });
    const session = createSession();
    const subject = createFullCheckSubject(session, store);
    const notes = (): string => JSON.stringify(subject.createView().header.notes);
    store.dispatch({ type: 'full-check-ended', target, check: failing });
    session.end(failing, []);
    assert.doesNotMatch(notes(), /Files have changed/);
    store.dispatch({ type: 'full-checks-outdated', folder: sampleFolder });
    assert.match(notes(), /Files have changed since this check/);
  });
});
