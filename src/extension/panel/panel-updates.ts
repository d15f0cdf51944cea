import type { ToPanel } from '../../webview/protocol/messages.ts';
import type { ChunkView, HeaderView, PanelView } from '../../webview/protocol/view.ts';

/** What a panel that shows `before` must be told so that it shows `after`; nothing where they are the same. */
export function panelUpdate(before: PanelView, after: PanelView): ToPanel | undefined {
  const known = new Map(before.chunks.map((chunk) => [chunk.id, chunk]));
  const changed = after.chunks.filter((chunk) => !isSameChunk(known.get(chunk.id), chunk));
  const order = after.chunks.map((chunk) => chunk.id);
  const sameOrder = order.join('\n') === before.chunks.map((chunk) => chunk.id).join('\n');
  if (changed.length === 0 && sameOrder && isSameHeader(before.header, after.header)) return undefined;
  return { type: 'update', header: after.header, order, chunks: changed };
}

/** Runs keep untouched chunks as the same object; checks make them anew, and those are small. */
function isSameChunk(before: ChunkView | undefined, after: ChunkView): boolean {
  if (before === after) return true;
  if (!before || before.attempts.length > 0 || after.attempts.length > 0) return false;
  return JSON.stringify(before) === JSON.stringify(after);
}

function isSameHeader(before: HeaderView, after: HeaderView): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}
