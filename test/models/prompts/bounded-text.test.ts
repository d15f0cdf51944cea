import assert from 'node:assert/strict';
import { boundedText } from '../../../src/models/prompts/bounded-text.ts';

const NOTE = /\[… (\d+) characters in (\d+) lines omitted …\]\n/;

describe('boundedText', () => {
  it('returns a short text unchanged', () => {
    assert.equal(boundedText('abc\n', { head: 2, tail: 2 }), 'abc\n');
  });

  it('cuts at line ends and reports how much is omitted', () => {
    const text = 'one\ntwo\nthree\nfour\nfive\n';
    assert.equal(boundedText(text, { head: 6, tail: 6 }), 'one\n[… 15 characters in 3 lines omitted …]\nfive\n');
  });

  it('cuts a text without line ends, but not inside a surrogate pair', () => {
    const text = '😀'.repeat(50);
    const bounded = boundedText(text, { head: 9, tail: 9 });
    assert.match(bounded, /^😀{5}\[… 82 characters in 0 lines omitted …\]\n😀{4}$/u);
  });

  for (const [name, text] of [
    ['empty lines', '\n'.repeat(5000)],
    ['one long line', 'x'.repeat(5000)],
    ['Windows line endings', Array.from({ length: 2000 }, (_, line) => `${line}\r\n`).join('')],
    ['a long first line', `${'x'.repeat(3000)}\n${'ab\n'.repeat(1000)}`],
  ] as const) {
    it(`keeps the start and the end within the limits and omits exactly the rest: ${name}`, () => {
      const bounded = boundedText(text, { head: 100, tail: 80 });
      const note = NOTE.exec(bounded);
      assert.ok(note, bounded);
      const head = bounded.slice(0, note.index);
      const tail = bounded.slice(note.index + note[0].length);
      assert.ok(head.length > 50 && head.length <= 100, `${head.length} characters at the start`);
      assert.ok(tail.length > 40 && tail.length <= 80, `${tail.length} characters at the end`);
      assert.ok(text.startsWith(head));
      assert.ok(text.endsWith(tail));
      const omitted = text.slice(head.length, text.length - tail.length);
      assert.equal(Number(note[1]), omitted.length);
      assert.equal(Number(note[2]), omitted.split('\n').length - 1);
    });
  }
});
