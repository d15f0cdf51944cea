import assert from 'node:assert/strict';
import type { ChangedText } from '../../../src/verdicts/analysis/analysis.ts';
import { findExportEdit } from '../../../src/verdicts/analysis/export-edits.ts';
import { loadLanguageOf } from '../../../src/code/languages/language-table.ts';
import type { Check } from '../../../src/contract/model.ts';
import { checkOne, subjectOf } from '../checks/checking.ts';

type Texts = Readonly<Record<string, string>>;

interface Case {
  readonly title: string;
  readonly files: Texts;
  /** The file that must export the name. */
  readonly file: string;
  readonly name: string;
  /** The whole texts after the edit; `undefined` if there is no edit. */
  readonly after: Texts | undefined;
  readonly isFunction?: true;
  readonly signature?: string;
}

async function findEdit({ files, file, name, isFunction, signature }: Case): Promise<readonly ChangedText[]> {
  const { tree, index } = await subjectOf(files);
  return findExportEdit({ tree, index }, { file, name, isFunction: isFunction ?? false, signature });
}

function test(group: readonly Case[]): void {
  for (const one of group) {
    it(`[EDIT-3] ${one.title}`, async () => {
      const changed = await findEdit(one);
      assert.deepEqual(Object.fromEntries(changed.map(({ file, after }) => [file, after])), one.after ?? {});
      if (one.after === undefined) return;
      for (const { file, before } of changed) assert.equal(before, one.files[file]);
      const after = { ...one.files, ...one.after };
      for (const [file, text] of Object.entries(one.after)) {
        assert.deepEqual((await loadLanguageOf(file))?.findSyntaxErrors(text), []);
      }
      const { file, name, signature } = one;
      const checks: readonly Check[] = [
        { type: 'export_exists', target: name, file },
        { type: 'creates', target: one.isFunction ? `${name}()` : name },
        ...(signature === undefined
          ? []
          : [{ type: 'signature_match', target: name, file, expected: signature, exported: true }]),
      ];
      for (const check of checks) {
        const result = await checkOne(after, check, { allowedFiles: [file] });
        assert.equal(result.passed, true, `${result.actual ?? ''} ${result.error ?? ''}`);
      }
      // A second fix finds nothing to do.
      assert.deepEqual(await findEdit({ ...one, files: after }), []);
    });
  }
}

const python = (title: string, text: string, after: string | undefined): Case => ({
  title,
  files: { 'a.py': text },
  file: 'a.py',
  name: 'slug',
  after: after === undefined ? undefined : { 'a.py': after },
});

