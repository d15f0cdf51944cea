import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';

/**
 * Identifies an object that Holdfast created on a forge. The marker is hidden in the text of the object, so the object is
 * found again if the process was killed after it was created [IDEM].
 */
export interface Marker {
  readonly item: string;
  readonly round: number;
  readonly stage: StageName;
  /** Unique within the stage of a round, for example `document` or `sub-item/parser`. */
  readonly key: string;
}

const MARKER_LINE = /^<!-- holdfast: item=\S+ round=\d+ stage=[a-z]+ key=\S+ -->$/;

/** The marker as a comment that Markdown does not show. */
export function formatMarker({ item, round, stage, key }: Marker): string {
  return `<!-- holdfast: item=${encode(item)} round=${round} stage=${stage} key=${encode(key)} -->`;
}

/** The text of an object with its marker at the end. Markers that the text already contains become visible text. */
export function withMarker(text: string, marker: Marker): string {
  return `${disarmMarkers(text)}\n\n${formatMarker(marker)}`;
}

/** Whether a text carries a marker, as its last line. A marker that is quoted elsewhere does not count. */
export function carriesMarker(text: string, marker: Marker): boolean {
  return findMarker(text) === formatMarker(marker);
}

/** Whether Holdfast wrote a text. */
export function isMarked(text: string): boolean {
  return findMarker(text) !== undefined;
}

/** The marker in the last line of a text, as `formatMarker` writes it; undefined if there is none. */
export function findMarker(text: string): string | undefined {
  const last = text.trimEnd().split(/\r?\n/).at(-1) ?? '';
  return MARKER_LINE.test(last) ? last : undefined;
}

/** A text as people read it: without the marker in its last line. */
export function withoutMarker(text: string): string {
  return isMarked(text) ? text.trimEnd().split(/\r?\n/).slice(0, -1).join('\n').trimEnd() : text;
}

/** Makes the markers in a text visible: the text of a model or a person must not pass for a marker. */
export function disarmMarkers(text: string): string {
  return text.replaceAll('<!-- holdfast:', '<!-- (holdfast):');
}

/** Percent-encodes what would end the marker or one of its values. */
function encode(value: string): string {
  return encodeURIComponent(value).replaceAll('-', '%2D');
}
