import assert from 'node:assert/strict';
import { ConflictFiles } from '../../../src/extension/results/conflict-files.ts';

const always = (): boolean => true;

describe('ConflictFiles', () => {
  it('[EDIT-7] report a run once all its files are saved, and only once', () => {
    const conflicts = new ConflictFiles();
    conflicts.record('r1', ['a.ts', 'b.ts']);
    assert.deepEqual(conflicts.save('a.ts', always), []);
    assert.deepEqual(conflicts.save('other.ts', always), []);
    assert.deepEqual(conflicts.mergedOf('r1'), ['a.ts']);
    assert.deepEqual(conflicts.save('b.ts', always), ['r1']);
    assert.deepEqual(conflicts.save('b.ts', always), [], 'a later save is no news');
    assert.deepEqual(conflicts.mergedOf('r1'), ['a.ts', 'b.ts']);
  });

  it('[EDIT-7] ignore a file with the same path in another folder', () => {
    const conflicts = new ConflictFiles();
    conflicts.record('r1', ['a.ts']);
    assert.deepEqual(
      conflicts.save('a.ts', (runId) => runId !== 'r1'),
      [],
    );
    assert.deepEqual(conflicts.mergedOf('r1'), []);
  });

  it('[EDIT-7] keep what was merged when another file conflicts, and forget a run that landed', () => {
    const conflicts = new ConflictFiles();
    conflicts.record('r1', ['a.ts']);
    conflicts.save('a.ts', always);
    conflicts.record('r1', ['b.ts']);
    assert.deepEqual(conflicts.mergedOf('r1'), ['a.ts']);
    conflicts.keepAll('r1');
    assert.deepEqual(conflicts.mergedOf('r1'), ['a.ts', 'b.ts']);
    conflicts.forget('r1');
    assert.deepEqual(conflicts.mergedOf('r1'), []);
  });
});
