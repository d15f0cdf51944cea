/** Tags by which a comment of a JavaScript file declares a type or imports one. */
const tags = ['@typedef', '@callback', '@import'];
/** How far back the line of a type `import('x')` is looked at, in bytes. */
const lookBack = 500;

/**
 * Whether the comments of a JavaScript text may declare types or name modules, which the lexer passes over: then the
 * text is for the full parser. Cheap, and wrong only in that it may say so of other texts.
 */
export function mayTypeInComments(text: Buffer): boolean {
  return tags.some((tag) => text.includes(tag)) || mayImportInComment(text);
}

/** Whether `import(` stands on a line behind what a comment has in front of it: an asterisk, or a tag. */
function mayImportInComment(text: Buffer): boolean {
  for (let at = text.indexOf('import('); at >= 0; at = text.indexOf('import(', at + 1)) {
    const before = text.toString('latin1', Math.max(0, at - lookBack), at);
    if (/[*@][^\n]*$/.test(before)) return true;
  }
  return false;
}
