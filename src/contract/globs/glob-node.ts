/** How often the alternatives of a group occur; `none`: any part of a segment that no alternative matches. */
export type GroupRepeat = 'once' | 'optional' | 'any' | 'some' | 'none';

/** An inclusive range of UTF-16 code units. */
export type CodeRange = readonly [from: number, to: number];

/** A part of a glob pattern. Only `text`, `folders` and `rest` can match a `/`. */
export type GlobNode =
  | { readonly kind: 'text'; readonly text: string }
  /** One character: in one of the ranges, or with `negated` in none of them. */
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly CodeRange[] }
  /** Any part of one path segment: `*`. */
  | { readonly kind: 'star' }
  /** Any number of whole folders, each with its `/`: `**` and the `/` after it. */
  | { readonly kind: 'folders' }
  /** Any text: a final `**`. */
  | { readonly kind: 'rest' }
  | {
      readonly kind: 'group';
      readonly repeat: GroupRepeat;
      readonly alternatives: readonly (readonly GlobNode[])[];
    };

/** One character other than `/`: `?`. */
export const ANY_CHARACTER: GlobNode = { kind: 'class', negated: true, ranges: [] };

/** Everything below the path before it, and that path itself: a final `/**`. */
export const SELF_OR_BELOW: GlobNode = {
  kind: 'group',
  repeat: 'optional',
  alternatives: [[{ kind: 'text', text: '/' }, { kind: 'rest' }]],
};
