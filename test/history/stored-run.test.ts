import assert from 'node:assert/strict';
import { storedValidationSchema, type StoredRun } from '../../src/history/records/stored-run.ts';
import type { ChunkRunResult } from '../../src/run/report/run-result.ts';
import { attempt } from './temporary-history.ts';

/** Every key of a type, at any depth, as a path. A check has an open type and counts as one key. */
type KeysOf<T> = T extends readonly (infer Item)[]
  ? KeysOf<Item>
  : T extends object
    ? { [Key in keyof T & string]-?: Key | (Key extends 'check' ? never : `${Key}.${KeysOf<T[Key]>}`) }[keyof T &
        string]
    : never;

describe('a stored run', () => {
  it('has the shape that the run reports', () => {
    // The compiler checks that each type is assignable to the other and that both have the same keys at every depth.
    const same: [
      (one: StoredRun) => ChunkRunResult,
      (one: ChunkRunResult) => StoredRun,
      (one: KeysOf<StoredRun>) => KeysOf<ChunkRunResult>,
      (one: KeysOf<ChunkRunResult>) => KeysOf<StoredRun>,
    ] = [(one) => one, (one) => one, (one) => one, (one) => one];
    const deep: KeysOf<StoredRun> = 'attempts.validation.assertResults.contractLocation.endColumn';
    assert.deepEqual([same.length, deep.split('.').length], [4, 5]);
  });

  it('[ENF-UI-2] has no postconditions if an earlier version wrote it', () => {
    const earlier = { ...attempt(1).validation, postconditionResults: undefined };
    assert.deepEqual(storedValidationSchema.parse(earlier).postconditionResults, []);
  });
});
