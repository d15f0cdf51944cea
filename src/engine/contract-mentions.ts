import type { ContractDocument, DataPath } from '../contract/document.ts';
import type { ContractMention } from '../engine.ts';
import { mentionsOf } from '../impact/contracts-naming.ts';
import { locationOf } from '../shared/position.ts';

/** Every place in these contracts that names one of a file's exports, contract by contract. */
export function mentionsIn(
  documents: readonly ContractDocument[],
  file: string,
  names: readonly string[],
): readonly ContractMention[] {
  return documents.flatMap((document) =>
    names.flatMap((name) =>
      mentionsOf(document, file, name).map((path) => ({
        name,
        title: titleAt(document, path),
        location: locationOf(document.file, document.rangeOf(path)),
      })),
    ),
  );
}

function titleAt({ contract, file }: ContractDocument, [list, at]: DataPath): string {
  const chunk = list === 'chunks' && typeof at === 'number' ? contract?.chunks[at] : undefined;
  return chunk?.title ?? contract?.spec.title ?? file;
}
