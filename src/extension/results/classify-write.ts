import * as l10n from '@vscode/l10n';
import type { PlannedWrite } from '../../engine.ts';

/** A document of the editor that a write would change. */
export interface OpenText {
  readonly text: string;
  readonly isDirty: boolean;
  readonly eol: '\n' | '\r\n';
}

/** How a file is written: as an edit of its document, as bytes, or not at all. */
export type WriteKind =
  | { readonly type: 'edit'; readonly text: string }
  | { readonly type: 'write'; readonly bytes: Uint8Array }
  | { readonly type: 'delete' }
  | { readonly type: 'refuse'; readonly reason: string; readonly hint: string };

const REGULAR_MODE = /^100/;

/**
 * Decides how to write a file through the editor. A document has one kind of line break; a file with several, or with other
 * ones than its document, is written as bytes.
 */
export function classifyWrite({ before, after }: PlannedWrite, document: OpenText | undefined): WriteKind {
  if ([before, after].some((side) => side !== undefined && !REGULAR_MODE.test(side.mode))) {
    return {
      type: 'refuse',
      reason: l10n.t('the editor cannot write links and submodules'),
      hint: l10n.t('Leave the file out, or accept the result instead.'),
    };
  }
  if (after === undefined) return { type: 'delete' };
  const text = toDocumentText(after.bytes);
  if (document === undefined || before === undefined || text === undefined)
    return { type: 'write', bytes: after.bytes };
  const current = toDocumentText(before.bytes) ?? '';
  if (normalize(document.text, '\n') !== normalize(current, '\n')) {
    return { type: 'refuse', reason: l10n.t('its text has changed meanwhile'), hint: l10n.t('Try again.') };
  }
  if (normalize(text, document.eol) === text && normalize(current, document.eol) === current)
    return { type: 'edit', text };
  if (!document.isDirty) return { type: 'write', bytes: after.bytes };
  return {
    type: 'refuse',
    reason: l10n.t('it has unsaved changes, and its line breaks are mixed or change'),
    hint: l10n.t('Save or revert the file, then try again.'),
  };
}

/** The text of a file as the editor shows it, without a byte order mark; `undefined` if it is not UTF-8 or contains NUL. */
export function toDocumentText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function normalize(text: string, eol: '\n' | '\r\n'): string {
  return text.replaceAll(/\r\n|\r|\n/g, eol);
}
