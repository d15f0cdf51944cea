/** A configuration of a test runner: a file, or its key in package.json. */
export interface RunnerConfiguration {
  /** The folder to which its paths are relative. `''` is the root. */
  readonly folder: string;
  /** The file that contains it. */
  readonly file: string;
  readonly text: string;
}

const CLOSERS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };

/**
 * The source texts of the values of a key in JSON, JavaScript or YAML flow syntax, without evaluation. A key of the same name
 * in another object is found, too.
 */
export function valuesOf(text: string, key: string): readonly string[] {
  const pattern = new RegExp(String.raw`(?<![\w.$])["']?${key}["']?\s*:\s*`, 'g');
  return [...text.matchAll(pattern)].map((match) => readValue(text, match.index + match[0].length));
}

/** The text from an index to the comma, bracket or semicolon that ends the value. */
function readValue(text: string, start: number): string {
  const open: string[] = [];
  let quote = '';
  let index = start;
  for (; index < text.length; index++) {
    const character = text[index] ?? '';
    if (quote !== '') {
      if (character === '\\') index++;
      else if (character === quote) quote = '';
    } else if (/["'`]/.test(character)) quote = character;
    else if (CLOSERS[character] !== undefined) open.push(CLOSERS[character]);
    else if (character === open.at(-1)) open.pop();
    else if (open.length === 0 && /[,;}\])]/.test(character)) break;
  }
  return text.slice(start, index);
}

const STRING = /(["'`])((?:\\.|(?!\1)[^\\])*)\1/gs;

/** The string literals of a value. */
export function stringsOf(value: string): readonly string[] {
  return [...value.matchAll(STRING)].map(([, , content = '']) => content.replaceAll(/\\(.)/gs, '$1'));
}

/** Whether a value consists of string literals alone. */
export function isLiteral(value: string): boolean {
  const rest = value.replaceAll(STRING, '').replaceAll(/\/\/.*$|\/\*.*?\*\//gms, '');
  return /^[\s,[\]]*$/.test(rest) && !/`[^`]*\$\{/.test(value);
}
