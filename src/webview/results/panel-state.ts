import type { ToPanel, TranscriptPiece } from '../protocol/messages.ts';
import { joinEntry } from '../protocol/transcript.ts';
import type { ChunkView, PanelView, TranscriptEntry } from '../protocol/view.ts';

/** Everything the page draws. Replaced, never changed in place. */
export interface PanelState {
  readonly view: PanelView | undefined;
  readonly transcripts: ReadonlyMap<string, readonly TranscriptEntry[]>;
}

export const emptyState: PanelState = { view: undefined, transcripts: new Map() };

/** The state after a message of the extension. */
export function applyMessage(state: PanelState, message: ToPanel): PanelState {
  switch (message.type) {
    case 'show':
      return {
        view: { header: message.header, chunks: message.chunks },
        transcripts: withPieces(new Map(), message.transcripts),
      };
    case 'update':
      return { ...state, view: { header: message.header, chunks: merged(state.view, message) } };
    case 'transcript':
      return { ...state, transcripts: withPieces(state.transcripts, message.pieces) };
  }
}

export function transcriptOf(state: PanelState, chunk: string, attempt: number): readonly TranscriptEntry[] {
  return state.transcripts.get(transcriptKey(chunk, attempt)) ?? [];
}

function merged(view: PanelView | undefined, update: Extract<ToPanel, { type: 'update' }>): readonly ChunkView[] {
  const known = new Map(view?.chunks.map((chunk) => [chunk.id, chunk]));
  for (const chunk of update.chunks) known.set(chunk.id, chunk);
  return update.order.flatMap((id) => known.get(id) ?? []);
}

function withPieces(
  transcripts: ReadonlyMap<string, readonly TranscriptEntry[]>,
  pieces: readonly TranscriptPiece[],
): ReadonlyMap<string, readonly TranscriptEntry[]> {
  const next = new Map(transcripts);
  for (const { chunk, attempt, entries } of pieces) {
    const key = transcriptKey(chunk, attempt);
    next.set(key, entries.reduce(joinEntry, next.get(key) ?? []));
  }
  return next;
}

function transcriptKey(chunk: string, attempt: number): string {
  return `${attempt} ${chunk}`;
}
