/**
 * Finds lines that stand for code which was left out ("rest unchanged", "… existing code …"). Written to a file they
 * would replace that code, so such a write is refused.
 */

/** What opens a comment, in the languages that models write; an ellipsis opens an elision without one. */
const COMMENT = /^(?:\/\/+|\/\*+|\{\/\*+|<!--+|#+(?!!)|--+|;+|%+|'{3}|"{3})\s*(.*?)\s*(?:\*+\/\}?|--+>|'{3}|"{3})?$/;
const ELLIPSIS = /\.{3,}|…/;

const THINGS =
  '(?:code|file|files|function|functions|class|classes|method|methods|module|component|implementation|imports?|exports?|contents?|logic|tests?|definitions?|types?|interfaces?|fields?|properties|cases|styles?|markup|body|lines?|section|document|script|handlers?|routes?|above|below)';
const UNCHANGED =
  '(?:unchanged|not changed|no changes?|the same|same as (?:before|above|original)|as (?:before|is|above)|omitted|elided|snipped|truncated|remains?|stays?|goes here|here|kept)';

/** Sentences that need no ellipsis to be understood. */
const PLAIN_WORDS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:rest|remainder|remaining)\\b(?: of)?(?: (?:the|this|your|my|its|existing|original|other|previous))* ${THINGS}\\b.*\\b${UNCHANGED}\\b`,
    'i',
  ),
  /^(?:the )?(?:rest|remainder|everything else|all else)(?: (?:is|are|remains?|stays?))?(?: the)? (?:unchanged|same|omitted|as (?:before|is))\b/i,
  new RegExp(
    `\\b(?:existing|previous|original|other|unchanged)\\b(?: \\w+)? ${THINGS}\\b.{0,20}\\b(?:unchanged|omitted|elided|here|as before|stays? the same|remains? the same|goes here)\\b`,
    'i',
  ),
  new RegExp(
    `^(?:keep|insert|include)(?: all)?(?: the| your)? (?:existing|previous|original|rest of the)(?: \\w+)? ${THINGS}(?: (?:here|as is|as before|unchanged|below|above))?$`,
    'i',
  ),
  /\b(?:omitted|truncated|shortened|elided|snipped|removed) for (?:brevity|clarity|space)\b/i,
  /^(?:unchanged|no changes?|same as before|as before|snip|code omitted|omitted)\b(?: (?:code|here|below|above))?[.\s]*$/i,
];

/** Words that make an elision of a line with an ellipsis. */
const WITH_ELLIPSIS =
  /\b(?:rest|remainder|remaining|existing|unchanged|previous|original|omitted|elided|snip(?:ped)?|truncated|same|other|more|continues?|etc|unmodified|as before)\b/i;

/** Longer lines are code or data. */
const LONGEST_ELISION = 160;

/** Prose and data in which an ellipsis alone, or a sentence about code, is ordinary. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;

/** The first line that stands for left-out code and is not in the file already; undefined where there is none. */
export function elidedLine(path: string, content: string, existing: string | undefined): string | undefined {
  const known = new Set((existing ?? '').split(/\r?\n/).map((line) => line.trim()));
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .find((line) => isElision(line, PROSE.test(path)) && !known.has(line));
}

/** Why such a write is refused, for the model. */
export function elisionReason(path: string, line: string): string {
  return `The line "${line}" stands for code that was left out, and writing it would delete that code from ${path}. Write the whole content, or change only a part with edit_file.`;
}

function isElision(line: string, prose: boolean): boolean {
  if (line.length > LONGEST_ELISION) return false;
  const comment = COMMENT.exec(line)?.[1];
  const openEllipsis = /^(?:\[|\(|\{)?\s*(?:\.{3,}|…)/.test(line);
  if (comment === undefined && !openEllipsis) return false;
  const body = (comment ?? line).trim();
  const words = body
    .replace(/\.{3,}|…/g, ' ')
    .replace(/^[\s[({*<-]+|[\s\])}*>-]+$/g, '')
    .replace(/\s+/g, ' ');
  if (ELLIPSIS.test(body)) {
    if (words === '') return comment !== undefined && !prose;
    // Code that spreads or takes a rest ("...existing, name") is no sentence.
    if (comment === undefined && /[(){};=,:]/.test(words)) return false;
    if (
      comment === undefined &&
      !/\s/.test(words) &&
      !/^(?:unchanged|omitted|snip|snipped|elided|truncated)$/i.test(words)
    )
      return false;
    if (words.split(' ').length <= 10 && WITH_ELLIPSIS.test(words)) return true;
  }
  return comment !== undefined && words.split(' ').length <= 14 && PLAIN_WORDS.some((pattern) => pattern.test(words));
}
