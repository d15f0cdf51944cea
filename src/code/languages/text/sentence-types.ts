const OPENING = '([{';
const CLOSING = ')]}';

/** The offset after the bracket that closes the one at an offset; `undefined` if none does. Quoted brackets do not count. */
export function endOfBrackets(line: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < line.length; at++) {
    const character = line.charAt(at);
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character) && --depth === 0) return at + 1;
    else if (character === '"' || character === "'") {
      const end = line.indexOf(character, at + 1);
      if (end > 0) at = end;
    }
  }
  return undefined;
}

/** What a pattern matches at an offset; an empty text if it matches nothing there. @param pattern has the flag `y` */
export function matchAt(pattern: RegExp, line: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(line)?.[0] ?? '';
}
