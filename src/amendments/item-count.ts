import type { ContractDocument, DataPath } from '../contract/document.ts';
import { valueAt, writtenDataOf } from '../contract/written-data.ts';

/** How many items a list of a contract has as its text says it; none where there is no such list. */
export function itemCount(document: Pick<ContractDocument, 'file' | 'text'>, path: DataPath): number {
  const list = valueAt(writtenDataOf(document), path);
  return Array.isArray(list) ? list.length : 0;
}
