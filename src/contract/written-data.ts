import type { ContractDocument, DataPath } from './document.ts';
import { EditedText } from './edit/edited-text.ts';
import { dataOf } from './source/source-node.ts';

/**
 * The data of a contract as its text says it, in the words of the model and without what the model fills in; undefined
 * where the text cannot be read.
 */
export function writtenDataOf(document: Pick<ContractDocument, 'file' | 'text'>): unknown {
  const { view, isReadable } = new EditedText(document.file, document.text);
  return isReadable && view.root ? dataOf(view.root) : undefined;
}

/** The value at a path of some data; undefined where nothing stands there. A written value is never undefined. */
export function valueAt(data: unknown, path: DataPath): unknown {
  let value = data;
  for (const step of path) {
    if (Array.isArray(value)) value = typeof step === 'number' ? (value as readonly unknown[])[step] : undefined;
    else if (isRecord(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else return undefined;
  }
  return value;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
