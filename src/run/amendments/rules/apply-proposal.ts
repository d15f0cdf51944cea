import { parseDataPath } from '../../../contract/data-path.ts';
import type { ContractDocument } from '../../../contract/document.ts';
import { parseContractData, valueAt } from '../../../contract/edit/contract-data.ts';
import type { ContractEdit } from '../../../contract/edit/contract-edit.ts';
import { editContract } from '../../../contract/edit/edit-contract.ts';
import type { AdditionalType, ContractChange } from './proposal.ts';

/** A type that an amendment adds, with the file that must export it. */
export type LocatedType = AdditionalType & { readonly file: string };

/**
 * Applies an amendment to the text of a contract without changing any other byte. Additional types are appended to the
 * `types` of the chunk, so that the amended contract requires them.
 * @param chunkIndex the index of the chunk whose attempts failed
 * @throws HoldfastError `contract` if a path cannot be parsed, or if the text cannot be changed only at the path
 */
export function applyProposal(
  document: Pick<ContractDocument, 'file' | 'text'>,
  chunkIndex: number,
  changes: readonly ContractChange[],
  types: readonly LocatedType[],
): string {
  const { file } = document;
  const edits: ContractEdit[] = changes.map(({ path, newValue }) => ({ path: parseDataPath(path), value: newValue }));
  const { text } = editContract(document, edits);
  const typesPath = ['chunks', chunkIndex, 'types'];
  const existing = valueAt(parseContractData({ file, text }), typesPath);
  const firstIndex = Array.isArray(existing) ? existing.length : 0;
  const insertions = types.map(({ name, file: typeFile, definition }, index) => ({
    path: [...typesPath, firstIndex + index],
    value: { name, file: typeFile, definition },
  }));
  return editContract({ file, text }, insertions).text;
}
