/**
 * A text that stays the same if code is formatted in another way: without white space, comments at
 * the ends of lines, final commas, kinds of quotes and the joints of strings.
 */
export function compactText(text: string): string {
  return text
    .replaceAll(/(^|\s)\/\/[^\n]*(?=\n)/g, '')
    .replaceAll(/(?<![\w$])\s+|\s+(?![\w$])/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/,(?=[)\]}])/g, '')
    .replaceAll(/["`]/g, "'")
    .replaceAll(/(?<=[^\s(,[{=:])''(?=[^\s),\]}:])/g, '')
    .replace(/;$/, '');
}
