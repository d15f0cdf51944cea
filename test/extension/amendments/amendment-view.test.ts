import assert from 'node:assert/strict';
import { createAmendmentView } from '../../../src/extension/amendments/amendment-view.ts';
import { applyEdits, toFieldErrors } from '../../../src/extension/amendments/edited-changes.ts';
import { amendmentViewSchema } from '../../../src/webview/protocol/amendment-panel-data.ts';
import { createAmendment, createDocument } from '../support/samples.ts';

const document = createDocument('health.contract.yaml');
const context = { document, trusted: true, running: false };

describe('createAmendmentView', () => {
  it('[ENF-AMEND-2] [ENF-AMEND-3] contains the reason, the diff, the effects with their locations, and the violations', () => {
    const view = createAmendmentView(createAmendment(), context);
    assert.deepEqual(amendmentViewSchema.parse(view), view, 'the view matches the schema of the page');
    assert.equal(view.changes[0]?.location?.line, 6);
    assert.equal(view.changes[0].newText, 'HealthCheckStatus');
    assert.deepEqual(
      view.lines.filter(({ kind }) => kind === 'added').map(({ text }) => text.trim()),
      ['creates: [HealthCheckStatus]'],
    );
    assert.equal(view.affected[0]?.location?.line, 10);
    assert.deepEqual(view.usedBy[0]?.location, { file: 'src/main.ts', line: 3, column: 7 });
    assert.equal(view.violations[0]?.actual, 'Exports found: HealthCheckStatus');
    assert.equal(view.blocker, undefined);
  });

  for (const proposedBy of ['person', 'agent'] as const)
    it(`[EDIT-3] [AGENT-5] names the proposer "${proposedBy}", without a run`, () => {
      const view = createAmendmentView(createAmendment({ proposedBy, runId: '' }), context);
      assert.deepEqual([view.proposedBy, view.runId], [proposedBy, '']);
      assert.deepEqual(amendmentViewSchema.parse(view), view, 'the view matches the schema of the page');
    });

  it('explains why no decision is possible: restricted mode, an active run, or a changed contract', () => {
    const blockerMessage = (over: Partial<typeof context>) =>
      createAmendmentView(createAmendment(), { ...context, ...over }).blocker?.message;
    assert.match(blockerMessage({ trusted: false }) ?? '', /^Restricted mode/);
    assert.match(blockerMessage({ running: true }) ?? '', /^A run is active/);
    const changed = createDocument('health.contract.yaml', `# another\n${document.text}`);
    assert.match(
      blockerMessage({ document: changed }) ?? '',
      /^The contract has changed since the amendment was proposed/,
    );
    const written = createDocument('health.contract.yaml', createAmendment().after);
    assert.equal(
      blockerMessage({ document: written }),
      undefined,
      'a contract written before a crash is only recorded',
    );
    const isRejectable = (over: Partial<typeof context>) =>
      createAmendmentView(createAmendment(), { ...context, ...over }).blocker?.canReject;
    assert.deepEqual([isRejectable({ trusted: false }), isRejectable({ document: changed })], [false, true]);
    assert.equal(
      createAmendmentView(createAmendment({ status: 'accepted' }), { ...context, document: changed }).blocker,
      undefined,
    );
  });
});

describe('edits of an amendment', () => {
  const { proposedChanges } = createAmendment();
  const count = { path: 'chunks[0].maxAttempts', oldValue: 2, newValue: 3 };

  it('[ENF-AMEND-3] replace the proposed values; values other than strings are JSON', () => {
    assert.deepEqual(
      applyEdits(
        [...proposedChanges, count],
        [
          { path: 'chunks[0].creates[0]', newText: 'CheckStatus' },
          { path: 'chunks[0].maxAttempts', newText: '4' },
        ],
      ),
      {
        changes: [
          { ...proposedChanges[0], newValue: 'CheckStatus' },
          { ...count, newValue: 4 },
        ],
      },
    );
  });

  it('that equal the proposal change nothing', () => {
    const same = [{ path: 'chunks[0].creates[0]', newText: 'HealthCheckStatus' }];
    assert.deepEqual(applyEdits(proposedChanges, same), { changes: undefined });
  });

  it('that are invalid or rejected by the engine are reported for their field', () => {
    const broken = applyEdits([count], [{ path: 'chunks[0].maxAttempts', newText: 'four' }]);
    assert.ok('errors' in broken);
    assert.equal(broken.errors[0]?.path, 'chunks[0].maxAttempts');
    const rejected = [
      { path: 'chunks[0].creates[0]', message: 'the new value equals the old value.' },
      { path: 'chunks[0].title', message: 'Expected a string.' },
      { message: 'The amended text is not a valid contract.' },
    ];
    assert.deepEqual(toFieldErrors(rejected, [...proposedChanges, count]), [
      { path: 'chunks[0].creates[0]', message: 'the new value equals the old value.' },
      { message: 'chunks[0].title: Expected a string.' },
      { message: 'The amended text is not a valid contract.' },
    ]);
    assert.deepEqual(toFieldErrors(rejected.slice(1), [count]), [
      { path: count.path, message: 'chunks[0].title: Expected a string.' },
      { path: count.path, message: 'The amended text is not a valid contract.' },
    ]);
  });
});
