import { appendEntry } from '../protocol/join-transcript.ts';
import type { MessageToResultsPanel, TranscriptPiece } from '../protocol/results-messages.ts';
import type { ChunkView, ResultsView, TranscriptEntry } from '../protocol/results-panel-data.ts';

/** The state of the page. Immutable. */
export interface PanelState {
  readonly view: ResultsView | undefined;
  readonly transcripts: ReadonlyMap<string, readonly TranscriptEntry[]>;
}

export const emptyState: PanelState = { view: undefined, transcripts: new Map() };

/** Applies a message of the extension. */
export function applyMessage(state: PanelState, message: MessageToResultsPanel): PanelState {
  switch (message.type) {
    case 'show':
      return {
        view: { header: message.header, chunks: message.chunks },
        transcripts: addPieces(new Map(), message.transcripts),
      };
    case 'update':
      return { ...state, view: { header: message.header, chunks: mergeChunks(state.view, message) } };
    case 'transcript':
      return { ...state, transcripts: addPieces(state.transcripts, message.pieces) };
  }
}

export function getTranscript(state: PanelState, chunk: string, attempt: number): readonly TranscriptEntry[] {
  return state.transcripts.get(transcriptKey(chunk, attempt)) ?? [];
}

function mergeChunks(
  view: ResultsView | undefined,
  update: Extract<MessageToResultsPanel, { type: 'update' }>,
): readonly ChunkView[] {
  const known = new Map(view?.chunks.map((chunk) => [chunk.id, chunk]));
  for (const chunk of update.chunks) known.set(chunk.id, chunk);
  return update.order.flatMap((id) => known.get(id) ?? []);
}

function addPieces(
  transcripts: ReadonlyMap<string, readonly TranscriptEntry[]>,
  pieces: readonly TranscriptPiece[],
): ReadonlyMap<string, readonly TranscriptEntry[]> {
  const next = new Map(transcripts);
  for (const { chunk, attempt, entries } of pieces) {
    const key = transcriptKey(chunk, attempt);
    next.set(key, entries.reduce(appendEntry, next.get(key) ?? []));
  }
  return next;
}

function transcriptKey(chunk: string, attempt: number): string {
  return `${attempt} ${chunk}`;
}
