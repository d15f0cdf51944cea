import type { ContractDocument } from '../contract/document.ts';
import { readForm } from '../contract/forms/contract-form.ts';
import { parseSource } from '../contract/source/parse-source.ts';
import { childOf, itemsOf, textOf } from '../contract/source/source-node.ts';
import { LineMap } from '../shared/position.ts';

/** The id of each chunk by its position, as far as one is written: for files that have not the shape of a contract, too. */
export function chunkIds({ contract, file, text }: ContractDocument): (position: number) => string | undefined {
  let written: readonly (string | undefined)[] | undefined;
  return (position) => {
    if (contract) return contract.chunks[position]?.id;
    written ??= itemsOf(childOf(readForm(file, parseSource(file, text, new LineMap(text)).root).root, 'chunks')).map(
      (chunk) => textOf(childOf(chunk, 'id')),
    );
    return written[position];
  };
}
