import { parseContractData, valueAt } from '../../contract/edit/contract-data.ts';
import { editContract } from '../../contract/edit/edit-contract.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { isRecord } from '../../foundation/is-record.ts';
import type { AddedChunk } from './authoring-types.ts';
import { firstChangedLine } from './add-assertion.ts';

/**
 * Adds the chunk of a drafted contract to the end of a contract.
 *
 * @throws ContractEditError if the contract has syntax errors
 */
export function addChunk(document: Pick<ContractDocument, 'file' | 'text'>, draft: string): AddedChunk {
  const existing = valueAt(parseContractData(document), ['chunks']);
  const chunks = Array.isArray(existing) ? existing : [];
  const drafted = valueAt(parseContractData({ file: document.file.replace(/\.json$/, '.yaml'), text: draft }), [
    'chunks',
    0,
  ]);
  if (!isRecord(drafted)) throw new HoldfastError('internal', 'Failed to add a chunk: the draft has none');
  const ids = chunks.map((chunk: unknown) => (isRecord(chunk) ? chunk['id'] : undefined));
  const id = freeId(String(drafted['id']), ids);
  const { text } = editContract(document, [{ path: ['chunks', chunks.length], value: { ...drafted, id } }]);
  return { text, line: firstChangedLine(document.text, text), chunk: id };
}

function freeId(id: string, used: readonly unknown[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? id : `${id}-${number}`;
    if (!used.includes(candidate)) return candidate;
  }
}
