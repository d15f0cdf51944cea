import type { Assertion } from '../../../contract/model.ts';
import { isRecord } from '../../../foundation/is-record.ts';
import { DECLARATION_CHECKS } from '../../../verdicts/checks/interfaces/required-names.ts';

/** Whether a text contains a name as a whole word. In a pattern, an escape such as `\b` is not part of the word. */
export function mentionsName(text: string, name: string): boolean {
  return findOccurrences(text, name).length > 0;
}

/** The first of the names that a value contains as a whole word; `undefined` if it contains none of them. */
export function findMentionedName(value: unknown, names: Iterable<string>): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  for (const name of names) if (mentionsName(text, name)) return name;
  return undefined;
}

/** The parts of an assertion that can mention names: its text and its check, without file paths. */
export function assertionContent(assertion: Partial<Assertion> | Readonly<Record<string, unknown>>): unknown {
  const { message, condition } = assertion;
  if (!isRecord(assertion.check)) return { message, condition };
  const pathKeys = new Set(DECLARATION_CHECKS.has(String(assertion.check['type'])) ? ['file'] : ['file', 'target']);
  const others = Object.entries(assertion.check).filter(([key]) => !pathKeys.has(key));
  return { message, condition, ...Object.fromEntries(others) };
}

/** Replaces a name in a text, as a whole word. */
export function replaceName(text: string, from: string, to: string): string {
  let result = '';
  let rest = 0;
  for (const offset of findOccurrences(text, from)) {
    result += text.slice(rest, offset) + to;
    rest = offset + from.length;
  }
  return result + text.slice(rest);
}

function findOccurrences(text: string, name: string): readonly number[] {
  const offsets: number[] = [];
  if (name === '') return offsets;
  for (let offset = text.indexOf(name); offset !== -1; offset = text.indexOf(name, offset + name.length)) {
    const isEscape = text.charAt(offset - 2) === '\\';
    const before = isEscape ? '' : text.charAt(offset - 1);
    if (!/[\p{ID_Continue}$]/u.test(`${before} ${text.charAt(offset + name.length)}`)) offsets.push(offset);
  }
  return offsets;
}
