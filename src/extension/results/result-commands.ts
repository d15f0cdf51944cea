import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { RunTarget } from '../state/target.ts';
import { parseCommandTarget } from '../targets/command-target.ts';

type Services = Pick<ExtensionServices, 'results' | 'store'>;

/** Opens the changes of a pending result in the editor's multi-file diff. */
export async function openChanges(services: Services, argument: unknown): Promise<void> {
  const target = await pickPendingResult(services, argument, l10n.t('Open Changes'));
  if (target) await (await services.results()).openChanges(target);
}

/**
 * Lands a pending result without the changes that were rejected. Returns the landing report.
 * @param landing overrides the setting `holdfast.review.landing`
 */
export async function acceptResult(
  services: Services,
  argument: unknown,
  landing?: 'commit' | 'working-tree',
): Promise<unknown> {
  const target = await pickPendingResult(services, argument, l10n.t('Accept Result'));
  return target && (await services.results()).accept(target, landing);
}

/** Writes the changes of a pending result that were not rejected, without a landing. Returns whether they were written. */
export async function applyResult(services: Services, argument: unknown): Promise<unknown> {
  const target = await pickPendingResult(services, argument, l10n.t('Apply Without Landing'));
  return target && (await services.results()).applyWithoutLanding(target);
}

/** Discards a pending result after confirmation. Returns whether it was discarded. */
export async function discardResult(services: Services, argument: unknown): Promise<unknown> {
  const target = await pickPendingResult(services, argument, l10n.t('Discard Result'));
  return target && (await services.results()).discard(target);
}

/** The pending result for a command: from the argument, from the active editor, the only one, or a picked one. */
export async function pickPendingResult(
  services: Services,
  argument: unknown,
  title: string,
): Promise<RunTarget | undefined> {
  const target = parseCommandTarget(argument) ?? (await services.results()).findActive();
  if (target?.runId !== undefined) return { folder: target.folder, runId: target.runId };
  const pending = services.store.state.folders.flatMap((folder) =>
    folder.pendingResults.map((result) => ({ folder: folder.folder, result })),
  );
  const resultsOfChunk = pending.filter(
    ({ folder, result }) =>
      target !== undefined &&
      'contract' in target &&
      folder === target.folder &&
      result.contract === target.contract &&
      result.chunks.some((chunk) => chunk.id === target.chunk),
  );
  const candidates = resultsOfChunk.length > 0 ? resultsOfChunk : pending;
  const [first] = candidates;
  if (!first)
    throw new HoldfastError('not-found', l10n.t('No result waits for review.'), {
      hint: l10n.t('Results wait for review if the setting "holdfast.landing" is "review".'),
    });
  if (candidates.length === 1) return { folder: first.folder, runId: first.result.runId };
  const picked = await vscode.window.showQuickPick(
    candidates.map(({ folder, result }) => ({
      label: result.chunks.map((chunk) => chunk.title).join(', '),
      description: result.contract,
      detail: result.createdAt,
      target: { folder, runId: result.runId },
    })),
    { title, placeHolder: l10n.t('Select a result') },
  );
  return picked?.target;
}
