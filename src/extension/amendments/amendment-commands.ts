import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { HoldfastError } from '../../foundation/errors.ts';
import type { ExtensionServices } from '../services/extension-services.ts';
import type { AmendmentTarget } from '../state/target.ts';
import { parseCommandTarget } from '../targets/command-target.ts';
import { pickChunk } from '../targets/pick-chunk.ts';

type Services = Pick<ExtensionServices, 'amendmentPanel' | 'amendments' | 'engines' | 'log' | 'store'>;

/** Proposes that the contract states what the code has, and shows the proposal. Returns it, if there was a target. */
export async function proposeAmendment(services: Services, argument: unknown): Promise<unknown> {
  const requested = parseCommandTarget(argument);
  const target = await pickChunk(services, requested, l10n.t('Propose Amendment'));
  if (!target) return undefined;
  const amendment = await (await services.amendments()).propose(target, requested?.requirement);
  (await services.amendmentPanel()).show({ folder: target.folder, amendment: amendment.id });
  return amendment;
}

/** Shows an amendment and its effects in the amendment panel. */
export async function showAmendment(
  services: Pick<ExtensionServices, 'amendmentPanel' | 'store'>,
  argument: unknown,
): Promise<void> {
  const target = await pickAmendment(services, argument, l10n.t('Show Amendment'));
  if (target) (await services.amendmentPanel()).show(target);
}

/** Accepts an amendment as proposed, and runs its chunk again if a run led to it. Returns the status, if a run was started. */
export async function acceptAmendment(
  services: Pick<ExtensionServices, 'amendments' | 'store'>,
  argument: unknown,
): Promise<unknown> {
  const target = await pickAmendment(services, argument, l10n.t('Accept Amendment'));
  return target && (await services.amendments()).accept(target);
}

/** Rejects an amendment, which fails its chunk if a run led to it. Returns the amendment, if there was a target. */
export async function rejectAmendment(
  services: Pick<ExtensionServices, 'amendments' | 'store'>,
  argument: unknown,
): Promise<unknown> {
  const target = await pickAmendment(services, argument, l10n.t('Reject Amendment'));
  return target && (await services.amendments()).reject(target);
}

export async function openAmendmentDiff(
  services: Pick<ExtensionServices, 'amendments' | 'store'>,
  argument: unknown,
): Promise<void> {
  const target = await pickAmendment(services, argument, l10n.t('Open Amendment in Diff Editor'));
  if (target) await (await services.amendments()).openDiff(target);
}

/** The amendment for a command: from the argument, the only pending one, or one that the person picks. */
async function pickAmendment(
  services: Pick<ExtensionServices, 'store'>,
  argument: unknown,
  title: string,
): Promise<AmendmentTarget | undefined> {
  const requested = parseCommandTarget(argument);
  if (requested?.amendment !== undefined) return { folder: requested.folder, amendment: requested.amendment };
  const pending = services.store.state.folders.flatMap(({ folder, amendments }) =>
    amendments.map((amendment) => ({ amendment, target: { folder, amendment: amendment.id } })),
  );
  const [first] = pending;
  if (!first)
    throw new HoldfastError('not-found', l10n.t('No contract amendment is proposed.'), {
      hint: l10n.t(
        'An amendment is proposed if several attempts fail on the same requirement of the contract, or with "Holdfast: Propose Amendment".',
      ),
    });
  if (pending.length === 1) return first.target;
  const picked = await vscode.window.showQuickPick(
    pending.map(({ amendment, target }) => ({
      label: amendment.chunk.title,
      description: amendment.contract,
      detail: amendment.reason,
      target,
    })),
    { title, placeHolder: l10n.t('Select an amendment') },
  );
  return picked?.target;
}
