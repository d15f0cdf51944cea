import type { SentenceSignature } from '../../../contract/templates/sentence-signature.ts';
import { endOfBrackets, matchAt } from '../text/sentence-types.ts';

const FUNCTION = /\b(async\s+)?(def\s+)?([A-Za-z_]\w*)\(/g;
const TYPE = /["'][^"']*["']|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y;
const ARROW = /\s*->\s*/y;
const UNION = /\s*\|\s*(?=["'\w])/y;

/**
 * The signature of a function that a sentence states in the form of Python: `def slugify(text: str) -> str`, or without
 * `def` if it has a result. `undefined` if there is none.
 */
export function findPythonSignature(sentence: string): SentenceSignature | undefined {
  const line = sentence.replaceAll(/\s+/g, ' ');
  for (const { index, 0: head, 1: async, 2: keyword, 3: name = '' } of line.matchAll(FUNCTION)) {
    const start = index + head.length - 1;
    const end = endOfBrackets(line, start);
    if (end === undefined) continue;
    const arrow = matchAt(ARROW, line, end);
    const after = end + arrow.length;
    const result = arrow === '' ? '' : readType(line, after);
    if (result === undefined || (keyword === undefined && result === '')) continue;
    const signature = `${async === undefined ? '' : 'async '}${line.slice(start, end)}${result === '' ? '' : ` -> ${result}`}`;
    // The colon of a statement.
    const rest = line.slice(after + result.length).replace(/^:/, '');
    return { name, signature, sentence: `${line.slice(0, index)}${name}()${rest}` };
  }
  return undefined;
}

function readType(line: string, start: number): string | undefined {
  let at = start;
  for (;;) {
    const name = matchAt(TYPE, line, at);
    if (name === '') return undefined;
    at += name.length;
    if (line.charAt(at) === '[') {
      const end = endOfBrackets(line, at);
      if (end === undefined) return undefined;
      at = end;
    }
    const union = matchAt(UNION, line, at);
    if (union === '') return line.slice(start, at);
    at += union.length;
  }
}