describe('The export of a name of a Python module', () => {
  const def = 'def slug(text): ...\n';
  test([
    python('adds it to __all__', `__all__ = ['a', "b"]\n${def}`, `__all__ = ['a', "b", "slug"]\n${def}`),
    python('adds it to a tuple', `__all__ = ('a',)\n${def}`, `__all__ = ('a', 'slug',)\n${def}`),
    python('adds it to an empty list', `__all__ = []\n${def}`, `__all__ = ["slug"]\n${def}`),
    python('adds it to an empty tuple', `__all__ = ()\n${def}`, `__all__ = ("slug",)\n${def}`),
    python(
      'keeps a list of lines with its comments',
      `__all__ = [\r\n    "a",\r\n    "b",  # kept\r\n]\r\n${def}`,
      `__all__ = [\r\n    "a",\r\n    "b",  # kept\r\n    "slug",\r\n]\r\n${def}`,
    ),
    python(
      'keeps a list of lines without a last comma',
      `__all__ = [\n    "a",\n    "b"  # kept\n]\n${def}`,
      `__all__ = [\n    "a",\n    "b",  # kept\n    "slug"\n]\n${def}`,
    ),
    python(
      'adds it to the last list of several',
      `__all__ = ["a"]\n__all__ += ["b"]\n${def}`,
      `__all__ = ["a"]\n__all__ += ["b", "slug"]\n${def}`,
    ),
    python(
      'adds it to the list of a sum',
      `from m import x\n__all__ = x.__all__ + ["b"]\n${def}`,
      `from m import x\n__all__ = x.__all__ + ["b", "slug"]\n${def}`,
    ),
    python(
      'adds an import that the list leaves out',
      '__all__ = []\nfrom m import slug\n',
      '__all__ = ["slug"]\nfrom m import slug\n',
    ),
    python('does nothing without __all__', '_slug = 1\ndef _private(): ...\n', undefined),
    python('does nothing for a private name', `b = 1\ndef _slug(): ...\n`, undefined),
    python('does nothing for a computed list', `__all__ = [n for n in dir()]\n${def}`, undefined),
    python('does nothing for a name in a branch', `__all__ = ["a"]\nif x:\n    def slug(): ...\n`, undefined),
    python(
      'does nothing for a name that exists for type checkers only',
      '__all__ = ["a"]\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from m import slug\n',
      undefined,
    ),
    python('does nothing in a file with a syntax error', `__all__ = ["a"]\n${def}def broken(:\n`, undefined),
    python(
      'does nothing for a name that the list removes',
      `__all__ = ["slug"]\n__all__.remove("slug")\n${def}`,
      undefined,
    ),
    {
      ...python('does nothing if another signature is required', `__all__ = ["a"]\n${def}`, undefined),
      signature: '(other) -> None',
    },
    {
      ...python(
        'exports a function with the required signature',
        `__all__ = ["a"]\n${def}`,
        `__all__ = ["a", "slug"]\n${def}`,
      ),
      isFunction: true,
      signature: '(text)',
    },
    {
      ...python('does nothing for a value that must be a function', '__all__ = ["a"]\nslug = 1\n', undefined),
      isFunction: true,
    },
  ]);

  const init = 'shop/__init__.py';
  const inPackage = (title: string, files: Texts, after: string | undefined): Case => ({
    title,
    files,
    file: init,
    name: 'slug',
    after: after === undefined ? undefined : { [init]: after },
    isFunction: true,
  });
  test([
    inPackage('imports it into an empty package', { [init]: '', 'shop/text.py': def }, 'from .text import slug\n'),
    inPackage(
      'imports it after the documentation of the package',
      { [init]: '"""The shop."""\n\nLIMIT = 1\n', 'shop/text.py': def },
      '"""The shop."""\n\nfrom .text import slug\n\nLIMIT = 1\n',
    ),
    inPackage(
      'imports it next to the import of the same module, in its form',
      {
        [init]: 'from .a import x as x\nfrom .text import y as y\nfrom .z import z as z\n',
        'shop/text.py': `y = 1\n${def}`,
        'shop/a.py': 'x = 1\n',
        'shop/z.py': 'z = 1\n',
      },
      'from .a import x as x\nfrom .text import y as y\nfrom .text import slug as slug\nfrom .z import z as z\n',
    ),
    inPackage(
      'imports it from a package inside, and adds it to __all__',
      { [init]: 'from .a import (\n    x,\n)\n__all__ = ["x"]\n', 'shop/deep/text.py': def, 'shop/a.py': 'x = 1\n' },
      'from .a import (\n    x,\n)\nfrom .deep.text import slug\n__all__ = ["x", "slug"]\n',
    ),
    inPackage(
      'imports it from a module that imports the package, if it is loaded already',
      { [init]: 'from .text import y\n', 'shop/text.py': `from . import other\ny = 1\n${def}`, 'shop/other.py': '' },
      'from .text import y\nfrom .text import slug\n',
    ),
    inPackage(
      'does nothing if the import would be circular',
      {
        [init]: 'LIMIT = 1\n',
        'shop/text.py': `from .base import x\n${def}`,
        'shop/base.py': 'from shop import LIMIT\nx = 1\n',
      },
      undefined,
    ),
    inPackage(
      'does nothing for a name that the module has in a branch only',
      { [init]: '', 'shop/text.py': 'import sys\nif sys.platform == "win32":\n    def slug(): ...\n' },
      undefined,
    ),
    inPackage(
      'does nothing for a module that is loaded in a branch only',
      {
        [init]: '',
        'shop/text.py': def,
        'shop/a.py': 'import sys\nif sys.platform == "win32":\n    from .text import slug\n',
        'shop/b.py': 'def f():\n    from .text import slug\n',
      },
      undefined,
    ),
    inPackage('does nothing for the module of a program', { [init]: '', 'shop/__main__.py': def }, undefined),
    inPackage(
      'does nothing if two modules declare it',
      { [init]: '', 'shop/text.py': def, 'shop/other.py': def },
      undefined,
    ),
    inPackage(
      'does nothing if it would hide the module of the same name',
      { [init]: '', 'shop/slug.py': def },
      undefined,
    ),
    inPackage('does nothing for a module outside the package', { [init]: '', 'other/text.py': def }, undefined),
  ]);
});

