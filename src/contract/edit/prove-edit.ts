import { isDeepStrictEqual } from 'node:util';
import type { DataPath } from '../document.ts';
import { dataOf } from '../source/source-node.ts';
import { EditedText } from './edited-text.ts';
import type { JsonValue } from './render-value.ts';

/** What an edit makes of the data. */
export type DataChange =
  | { readonly kind: 'set' | 'insert'; readonly path: DataPath; readonly value: JsonValue }
  | { readonly kind: 'remove'; readonly path: DataPath };

/**
 * Reads the text after an edit and tells whether its data, in the words of the file and in the words of the model, is
 * the data before with exactly this change. Returns the text as it then stands, or undefined.
 */
export function proved(before: EditedText, text: string, raw: DataChange, model: DataChange): EditedText | undefined {
  const after = new EditedText(before.file, text);
  if (!after.isReadable || after.documents !== 1 || !before.raw || !after.raw) return undefined;
  if (!before.view.root || !after.view.root) return undefined;
  const holds =
    isDeepStrictEqual(dataOf(after.raw), changed(dataOf(before.raw), raw)) &&
    isDeepStrictEqual(dataOf(after.view.root), changed(dataOf(before.view.root), model));
  return holds ? after : undefined;
}

/** The data with a change; what is not on its path is shared. */
function changed(data: unknown, change: DataChange, depth = 0): unknown {
  const step = change.path[depth];
  if (step === undefined) return change.kind === 'remove' ? undefined : change.value;
  const isLast = depth === change.path.length - 1;
  if (Array.isArray(data) && typeof step === 'number') {
    const items: unknown[] = data;
    const rest = items.slice(step + 1);
    if (isLast && change.kind === 'insert') return [...items.slice(0, step), change.value, ...items.slice(step)];
    if (isLast && change.kind === 'remove') return [...items.slice(0, step), ...rest];
    return [...items.slice(0, step), changed(items[step], change, depth + 1), ...rest];
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const entries = Object.entries(data).filter(([key]) => key !== step || !isLast);
  if (isLast) return Object.fromEntries(change.kind === 'remove' ? entries : [...entries, [step, change.value]]);
  const inner = (data as Readonly<Record<string, unknown>>)[step];
  return { ...data, [step]: changed(inner, change, depth + 1) };
}
