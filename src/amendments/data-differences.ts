import type { DataPath } from '../contract/document.ts';
import { isRecord } from '../contract/written-data.ts';

/** One place where the data of two contracts differs, as deep as both have it. */
export interface DataDifference {
  readonly path: DataPath;
  readonly kind: 'changed' | 'added' | 'removed';
  /** Undefined where it was added. */
  readonly before: unknown;
  /** Undefined where it was removed. */
  readonly after: unknown;
}

/** Everything in which some data differs from earlier data; items of lists are compared by their place. */
export function differencesOf(before: unknown, after: unknown, path: DataPath = []): readonly DataDifference[] {
  if (before === after) return [];
  if (before === undefined) return [{ path, kind: 'added', before, after }];
  if (after === undefined) return [{ path, kind: 'removed', before, after }];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      differencesOf(before[index], after[index], [...path, index]),
    );
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => differencesOf(before[key], after[key], [...path, key]));
  }
  return [{ path, kind: 'changed', before, after }];
}

/** Every value of some data that holds no further values. */
export function leavesOf(data: unknown, path: DataPath = []): readonly { path: DataPath; value: unknown }[] {
  if (Array.isArray(data)) return data.flatMap((item: unknown, index) => leavesOf(item, [...path, index]));
  if (isRecord(data)) return Object.entries(data).flatMap(([key, value]) => leavesOf(value, [...path, key]));
  return [{ path, value: data }];
}
