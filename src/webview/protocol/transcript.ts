import type { TranscriptEntry } from './view.ts';

/** Text that follows text of its kind becomes one entry, however small the pieces in which it streamed. */
export function joinEntry(entries: readonly TranscriptEntry[], entry: TranscriptEntry): readonly TranscriptEntry[] {
  const last = entries.at(-1);
  if (last?.kind === 'text' && entry.kind === 'text')
    return [...entries.slice(0, -1), { kind: 'text', text: last.text + entry.text }];
  if (last?.kind === 'reasoning' && entry.kind === 'reasoning')
    return [...entries.slice(0, -1), { kind: 'reasoning', text: last.text + entry.text }];
  return [...entries, entry];
}
