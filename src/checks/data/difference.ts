import { isDeepStrictEqual } from 'node:util';
import { shown } from '../wording/excerpt.ts';
import { writtenPointer } from './json-pointer.ts';

const MOST_DIFFERENCES = 20;

/** Where two values of JSON differ, one sentence for each place; empty where they are equal. */
export function differences(expected: unknown, actual: unknown): readonly string[] {
  const found: string[] = [];
  compare(expected, actual, [], found);
  if (found.length <= MOST_DIFFERENCES) return found;
  return [...found.slice(0, MOST_DIFFERENCES), `and ${found.length - MOST_DIFFERENCES} more differences`];
}

/**
 * Where a value lacks something of another: an object its entries, an array for each item one that lacks nothing of it,
 * anything else must be equal. Empty where everything is there.
 */
export function lacks(expected: unknown, actual: unknown, path: readonly string[] = []): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const items: readonly unknown[] = actual;
    return expected.flatMap((item: unknown) =>
      items.some((one) => lacks(item, one).length === 0) ? [] : [`${at(path)}has no ${shown(item, 100)}`],
    );
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      Object.hasOwn(actual, key)
        ? lacks(value, actual[key], [...path, key])
        : [`${at([...path, key])}is missing, expected ${shown(value, 100)}`],
    );
  }
  return isDeepStrictEqual(expected, actual) ? [] : [unlike(path, expected, actual)];
}

function compare(expected: unknown, actual: unknown, path: readonly string[], found: string[]): void {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const theirs: readonly unknown[] = actual;
    for (let i = 0; i < Math.max(expected.length, theirs.length); i++) {
      const place = [...path, String(i)];
      if (i >= theirs.length) found.push(`${at(place)}is missing, expected ${shown(expected[i], 100)}`);
      else if (i >= expected.length) found.push(`${at(place)}is extra: ${shown(theirs[i], 100)}`);
      else compare(expected[i], theirs[i], place, found);
    }
    return;
  }
  if (isRecord(expected) && isRecord(actual)) {
    for (const key of Object.keys(expected)) {
      const place = [...path, key];
      if (Object.hasOwn(actual, key)) compare(expected[key], actual[key], place, found);
      else found.push(`${at(place)}is missing, expected ${shown(expected[key], 100)}`);
    }
    for (const key of Object.keys(actual)) {
      if (!Object.hasOwn(expected, key)) found.push(`${at([...path, key])}is extra: ${shown(actual[key], 100)}`);
    }
    return;
  }
  if (!isDeepStrictEqual(expected, actual)) found.push(unlike(path, expected, actual));
}

function unlike(path: readonly string[], expected: unknown, actual: unknown): string {
  return `${at(path)}is ${shown(actual, 100)}, expected ${shown(expected, 100)}`;
}

function at(path: readonly string[]): string {
  return path.length === 0 ? 'the value ' : `${writtenPointer(path)} `;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first line in which two texts differ; line endings and one at the end of a text do not count. */
export function textDifference(expected: string, actual: string): string | undefined {
  const wanted = plainLines(expected);
  const given = plainLines(actual);
  const at = wanted.findIndex((line, i) => line !== given[i]);
  if (at === -1 && wanted.length === given.length) return undefined;
  if (at === -1) return `line ${wanted.length + 1} is extra: ${shown(given[wanted.length], 150)}`;
  if (at >= given.length) return `line ${at + 1} is missing, expected ${shown(wanted[at], 150)}`;
  return `line ${at + 1} is ${shown(given[at], 150)}, expected ${shown(wanted[at], 150)}`;
}

export function plainLines(text: string): string[] {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
}
