import assert from 'node:assert/strict';
import { amendmentView } from '../../../src/extension/amendments/amendment-view.ts';
import { editedChanges, fieldErrors } from '../../../src/extension/amendments/edited-changes.ts';
import { HoldfastError } from '../../../src/shared/errors.ts';
import { amendmentViewSchema } from '../../../src/webview/protocol/amendment-view.ts';
import { amendmentOf, documentOf } from '../support/samples.ts';

const document = documentOf('health.contract.yaml');
const situation = { document, trusted: true, running: false };

describe('the view of an amendment', () => {
  it('[ENF-AMEND-2] [ENF-AMEND-3] holds reason, difference, effects with their places, and what led to it', () => {
    const view = amendmentView(amendmentOf(), situation);
    assert.deepEqual(amendmentViewSchema.parse(view), view, 'the page understands it');
    assert.equal(view.changes[0]?.place?.line, 6);
    assert.equal(view.changes[0].newText, 'HealthCheckStatus');
    assert.deepEqual(
      view.lines.filter(({ kind }) => kind === 'added').map(({ text }) => text.trim()),
      ['creates: [HealthCheckStatus]'],
    );
    assert.equal(view.affected[0]?.place?.line, 10);
    assert.deepEqual(view.usedBy[0]?.place, { file: 'src/main.ts', line: 3, column: 7 });
    assert.equal(view.violations[0]?.actual, 'Exports found: HealthCheckStatus');
    assert.equal(view.hindrance, undefined);
  });

  it('says why nothing can be decided now: restricted mode, a run, a contract that has changed', () => {
    const hindrance = (over: Partial<typeof situation>) =>
      amendmentView(amendmentOf(), { ...situation, ...over }).hindrance?.message;
    assert.match(hindrance({ trusted: false }) ?? '', /^Restricted mode/);
    assert.match(hindrance({ running: true }) ?? '', /^A run is under way/);
    const changed = documentOf('health.contract.yaml', `# another\n${document.text}`);
    assert.match(hindrance({ document: changed }) ?? '', /^The contract has changed since the proposal/);
    const written = documentOf('health.contract.yaml', amendmentOf().after);
    assert.equal(hindrance({ document: written }), undefined, 'what was written before a kill is only recorded');
    const isRejectable = (over: Partial<typeof situation>) =>
      amendmentView(amendmentOf(), { ...situation, ...over }).hindrance?.canReject;
    assert.deepEqual([isRejectable({ trusted: false }), isRejectable({ document: changed })], [false, true]);
    assert.equal(
      amendmentView(amendmentOf({ status: 'accepted' }), { ...situation, document: changed }).hindrance,
      undefined,
    );
  });
});

describe("a person's own values", () => {
  const { proposedChanges } = amendmentOf();
  const count = { path: 'chunks[0].maxAttempts', oldValue: 2, newValue: 3 };

  it('[ENF-AMEND-3] take the place of the proposed ones; values that are no text are written as JSON', () => {
    assert.deepEqual(
      editedChanges(
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

  it('that are those of the proposal leave it as it is', () => {
    const same = [{ path: 'chunks[0].creates[0]', newText: 'HealthCheckStatus' }];
    assert.deepEqual(editedChanges(proposedChanges, same), { changes: undefined });
  });

  it('that cannot be read, or that the engine refuses, are told at their field', () => {
    const broken = editedChanges([count], [{ path: 'chunks[0].maxAttempts', newText: 'four' }]);
    assert.ok('errors' in broken);
    assert.equal(broken.errors[0]?.path, 'chunks[0].maxAttempts');
    const refused = new HoldfastError(
      'contract',
      'Failed to accept the amendment a1:\n  chunks[0].creates[0]: the new value is the old one.\n  The amended text is no contract.',
    );
    assert.deepEqual(fieldErrors(refused, [...proposedChanges, count]), [
      { path: 'chunks[0].creates[0]', message: 'the new value is the old one.' },
      { message: 'The amended text is no contract.' },
    ]);
  });
});
