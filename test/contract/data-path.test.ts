import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatDataPath, parseDataPath, samePath } from '../../src/contract/data-path.ts';
import { HoldfastError } from '../../src/shared/errors.ts';
import '../random-seed.ts';

describe('data paths', () => {
  it('[ENF-AMEND-1] reads and writes chunks[1].functions[0].signature', () => {
    const path = ['chunks', 1, 'functions', 0, 'signature'];
    assert.deepEqual(parseDataPath('chunks[1].functions[0].signature'), path);
    assert.equal(formatDataPath(path), 'chunks[1].functions[0].signature');
  });

  it('writes keys that are no names in quotes', () => {
    assert.equal(formatDataPath(['metadata', 'a.b', 'c d']), 'metadata["a.b"]["c d"]');
    assert.deepEqual(parseDataPath('metadata["a.b"]["c d"]'), ['metadata', 'a.b', 'c d']);
  });

  it('reads back whatever it wrote', () => {
    const step = fc.oneof(fc.string(), fc.nat({ max: 999_999 }), fc.constantFrom('chunks', '$ref', '__proto__', ''));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (path) => {
        assert.deepEqual(parseDataPath(formatDataPath(path)), path);
      }),
    );
  });

  for (const text of ['chunks[', 'chunks[one]', 'a..b', '.a', 'a b', 'a[1]b', 'a[-1]', 'a["x]', 'a.']) {
    it(`refuses "${text}" and says how a path is written`, () => {
      assert.throws(
        () => parseDataPath(text),
        (thrown) => thrown instanceof HoldfastError && thrown.code === 'contract' && thrown.message.includes(text),
      );
    });
  }

  it('compares paths step by step', () => {
    assert.ok(samePath(['a', 0], ['a', 0]));
    assert.ok(!samePath(['a', 0], ['a', '0']));
    assert.ok(!samePath(['a'], ['a', 0]));
  });
});
