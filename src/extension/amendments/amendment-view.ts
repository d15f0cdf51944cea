import * as l10n from '@vscode/l10n';
import type { ContractDocument } from '../../contract/document.ts';
import type { Amendment, ProposedChange } from '../../engine.ts';
import { toLocation } from '../../foundation/position.ts';
import type { AmendmentChangeView, AmendmentView } from '../../webview/protocol/amendment-panel-data.ts';
import type { SourceLocation } from '../../webview/protocol/source-location.ts';
import { diffTexts } from './text-difference.ts';

export interface AmendmentViewContext {
  /** The current contract, including unsaved text. `undefined` if it cannot be read. */
  readonly document: ContractDocument | undefined;
  readonly trusted: boolean;
  /** Whether a run is active in the folder. */
  readonly running: boolean;
}

/** Creates the panel's view of an amendment, with the code locations that it affects. */
export function createAmendmentView(amendment: Amendment, context: AmendmentViewContext): AmendmentView {
  const { id, contract, chunk, runId, proposedBy, status, reason, createdAt, resolvedAt, note } = amendment;
  const { document } = context;
  return {
    id,
    contract,
    chunk: { id: chunk.id, title: chunk.title },
    runId,
    proposedBy,
    status,
    reason,
    changes: amendment.proposedChanges.map((change) => toChangeView(change, document)),
    lines: [...diffTexts(amendment.before, amendment.after)],
    types: amendment.additionalTypes.map(({ name, definition }) => ({ name, definition })),
    affected: amendment.affectedChunks.map((affected) => ({
      id: affected.id,
      title: affected.title,
      reasons: [...affected.reasons],
      location: locateChunk(affected.id, document),
    })),
    usedBy: amendment.usedBy.map(({ file, line, column, symbol }) => ({ symbol, location: { file, line, column } })),
    violations: amendment.violations.map(({ assertion, expected, actual }) => ({
      message: assertion.message,
      expected,
      actual,
    })),
    createdAt,
    resolvedAt,
    note,
    blocker: status === 'pending' ? findBlocker(amendment, context) : undefined,
  };
}

/** Formats a value for editing: as JSON if `isJson` is set or the value is not a string, otherwise as it is. */
export function formatValue(value: unknown, isJson: boolean): string {
  return !isJson && typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** Whether a change is edited as JSON, because its old or new value is not a string. */
export function isEditedAsJson({ oldValue, newValue }: ProposedChange): boolean {
  return typeof oldValue !== 'string' || typeof newValue !== 'string';
}

function toChangeView(change: ProposedChange, document: ContractDocument | undefined): AmendmentChangeView {
  const isJson = isEditedAsJson(change);
  return {
    path: change.path,
    oldText: formatValue(change.oldValue, isJson),
    newText: formatValue(change.newValue, isJson),
    isJson,
    location: document && locatePath(change.path, document),
  };
}

function locatePath(path: string, document: ContractDocument): SourceLocation | undefined {
  const range = document.rangeOfPathText(path);
  return range && toLocation(document.file, range);
}

function locateChunk(id: string, document: ContractDocument | undefined): SourceLocation | undefined {
  const index = document?.contract?.chunks.findIndex((chunk) => chunk.id === id) ?? -1;
  return document && index >= 0 ? toLocation(document.file, document.rangeOf(['chunks', index])) : undefined;
}

function findBlocker(
  amendment: Amendment,
  { document, trusted, running }: AmendmentViewContext,
): AmendmentView['blocker'] {
  if (!trusted)
    return {
      message: l10n.t('Restricted mode: trust the workspace to accept or reject the amendment.'),
      canReject: false,
    };
  if (running)
    return { message: l10n.t('A run is active in this folder. Accept the amendment after it ends.'), canReject: true };
  // If the editor closed after the contract was written, accepting again records the decision.
  if (document === undefined || ![amendment.before, amendment.after].includes(document.text))
    return {
      message: l10n.t(
        'The contract has changed since the amendment was proposed. Undo the change, or reject the amendment.',
      ),
      canReject: true,
    };
  return undefined;
}
