/** An element such as `<task type="auto">`. */
export interface Element {
  readonly attributes: string;
  readonly inside: string;
  /** The offsets of the element and of what is inside. */
  readonly start: number;
  readonly insideStart: number;
  readonly end: number;
}

export function elementsOf(text: string, name: string, offset = 0): readonly Element[] {
  const pattern = new RegExp(`<${name}(\\s[^<>]*)?>([^]*?)</${name}>`, 'g');
  return [...text.matchAll(pattern)].map((match) => {
    const [all, attributes = '', inside = ''] = match;
    const start = offset + match.index;
    return { attributes, inside, start, insideStart: start + all.indexOf('>') + 1, end: start + all.length };
  });
}
