import { HoldfastError } from '../foundation/errors.ts';
import type { DataPath } from './document.ts';

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** Formats a path: `chunks[1].functions[0].signature`. Keys that are not identifiers are quoted: `["a.b"]`. */
export function formatDataPath(path: DataPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!PLAIN_KEY.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** Parses a path in the notation of formatDataPath. Throws a HoldfastError (`contract`) if the text is not a path. */
export function parseDataPath(text: string): DataPath {
  const source = text.trim();
  const step = /\.?([A-Za-z_$][\w$]*)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]/y;
  const path: (string | number)[] = [];
  let offset = 0;
  while (offset < source.length) {
    step.lastIndex = offset;
    const match = step.exec(source);
    const [whole = '', name, index, quoted] = match ?? [];
    // A name follows a dot, except at the start.
    const isSeparated = name === undefined || whole.startsWith('.') === offset > 0;
    if (!match || !isSeparated) throw invalidPathError(text, offset);
    if (name !== undefined) path.push(name);
    else if (index !== undefined) path.push(Number(index));
    else path.push(unquote(quoted ?? '""', text, offset));
    offset += whole.length;
  }
  return path;
}

/** Like parseDataPath, but returns `undefined` if the text is not a path. */
export function tryParseDataPath(text: string): DataPath | undefined {
  try {
    return parseDataPath(text);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

function unquote(quoted: string, text: string, offset: number): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw invalidPathError(text, offset);
  }
}

function invalidPathError(text: string, offset: number): HoldfastError {
  return new HoldfastError(
    'contract',
    `Failed to parse the path "${text}": unexpected text at character ${offset + 1}`,
    { hint: 'Write a path such as chunks[1].functions[0].signature.' },
  );
}
