/** The lines of a declaration, from 1, both included. */
export interface DeclaredLines {
  /** The names from the outermost declaration to this one, joined by dots. */
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

/**
 * The path of the lines that declare some lines, from the outermost one: each has a smaller indentation than the one below it.
 * Works for every language that is written with indentation, also for a text with syntax errors.
 */
export function readIndentedPath(
  file: string,
  lines: readonly string[],
  { first, last }: { readonly first: number; readonly last: number },
): string {
  const path: string[] = [];
  let limit = smallestIndentation(lines.slice(first - 1, last));
  for (let index = first - 2; index >= 0; index--) {
    const line = lines[index] ?? '';
    if (limit === 0 || line.trim() === '') continue;
    const indentation = indentationOf(line);
    if (indentation >= limit) continue;
    limit = indentation;
    path.unshift(normalize(line));
  }
  const heading = HEADINGS.find(({ files }) => files.test(file))?.heading;
  const section = heading === undefined ? undefined : lines.slice(0, first - 1).findLast((line) => heading.test(line));
  return [...(section === undefined ? [] : [normalize(section)]), ...path].join(' › ');
}

/** What has no indentation is below a heading. */
const HEADINGS: readonly { readonly files: RegExp; readonly heading: RegExp }[] = [
  { files: /\.(?:md|mdx|markdown)$/i, heading: /^#{1,6}\s/ },
  { files: /\.(?:toml|ini|cfg|conf|properties)$/i, heading: /^\s*\[.*\]/ },
];

/**
 * The parts of a source file: a part starts with a line without indentation after an empty line, and with the comments and
 * decorators above it.
 */
export function readIndentedParts(lines: readonly string[]): readonly DeclaredLines[] {
  const starts = lines.flatMap((line, index) => {
    const isStart = /^\S/.test(line) && !/^[)\]}]/.test(line) && (lines[index - 1] ?? '').trim() === '';
    return isStart ? [index + 1] : [];
  });
  return starts.map((line, index) => {
    const last = (starts[index + 1] ?? lines.length + 1) - 1;
    const text = lines.slice(line - 1, last);
    return {
      name: normalize(text.find((one) => /^\w/.test(one)) ?? text[0] ?? ''),
      first: index === 0 ? 1 : line,
      last,
    };
  });
}

/** Of lines without text, the largest possible one: every line above them with text can declare them. */
function smallestIndentation(lines: readonly string[]): number {
  return Math.min(...lines.filter((line) => line.trim() !== '').map(indentationOf));
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

function normalize(line: string): string {
  return line.trim().replaceAll(/\s+/g, ' ');
}
