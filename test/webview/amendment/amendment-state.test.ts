import assert from 'node:assert/strict';
import { amendmentView } from '../../../src/extension/amendments/amendment-view.ts';
import { applyMessage, editsOf, emptyState, errorsAt } from '../../../src/webview/amendment/amendment-state.ts';
import { fromAmendmentPanelSchema, type ToAmendmentPanel } from '../../../src/webview/protocol/amendment-messages.ts';
import { amendmentOf, documentOf, folder } from '../../extension/support/samples.ts';

const view = amendmentView(amendmentOf(), {
  document: documentOf('health.contract.yaml'),
  trusted: true,
  running: false,
});
const memory = { folder, amendment: 'a1' };
const show: ToAmendmentPanel = { type: 'show', memory, view };
const path = 'chunks[0].creates[0]';

describe('the state of the amendment panel', () => {
  it('[ENF-AMEND-3] keeps what a person writes while the proposal is the same, and sends it alone', () => {
    const shown = applyMessage(emptyState, show);
    assert.equal(editsOf(shown), undefined);
    const written = { ...shown, editing: true, written: new Map([[path, 'CheckStatus']]) };
    const again = applyMessage(written, show);
    assert.deepEqual(editsOf(again), [{ path, newText: 'CheckStatus' }]);
    const accepted = applyMessage(again, { ...show, view: { ...view, status: 'accepted' } });
    assert.equal(accepted.editing, false);
    assert.equal(accepted.written.size, 0);
  });

  it('shows what stands against a decision at its field, and everything else beside', () => {
    const refused = applyMessage(
      { ...applyMessage(emptyState, show), deciding: true },
      {
        type: 'refused',
        message: 'Not accepted.',
        errors: [{ path, message: 'No name.' }, { message: 'No contract.' }],
      },
    );
    assert.equal(refused.deciding, false);
    assert.deepEqual(errorsAt(refused, path), ['No name.']);
    assert.deepEqual(errorsAt(refused, undefined), ['No contract.']);
  });

  it('messages that are not understood are refused', () => {
    assert.equal(fromAmendmentPanelSchema.safeParse({ type: 'accept', changes: [{ path: 1 }] }).success, false);
    assert.equal(fromAmendmentPanelSchema.safeParse({ type: 'format-disk' }).success, false);
  });
});
