import assert from 'node:assert/strict';
import fc from 'fast-check';
import { replaceOnce } from '../../src/agent/text-edit.ts';
import '../random-seed.ts';

function edited(text: string, oldText: string, newText: string): string {
  const result = replaceOnce('a.ts', text, oldText, newText);
  assert.ok(result.ok, result.ok ? '' : result.reason);
  return result.text;
}

function refused(text: string, oldText: string): string {
  const result = replaceOnce('a.ts', text, oldText, 'new');
  assert.ok(!result.ok);
  return result.reason;
}

describe('agent: replacing one place of a text', () => {
  it('replaces it and nothing else, and takes the new text literally', () => {
    assert.equal(edited('one two three', 'two', '$& $1 $$'), 'one $& $1 $$ three');
  });

  it('keeps the line endings of the file, whatever those of the model are', () => {
    assert.equal(edited('a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz'), 'x\r\ny\r\nz\r\nc\r\n');
    assert.equal(edited('a\nb\nc\n', 'a\r\nb', 'x\r\ny'), 'x\ny\nc\n');
    assert.equal(edited('a\r\nb\r\nc\r\n', 'a\r\nb\r\n', 'x\r\n'), 'x\r\nc\r\n');
  });

  it('leaves a mixture of line endings around the place byte for byte', () => {
    assert.equal(edited('1\n2\r\n3\r\nx\r\n4\n5\r\n', 'x', 'a\nb'), '1\n2\r\n3\r\na\r\nb\r\n4\n5\r\n');
  });

  it('keeps a byte order mark', () => {
    assert.equal(edited('\uFEFFconst a = 1;\n', 'const a', 'let a'), '\uFEFFlet a = 1;\n');
  });

  it('takes whole lines for a last line without an end', () => {
    assert.equal(edited('a\nlast', 'last\n', 'new\n'), 'a\nnew');
  });

  it('refuses a text that stands nowhere and shows the nearest place', () => {
    const text = ['function one() {', '  return 1;', '}', '', 'function two() {', '  return 2;', '}', ''].join('\n');
    assert.match(
      refused(text, 'function two() {\n  return 3;\n}'),
      /lines="5-7"[^>]*>\n?[\s\S]*function two\(\) \{\n {2}return 2;/,
    );
    assert.match(refused(text, 'function two() {\nreturn 2;\n}'), /differs in white space only/);
    assert.match(refused(text, 'completely different'), /Nothing in the file resembles it/);
  });

  it('refuses a text that stands more than once and names the lines', () => {
    assert.match(refused('x = 1\ny\nx = 1\n', 'x = 1'), /2 times.*lines 1, 3/);
    assert.match(refused('aaa', 'aa'), /2 times/);
  });

  it('refuses an empty text', () => {
    assert.match(refused('a', ''), /write_file/);
  });

  it('is quick with a large file', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n');
    assert.match(
      refused(text, Array.from({ length: 500 }, (_, index) => `other ${index}`).join('\n')),
      /Read the file again/,
    );
  });

  it('equals splitting and joining, for any text, place and line ending', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '$', '\\') });
    fc.assert(
      fc.property(
        fc.array(line),
        fc.array(line),
        fc.array(line),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('\n', '\r\n'),
        (before, after, added, own, other) => {
          const text = [...before, 'UNIQUE', 'PLACE', ...after].join(own);
          const expected = [...before, ...added, ...after].join(own);
          const whole = [...before, added.join(other), ...after]
            .join(own)
            .replaceAll('\r\n', '\n')
            .replaceAll('\n', own);
          const result = edited(text, ['UNIQUE', 'PLACE'].join(other), added.join(other));
          // A text with a single line has no line ending of its own.
          assert.equal(
            result.replaceAll('\r\n', '\n'),
            (added.length === 0 ? whole : expected).replaceAll('\r\n', '\n'),
          );
          assert.equal(result.includes('\r\n'), result.includes('\n') && own === '\r\n');
        },
      ),
    );
  });
});
