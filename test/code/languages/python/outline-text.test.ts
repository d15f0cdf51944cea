import assert from 'node:assert/strict';
import type { CodeLanguage } from '../../../../src/code/languages/interface/code-language.ts';
import { loadLanguageOf } from '../../../../src/code/languages/language-table.ts';
import { outlineText } from '../../../../src/code/languages/python/outline-text.ts';

const TEXT = `"""def in_docstring():
    pass
"""
import os
TABLE = {
    'def': [1,
def_ := 2],
}
text = 'def quoted(): \\
    still'
@decorate("class X:")
def first(
    a='(', b="""
def inner(): ...
""",
):
    """Docs: it's a "quote" """
    from late import (
        one,  # comment
        two as second,
    )
# a comment in the first column
    if a: # (
        return {'}': 1}

    return f"{a!r}"
class Shape:
\tfield = 1
\tdef method(self):
\t\timport deep.path as short
\t\treturn lambda: 0
def one_line(): return 1
if os.name == 'nt':
    async def conditional():
        pass
    after = 1
else:
    after = 2
last = 3`;

describe('the outline of a Python text', () => {
  let python: CodeLanguage;
  before(async () => {
    const loaded = await loadLanguageOf('a.py');
    assert.ok(loaded);
    python = loaded;
  });

  for (const [title, text] of [
    ['LF', TEXT],
    ['CRLF', TEXT.replaceAll('\n', '\r\n')],
  ] as const) {
    it(`[LANG-1] keeps the lines and columns of everything outside of bodies, with ${title}`, () => {
      const outline = outlineText(text);
      assert.ok(outline);
      assert.equal(outline.text.split('\n').length, text.split('\n').length);
      assert.doesNotMatch(outline.text, /field|method|return \{|comment in/);
      assert.match(outline.text, /def one_line\(\): return 1/);
      assert.deepEqual(
        outline.imports.map((one) => ({ ...one, text: one.text.replace(/\s+/g, ' ') })),
        [
          { text: 'from late import ( one, two as second, )', line: 18, column: 5 },
          { text: 'import deep.path as short', line: 30, column: 3 },
        ],
      );
      const { exports, imports, parsedBy } = python.readModule('m.py', text);
      assert.equal(parsedBy, 'lexer');
      assert.deepEqual(
        exports.map(({ name, line, column }) => `${name} ${line}:${column}`),
        [
          'TABLE 5:1',
          'def_ 7:1',
          'text 9:1',
          'first 12:5',
          'Shape 27:7',
          'one_line 32:5',
          'conditional 34:15',
          'after 38:5',
          'last 39:1',
        ],
      );
      assert.deepEqual(
        imports.map(({ specifier, kind, names }) => [specifier, kind, names.map(({ local }) => local).join()]),
        [
          ['os', 'static', 'os'],
          ['late', 'dynamic', 'one,second'],
          ['deep.path', 'dynamic', 'short'],
        ],
      );
    });
  }

  it('[LANG-1] is not made of a text whose strings or brackets are not closed', () => {
    for (const text of ["a = 'open\ndef f():\n    x = 1\n", 'a = (1\ndef f(): ...\n', 'a = 1)\n', 'a = """open\n']) {
      assert.equal(outlineText(text), undefined, text);
      assert.equal(python.readModule('m.py', text).parsedBy, 'parser', text);
    }
  });

  it('[LANG-1] ends with a body, or with nothing', () => {
    assert.equal(outlineText('')?.text, '');
    assert.equal(outlineText('def f():\n    x = 1\n\n    y = 2')?.text, 'def f():\n    pass\n');
    assert.deepEqual(
      python.readModule('m.py', 'def f():\n    x = 1').exports.map(({ name }) => name),
      ['f'],
    );
  });
});
