import { isDeepStrictEqual } from 'node:util';
import type { DataPath } from '../document.ts';
import { dataOf } from '../source/source-node.ts';
import { EditedText } from './edited-text.ts';
import type { JsonValue } from './json-value.ts';

/** The change of the data that an edit must cause. */
export type DataChange =
  | { readonly kind: 'set' | 'insert'; readonly path: DataPath; readonly value: JsonValue }
  | { readonly kind: 'remove'; readonly path: DataPath };

/**
 * Parses the text after an edit and compares its data with the expected data, both with the keys of the file and with
 * the keys of the contract model. Returns the parsed text, or `undefined` if it has errors or its
 * data differs.
 */
export function verifyEdit(
  before: EditedText,
  text: string,
  sourceChanges: readonly DataChange[],
  modelChanges: readonly DataChange[],
): EditedText | undefined {
  const after = new EditedText(before.file, text);
  if (!after.isReadable || after.documentCount !== 1 || !before.source || !after.source) return undefined;
  if (!before.view.root || !after.view.root) return undefined;
  const isExact =
    isDeepStrictEqual(dataOf(after.source), applyChanges(dataOf(before.source), sourceChanges)) &&
    isDeepStrictEqual(dataOf(after.view.root), applyChanges(dataOf(before.view.root), modelChanges));
  return isExact ? after : undefined;
}

function applyChanges(data: unknown, changes: readonly DataChange[]): unknown {
  return changes.reduce((value, change) => applyChange(value, change), data);
}

/** Returns a copy of the data with a change. Values outside the path of the change are not copied. */
function applyChange(data: unknown, change: DataChange, depth = 0): unknown {
  const step = change.path[depth];
  if (step === undefined) return change.kind === 'remove' ? undefined : change.value;
  const isLast = depth === change.path.length - 1;
  if (Array.isArray(data) && typeof step === 'number') {
    const items: unknown[] = data;
    const rest = items.slice(step + 1);
    if (isLast && change.kind === 'insert') return [...items.slice(0, step), change.value, ...items.slice(step)];
    if (isLast && change.kind === 'remove') return [...items.slice(0, step), ...rest];
    return [...items.slice(0, step), applyChange(items[step], change, depth + 1), ...rest];
  }
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const entries = Object.entries(data).filter(([key]) => key !== step || !isLast);
  if (isLast) return Object.fromEntries(change.kind === 'remove' ? entries : [...entries, [step, change.value]]);
  const inner = (data as Readonly<Record<string, unknown>>)[step];
  return { ...data, [step]: applyChange(inner, change, depth + 1) };
}
