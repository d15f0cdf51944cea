import type { TranscriptPiece } from '../../webview/protocol/messages.ts';
import { joinEntry } from '../../webview/protocol/transcript.ts';
import type { TranscriptEntry } from '../../webview/protocol/view.ts';

/** How much of one attempt's transcript is kept, in characters: the panel is for reading along. */
const LIMIT = 200_000;

interface Transcript {
  readonly chunk: string;
  readonly attempt: number;
  entries: readonly TranscriptEntry[];
  /** Entries that were not handed out yet. */
  unsent: readonly TranscriptEntry[];
  size: number;
}

/** What the model said and did, per attempt, bounded, in pieces for a panel that follows along. */
export class Transcripts {
  readonly #all = new Map<string, Transcript>();

  append(chunk: string, attempt: number, entry: TranscriptEntry): void {
    const key = `${attempt} ${chunk}`;
    const transcript = this.#all.get(key) ?? { chunk, attempt, entries: [], unsent: [], size: 0 };
    this.#all.set(key, transcript);
    if (transcript.size > LIMIT) return;
    transcript.size += sizeOf(entry);
    const kept: TranscriptEntry =
      transcript.size > LIMIT ? { kind: 'note', text: 'The rest is too long to be shown here.' } : entry;
    transcript.entries = joinEntry(transcript.entries, kept);
    transcript.unsent = joinEntry(transcript.unsent, kept);
  }

  /** Everything so far; what is handed out here counts as sent. */
  all(): TranscriptPiece[] {
    return [...this.#all.values()].map((transcript) => {
      transcript.unsent = [];
      return { chunk: transcript.chunk, attempt: transcript.attempt, entries: [...transcript.entries] };
    });
  }

  /** What came since the last call. */
  unsent(): TranscriptPiece[] {
    const pieces = [...this.#all.values()]
      .filter((transcript) => transcript.unsent.length > 0)
      .map(({ chunk, attempt, unsent }) => ({ chunk, attempt, entries: [...unsent] }));
    for (const transcript of this.#all.values()) transcript.unsent = [];
    return pieces;
  }
}

function sizeOf(entry: TranscriptEntry): number {
  return entry.kind === 'tool'
    ? entry.name.length + entry.subject.length + (entry.note?.length ?? 0)
    : entry.text.length;
}
