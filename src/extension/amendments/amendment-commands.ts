import * as vscode from 'vscode';
import { commandTarget, type CommandTarget } from '../commands/command-argument.ts';
import type { ExtensionParts } from '../extension-parts.ts';
import { HoldfastError } from '../../shared/errors.ts';
import type { AmendmentTarget } from '../state/target.ts';

/** Shows a proposed change of a contract, with what it would affect. */
export async function showAmendment(parts: ExtensionParts, argument: unknown): Promise<void> {
  const target = await askAmendment(parts, commandTarget(argument), 'Show');
  if (target) (await parts.amendmentPanel()).show(target);
}

/** Accepts a proposed change as it is, and runs its chunk again. Answers with the outcome. */
export async function acceptAmendment(parts: ExtensionParts, argument: unknown): Promise<unknown> {
  const target = await askAmendment(parts, commandTarget(argument), 'Accept');
  return target && (await parts.amendments()).accept(target);
}

/** Rejects a proposed change: its chunk has failed. */
export async function rejectAmendment(parts: ExtensionParts, argument: unknown): Promise<unknown> {
  const target = await askAmendment(parts, commandTarget(argument), 'Reject');
  return target && (await parts.amendments()).reject(target);
}

export async function openAmendmentDiff(parts: ExtensionParts, argument: unknown): Promise<void> {
  const target = await askAmendment(parts, commandTarget(argument), 'Open in the diff editor');
  if (target) await (await parts.amendments()).openDiff(target);
}

/** The amendment that a command is about: the one it was told, the only one that waits, or a choice. */
async function askAmendment(
  parts: ExtensionParts,
  told: CommandTarget | undefined,
  purpose: string,
): Promise<AmendmentTarget | undefined> {
  if (told?.amendment !== undefined) return { folder: told.folder, amendment: told.amendment };
  const waiting = parts.store.state.folders.flatMap(({ folder, amendments }) =>
    amendments.map((amendment) => ({ amendment, target: { folder, amendment: amendment.id } })),
  );
  const [only] = waiting;
  if (!only)
    throw new HoldfastError('not-found', 'No change of a contract is proposed.', {
      hint: 'One is where attempts keep failing on the same thing that the contract asks for.',
    });
  if (waiting.length === 1) return only.target;
  const picked = await vscode.window.showQuickPick(
    waiting.map(({ amendment, target }) => ({
      label: amendment.chunk.title,
      description: amendment.contract,
      detail: amendment.reason,
      target,
    })),
    { placeHolder: `${purpose}: choose a change` },
  );
  return picked?.target;
}
