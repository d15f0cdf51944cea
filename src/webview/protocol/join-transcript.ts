import type { TranscriptEntry } from './results-panel-data.ts';

/** Appends an entry. Streamed text is merged with a preceding entry of the same kind. */
export function appendEntry(entries: readonly TranscriptEntry[], entry: TranscriptEntry): readonly TranscriptEntry[] {
  const last = entries.at(-1);
  if (last?.kind === 'text' && entry.kind === 'text')
    return [...entries.slice(0, -1), { kind: 'text', text: last.text + entry.text }];
  if (last?.kind === 'reasoning' && entry.kind === 'reasoning')
    return [...entries.slice(0, -1), { kind: 'reasoning', text: last.text + entry.text }];
  return [...entries, entry];
}
