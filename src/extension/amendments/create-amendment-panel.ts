import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import type { AmendmentMemory, Refusal } from '../../webview/protocol/amendment-messages.ts';
import type { AmendmentView, EditedChange } from '../../webview/protocol/amendment-panel-data.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import { reportFailure } from '../base/report-failure.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { findContract, findFolder } from '../state/workspace-state.ts';
import { openLocation } from '../webviews/open-location.ts';
import { AmendmentPanel, type AmendmentPanelRequest } from './amendment-panel.ts';
import { createAmendmentView } from './amendment-view.ts';
import { applyEdits, toFieldErrors } from './edited-changes.ts';

type Services = Pick<ExtensionServices, 'amendments' | 'context' | 'engines' | 'log' | 'store' | 'unsaved'>;

/** Creates the amendment panel and connects its buttons to actions. */
export function createAmendmentPanel(services: Services): AmendmentPanel {
  return new AmendmentPanel({
    extensionUri: services.context.extensionUri,
    log: services.log,
    createView: (memory) => createView(services, memory),
    async handleRequest(request, memory) {
      try {
        return await handleRequest(services, request, memory);
      } catch (error) {
        void reportFailure(services.log, error);
        return { type: 'refused', message: formatFailure(toFailure(error)), errors: [] };
      }
    },
    subscribe(memory, listener) {
      let shown = selectViewInputs(services, memory);
      return services.store.subscribe(() => {
        const current = selectViewInputs(services, memory);
        const isSame = current.every((value, index) => value === shown[index]);
        shown = current;
        if (!isSame) listener();
      });
    },
  });
}

async function createView(services: Services, memory: AmendmentMemory): Promise<AmendmentView> {
  const amendment = await (await services.amendments()).find(memory);
  const engine = await services.engines.get(memory.folder);
  services.unsaved.flush(memory.folder, engine);
  const document = await engine.contracts.read(amendment.contract).catch((error: unknown) => {
    // The view shows the amendment without code locations, for example after the contract was deleted.
    services.log.debug(formatFailure(toFailure(error)));
    return undefined;
  });
  const running = findFolder(services.store.state, memory.folder)?.run?.kind === 'running';
  return createAmendmentView(amendment, { document, trusted: services.store.state.trusted, running });
}

/** The parts of the state that the view depends on. */
function selectViewInputs(
  { store }: Pick<ExtensionServices, 'store'>,
  { folder }: AmendmentMemory,
): readonly unknown[] {
  const found = findFolder(store.state, folder);
  const texts = found?.contracts.map((contract) => findContract(store.state, contract)?.document.text).join('\0');
  return [found?.amendments, texts, store.state.trusted, found?.run?.kind === 'running'];
}

async function handleRequest(
  services: Pick<ExtensionServices, 'amendments'>,
  request: AmendmentPanelRequest,
  memory: AmendmentMemory,
): Promise<Refusal | undefined> {
  const amendments = await services.amendments();
  switch (request.type) {
    case 'open-location':
      await openLocation(memory.folder, request.location);
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
      return accept(services, memory, request.changes ?? []);
  }
}

/** Accepts the amendment. Errors in the proposed or edited values are returned by field. Other errors are thrown. */
async function accept(
  services: Pick<ExtensionServices, 'amendments'>,
  memory: AmendmentMemory,
  edits: readonly EditedChange[],
): Promise<Refusal | undefined> {
  const amendments = await services.amendments();
  const { proposedChanges } = await amendments.find(memory);
  const edited = applyEdits(proposedChanges, edits);
  const message = l10n.t('The amendment was not accepted. The contract is unchanged.');
  if ('errors' in edited) return { type: 'refused', message, errors: [...edited.errors] };
  try {
    await amendments.accept(memory, edited.changes);
    return undefined;
  } catch (error) {
    if (!(error instanceof HoldfastError) || error.details.length === 0) throw error;
    const errors = toFieldErrors(error.details, proposedChanges);
    return { type: 'refused', message: [message, error.hint ?? ''].join(' ').trim(), errors: [...errors] };
  }
}
