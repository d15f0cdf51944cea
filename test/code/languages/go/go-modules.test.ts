import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import { loadLanguageOf } from '../../../../src/code/languages/language-table.ts';
import type { CheckSubject } from '../../../../src/verdicts/checks/interfaces/subject.ts';
import type { Check } from '../../../../src/contract/model.ts';
import { findImpact } from '../../../../src/code/impact/find-impact.ts';
import { ScriptCache } from '../../../../src/code/impact/script-cache.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { checkOne } from '../../../verdicts/checks/checking.ts';
import { TemporaryFolder } from '../../../verdicts/checks/temporary-folder.ts';

const FILES = {
  'go.mod': 'module example.com/shop\n\ngo 1.23\n',
  'tools/go.mod': 'module example.com/tools\n',
  'tools/gen/gen.go': 'package gen\n\nimport "example.com/shop/text"\n\nvar _ = text.Slugify("a", "b")\n',
  'text/text.go': `package text

import (
	"strings"
)

// Slugify joins words.
func Slugify(text, sep string) (string, error) { return strings.Join(nil, sep), nil }

func helper(values ...int) int { return len(values) }

type List[T any] struct{ items []T }

func (l *List[T]) Add(item T, more ...T) {}
func (List[T]) size() int { return 0 }

type (
	Reader interface{ Read() }
	Alias  = string
)

const Limit, lower = 1, 2

var (
	Handler = func(any) {}
	Table   = map[string]int{}
)

func init() {}
`,
  'text/more.go':
    'package text\n\nfunc Twice(a string) string {\n\tb, _ := Slugify(a, a)\n\treturn b\n}\n\nfunc Shadow(Slugify string) string { return Slugify }\n',
  'text/text_test.go': 'package text\n\nfunc TestSlugify() { Slugify("", "") }\n',
  'cmd/main.go':
    'package main\n\nimport alias "example.com/shop/text"\n\nfunc main() {\n\tf := alias.Slugify\n\tf("a", "b")\n\tvar r alias.Reader\n\t_ = r\n}\n',
  'cmd/broken.go': 'package main\n\nfunc Broken( {\n',
  'vendor/x/x.go': 'package x\n\nfunc X() {}\n',
};

