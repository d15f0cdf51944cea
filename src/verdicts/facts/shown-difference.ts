/** Enough to recognise a value, and short enough that a fact stays one line. */
const MAX_LENGTH = 80;
/** What is left of the equal start of two long texts, so that the difference has a context. */
const CONTEXT = 20;

interface Difference {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Two texts on one line each, cut so that the part that differs is visible. */
export function showDifference(before: string | undefined, after: string | undefined): Difference {
  const [one, other] = [toLine(before), toLine(after)];
  const start = Math.max(0, equalStart(one ?? '', other ?? '') - CONTEXT);
  const isLong = Math.max(one?.length ?? 0, other?.length ?? 0) > MAX_LENGTH;
  const from = isLong && one !== undefined && other !== undefined ? start : 0;
  return { before: one && cut(one, from), after: other && cut(other, from) };
}

function toLine(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, ' ').trim();
}

function equalStart(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at++) if (one[at] !== other[at]) return at;
  return end;
}

function cut(text: string, from: number): string {
  const part = text.slice(from, from + MAX_LENGTH);
  return `${from > 0 ? '…' : ''}${part}${from + MAX_LENGTH < text.length ? '…' : ''}`;
}
