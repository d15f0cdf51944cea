import type { DataPath } from '../../../contract/document.ts';
import { isRecord } from '../../../foundation/is-record.ts';

/** A difference between the data of two contracts, at the deepest path where the data differs. */
export interface ContractDifference {
  readonly path: DataPath;
  readonly kind: 'changed' | 'added' | 'removed';
  /** `undefined` for an added value. */
  readonly before: unknown;
  /** `undefined` for a removed value. */
  readonly after: unknown;
}

/** All differences between two values. List items are compared by index. */
export function findDifferences(before: unknown, after: unknown, path: DataPath = []): readonly ContractDifference[] {
  if (before === after) return [];
  if (before === undefined) return [{ path, kind: 'added', before, after }];
  if (after === undefined) return [{ path, kind: 'removed', before, after }];
  if (Array.isArray(before) && Array.isArray(after)) {
    const length = Math.max(before.length, after.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) =>
      findDifferences(before[index], after[index], [...path, index]),
    );
  }
  if (isRecord(before) && isRecord(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => findDifferences(before[key], after[key], [...path, key]));
  }
  return [{ path, kind: 'changed', before, after }];
}

/** All values that are not lists or maps, with their paths. */
export function listLeaves(data: unknown, path: DataPath = []): readonly { path: DataPath; value: unknown }[] {
  if (Array.isArray(data)) return data.flatMap((item: unknown, index) => listLeaves(item, [...path, index]));
  if (isRecord(data)) return Object.entries(data).flatMap(([key, value]) => listLeaves(value, [...path, key]));
  return [{ path, value: data }];
}
