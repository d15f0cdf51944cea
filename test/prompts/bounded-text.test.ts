import assert from 'node:assert/strict';
import { boundedText } from '../../src/prompts/bounded-text.ts';

describe('bounded text', () => {
  it('leaves a short text alone', () => {
    assert.equal(boundedText('abc\n', { head: 2, tail: 2 }), 'abc\n');
  });

  it('cuts at line ends and says how much is left out', () => {
    const text = 'one\ntwo\nthree\nfour\nfive\n';
    assert.equal(boundedText(text, { head: 6, tail: 6 }), 'one\n[… 15 characters in 3 lines left out here …]\nfive\n');
  });

  it('cuts a text of one line between characters, never inside one', () => {
    const text = '😀'.repeat(50);
    const bounded = boundedText(text, { head: 9, tail: 9 });
    assert.match(bounded, /^😀{5}\[… 82 characters in 0 lines left out here …\]\n😀{4}$/u);
  });

  it('is never longer than what it keeps and its note', () => {
    for (const text of ['\n'.repeat(5000), 'x'.repeat(5000), 'ab\r\n'.repeat(2000)]) {
      assert.ok(boundedText(text, { head: 100, tail: 100 }).length < 300);
    }
  });
});
