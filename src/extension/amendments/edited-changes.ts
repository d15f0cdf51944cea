import * as l10n from '@vscode/l10n';
import type { ProposedChange } from '../../engine.ts';
import { formatErrorDetail, messageOf, type ErrorDetail } from '../../foundation/errors.ts';
import type { Refusal } from '../../webview/protocol/amendment-messages.ts';
import type { EditedChange } from '../../webview/protocol/amendment-panel-data.ts';
import { formatValue, isEditedAsJson } from './amendment-view.ts';

export type FieldError = Refusal['errors'][number];

/** Applies the person's edits to the proposed changes. `changes` is `undefined` if the edits change nothing. */
export function applyEdits(
  proposed: readonly ProposedChange[],
  edits: readonly EditedChange[],
): { readonly changes: readonly ProposedChange[] | undefined } | { readonly errors: readonly FieldError[] } {
  const values = proposed.map((change) => applyEdit(change, edits));
  const errors = values.flatMap((value) => ('error' in value ? value.error : []));
  if (errors.length > 0) return { errors };
  if (values.every((value) => 'isUnchanged' in value)) return { changes: undefined };
  return { changes: values.flatMap((value) => ('error' in value ? [] : value.change)) };
}

type EditedValue = { readonly change: ProposedChange; readonly isUnchanged?: true } | { readonly error: FieldError };

function applyEdit(change: ProposedChange, edits: readonly EditedChange[]): EditedValue {
  const { path } = change;
  const isJson = isEditedAsJson(change);
  const newText = edits.find((edit) => edit.path === path)?.newText;
  if (newText === undefined || newText === formatValue(change.newValue, isJson)) return { change, isUnchanged: true };
  if (!isJson) return { change: { ...change, newValue: newText } };
  try {
    return { change: { ...change, newValue: JSON.parse(newText) as unknown } };
  } catch (thrown) {
    return { error: { path, message: l10n.t('Invalid JSON: {0}', messageOf(thrown)) } };
  }
}

/**
 * Assigns the engine's errors to the fields of the proposed values. An error of another value is assigned to the only
 * field, or to no field if there are several.
 */
export function toFieldErrors(
  errors: readonly ErrorDetail[],
  proposed: readonly ProposedChange[],
): readonly FieldError[] {
  const paths = new Set(proposed.map(({ path }) => path));
  const [onlyPath] = paths.size === 1 ? paths : [];
  return errors.map((error) => {
    const { path, message } = error;
    if (path !== undefined && paths.has(path)) return { path, message };
    const text = formatErrorDetail(error);
    return onlyPath === undefined ? { message: text } : { path: onlyPath, message: text };
  });
}
