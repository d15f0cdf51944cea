import { HoldfastError } from '../shared/errors.ts';
import type { DataPath } from './document.ts';

const PLAIN_KEY = /^[A-Za-z_$][\w$]*$/;

/** Writes a path for people: `chunks[1].functions[0].signature`; keys that are no names stand as `["a.b"]`. */
export function formatDataPath(path: DataPath): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (!PLAIN_KEY.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === '' ? step : `.${step}`;
  }
  return text;
}

/** Reads what formatDataPath writes. Throws a HoldfastError (`contract`) where the text is no path. */
export function parseDataPath(text: string): DataPath {
  const source = text.trim();
  const step = /\.?([A-Za-z_$][\w$]*)|\[(\d{1,9})\]|\[("(?:[^"\\]|\\.)*")\]/y;
  const path: (string | number)[] = [];
  let offset = 0;
  while (offset < source.length) {
    step.lastIndex = offset;
    const match = step.exec(source);
    const [whole = '', name, index, quoted] = match ?? [];
    const joined = name === undefined || whole.startsWith('.') === offset > 0;
    if (!match || !joined) throw unreadablePath(text, offset);
    if (name !== undefined) path.push(name);
    else if (index !== undefined) path.push(Number(index));
    else path.push(unquote(quoted ?? '""', text, offset));
    offset += whole.length;
  }
  return path;
}

/** The same; undefined where the text is no path. */
export function readDataPath(text: string): DataPath | undefined {
  try {
    return parseDataPath(text);
  } catch (thrown) {
    if (thrown instanceof HoldfastError) return undefined;
    throw thrown;
  }
}

/** Whether two paths name the same place. */
export function samePath(a: DataPath, b: DataPath): boolean {
  return a.length === b.length && a.every((step, index) => step === b[index]);
}

function unquote(quoted: string, text: string, offset: number): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw unreadablePath(text, offset);
  }
}

function unreadablePath(text: string, offset: number): HoldfastError {
  return new HoldfastError(
    'contract',
    `Failed to read the path "${text}": not understood from character ${offset + 1}`,
    {
      hint: 'Write it like chunks[1].functions[0].signature.',
    },
  );
}
