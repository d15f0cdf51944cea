import * as vscode from 'vscode';
import { HoldfastError } from '../../shared/errors.ts';
import type { AmendmentMemory, Refusal } from '../../webview/protocol/amendment-messages.ts';
import type { AmendmentView, EditedChange } from '../../webview/protocol/amendment-view.ts';
import { failureOf, failureText } from '../checks/failure.ts';
import { reportFailure } from '../commands/failure-report.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { openPlace } from '../panel/open-place.ts';
import { findContract, findFolder } from '../state/workspace-state.ts';
import { AmendmentPanel, type AmendmentRequest } from './amendment-panel.ts';
import { amendmentView } from './amendment-view.ts';
import { editedChanges, fieldErrors } from './edited-changes.ts';

/** The amendment panel, with its buttons bound to what they do. */
export function makeAmendmentPanel(parts: ExtensionParts): AmendmentPanel {
  return new AmendmentPanel({
    extensionUri: parts.context.extensionUri,
    log: parts.log,
    view: (memory) => viewOf(parts, memory),
    async carryOut(request, memory) {
      try {
        return await carryOut(parts, request, memory);
      } catch (error) {
        void reportFailure(parts.log, error);
        return { type: 'refused', message: failureText(failureOf(error)), errors: [] };
      }
    },
    subscribe(memory, listener) {
      let shown = shownState(parts, memory);
      return parts.store.subscribe(() => {
        const now = shownState(parts, memory);
        const isSame = now.every((value, index) => value === shown[index]);
        shown = now;
        if (!isSame) listener();
      });
    },
  });
}

async function viewOf(parts: ExtensionParts, memory: AmendmentMemory): Promise<AmendmentView> {
  const amendment = await (await parts.amendments()).find(memory);
  const engine = await parts.engines.of(memory.folder);
  parts.unsaved.flush(memory.folder, engine);
  const document = await engine.contract(amendment.contract).catch(() => undefined);
  const running = findFolder(parts.store.state, memory.folder)?.run?.kind === 'running';
  return amendmentView(amendment, { document, trusted: parts.store.state.trusted, running });
}

/** The parts of the state that the panel's view is made from. */
function shownState({ store }: ExtensionParts, { folder }: AmendmentMemory): readonly unknown[] {
  const found = findFolder(store.state, folder);
  const texts = found?.contracts.map((contract) => findContract(store.state, contract)?.document.text).join('\0');
  return [found?.amendments, texts, store.state.trusted, found?.run?.kind === 'running'];
}

async function carryOut(
  parts: ExtensionParts,
  request: AmendmentRequest,
  memory: AmendmentMemory,
): Promise<Refusal | undefined> {
  const amendments = await parts.amendments();
  switch (request.type) {
    case 'open-place':
      await openPlace(memory.folder, request.place);
      return undefined;
    case 'open-diff':
      await amendments.openDiff(memory);
      return undefined;
    case 'show-run': {
      const { runId } = await amendments.find(memory);
      await vscode.commands.executeCommand('holdfast.showResults', { folder: memory.folder, runId });
      return undefined;
    }
    case 'reject':
      await amendments.reject(memory);
      return undefined;
    case 'accept':
      return accept(parts, memory, request.changes ?? []);
  }
}

/** What is wrong with the person's own values is told at their fields; everything else as it always is. */
async function accept(
  parts: ExtensionParts,
  memory: AmendmentMemory,
  edits: readonly EditedChange[],
): Promise<Refusal | undefined> {
  const amendments = await parts.amendments();
  const { proposedChanges } = await amendments.find(memory);
  const edited = editedChanges(proposedChanges, edits);
  const message = 'The change was not accepted, and the contract is as it was.';
  if ('errors' in edited) return { type: 'refused', message, errors: [...edited.errors] };
  try {
    await amendments.accept(memory, edited.changes);
    return undefined;
  } catch (error) {
    if (!(error instanceof HoldfastError) || error.code !== 'contract') throw error;
    const errors = fieldErrors(error, proposedChanges);
    if (errors.length === 0) throw error;
    return { type: 'refused', message: [message, error.hint ?? ''].join(' ').trim(), errors: [...errors] };
  }
}
