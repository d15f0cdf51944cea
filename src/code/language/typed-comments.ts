/** JSDoc tags that declare or import a type in a JavaScript file. */
const tags = ['@typedef', '@callback', '@import'];

/**
 * Whether comments of a JavaScript text may declare types or import modules. The lexer skips comments, so such a text needs
 * the full parser. The check is fast and can return false positives but no false negatives.
 */
export function mayHaveTypesInComments(text: Buffer): boolean {
  return tags.some((tag) => text.includes(tag)) || mayHaveImportInComment(text);
}

/**
 * Whether `import(` occurs in a JSDoc comment. A string that looks like the start of a comment cannot hide a comment:
 * both end at the same closing delimiter.
 */
function mayHaveImportInComment(text: Buffer): boolean {
  let open = text.indexOf('/**');
  let close = commentEnd(text, open);
  for (let at = open < 0 ? -1 : text.indexOf('import', open); at >= 0; at = text.indexOf('import', at + 1)) {
    if (!isFollowedByParenthesis(text, at + 'import'.length)) continue;
    while (close < at) {
      open = text.indexOf('/**', close + 1);
      if (open < 0) return false;
      close = commentEnd(text, open);
    }
    if (open < at) return true;
  }
  return false;
}

function commentEnd(text: Buffer, open: number): number {
  const close = text.indexOf('*/', open + 2);
  return close < 0 ? text.length : close;
}

/** Whether an opening parenthesis follows, after white space and the asterisks at the start of comment lines. */
function isFollowedByParenthesis(text: Buffer, from: number): boolean {
  for (let at = from; ; at++) {
    const byte = text[at];
    if (byte === 0x28) return true;
    if (byte === undefined || !(byte <= 0x20 || byte === 0x2a || byte >= 0x80)) return false;
  }
}
