const OPENING = '([{<';
const CLOSING = ')]}>';

/** The offset of the bracket that closes the one at `open`; `undefined` if none does. The ">" of an arrow is no bracket. */
export function closingBracket(text: string, open: number): number | undefined {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const character = text[at] ?? '';
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character) && !(character === '>' && /[=-]/.test(text[at - 1] ?? ''))) depth--;
    if (depth === 0) return at;
  }
  return undefined;
}
