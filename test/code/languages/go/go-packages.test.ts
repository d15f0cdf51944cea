import assert from 'node:assert/strict';
import type { CheckSubject } from '../../../../src/verdicts/checks/interfaces/subject.ts';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { findImpact } from '../../../../src/code/impact/find-impact.ts';
import { ScriptCache } from '../../../../src/code/impact/script-cache.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { checkOne } from '../../../verdicts/checks/checking.ts';
import { TemporaryFolder } from '../../../verdicts/checks/temporary-folder.ts';

async function withSubject(
  files: Readonly<Record<string, string>>,
  use: (subject: Pick<CheckSubject, 'tree'> & { readonly index: ModuleIndex }) => void | Promise<void>,
): Promise<void> {
  await using folder = await TemporaryFolder.create(files);
  const tree = new DiskTree(folder.path);
  await use({ tree, index: await ModuleIndex.build(tree) });
}

const namesOf = (index: ModuleIndex, file: string): readonly string[] => index.exportsOf(file).map(({ name }) => name);

describe('Go packages', () => {
  it('[LANG-1] consist of the files of a folder with one package name that a build can contain', async () => {
    await withSubject(
      {
        'go.mod': 'module example.com/shop\n',
        'text/aaa_gen.go': '//go:build ignore\n\npackage main\n\nfunc Generate() {}\n',
        'text/old.go': '// +build ignore\n\npackage main\n\nfunc Old() {}\n',
        'text/never.go': '//go:build linux && (ignore || ignore)\n\npackage text\n\nfunc Never() {}\n',
        'text/_draft.go': 'package text\n\nfunc Draft() {}\n',
        'text/text.go': '// Package text.\n\n//go:build !ignore || windows\n\npackage text\n\nfunc Slug() {}\n',
        'text/text_linux.go': '//go:build linux && !cgo\n\npackage text\n\nfunc Native() {}\n',
        'text/text_windows.go': 'package text\n\nfunc Native() {}\n',
        'text/in_test.go': 'package text\n\nfunc TestIn() { Slug() }\n',
        'text/out_test.go': 'package text_test\n\nimport "example.com/shop/text"\n\nfunc TestOut() { text.Slug() }\n',
        'cmd/main.go': 'package main\n\nimport "example.com/shop/text"\n\nfunc main() { text.Slug() }\n',
      },
      async ({ index, tree }) => {
        for (const file of ['text/aaa_gen.go', 'text/old.go', 'text/never.go', 'text/_draft.go', 'text/in_test.go']) {
          assert.deepEqual(namesOf(index, file), [], file);
        }
        assert.equal(index.resolve('cmd/main.go', 'example.com/shop/text'), 'text/text.go');
        assert.deepEqual(index.packageFilesOf('text/text.go'), [
          'text/in_test.go',
          'text/text_linux.go',
          'text/text_windows.go',
        ]);
        assert.deepEqual(index.filesExporting('Native'), ['text/text_linux.go', 'text/text_windows.go']);
        const sources = { graph: index, cache: new ScriptCache(), readText: (file: string) => tree.readText(file) };
        const impact = await findImpact(sources, { file: 'text/text.go', exportName: 'Slug' });
        assert.deepEqual(impact.filesAffected, ['cmd/main.go', 'text/in_test.go', 'text/out_test.go']);
      },
    );
  });

  it('[LANG-1] are used by the name in their package clause, which can differ from the folder', async () => {
    await withSubject(
      {
        'go.mod': 'module example.com/shop\n',
        'go-text/v2/text.go': 'package slugs\n\nfunc Slug() {}\n',
        'main.go': 'package main\n\nimport "example.com/shop/go-text/v2"\n\nfunc main() { slugs.Slug() }\n',
      },
      async ({ index, tree }) => {
        const sources = { graph: index, cache: new ScriptCache(), readText: (file: string) => tree.readText(file) };
        const impact = await findImpact(sources, { file: 'go-text/v2/text.go', exportName: 'Slug' });
        assert.deepEqual(
          impact.functionsAffected.flatMap(({ callers }) => callers.map(({ file, line }) => `${file}:${line}`)),
          ['main.go:5'],
        );
        index.update([{ file: 'go-text/v2/zeta.go', text: 'package slugs\n' }]);
        assert.deepEqual(index.importersOf('go-text/v2/zeta.go'), ['main.go']);
        // A file that leaves the package is not imported with it.
        index.update([{ file: 'go-text/v2/zeta.go', text: 'package other\n' }]);
        assert.deepEqual(index.importersOf('go-text/v2/zeta.go'), []);
      },
    );
  });

  it('[LANG-1] are resolved by module, with replacements, workspaces, nested modules and internal packages', async () => {
    await withSubject(
      {
        'go.work': 'go 1.23\n\nuse (\n\t./app\n\t./lib\n)\n\nreplace example.com/forked v1.2.0 => ./fork\n',
        'app/go.mod':
          'module example.com/app\n\nrequire example.com/lib v1.0.0\n\nreplace (\n\texample.com/old => ../renamed // moved\n\texample.com/remote => example.com/other v1.0.0\n)\n',
        'app/main.go': 'package main\n',
        'app/internal/secret/secret.go': 'package secret\n',
        'app/sub/sub.go': 'package sub\n',
        'app/nested/go.mod': 'module example.com/nested\n',
        'app/nested/pkg/pkg.go': 'package pkg\n',
        'lib/go.mod': 'module example.com/lib\n',
        'lib/text/text.go': 'package text\n',
        'renamed/go.mod': 'module example.com/renamed\n',
        'renamed/pkg/pkg.go': 'package pkg\n',
        'fork/pkg/pkg.go': 'package pkg\n',
      },
      ({ index }) => {
        const resolve = (specifier: string, from = 'app/main.go'): string | undefined => index.resolve(from, specifier);
        assert.equal(resolve('example.com/lib/text'), 'lib/text/text.go');
        assert.equal(resolve('example.com/old/pkg'), 'renamed/pkg/pkg.go');
        assert.equal(resolve('example.com/old/pkg', 'lib/text/text.go'), undefined);
        assert.equal(resolve('example.com/forked/pkg', 'lib/text/text.go'), 'fork/pkg/pkg.go');
        assert.equal(resolve('example.com/remote/pkg'), undefined);
        assert.equal(resolve('example.com/nested/pkg'), 'app/nested/pkg/pkg.go');
        assert.equal(resolve('example.com/app/nested/pkg'), undefined);
        assert.equal(resolve('example.com/app/internal/secret'), 'app/internal/secret/secret.go');
        assert.equal(resolve('example.com/app/internal/secret', 'app/sub/sub.go'), 'app/internal/secret/secret.go');
        assert.equal(resolve('example.com/app/internal/secret', 'lib/text/text.go'), undefined);
      },
    );
  });
});

