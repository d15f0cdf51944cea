import { isRecord } from '../../foundation/is-record.ts';
import type { ContractDocument, DataPath } from '../document.ts';
import { dataOf } from '../source/source-node.ts';
import { EditedText } from './edited-text.ts';

/**
 * Parses the data of a contract, with the keys of the contract model and without default values; `undefined` if the text
 * has syntax errors.
 */
export function parseContractData(document: Pick<ContractDocument, 'file' | 'text'>): unknown {
  const { view, isReadable } = new EditedText(document.file, document.text);
  return isReadable && view.root ? dataOf(view.root) : undefined;
}

/** The value at a path of JSON data; `undefined` if the path does not exist. */
export function valueAt(data: unknown, path: DataPath): unknown {
  let value = data;
  for (const step of path) {
    if (Array.isArray(value)) value = typeof step === 'number' ? (value as readonly unknown[])[step] : undefined;
    else if (isRecord(value)) value = Object.hasOwn(value, step) ? value[step] : undefined;
    else return undefined;
  }
  return value;
}
