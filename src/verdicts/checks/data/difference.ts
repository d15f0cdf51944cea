import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../../foundation/is-record.ts';
import { toDisplayText } from '../wording/excerpt.ts';
import { formatPointer } from './json-pointer.ts';

const MAX_DIFFERENCES = 20;

/** The differences between two JSON values, one text for each location. Empty if they are equal. */
export function findDifferences(expected: unknown, actual: unknown): readonly string[] {
  const differences: string[] = [];
  compare(expected, actual, [], differences);
  if (differences.length <= MAX_DIFFERENCES) return differences;
  return [...differences.slice(0, MAX_DIFFERENCES), `and ${differences.length - MAX_DIFFERENCES} more differences`];
}

/**
 * An integer in an expected value that is not exact, because it is beyond 2^53: other integers equal it. `undefined` if there
 * is none.
 */
export function findInexactInteger(expected: unknown): number | undefined {
  if (typeof expected === 'number') {
    return Number.isInteger(expected) && !Number.isSafeInteger(expected) && Math.abs(expected) < 1e21
      ? expected
      : undefined;
  }
  if (typeof expected !== 'object' || expected === null) return undefined;
  for (const part of Object.values(expected)) {
    const found = findInexactInteger(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Why data cannot be compared with an expected value that has such an integer. */
export function describeInexact(integer: number): string {
  return `Failed to compare with ${integer}: integers beyond 2^53 are not exact. Compare the text with pattern_match`;
}

/**
 * The parts of an expected value that the actual value does not contain. An object must have the expected entries, and
 * a list must have an item that contains each expected item. Other values must be equal. Empty if nothing is missing.
 */
export function findMissingParts(expected: unknown, actual: unknown, path: readonly string[] = []): readonly string[] {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const items: readonly unknown[] = actual;
    return expected.flatMap((item: unknown) =>
      items.some((one) => findMissingParts(item, one).length === 0)
        ? []
        : [`${subjectAt(path)} does not contain ${toDisplayText(item, 100)}`],
    );
  }
  if (isRecord(expected) && isRecord(actual)) {
    return Object.entries(expected).flatMap(([key, value]) =>
      Object.hasOwn(actual, key)
        ? findMissingParts(value, actual[key], [...path, key])
        : [`${subjectAt([...path, key])} is missing, expected ${toDisplayText(value, 100)}`],
    );
  }
  return isDeepStrictEqual(expected, actual) ? [] : [describeDifference(path, expected, actual)];
}

function compare(expected: unknown, actual: unknown, path: readonly string[], differences: string[]): void {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const actualItems: readonly unknown[] = actual;
    for (let i = 0; i < Math.max(expected.length, actualItems.length); i++) {
      const itemPath = [...path, String(i)];
      if (i >= actualItems.length) differences.push(describeMissing(itemPath, expected[i]));
      else if (i >= expected.length) differences.push(describeExtra(itemPath, actualItems[i]));
      else compare(expected[i], actualItems[i], itemPath, differences);
    }
    return;
  }
  if (isRecord(expected) && isRecord(actual)) {
    for (const key of Object.keys(expected)) {
      if (Object.hasOwn(actual, key)) compare(expected[key], actual[key], [...path, key], differences);
      else differences.push(describeMissing([...path, key], expected[key]));
    }
    for (const key of Object.keys(actual)) {
      if (!Object.hasOwn(expected, key)) differences.push(describeExtra([...path, key], actual[key]));
    }
    return;
  }
  if (!isDeepStrictEqual(expected, actual)) differences.push(describeDifference(path, expected, actual));
}

function describeMissing(path: readonly string[], expected: unknown): string {
  return `${subjectAt(path)} is missing, expected ${toDisplayText(expected, 100)}`;
}

function describeExtra(path: readonly string[], actual: unknown): string {
  return `${subjectAt(path)} is extra: ${toDisplayText(actual, 100)}`;
}

function describeDifference(path: readonly string[], expected: unknown, actual: unknown): string {
  return `${subjectAt(path)} is ${toDisplayText(actual, 100)}, expected ${toDisplayText(expected, 100)}`;
}

function subjectAt(path: readonly string[]): string {
  return path.length === 0 ? 'the value' : formatPointer(path);
}

/**
 * Describes the first line that differs; `undefined` if the texts are equal. Line endings and a final line break are
 * ignored.
 */
export function findTextDifference(expected: string, actual: string): string | undefined {
  const expectedLines = toLines(expected);
  const actualLines = toLines(actual);
  const index = expectedLines.findIndex((line, i) => line !== actualLines[i]);
  if (index === -1 && expectedLines.length === actualLines.length) return undefined;
  if (index === -1) {
    return `line ${expectedLines.length + 1} is extra: ${toDisplayText(actualLines[expectedLines.length], 150)}`;
  }
  const expectedLine = toDisplayText(expectedLines[index], 150);
  if (index >= actualLines.length) return `line ${index + 1} is missing, expected ${expectedLine}`;
  return `line ${index + 1} is ${toDisplayText(actualLines[index], 150)}, expected ${expectedLine}`;
}

function toLines(text: string): string[] {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
}
