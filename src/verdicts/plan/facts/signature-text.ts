/** A signature as text: the types of its parameters and of its result. */
export interface SignatureText {
  readonly parameters: readonly { readonly type: string; readonly optional: boolean; readonly rest: boolean }[];
  /** Absent if only the parameters are given. */
  readonly result?: string;
}

/** Parses `(a: A, b?: B) => R`, `(a: A): R` or `(a: A)`. Returns `undefined` for any other form. */
export function readSignature(text: string): SignatureText | undefined {
  const source = text.trim();
  if (!source.startsWith('(')) return undefined;
  const close = closingBracket(source, 0);
  if (close === undefined) return undefined;
  const parameters: { type: string; optional: boolean; rest: boolean }[] = [];
  const list = source.slice(1, close);
  for (const parameter of list.trim() === '' ? [] : splitAtCommas(list)) {
    const match = /^\s*(\.\.\.)?\s*[A-Za-z_$][\w$]*\s*(\?)?\s*:\s*(.+)$/s.exec(parameter);
    if (match?.[3] === undefined) return undefined;
    parameters.push({ type: normalizeType(match[3]), optional: match[2] !== undefined, rest: match[1] !== undefined });
  }
  const after = source.slice(close + 1).trim();
  if (after === '') return { parameters };
  const result = /^(?:=>|:)\s*(.+)$/s.exec(after)?.[1];
  return result === undefined ? undefined : { parameters, result: normalizeType(result) };
}

/** Whether two signatures are equal. A result that only one of them has is not compared. */
export function isSameSignature(left: SignatureText, right: SignatureText): boolean {
  if (left.parameters.length !== right.parameters.length) return false;
  const sameParameters = left.parameters.every((parameter, index) => {
    const other = right.parameters[index];
    return other?.type === parameter.type && other.optional === parameter.optional && other.rest === parameter.rest;
  });
  return sameParameters && (left.result === undefined || right.result === undefined || left.result === right.result);
}

/** Unifies white space, quotes and separators, and sorts the members of a union. */
function normalizeType(type: string): string {
  const normalized = type
    .trim()
    .replace(/"([^"'\\]*)"/g, "'$1'")
    .replace(/\s+/g, ' ')
    .replace(/\s*([^\w$\s])\s*/g, '$1')
    .replace(/[;,]}/g, '}')
    .replace(/,(?=[\w$]+\??:)/g, ';')
    .replace(/^Array<(\w+)>$/, '$1[]');
  if (/[<({[]/.test(normalized) || !normalized.includes('|')) return normalized;
  return normalized
    .split('|')
    .filter((member) => member !== '')
    .sort()
    .join('|');
}

const OPENING = '([{<';
const CLOSING = ')]}>';

/**
 * The offset of the bracket that closes the bracket at `open`; `undefined` if none does. The ">" of an arrow is not a
 * bracket.
 */
function closingBracket(text: string, open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    const character = text[index] ?? '';
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character) && !(character === '>' && text[index - 1] === '=')) depth--;
    if (depth === 0) return index;
  }
  return undefined;
}

/** Splits at commas outside of brackets. */
function splitAtCommas(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (OPENING.includes(text[index] ?? '')) {
      const end = closingBracket(text, index);
      if (end === undefined) return [text];
      index = end;
    } else if (text[index] === ',') {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  const last = text.slice(start);
  return last.trim() === '' ? parts : [...parts, last];
}
