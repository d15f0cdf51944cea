/** A signature as far as text alone tells: the types of its parameters and of its result. */
export interface SignatureText {
  readonly parameters: readonly { readonly type: string; readonly optional: boolean; readonly rest: boolean }[];
  /** Absent where only the parameters are stated. */
  readonly result?: string;
}

/** Reads `(a: A, b?: B) => R`, `(a: A): R` or `(a: A)`; undefined for what is written in any other way. */
export function readSignature(text: string): SignatureText | undefined {
  const source = text.trim();
  if (!source.startsWith('(')) return undefined;
  const close = closing(source, 0);
  if (close === undefined) return undefined;
  const parameters: { type: string; optional: boolean; rest: boolean }[] = [];
  const inside = source.slice(1, close);
  for (const parameter of inside.trim() === '' ? [] : topLevelParts(inside)) {
    const match = /^\s*(\.\.\.)?\s*[A-Za-z_$][\w$]*\s*(\?)?\s*:\s*(.+)$/s.exec(parameter);
    if (match?.[3] === undefined) return undefined;
    parameters.push({ type: normalised(match[3]), optional: match[2] !== undefined, rest: match[1] !== undefined });
  }
  const after = source.slice(close + 1).trim();
  if (after === '') return { parameters };
  const result = /^(?:=>|:)\s*(.+)$/s.exec(after)?.[1];
  return result === undefined ? undefined : { parameters, result: normalised(result) };
}

/** Whether two signatures say the same; a result that only one states is not compared. */
export function sameSignature(left: SignatureText, right: SignatureText): boolean {
  if (left.parameters.length !== right.parameters.length) return false;
  const agree = left.parameters.every((parameter, index) => {
    const other = right.parameters[index];
    return other?.type === parameter.type && other.optional === parameter.optional && other.rest === parameter.rest;
  });
  return agree && (left.result === undefined || right.result === undefined || left.result === right.result);
}

/** White space, quotes and separators that mean nothing are taken out; members of a union stand in any order. */
function normalised(type: string): string {
  const plain = type
    .trim()
    .replace(/"([^"'\\]*)"/g, "'$1'")
    .replace(/\s+/g, ' ')
    .replace(/\s*([^\w$\s])\s*/g, '$1')
    .replace(/[;,]}/g, '}')
    .replace(/,(?=[\w$]+\??:)/g, ';')
    .replace(/^Array<(\w+)>$/, '$1[]');
  if (/[<({[]/.test(plain) || !plain.includes('|')) return plain;
  return plain
    .split('|')
    .filter((member) => member !== '')
    .sort()
    .join('|');
}

const OPENING = '([{<';
const CLOSING = ')]}>';

/** Where the bracket at an offset closes; arrows are no brackets. */
function closing(text: string, open: number): number | undefined {
  let depth = 0;
  for (let index = open; index < text.length; index++) {
    const character = text[index] ?? '';
    if (OPENING.includes(character)) depth++;
    else if (CLOSING.includes(character) && !(character === '>' && text[index - 1] === '=')) depth--;
    if (depth === 0) return index;
  }
  return undefined;
}

function topLevelParts(text: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (OPENING.includes(text[index] ?? '')) {
      const end = closing(text, index);
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
