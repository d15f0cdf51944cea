import { disarmMarkers, withMarker, type Marker } from '../marker.ts';

/** The longest texts that GitHub accepts, in characters. */
const LONGEST_BODY = 65_536;
const LONGEST_TITLE = 256;
const LONGEST_DESCRIPTION = 140;

const SHORTENED = '\n\n*This text was shortened: GitHub accepts no longer one.*';

/** The text of an object with its marker. A text that is too long is cut before the marker. */
export function createBody(text: string, marker: Marker): string {
  const body = withMarker(text, marker);
  if (body.length <= LONGEST_BODY) return body;
  const room = LONGEST_BODY - withMarker(SHORTENED, marker).length;
  return withMarker(cut(disarmMarkers(text), room) + SHORTENED, marker);
}

/** A text with its end. A text that is too long is cut before the end. */
export function cutBody(text: string, end: string): string {
  if (text.length + end.length <= LONGEST_BODY) return text + end;
  return cut(text, LONGEST_BODY - SHORTENED.length - end.length) + SHORTENED + end;
}

/** The title of an issue or a pull request, on one line. */
export function createTitle(text: string): string {
  return shorten(text.replaceAll(/\s+/g, ' ').trim(), LONGEST_TITLE);
}

/** The description of a status. */
export function createDescription(text: string): string {
  return shorten(text, LONGEST_DESCRIPTION);
}

function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${cut(text, length - 1)}…`;
}

/** Cuts a text, but not between the halves of a surrogate pair. */
function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