describe('Go modules', () => {
  let folder: TemporaryFolder;
  let tree: DiskTree;
  let index: ModuleIndex;

  before(async () => {
    folder = await TemporaryFolder.create(FILES);
    tree = new DiskTree(folder.path);
    index = await ModuleIndex.build(tree);
  });
  after(() => folder[Symbol.asyncDispose]());

  async function verdicts(
    checks: readonly (readonly [boolean, Check])[],
    parts: Partial<CheckSubject> = {},
  ): Promise<void> {
    for (const [passed, check] of checks) {
      const result = await checkOne({}, check, { tree, index, ...parts });
      assert.equal(result.error, undefined, JSON.stringify(check));
      assert.equal(result.passed, passed, `${JSON.stringify(check)}: ${result.actual ?? ''}`);
    }
  }

  it('[LANG-1] export the identifiers that begin with an upper-case letter, except in tests', () => {
    assert.deepEqual(
      index.exportsOf('text/text.go').map(({ name, kind, line, column }) => `${name} ${kind} ${line}:${column}`),
      [
        'Slugify function 8:6',
        'List type 12:6',
        'Reader interface 18:2',
        'Alias type 19:2',
        'Limit const 22:7',
        'Handler var 25:2',
        'Table var 26:2',
      ],
    );
    assert.deepEqual(index.exportsOf('text/text_test.go'), []);
    assert.equal(index.moduleOf('vendor/x/x.go'), undefined);
    assert.deepEqual(index.filesExporting('Slugify'), ['text/text.go']);
  });

  it('[LANG-1] are imported by package, with the module paths of the tree', () => {
    assert.equal(index.resolve('cmd/main.go', 'example.com/shop/text'), 'text/more.go');
    assert.equal(index.resolve('cmd/main.go', 'strings'), undefined);
    assert.equal(index.specifierFor('text/text.go'), 'example.com/shop/text');
    assert.equal(index.specifierFor('tools/gen/gen.go'), 'example.com/tools/gen');
    for (const file of ['text/text.go', 'text/more.go']) {
      assert.deepEqual(index.importersOf(file), ['cmd/main.go', 'tools/gen/gen.go'], file);
    }
  });

  it('[LANG-1] answer export_exists, function_exists and creates', async () => {
    const file = 'text/text.go';
    await verdicts([
      [true, { type: 'export_exists', target: 'Slugify', file }],
      [true, { type: 'export_exists', target: 'Twice' }],
      [false, { type: 'export_exists', target: 'helper', file }],
      [false, { type: 'export_exists', target: 'Twice', file }],
      [false, { type: 'export_exists', target: 'TestSlugify' }],
      [true, { type: 'function_exists', target: 'helper', file }],
      [true, { type: 'function_exists', target: 'List.Add', file }],
      [true, { type: 'function_exists', target: 'List.size', file }],
      [false, { type: 'function_exists', target: 'List.Remove', file }],
      [false, { type: 'function_exists', target: 'Reader', file }],
    ]);
    const changedFiles = new Set([file, 'cmd/broken.go']);
    await verdicts(
      [
        [true, { type: 'creates', target: 'Slugify()' }],
        [true, { type: 'creates', target: 'Handler()' }],
        [true, { type: 'creates', target: 'Table' }],
        [false, { type: 'creates', target: 'Table()' }],
        [false, { type: 'creates', target: 'Limit()' }],
        [false, { type: 'creates', target: 'List()' }],
        [false, { type: 'creates', target: 'Twice()' }],
        [false, { type: 'creates', target: 'Broken' }],
      ],
      { changedFiles },
    );
  });

  it('[LANG-1] have signatures that are compared by their types', async () => {
    const match = (target: string, expected: string): Check => ({
      type: 'signature_match',
      target,
      file: 'text/text.go',
      expected,
    });
    await verdicts([
      [true, match('Slugify', '(text string, sep string) (string, error)')],
      [true, match('Slugify', 'func Slugify(a, b string) (result string, err error)')],
      [true, match('Slugify', '(string,string)(string,error)')],
      [false, match('Slugify', '(text string) (string, error)')],
      [false, match('Slugify', '(text, sep string) string')],
      [false, match('Slugify', '(text string, sep []byte) (string, error)')],
      [true, match('helper', '(...int) int')],
      [false, match('helper', '([]int) int')],
      [true, match('List.Add', '(item T, more ...T)')],
      [true, match('List.Add', 'func (l *List[T]) Add(item T, more ...T)')],
      [false, match('List.Add', '(item T)')],
    ]);
    const unreadable = await checkOne({}, match('Slugify', '(text: string) => string'), { tree, index });
    assert.match(unreadable.error ?? '', /not a Go signature/);
  });

  it('[LANG-1] have types without the names inside them', async () => {
    const go = await loadLanguageOf('m.go');
    assert.ok(go);
    const equal: readonly (readonly [code: string, expected: string])[] = [
      ['() func(yield func(int) bool)', '() func(func(int) bool)'],
      ['(f func(a, b string) (n int, err error))', '(func(string, string) (int, error))'],
      ['() (err error)', '() error'],
      ['(f func() (err error))', '(func() error)'],
      ['(m map[string]func(key string) bool)', '(map[string]func(string) bool)'],
      ['(c chan<- func(x int))', '(chan<- func(int))'],
      [
        '(i interface{ Read(p []byte) (n int, err error); Close() error })',
        '(interface{ Close() error; Read([]byte) (int, error) })',
      ],
      ['(s struct{ F func(a int); x, y int })', '(struct{ F func(int); x int; y int })'],
      ['(f func(args ...int))', '(func(...int))'],
      ['(next func(func(inner int) bool) func(x func(deep int)))', '(func(func(int) bool) func(func(int)))'],
      ['[K comparable, V any](m map[K]V) iter.Seq2[K, V]', '[A comparable, B any](map[A]B) iter.Seq2[A, B]'],
      ['(f func(interface{}))', '(func(v any))'],
    ];
    const different: readonly (readonly [code: string, expected: string])[] = [
      ['() func(yield func(int) bool)', '() func(func(string) bool)'],
      ['(f func(a, b int))', '(func(int))'],
      ['(s struct{ x int })', '(struct{ y int })'],
      ['(s struct{ x int })', '(struct{ int })'],
      ['(i interface{ Read() })', '(interface{ Write() })'],
      ['(f func() (a, b error))', '(func() error)'],
      ['(f func(args ...int))', '(func([]int))'],
      ['[K comparable, V any](m map[K]V) V', '[A comparable, B any](map[A]B) A'],
      ['[K comparable](k K)', '[K any](k K)'],
    ];
    const passes = ([code, expected]: readonly [string, string]): boolean | undefined =>
      go.compareSignature(`package p\n\nfunc F${code} { panic(0) }\n`, 'F', expected)?.passed;
    assert.deepEqual(
      equal.filter((pair) => passes(pair) !== true),
      [],
    );
    assert.deepEqual(
      different.filter((pair) => passes(pair) !== false),
      [],
    );
  });

  it('[LANG-1] have uses in their package, and in the packages that import it', async () => {
    const sources = { graph: index, cache: new ScriptCache(), readText: (file: string) => tree.readText(file) };
    const usesOf = async (exportName: string): Promise<readonly string[]> => {
      const impact = await findImpact(sources, { file: 'text/text.go', exportName });
      const { functionsAffected, typesAffected } = impact;
      const uses = [...functionsAffected.flatMap((one) => one.callers), ...typesAffected.flatMap((one) => one.usages)];
      return uses.map(({ file, line, column, kind }) => `${file}:${line}:${column} ${kind}`);
    };
    assert.deepEqual(await usesOf('Slugify'), [
      'cmd/main.go:6:13 other',
      'text/more.go:4:10 call',
      'text/text_test.go:3:22 call',
      'tools/gen/gen.go:5:14 call',
    ]);
    assert.deepEqual(await usesOf('Reader'), ['cmd/main.go:8:14 other']);
  });
});
