import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatDataPath, parseDataPath } from '../../src/contract/data-path.ts';
import { HoldfastError } from '../../src/foundation/errors.ts';
import '../random-seed.ts';

describe('Data paths', () => {
  it('[ENF-AMEND-1] parses and formats chunks[1].functions[0].signature', () => {
    const path = ['chunks', 1, 'functions', 0, 'signature'];
    assert.deepEqual(parseDataPath('chunks[1].functions[0].signature'), path);
    assert.equal(formatDataPath(path), 'chunks[1].functions[0].signature');
  });

  it('quotes keys that are not identifiers', () => {
    assert.equal(formatDataPath(['metadata', 'a.b', 'c d']), 'metadata["a.b"]["c d"]');
    assert.deepEqual(parseDataPath('metadata["a.b"]["c d"]'), ['metadata', 'a.b', 'c d']);
  });

  it('parses every formatted path to the same path', () => {
    const step = fc.oneof(fc.string(), fc.nat({ max: 999_999 }), fc.constantFrom('chunks', '$ref', '__proto__', ''));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), (path) => {
        assert.deepEqual(parseDataPath(formatDataPath(path)), path);
      }),
    );
  });

  for (const text of ['chunks[', 'chunks[one]', 'a..b', '.a', 'a b', 'a[1]b', 'a[-1]', 'a["x]', 'a.']) {
    it(`rejects "${text}" with a message that contains it`, () => {
      assert.throws(
        () => parseDataPath(text),
        (thrown) => thrown instanceof HoldfastError && thrown.code === 'contract' && thrown.message.includes(text),
      );
    });
  }
});
