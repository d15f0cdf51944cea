import assert from 'node:assert/strict';
import { unifiedDiff } from '../../../src/cli/render/unified-diff.ts';

const toLines = (...numbers: readonly (number | string)[]): string => numbers.map((each) => `${each}\n`).join('');
const ten = toLines(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

describe('unifiedDiff', () => {
  it('is empty for equal texts', () => {
    assert.deepEqual(unifiedDiff('a', ten, ten), []);
  });

  it('shows a changed line with three lines of context', () => {
    assert.deepEqual(unifiedDiff('a', ten, ten.replace('5\n', 'five\n')), [
      '--- a/a',
      '+++ b/a',
      '@@ -2,7 +2,7 @@',
      ...[' 2', ' 3', ' 4', '-5', '+five', ' 6', ' 7', ' 8'],
    ]);
  });

  it('shows distant changes in separate hunks, and near ones in one hunk', () => {
    const long = toLines(...Array.from({ length: 40 }, (_, index) => index + 1));
    const far = unifiedDiff(
      'a',
      long,
      long.replace('\n5\n', '\nfive\n').replace('\n30\n', '\n').replace('\n33\n', '\n33\nx\n'),
    );
    assert.deepEqual(
      far.filter((line) => /^(@@|[-+]\w)/.test(line)),
      ['@@ -2,7 +2,7 @@', '-5', '+five', '@@ -27,10 +27,10 @@', '-30', '+x'],
    );
  });

  it('shows lines added at both ends, with any line endings', () => {
    assert.deepEqual(unifiedDiff('a', 'b\r\n', 'a\r\nb\r\nc\r\n').slice(2), ['@@ -1,1 +1,3 @@', '+a', ' b', '+c']);
    assert.deepEqual(unifiedDiff('a', '', 'a\n').slice(2), ['@@ -0,0 +1,1 @@', '+a']);
  });
});
