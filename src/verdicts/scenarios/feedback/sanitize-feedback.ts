import { decodedViews, encodedRuns, type MappedText } from '../../../workspace/holdout/decoded-views.ts';
import type { OffsetRange } from '../../../contract/source/source-node.ts';
import type { HiddenTexts } from './hidden-texts.ts';

/** What replaces a hidden text. It has no letters, so that a search for hidden texts ignores it. */
export const REMOVED = '[…]';

/** Texts that are longer are cut before the search, whose time grows with the length. */
const MAX_CHARACTERS = 20_000;

/** If so many removals leave something to remove, nothing is shown. */
const MAX_ROUNDS = 20;

/**
 * Removes from an output what quotes a scenario or its scripts, also in another encoding: escaped as JSON, in a URL or in
 * HTML, encoded as base64 or as bytes, with other white space, other case, or with line breaks and colors in between. When
 * undecided, it removes the text: the holdout depends on it.
 */
export function sanitizeFeedback(output: string, hidden: HiddenTexts): string {
  // A text that is cut in the middle of a quotation is still found: each part of a quotation is one.
  let text = output.length > MAX_CHARACTERS ? output.slice(-MAX_CHARACTERS) : output;
  text = toSingleLineEnds(text);
  // What is next to each other after a removal can be a quotation again.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const ranges = decodedViews(text).flatMap((view) => hiddenRanges(view, hidden));
    if (ranges.length === 0) return text;
    text = removeRanges(text, ranges);
  }
  return REMOVED;
}

function toSingleLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** The ranges of the original text that a view shows to be hidden. */
function hiddenRanges(view: MappedText, hidden: HiddenTexts): readonly OffsetRange[] {
  const found = [
    ...hidden.find(view.text),
    ...encodedRuns(view.text).filter((run) => run.decodings.some((decoded) => isHidden(decoded, hidden, 1))),
  ];
  return found.map(({ start, end }) => ({ start: view.starts[start] ?? 0, end: view.ends[end - 1] ?? 0 }));
}

/** Whether decoded data is a hidden text, or is encoded itself. */
function isHidden(decoded: string, hidden: HiddenTexts, depth: number): boolean {
  if (decodedViews(decoded).some(({ text }) => hidden.isQuotedIn(text))) return true;
  return (
    depth > 0 &&
    encodedRuns(decoded).some(({ decodings }) => decodings.some((inner) => isHidden(inner, hidden, depth - 1)))
  );
}

function removeRanges(text: string, ranges: readonly OffsetRange[]): string {
  const sorted = [...ranges].sort((one, other) => one.start - other.start);
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end } of sorted) {
    if (start > position) pieces.push(text.slice(position, start));
    if (end <= position) continue;
    if (start >= position || pieces.length === 0) pieces.push(REMOVED);
    position = end;
  }
  pieces.push(text.slice(position));
  return pieces.join('').replace(/(?:\[…\][\s"'`,:;]*){2,}/g, `${REMOVED} `);
}
