import assert from 'node:assert/strict';
import { createAmendmentView } from '../../../src/extension/amendments/amendment-view.ts';
import { applyMessage, toEditedChanges, emptyState, errorsAt } from '../../../src/webview/amendment/amendment-state.ts';
import {
  messageFromAmendmentPanelSchema,
  type MessageToAmendmentPanel,
} from '../../../src/webview/protocol/amendment-messages.ts';
import { createAmendment, createDocument, sampleFolder } from '../../extension/support/samples.ts';

const view = createAmendmentView(createAmendment(), {
  document: createDocument('health.contract.yaml'),
  trusted: true,
  running: false,
});
const memory = { folder: sampleFolder, amendment: 'a1' };
const show: MessageToAmendmentPanel = { type: 'show', memory, view };
const path = 'chunks[0].creates[0]';

describe('the state of the amendment panel', () => {
  it('[ENF-AMEND-3] keeps the edited values while the amendment is the same, and sends only them', () => {
    const shown = applyMessage(emptyState, show);
    assert.equal(toEditedChanges(shown), undefined);
    const edited = { ...shown, isEditing: true, edits: new Map([[path, 'CheckStatus']]) };
    const again = applyMessage(edited, show);
    assert.deepEqual(toEditedChanges(again), [{ path, newText: 'CheckStatus' }]);
    const accepted = applyMessage(again, { ...show, view: { ...view, status: 'accepted' } });
    assert.equal(accepted.isEditing, false);
    assert.equal(accepted.edits.size, 0);
  });

  it('assigns the errors of a refused decision to their fields, and keeps the others separate', () => {
    const refused = applyMessage(
      { ...applyMessage(emptyState, show), isDeciding: true },
      {
        type: 'refused',
        message: 'Not accepted.',
        errors: [{ path, message: 'No name.' }, { message: 'No contract.' }],
      },
    );
    assert.equal(refused.isDeciding, false);
    assert.deepEqual(errorsAt(refused, path), ['No name.']);
    assert.deepEqual(errorsAt(refused, undefined), ['No contract.']);
  });

  it('rejects messages of an unknown form', () => {
    assert.equal(messageFromAmendmentPanelSchema.safeParse({ type: 'accept', changes: [{ path: 1 }] }).success, false);
    assert.equal(messageFromAmendmentPanelSchema.safeParse({ type: 'format-disk' }).success, false);
  });
});
