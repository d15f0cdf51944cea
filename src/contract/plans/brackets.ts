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

/** The parts of a list between its commas, those inside of brackets left out. */
export function splitList(text: string): readonly string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if ('([{<'.includes(character)) depth += 1;
    else if (')]}>'.includes(character) && text[at - 1] !== '=' && text[at - 1] !== '-') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${character}`);
  }
  return parts.filter((part) => part.trim() !== '');
}
