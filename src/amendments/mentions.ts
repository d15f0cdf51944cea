import type { Assertion } from '../contract/model.ts';
import { isRecord } from '../contract/written-data.ts';
import { CONTRACT_SHAPED_CHECKS } from './contract-shaped.ts';

/** Whether a text holds a name as a word of its own; in a pattern an escape such as `\b` is no part of the word. */
export function mentions(text: string, name: string): boolean {
  return placesOf(text, name).length > 0;
}

/** The first of some names that a value, or anything in it, mentions. */
export function mentioned(value: unknown, names: Iterable<string>): string | undefined {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  for (const name of names) if (mentions(text, name)) return name;
  return undefined;
}

/** What an assertion says of names: its words and its check, without the files that it looks at. */
export function wordsOfAssertion(assertion: Partial<Assertion> | Readonly<Record<string, unknown>>): unknown {
  const { message, condition } = assertion;
  if (!isRecord(assertion.check)) return { message, condition };
  const looksAt = new Set(CONTRACT_SHAPED_CHECKS.has(String(assertion.check['type'])) ? ['file'] : ['file', 'target']);
  const asked = Object.entries(assertion.check).filter(([key]) => !looksAt.has(key));
  return { message, condition, ...Object.fromEntries(asked) };
}

/** A text in which one name stands for another, as a whole word. */
export function renamed(text: string, from: string, to: string): string {
  let result = '';
  let rest = 0;
  for (const at of placesOf(text, from)) {
    result += text.slice(rest, at) + to;
    rest = at + from.length;
  }
  return result + text.slice(rest);
}

function placesOf(text: string, name: string): readonly number[] {
  const places: number[] = [];
  if (name === '') return places;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const isEscape = text.charAt(at - 2) === '\\';
    const before = isEscape ? '' : text.charAt(at - 1);
    if (!/[\p{ID_Continue}$]/u.test(`${before} ${text.charAt(at + name.length)}`)) places.push(at);
  }
  return places;
}
