/**
 * A text that stays the same if code is formatted in another way: without white space, final commas
 * and kinds of quotes.
 */
export function compactText(text: string): string {
  return text
    .replaceAll(/(?<![\w$])\s+|\s+(?![\w$])/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/,(?=[)\]}])/g, '')
    .replaceAll(/["`]/g, "'")
    .replace(/;$/, '');
}
