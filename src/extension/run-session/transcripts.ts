import * as l10n from '@vscode/l10n';
import { appendEntry } from '../../webview/protocol/join-transcript.ts';
import type { TranscriptPiece } from '../../webview/protocol/results-messages.ts';
import type { TranscriptEntry } from '../../webview/protocol/results-panel-data.ts';

/** The maximum size of one attempt's transcript, in characters. */
const MAX_CHARACTERS = 200_000;

interface Transcript {
  readonly chunk: string;
  readonly attempt: number;
  entries: readonly TranscriptEntry[];
  /** Entries that `takeUnsent` has not returned yet. */
  unsent: readonly TranscriptEntry[];
  size: number;
}

/** The size-limited transcript of each attempt. A panel takes new entries in pieces. */
export class Transcripts {
  readonly #all = new Map<string, Transcript>();

  append(chunk: string, attempt: number, entry: TranscriptEntry): void {
    const key = `${attempt} ${chunk}`;
    const transcript = this.#all.get(key) ?? { chunk, attempt, entries: [], unsent: [], size: 0 };
    this.#all.set(key, transcript);
    if (transcript.size > MAX_CHARACTERS) return;
    transcript.size += measureSize(entry);
    const kept: TranscriptEntry =
      transcript.size > MAX_CHARACTERS ? { kind: 'note', text: l10n.t('The rest is too long to show here.') } : entry;
    transcript.entries = appendEntry(transcript.entries, kept);
    transcript.unsent = appendEntry(transcript.unsent, kept);
  }

  /** Returns all entries and marks them as sent. */
  takeAll(): TranscriptPiece[] {
    return [...this.#all.values()].map((transcript) => {
      transcript.unsent = [];
      return { chunk: transcript.chunk, attempt: transcript.attempt, entries: [...transcript.entries] };
    });
  }

  /** Returns the entries added since the last call of `takeAll` or `takeUnsent`. */
  takeUnsent(): TranscriptPiece[] {
    const pieces = [...this.#all.values()]
      .filter((transcript) => transcript.unsent.length > 0)
      .map(({ chunk, attempt, unsent }) => ({ chunk, attempt, entries: [...unsent] }));
    for (const transcript of this.#all.values()) transcript.unsent = [];
    return pieces;
  }
}

function measureSize(entry: TranscriptEntry): number {
  return entry.kind === 'tool'
    ? entry.name.length + entry.subject.length + (entry.note?.length ?? 0)
    : entry.text.length;
}
