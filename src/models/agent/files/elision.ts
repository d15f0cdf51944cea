/**
 * Finds placeholders for omitted code ("rest unchanged", "… existing code …"). Writing a placeholder would delete the
 * code that it replaces, so such writes are refused.
 */

/** A comment in a common language. A placeholder with an ellipsis may also be outside a comment. */
const COMMENT = /^(?:\/\/+|\/\*+|\{\/\*+|<!--+|#+(?!!)|--+|;+|%+|'{3}|"{3})\s*(.*?)\s*(?:\*+\/\}?|--+>|'{3}|"{3})?$/;
const ELLIPSIS = /\.{3,}|…/;

const CODE_NOUNS =
  '(?:code|file|files|function|functions|class|classes|method|methods|module|component|implementation|imports?|exports?|contents?|logic|tests?|definitions?|types?|interfaces?|fields?|properties|cases|styles?|markup|body|lines?|section|document|script|handlers?|routes?|above|below)';
const UNCHANGED =
  '(?:unchanged|not changed|no changes?|the same|same as (?:before|above|original)|as (?:before|is|above)|omitted|elided|snipped|truncated|remains?|stays?|goes here|here|kept)';

/** Placeholders that need no ellipsis. */
const WITHOUT_ELLIPSIS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:rest|remainder|remaining)\\b(?: of)?(?: (?:the|this|your|my|its|existing|original|other|previous))* ${CODE_NOUNS}\\b.*\\b${UNCHANGED}\\b`,
    'i',
  ),
  /^(?:the )?(?:rest|remainder|everything else|all else)(?: (?:is|are|remains?|stays?))?(?: the)? (?:unchanged|same|omitted|as (?:before|is))\b/i,
  new RegExp(
    `\\b(?:existing|previous|original|other|unchanged)\\b(?: \\w+)? ${CODE_NOUNS}\\b.{0,20}\\b(?:unchanged|omitted|elided|here|as before|stays? the same|remains? the same|goes here)\\b`,
    'i',
  ),
  new RegExp(
    `^(?:keep|insert|include)(?: all)?(?: the| your)? (?:existing|previous|original|rest of the)(?: \\w+)? ${CODE_NOUNS}(?: (?:here|as is|as before|unchanged|below|above))?$`,
    'i',
  ),
  /\b(?:omitted|truncated|shortened|elided|snipped|removed) for (?:brevity|clarity|space)\b/i,
  /^(?:unchanged|no changes?|same as before|as before|snip|code omitted|omitted)\b(?: (?:code|here|below|above))?[.\s]*$/i,
];

/** Words that identify a line with an ellipsis as a placeholder. */
const WITH_ELLIPSIS =
  /\b(?:rest|remainder|remaining|existing|unchanged|previous|original|omitted|elided|snip(?:ped)?|truncated|same|other|more|continues?|etc|unmodified|as before)\b/i;

/** The maximum length of a placeholder. Longer lines are code or data. */
const MAX_PLACEHOLDER_LENGTH = 160;

/** Files that contain prose. In them, a line that looks like a comment with only an ellipsis (`# …`) is no placeholder. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i;

/** The first line that is a placeholder and does not occur in the existing file; `undefined` if there is none. */
export function findPlaceholderLine(path: string, content: string, existing: string | undefined): string | undefined {
  const known = new Set((existing ?? '').split(/\r?\n/).map((line) => line.trim()));
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .find((line) => isPlaceholder(line, PROSE.test(path)) && !known.has(line));
}

/** The reason why a placeholder is refused, for the model. */
export function describePlaceholder(path: string, line: string): string {
  return `The line "${line}" is a placeholder for omitted code. Writing it would delete that code from ${path}. Write the omitted code in full, or replace only the lines that change.`;
}

function isPlaceholder(line: string, prose: boolean): boolean {
  if (line.length > MAX_PLACEHOLDER_LENGTH) return false;
  const comment = COMMENT.exec(line)?.[1];
  const startsWithEllipsis = /^(?:\[|\(|\{)?\s*(?:\.{3,}|…)/.test(line);
  if (comment === undefined && !startsWithEllipsis) return false;
  const body = (comment ?? line).trim();
  const words = body
    .replace(/\.{3,}|…/g, ' ')
    .replace(/^[\s[({*<-]+|[\s\])}*>-]+$/g, '')
    .replace(/\s+/g, ' ');
  if (ELLIPSIS.test(body)) {
    if (words === '') return comment !== undefined && !prose;
    // Spread and rest syntax ("...existing, name") is code.
    if (comment === undefined && /[(){};=,:]/.test(words)) return false;
    if (
      comment === undefined &&
      !/\s/.test(words) &&
      !/^(?:unchanged|omitted|snip|snipped|elided|truncated)$/i.test(words)
    )
      return false;
    if (words.split(' ').length <= 10 && WITH_ELLIPSIS.test(words)) return true;
  }
  return (
    comment !== undefined && words.split(' ').length <= 14 && WITHOUT_ELLIPSIS.some((pattern) => pattern.test(words))
  );
}
