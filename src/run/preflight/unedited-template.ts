import type { ContractDocument } from '../../contract/document.ts';
import type { Chunk } from '../../contract/model.ts';
import { findPlaceholders } from '../../contract/placeholders.ts';
import type { Blocker } from '../report/run-result.ts';

/** [EDIT-7] Blocks a chunk whose contract still contains the text of a template. No attempt could make sense of it. */
export function findUneditedTemplate(document: ContractDocument, chunk: Chunk): readonly Blocker[] {
  return findPlaceholders(document, chunk.id).map(({ field, value, line }) => ({
    type: 'placeholder',
    item: field,
    details: `${document.file}:${line}: ${field} is still the placeholder "${value}". Replace it with your own text.`,
  }));
}
