/** Tags by which a comment of a JavaScript file declares a type or imports one. */
const tags = ['@typedef', '@callback', '@import'];

/**
 * Whether the comments of a JavaScript text may declare types or name modules, which the lexer passes over: then the
 * text is for the full parser. Cheap, and wrong only in that it may say so of other texts.
 */
export function mayTypeInComments(text: Buffer): boolean {
  return tags.some((tag) => text.includes(tag)) || mayImportInComment(text);
}

/**
 * Whether `import(` stands in a comment that begins with two asterisks: only in such ones types are read. Strings that
 * look like the beginning of a comment hide none, for a comment goes to the first sign of an end in any case.
 */
function mayImportInComment(text: Buffer): boolean {
  let open = text.indexOf('/**');
  let close = closeOf(text, open);
  for (let at = open < 0 ? -1 : text.indexOf('import', open); at >= 0; at = text.indexOf('import', at + 1)) {
    if (!isCalled(text, at + 'import'.length)) continue;
    while (close < at) {
      open = text.indexOf('/**', close + 1);
      if (open < 0) return false;
      close = closeOf(text, open);
    }
    if (open < at) return true;
  }
  return false;
}

function closeOf(text: Buffer, open: number): number {
  const close = text.indexOf('*/', open + 2);
  return close < 0 ? text.length : close;
}

/** Whether a parenthesis follows, behind white space and the asterisks at the beginning of a comment's lines. */
function isCalled(text: Buffer, from: number): boolean {
  for (let at = from; ; at++) {
    const byte = text[at];
    if (byte === 0x28) return true;
    if (byte === undefined || !(byte <= 0x20 || byte === 0x2a || byte >= 0x80)) return false;
  }
}