const go = (title: string, files: Texts, after: Texts | undefined): Case => ({
  title,
  files: { 'go.mod': 'module example.com/shop\n', ...files },
  file: 'text/text.go',
  name: 'Slug',
  after,
});

describe('The export of a name of a Go package', () => {
  const text = 'package text\n\n// slug makes a part of an address.\nfunc slug(s string) string { return s }\n';
  const exported = 'package text\n\n// Slug makes a part of an address.\nfunc Slug(s string) string { return s }\n';
  test([
    { ...go('renames it with its comment', { 'text/text.go': text }, { 'text/text.go': exported }), isFunction: true },
    go(
      'renames its uses in all files of the package',
      {
        'text/text.go': text,
        'text/path.go':
          'package text\n\nvar slugs = []string{slug("a"), x.slug}\n\nfunc path(f func(string) string) { path(slug) }\n',
        'text/text_test.go': 'package text\n\nimport "testing"\n\nfunc TestSlug(t *testing.T) { slug("a") }\n',
        'text/other_test.go': 'package text_test\n\nfunc slug() {}\n',
        'other/other.go': 'package other\n\nfunc slug() {}\n',
      },
      {
        'text/text.go': exported,
        'text/path.go':
          'package text\n\nvar slugs = []string{Slug("a"), x.slug}\n\nfunc path(f func(string) string) { path(Slug) }\n',
        'text/text_test.go': 'package text\n\nimport "testing"\n\nfunc TestSlug(t *testing.T) { Slug("a") }\n',
      },
    ),
    {
      ...go(
        'renames a type with its methods',
        { 'text/text.go': 'package text\n\ntype slug struct{ a int }\n\nfunc (s *slug) Text() string { return "" }\n' },
        { 'text/text.go': 'package text\n\ntype Slug struct{ a int }\n\nfunc (s *Slug) Text() string { return "" }\n' },
      ),
    },
    {
      ...go('renames an initialism', { 'text/text.go': 'package text\n\nvar urlOf = 1\n' }, undefined),
      name: 'URLOf',
      after: { 'text/text.go': 'package text\n\nvar URLOf = 1\n' },
    },
    {
      ...go(
        'renames the declaration of each system',
        {
          'text/text.go': 'package text\n\nfunc slug() {}\n',
          'text/text_windows.go': '//go:build windows\n\npackage text\n\nfunc slug() {}\n',
        },
        {
          'text/text.go': 'package text\n\nfunc Slug() {}\n',
          'text/text_windows.go': '//go:build windows\n\npackage text\n\nfunc Slug() {}\n',
        },
      ),
    },
  ]);

  const nothing: readonly (readonly [title: string, files: Texts])[] = [
    ['a local variable with the name', { 'text/a.go': 'package text\n\nfunc f() { slug := 1; _ = slug }\n' }],
    ['a parameter with the name', { 'text/a.go': 'package text\n\nfunc f(slug int) int { return slug }\n' }],
    ['a key with the name', { 'text/a.go': 'package text\n\nvar a = T{slug: 1}\n' }],
    ['the new name in the package', { 'text/a.go': 'package text\n\nfunc f() { Slug := 1; _ = Slug }\n' }],
    ['an import with the name', { 'text/a.go': 'package text\n\nimport slug "example.com/slug"\n\nvar a = slug.B\n' }],
    ['a file that does not parse', { 'text/a.go': 'package text\n\nfunc f( { slug() }\n' }],
    ['a directive that names it', { 'text/a.go': 'package text\n\n//go:linkname slug runtime.slug\n' }],
    ['assembly that names it', { 'text/a.s': 'TEXT ·slug(SB), 4, $0\n' }],
  ];
  test(
    nothing.map(([title, files]) => go(`does nothing with ${title}`, { 'text/text.go': text, ...files }, undefined)),
  );
  test([
    go(
      'does nothing for an embedded type',
      {
        'text/text.go': 'package text\n\ntype slug struct{}\n\ntype page struct{ slug }\n',
      },
      undefined,
    ),
    {
      ...go('does nothing for the main function', { 'text/text.go': 'package main\n\nfunc main() {}\n' }, undefined),
      name: 'Main',
    },
    go('does nothing for a function in assembly', { 'text/text.go': 'package text\n\nfunc slug() int\n' }, undefined),
    { ...go('does nothing in a file of tests', { 'text/text_test.go': text }, undefined), file: 'text/text_test.go' },
    {
      ...go('does nothing if another signature is required', { 'text/text.go': text }, undefined),
      signature: '(s string) (string, error)',
    },
  ]);
});
