import assert from 'node:assert/strict';
import { formatCount } from '../../src/foundation/format-count.ts';

describe('formatCount', () => {
  it('uses the singular for one and the plural for every other count', () => {
    assert.equal(formatCount(0, 'chunk'), '0 chunks');
    assert.equal(formatCount(1, 'chunk'), '1 chunk');
    assert.equal(formatCount(2, 'chunk'), '2 chunks');
  });

  it('accepts an irregular plural', () => {
    assert.equal(formatCount(1, 'retry', 'retries'), '1 retry');
    assert.equal(formatCount(3, 'retry', 'retries'), '3 retries');
  });

  it('separates thousands', () => {
    assert.equal(formatCount(12_345, 'file'), '12,345 files');
  });
});
