import type { LineComment } from './forge.ts';

/** The lines of a changed file that a comment can be on: the changed lines and their context, in the new file. */
export type CommentableLines = readonly (readonly [first: number, last: number])[];

const HUNK = /^@@ -\d+(?:,\d+)? \+(?<first>\d+)(?:,(?<count>\d+))? @@/gm;

/** The lines of the hunks of a unified diff of one file. */
export function readCommentableLines(patch: string): CommentableLines {
  return [...patch.matchAll(HUNK)].flatMap(({ groups }) => {
    const first = Number(groups?.['first']);
    const count = Number(groups?.['count'] ?? 1);
    return count === 0 ? [] : [[first, first + count - 1] as const];
  });
}

export interface PlacedComments {
  /** The comments on lines of the change. */
  readonly inline: readonly (LineComment & { readonly line: number })[];
  /** The text of the review, with the comments that are outside the change. */
  readonly body: string;
  /** The comments that are outside the change. */
  readonly outside: readonly OutsideComment[];
}

/** A comment that is not on a line of the change. */
export interface OutsideComment {
  readonly path: string;
  readonly line?: number | undefined;
  /** The lines of this file that comments can be on. Empty if the change does not contain the file. */
  readonly possible: CommentableLines;
}

/**
 * Divides comments into those on lines of the change and those that become a part of the summary. A forge refuses a whole
 * review if one of its comments is outside the change.
 *
 * @param files the commentable lines of each changed file
 */
export function placeComments(
  body: string,
  comments: readonly LineComment[],
  files: ReadonlyMap<string, CommentableLines>,
): PlacedComments {
  const inline: (LineComment & { readonly line: number })[] = [];
  const outside: LineComment[] = [];
  for (const comment of comments) {
    const { path, line } = comment;
    const ranges = files.get(path) ?? [];
    if (line !== undefined && ranges.some(([first, last]) => first <= line && line <= last)) {
      inline.push({ ...comment, line });
    } else outside.push(comment);
  }
  const places = outside.map(({ path, line }) => ({ path, line, possible: files.get(path) ?? [] }));
  return {
    inline,
    outside: places,
    body: outside.length === 0 ? body : `${body}\n\n${formatOutside(outside)}`.trimStart(),
  };
}

function formatOutside(comments: readonly LineComment[]): string {
  const lines = comments.map(({ path, line, body }) => {
    const place = line === undefined ? path : `${path}:${line}`;
    return `- \`${place}\`: ${body.trim().replaceAll('\n', '\n  ')}`;
  });
  return `**Comments on lines outside the change**\n\n${lines.join('\n')}`;
}
