import { parseDataPath } from '../contract/data-path.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { ContractEdit } from '../contract/edit/contract-edit.ts';
import { editContract } from '../contract/edit/edit-contract.ts';
import { itemCount } from './item-count.ts';
import type { AdditionalType, ContractChange } from './proposal.ts';

/** A type that a change brings, with the file that is to give it. */
export type PlacedType = AdditionalType & { readonly file: string };

/**
 * The text of a contract with a change made in it, and no other byte different. Additional types become items of the
 * chunk's `types`, so that the amended contract holds the chunk to them.
 * @param chunk the position of the chunk
 * @throws HoldfastError `contract` where a path cannot be read or the text cannot be changed there and nowhere else
 */
export function applyProposal(
  document: Pick<ContractDocument, 'file' | 'text'>,
  chunk: number,
  changes: readonly ContractChange[],
  types: readonly PlacedType[],
): string {
  const edits: ContractEdit[] = changes.map(({ path, newValue }) => ({ path: parseDataPath(path), value: newValue }));
  const { text } = editContract(document, edits);
  const list = ['chunks', chunk, 'types'];
  const first = itemCount({ file: document.file, text }, list);
  const insertions = types.map(({ name, file, definition }, position) => ({
    path: [...list, first + position],
    value: { name, file, definition },
  }));
  return editContract({ file: document.file, text }, insertions).text;
}
