/** The two sides of a difference, as they are printed. `undefined` if there is nothing on a side. */
export interface ShownDifference {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const MAX_LENGTH = 120;
/** What is printed around the part that differs. */
const CONTEXT = 24;
const MAX_PARTS = 3;

/** The parts of two texts that differ. A part that several differences share is printed once. */
export function describeDifferences(differences: readonly ShownDifference[]): { expected: string; actual: string } {
  const distinct = new Map<string, ShownDifference>();
  for (const { before, after } of differences) {
    const shown = narrow(toLine(before), toLine(after));
    distinct.set(JSON.stringify([shown.before, shown.after]), shown);
  }
  const all = [...distinct.values()];
  const join = (texts: readonly (string | undefined)[]): string => {
    const known = [...new Set(texts.filter((text) => text !== undefined))];
    const more = known.length - MAX_PARTS;
    if (known.length === 0) return 'no value';
    return [...known.slice(0, MAX_PARTS), ...(more > 0 ? [`${more} more`] : [])].join('; ');
  };
  return { expected: join(all.map(({ before }) => before)), actual: join(all.map(({ after }) => after)) };
}

/** Long texts without what they have in common at their start and at their end. */
function narrow(before: string | undefined, after: string | undefined): ShownDifference {
  if (before === undefined || after === undefined) return { before: shorten(before), after: shorten(after) };
  if (before.length <= MAX_LENGTH && after.length <= MAX_LENGTH) return { before, after };
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  const rest = Math.min(before.length, after.length) - start;
  while (end < rest && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const from = Math.max(0, start - CONTEXT);
  const cut = (text: string): string => {
    const to = Math.min(text.length, text.length - end + CONTEXT);
    return `${from > 0 ? '…' : ''}${shorten(text.slice(from, to))}${to < text.length ? '…' : ''}`;
  };
  return { before: cut(before), after: cut(after) };
}

function shorten<Text extends string | undefined>(text: Text): Text | string {
  return text !== undefined && text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

function toLine(text: string | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, ' ').trim();
}
