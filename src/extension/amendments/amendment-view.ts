import type { ContractDocument } from '../../contract/document.ts';
import type { Amendment, ProposedChange } from '../../engine.ts';
import { locationOf } from '../../shared/position.ts';
import type { AmendmentChangeView, AmendmentView } from '../../webview/protocol/amendment-view.ts';
import type { Place } from '../../webview/protocol/view.ts';
import { textDifference } from './text-difference.ts';

export interface AmendmentSituation {
  /** The contract as it is now, unsaved text included; absent where it cannot be read. */
  readonly document: ContractDocument | undefined;
  readonly trusted: boolean;
  readonly running: boolean;
}

/** An amendment for the panel, with the places in the contract that it speaks of. */
export function amendmentView(amendment: Amendment, situation: AmendmentSituation): AmendmentView {
  const { id, contract, chunk, runId, status, reason, createdAt, resolvedAt, note } = amendment;
  const { document } = situation;
  return {
    id,
    contract,
    chunk: { id: chunk.id, title: chunk.title },
    runId,
    status,
    reason,
    changes: amendment.proposedChanges.map((change) => changeView(change, document)),
    lines: [...textDifference(amendment.before, amendment.after)],
    types: amendment.additionalTypes.map(({ name, definition }) => ({ name, definition })),
    affected: amendment.affectedChunks.map((affected) => ({
      id: affected.id,
      title: affected.title,
      reasons: [...affected.reasons],
      place: placeOfChunk(affected.id, document),
    })),
    usedBy: amendment.usedBy.map(({ file, line, column, symbol }) => ({ symbol, place: { file, line, column } })),
    violations: amendment.violations.map(({ assertion, expected, actual }) => ({
      message: assertion.message,
      expected,
      actual,
    })),
    createdAt,
    resolvedAt,
    note,
    hindrance: status === 'pending' ? hindranceOf(amendment, situation) : undefined,
  };
}

/** A value as a person writes it: text as it is, everything else as JSON. */
export function writtenValue(value: unknown, isJson: boolean): string {
  return !isJson && typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** Whether a change's values are written as JSON: one of them is no text. */
export function isWrittenAsJson({ oldValue, newValue }: ProposedChange): boolean {
  return typeof oldValue !== 'string' || typeof newValue !== 'string';
}

function changeView(change: ProposedChange, document: ContractDocument | undefined): AmendmentChangeView {
  const isJson = isWrittenAsJson(change);
  return {
    path: change.path,
    oldText: writtenValue(change.oldValue, isJson),
    newText: writtenValue(change.newValue, isJson),
    isJson,
    place: document && placeOfPath(change.path, document),
  };
}

function placeOfPath(path: string, document: ContractDocument): Place | undefined {
  const range = document.rangeOfWritten(path);
  return range && locationOf(document.file, range);
}

function placeOfChunk(id: string, document: ContractDocument | undefined): Place | undefined {
  const index = document?.contract?.chunks.findIndex((chunk) => chunk.id === id) ?? -1;
  return document && index >= 0 ? locationOf(document.file, document.rangeOf(['chunks', index])) : undefined;
}

function hindranceOf(
  amendment: Amendment,
  { document, trusted, running }: AmendmentSituation,
): AmendmentView['hindrance'] {
  if (!trusted)
    return { message: 'Restricted mode: trust the workspace to accept or reject the change.', canReject: false };
  if (running) return { message: 'A run is under way in this folder. Accept when it has ended.', canReject: true };
  // What was written and not recorded, since the editor was ended in between, is recorded by accepting again.
  if (document === undefined || ![amendment.before, amendment.after].includes(document.text))
    return {
      message: 'The contract has changed since the proposal. Undo that change to accept this one, or reject it.',
      canReject: true,
    };
  return undefined;
}
