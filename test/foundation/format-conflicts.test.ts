import assert from 'node:assert/strict';
import { formatConflicts, groupByFile } from '../../src/foundation/format-conflicts.ts';

describe('formatConflicts', () => {
  it('[EDIT-7] names each file once, with all its reasons, and no reason twice', () => {
    const conflicts = [
      { file: 'a.ts', reason: 'the first assert fails' },
      { file: 'b.ts', reason: 'both changed it' },
      { file: 'a.ts', reason: 'the second assert fails' },
      { file: 'a.ts', reason: 'the first assert fails' },
      { file: '', reason: 'The build fails' },
    ];
    assert.equal(
      formatConflicts(conflicts),
      'a.ts: the first assert fails; the second assert fails; b.ts: both changed it; The build fails',
    );
    assert.deepEqual(
      groupByFile(conflicts).map(({ file, reasons }) => [file, reasons.length]),
      [
        ['a.ts', 2],
        ['b.ts', 1],
        ['', 1],
      ],
    );
  });
});
