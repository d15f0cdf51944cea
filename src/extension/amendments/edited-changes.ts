import type { ProposedChange } from '../../engine.ts';
import { messageOf, type HoldfastError } from '../../shared/errors.ts';
import type { Refusal } from '../../webview/protocol/amendment-messages.ts';
import type { EditedChange } from '../../webview/protocol/amendment-view.ts';
import { isWrittenAsJson, writtenValue } from './amendment-view.ts';

export type FieldError = Refusal['errors'][number];

/** The changes with the person's own values in them; undefined where they are those of the proposal. */
export function editedChanges(
  proposed: readonly ProposedChange[],
  edits: readonly EditedChange[],
): { readonly changes: readonly ProposedChange[] | undefined } | { readonly errors: readonly FieldError[] } {
  const values = proposed.map((change) => valueOf(change, edits));
  const errors = values.flatMap((value) => ('error' in value ? value.error : []));
  if (errors.length > 0) return { errors };
  if (values.every((value) => 'proposed' in value)) return { changes: undefined };
  return { changes: values.flatMap((value) => ('error' in value ? [] : value.change)) };
}

type EditedValue = { readonly change: ProposedChange; readonly proposed?: true } | { readonly error: FieldError };

function valueOf(change: ProposedChange, edits: readonly EditedChange[]): EditedValue {
  const { path } = change;
  const isJson = isWrittenAsJson(change);
  const newText = edits.find((edit) => edit.path === path)?.newText;
  if (newText === undefined || newText === writtenValue(change.newValue, isJson)) return { change, proposed: true };
  if (!isJson) return { change: { ...change, newValue: newText } };
  try {
    return { change: { ...change, newValue: JSON.parse(newText) as unknown } };
  } catch (thrown) {
    return { error: { path, message: `This is no JSON: ${messageOf(thrown)}` } };
  }
}

/** What the engine says of a change that it refuses, each sentence at the value that it names. */
export function fieldErrors(refused: HoldfastError, proposed: readonly ProposedChange[]): readonly FieldError[] {
  const [, ...sentences] = refused.message.split('\n').map((line) => line.trim());
  return sentences.filter((line) => line !== '').map((line) => atField(line, proposed));
}

/** A path that stands before a longer one of the same beginning is not mistaken for it: a colon follows. */
function atField(sentence: string, proposed: readonly ProposedChange[]): FieldError {
  const named = proposed.find(({ path }) => sentence.startsWith(`${path}:`));
  if (named) return { path: named.path, message: sentence.slice(named.path.length + 1).trim() };
  const [only] = proposed;
  return proposed.length === 1 && only ? { path: only.path, message: sentence } : { message: sentence };
}