describe('Go declarations', () => {
  const text = `package forms

import (
	_ "embed"
	. "strings"; m "math"
)

type Pair[K comparable, V any] struct { key K; value V }
type Array [4]interface{}
type Table[T interface{ ~int }] interface { Get() T }
type (
	A = B /* a comment */
	B struct {
		*Base
		io.Reader
		inner struct { Hidden }
		Label string
	}
)

const (
	First = iota
	Second
	_
	Third, fourth = iota, "}"
)

var Sum = 1 +
	2; var Other, third = '{', \`
func Inside() {}
\`

var Broken = []struct{ a string }{
	{"\\""}, // }
}

type Base struct{ deeper }
type deeper struct{}

func (*Base) Close() error { return nil }
func (d deeper) Deep() {}
func (p *Pair[K, V]) Key() K { return p.key }
func Generic[T any, U ~[]T](values U) (result T, err error) { return }
func External(a int) int
func Closure() func(int, string) (bool, error) { return nil }
func Typed(value struct { A int; B string }, more interface { M() }) {}
`;

  it('[LANG-1] are read in every form', async () => {
    await withSubject({ 'go.mod': 'module example.com/forms\n', 'forms.go': text }, ({ index }) => {
      assert.deepEqual(
        index.exportsOf('forms.go').map(({ name, kind, line }) => `${name} ${kind} ${line}`),
        [
          'Pair type 8',
          'Array type 9',
          'Table interface 10',
          'A type 12',
          'B type 13',
          'First const 22',
          'Second const 23',
          'Third const 25',
          'Sum var 28',
          'Other var 29',
          'Broken var 33',
          'Base type 37',
          'Generic function 43',
          'External function 44',
          'Closure function 45',
          'Typed function 46',
        ],
      );
      const { imports = [], starImports } = index.moduleOf('forms.go') ?? {};
      assert.deepEqual(
        imports.map(({ specifier, names }) => [specifier, ...names.map(({ local }) => local)]),
        [['embed'], ['strings'], ['math', 'm']],
      );
      assert.deepEqual(starImports, ['strings']);
    });
  });

  it('[LANG-1] answer for generics, promoted methods and functions without a body', async () => {
    const more = 'package forms\n\nfunc (b B) Own() {}\n\ntype Outer struct{ B }\n';
    await withSubject(
      { 'go.mod': 'module example.com/forms\n', 'forms.go': text, 'more.go': more },
      async (subject) => {
        const verdicts: readonly (readonly [boolean, Check])[] = [
          [true, { type: 'function_exists', target: 'B.Close', file: 'forms.go' }],
          [true, { type: 'function_exists', target: 'B.Deep', file: 'forms.go' }],
          [true, { type: 'function_exists', target: 'Outer.Deep', file: 'more.go' }],
          [true, { type: 'function_exists', target: 'Outer.Own', file: 'more.go' }],
          [false, { type: 'function_exists', target: 'Outer.Own', file: 'forms.go' }],
          [false, { type: 'function_exists', target: 'Base.Own', file: 'forms.go' }],
          [true, { type: 'function_exists', target: 'Pair.Key', file: 'forms.go' }],
          [false, { type: 'function_exists', target: 'External', file: 'forms.go' }],
          [true, { type: 'signature_match', target: 'B.Close', file: 'forms.go', expected: '() error' }],
          [false, { type: 'signature_match', target: 'B.Close', file: 'forms.go', expected: '()' }],
          [
            true,
            {
              type: 'signature_match',
              target: 'Generic',
              file: 'forms.go',
              expected: '[T any, U ~[]T](v U) (T, error)',
            },
          ],
          [false, { type: 'signature_match', target: 'Generic', file: 'forms.go', expected: '(v U) (T, error)' }],
          [
            true,
            {
              type: 'signature_match',
              target: 'Closure',
              file: 'forms.go',
              expected: '() func(int, string) (bool, error)',
            },
          ],
          [
            true,
            {
              type: 'signature_match',
              target: 'Typed',
              file: 'forms.go',
              expected: '(value struct {\n\tA int\n\tB string\n}, more interface{ M() })',
            },
          ],
        ];
        for (const [passed, check] of verdicts) {
          const result = await checkOne({}, check, subject);
          assert.equal(result.error, undefined, JSON.stringify(check));
          assert.equal(result.passed, passed, `${JSON.stringify(check)}: ${result.actual ?? ''}`);
        }
        const changedFiles = new Set(['forms.go']);
        const created = await checkOne({}, { type: 'creates', target: 'External()' }, { ...subject, changedFiles });
        assert.equal(created.passed, false);
      },
    );
  });
});
