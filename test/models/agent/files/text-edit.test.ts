import assert from 'node:assert/strict';
import fc from 'fast-check';
import { replaceOnce } from '../../../../src/models/agent/files/text-edit.ts';
import '../../../random-seed.ts';

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

describe('Agent: replaceOnce', () => {
  it('replaces only the occurrence and inserts the new text literally', () => {
    assert.equal(edited('one two three', 'two', '$& $1 $$'), 'one $& $1 $$ three');
  });

  it('keeps the line endings of the file, regardless of the line endings of the model', () => {
    assert.equal(edited('a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz'), 'x\r\ny\r\nz\r\nc\r\n');
    assert.equal(edited('a\nb\nc\n', 'a\r\nb', 'x\r\ny'), 'x\ny\nc\n');
    assert.equal(edited('a\r\nb\r\nc\r\n', 'a\r\nb\r\n', 'x\r\n'), 'x\r\nc\r\n');
  });

  it('keeps mixed line endings around the replaced text byte for byte', () => {
    assert.equal(edited('1\n2\r\n3\r\nx\r\n4\n5\r\n', 'x', 'a\nb'), '1\n2\r\n3\r\na\r\nb\r\n4\n5\r\n');
  });

  it('keeps a byte order mark', () => {
    assert.equal(edited('\uFEFFconst a = 1;\n', 'const a', 'let a'), '\uFEFFlet a = 1;\n');
  });

  it('matches whole lines at the end of a file without a final line break', () => {
    assert.equal(edited('a\nlast', 'last\n', 'new\n'), 'a\nnew');
  });

  it('rejects a text that does not occur and shows the most similar passage', () => {
    const text = ['function one() {', '  return 1;', '}', '', 'function two() {', '  return 2;', '}', ''].join('\n');
    assert.match(
      refused(text, 'function two() {\n  return 3;\n}'),
      /lines="5-7"[^>]*>\n?[\s\S]*function two\(\) \{\n {2}return 2;/,
    );
    assert.match(refused(text, 'function two() {\nreturn 2;\n}'), /differs only in white space/);
    assert.match(refused(text, 'completely different'), /The file contains nothing similar/);
  });

  it('rejects a text that occurs several times and lists the lines', () => {
    assert.match(refused('x = 1\ny\nx = 1\n', 'x = 1'), /2 times.*lines 1, 3/);
    assert.match(refused('aaa', 'aa'), /2 times/);
  });

  it('rejects an empty text', () => {
    assert.match(refused('a', ''), /write_file/);
  });

  it('[TRUST-6] bounds the search for the most similar passage', () => {
    const manyLines = Array.from({ length: 100_001 }, (_, index) => `line ${index}`).join('\n');
    assert.match(refused(manyLines, 'line x'), /Read the file again/);
    const longLines = Array.from({ length: 2_000 }, (_, index) => `${'word '.repeat(2_000)}${index}`).join('\n');
    assert.match(refused(longLines, `${'word '.repeat(2_000)}x\n`.repeat(500)), /similar/);
    const commonLines = '  }\n'.repeat(90_000);
    assert.match(refused(commonLines, '  }\n'.repeat(300) + 'x'), /lines="\d+-\d+"/);
  });

  it('[TRUST-6] searches repetitive texts in linear time', () => {
    const text = 'a'.repeat(1_000_000);
    assert.match(refused(text, `b${'a'.repeat(500_000)}`), /nothing similar|most similar/);
    assert.match(refused(text, 'a'.repeat(500_000)), /occurs 500001 times/);
  });

  it('equals splitting and joining, for any text, position and line ending', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '$', '\\') });
    fc.assert(
      fc.property(
        fc.array(line),
        fc.array(line),
        fc.array(line),
        fc.constantFrom('\n', '\r\n'),
        fc.constantFrom('\n', '\r\n'),
        (before, after, added, fileEnding, modelEnding) => {
          const text = [...before, 'UNIQUE', 'PASSAGE', ...after].join(fileEnding);
          const expected = [...before, ...added, ...after].join(fileEnding);
          const whole = [...before, added.join(modelEnding), ...after]
            .join(fileEnding)
            .replaceAll('\r\n', '\n')
            .replaceAll('\n', fileEnding);
          const result = edited(text, ['UNIQUE', 'PASSAGE'].join(modelEnding), added.join(modelEnding));
          // A text with a single line contains no line ending.
          assert.equal(
            result.replaceAll('\r\n', '\n'),
            (added.length === 0 ? whole : expected).replaceAll('\r\n', '\n'),
          );
          assert.equal(result.includes('\r\n'), result.includes('\n') && fileEnding === '\r\n');
        },
      ),
    );
  });
});
