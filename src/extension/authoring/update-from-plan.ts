import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ImportUpdate } from '../../engine.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import { getShownContract } from '../state/shown-contract.ts';
import type { ContractState } from '../state/workspace-state.ts';
import { isLoaded } from '../targets/command-target.ts';
import { isImported } from '../usage/context-keys.ts';
import { applyContractText, openContract } from './contract-editing.ts';

type Services = Pick<ExtensionServices, 'engines' | 'paths' | 'store' | 'unsaved'>;

/**
 * [PLANS-3] Merges a changed plan into the contract that was imported from it. The document stays unsaved, and one undo
 * reverts it.
 */
export async function updateFromPlan(services: Services): Promise<void> {
  const target = await pickImported(services);
  if (!target) return;
  const engine = await services.engines.get(target.folder);
  const opened = await openContract(services, engine, target);
  const update = await engine.authoring.updateImport({ path: target.contract, keepText: true });
  const { contract, plan, isChanged, conflicts } = update;
  if (!isChanged && conflicts.length === 0) {
    void vscode.window.showInformationMessage(l10n.t('Holdfast: {0} has everything that {1} says.', contract, plan));
    return;
  }
  await applyContractText(opened, { text: update.text, line: firstLine(update) });
  const message = l10n.t(
    'Holdfast: {0} is updated from {1}: {2} added, {3} changed, {4} dropped. Review it, then save it.',
    contract,
    plan,
    update.added.length,
    update.changed.length,
    update.dropped.length,
  );
  if (conflicts.length === 0) void vscode.window.showInformationMessage(message);
  else void vscode.window.showWarningMessage(message, { modal: true, detail: describeConflicts(update) });
}

/** The line of the first change, from 1. */
function firstLine({ added, changed, conflicts }: ImportUpdate): number {
  const lines = [...added, ...changed, ...conflicts].flatMap(({ line }) => line ?? []);
  return lines.length === 0 ? 1 : Math.min(...lines);
}

function describeConflicts({ conflicts }: ImportUpdate): string {
  return [
    l10n.t('A person must decide. The contract keeps its values:'),
    ...conflicts.map(({ where, reason, line }) => `${where}${line === undefined ? '' : ` (${line})`}: ${reason}`),
  ].join('\n');
}

/** The imported contract of the active editor, which can show its plan; the only one; or one that the person picks. */
async function pickImported({ store, paths }: Services): Promise<ContractState | undefined> {
  const { folders } = await store.waitUntil((state) => state.folders.every(isLoaded));
  const imported = folders.flatMap(({ contracts }) => contracts.filter(isImported));
  const active = vscode.window.activeTextEditor?.document.uri;
  const places = active === undefined ? [] : paths.locate(active);
  const shown = imported.filter((contract) =>
    places.some(
      ({ folder, path }) => folder === contract.folder && (path === contract.contract || path === planOf(contract)),
    ),
  );
  const candidates = shown.length > 0 ? shown : imported;
  if (candidates.length === 0)
    throw new HoldfastError('not-found', l10n.t('This workspace has no contract that was imported from a plan.'), {
      hint: l10n.t('Import one with "Holdfast: Import Task List…".'),
    });
  if (candidates.length === 1) return candidates[0];
  const picked = await vscode.window.showQuickPick(
    candidates.map((contract) => ({
      label: getShownContract(contract).document.contract?.spec.title ?? contract.contract,
      description: contract.contract,
      detail: planOf(contract) ?? '',
      contract,
    })),
    { title: l10n.t('Update from Plan'), placeHolder: l10n.t('Select a contract'), matchOnDescription: true },
  );
  return picked?.contract;
}

function planOf(contract: ContractState): string | undefined {
  return getShownContract(contract).document.contract?.source?.file;
}
