import type { Check } from '../../../../src/contract/model.ts';
import { assertVerdicts } from '../verdicts.ts';

const exported = (target: string): Check => ({ type: 'export_exists', target, file: 'm.go' });
const callable = (target: string): Check => ({ type: 'function_exists', target, file: 'm.go' });
const signed = (target: string, expected: string): Check => ({
  type: 'signature_match',
  target,
  file: 'm.go',
  expected,
});
const module = { 'go.mod': 'module example.com/m\n' };
const clause = 'package m\n\n';

describe('verdicts on Go', () => {
  it('[LANG-1] find the methods of embedded types in other packages of the module', async () => {
    const tree = {
      'm.go': `${clause}import x "example.com/m/base"\nimport . "example.com/m/dots"\ntype T struct { *x.Base; Dot }\ntype Same = x.Base\ntype Own x.Base\n`,
      'base/base.go':
        'package base\n\ntype Base struct { Root }\ntype Root struct{ Field int }\nfunc (Root) Deep() {}\nfunc (Base) hidden() {}\n',
      'base/more.go': 'package base\n\nfunc (*Base) Go(a int) {}\n',
      'base/in_test.go': 'package base\n\nfunc (*Base) Tested() {}\n',
      'dots/dots.go': 'package dots\n\ntype Dot struct{}\nfunc (Dot) Dotted() {}\n',
    };
    await assertVerdicts(
      [
        ['passes', tree, callable('T.Go')],
        ['passes', tree, signed('T.Go', '(int)')],
        ['fails', tree, signed('T.Go', '(string)')],
        ['passes', tree, callable('T.Deep')],
        ['passes', tree, callable('T.Dotted')],
        ['passes', tree, callable('Same.Go')],
        // A defined type has the embedded types of the other one, and not its methods.
        ['fails', tree, callable('Own.Go')],
        ['passes', tree, callable('Own.Deep')],
        ['fails', tree, callable('T.hidden')],
        ['fails', tree, callable('T.Tested')],
        ['fails', tree, callable('T.Field')],
        ['fails', tree, callable('T.Missing')],
      ],
      'm.go',
      module,
    );
  });

  it('[LANG-2] are errors for methods of types outside the tree, and of vendored ones', async () => {
    const standard = `${clause}import "sync"\ntype A struct{}\nfunc (A) Lock() {}\ntype B struct{ A }\n`;
    const vendored = {
      'm.go': `${clause}import "example.org/y"\ntype T struct { y.B }\n`,
      'vendor/example.org/y/y.go': 'package y\n\ntype B struct{}\nfunc (B) Go() {}\n',
    };
    await assertVerdicts(
      [
        ['undecided', `${standard}type T struct { sync.Mutex }\n`, callable('T.Lock')],
        ['undecided', `${standard}type T struct { sync.Mutex }\n`, signed('T.Lock', '()')],
        ['undecided', `${standard}type T = sync.Mutex\n`, callable('T.Lock')],
        // The method of the package is expected not to be hidden at its own depth, but it can be at a smaller one.
        ['passes', `${standard}type T struct { sync.Mutex; A }\n`, signed('T.Lock', '()')],
        ['passes', `${standard}type T struct { sync.Mutex; B }\n`, callable('T.Lock')],
        ['undecided', `${standard}type T struct { sync.Mutex; B }\n`, signed('T.Lock', '()')],
        ['undecided', vendored, callable('T.Go')],
      ],
      'm.go',
      module,
    );
  });

  it('[LANG-1] do not pass for methods that a field or another method hides', async () => {
    const bases = `${clause}type A struct{}\nfunc (A) Go() {}\ntype B struct{ Go int }\ntype C struct{}\nfunc (C) Go() {}\n`;
    await assertVerdicts(
      [
        ['fails', `${bases}type T struct { A; Go int }\n`, callable('T.Go')],
        ['fails', `${bases}type D struct{ A; Go int }\ntype T struct { D }\n`, callable('T.Go')],
        ['fails', `${bases}type T struct { A; B }\n`, callable('T.Go')],
        ['fails', `${bases}type T struct { A; C }\n`, callable('T.Go')],
        ['fails', `${bases}type T A\n`, callable('T.Go')],
        ['fails', `${bases}type D struct{ A }\ntype E struct{ A }\ntype T struct { D; E }\n`, callable('T.Go')],
        ['fails', `${bases}func f() {\n\ttype T struct { A }\n}\ntype T struct{}\n`, callable('T.Go')],
      ],
      'm.go',
      module,
    );
  });

  it('[LANG-1] compare methods of interfaces, of generic types and of other files of the package', async () => {
    const generic = `${clause}type B[K any] struct{}\nfunc (b *B[K]) Go() K { panic(1) }\ntype T struct { *B[int] }\n`;
    const builds = {
      'm.go': `${clause}type T struct{}\n`,
      'm_linux.go': `${clause}func (T) Go(a int) {}\nfunc Go(a int) {}\nfunc (T) Same() {}\n`,
      'm_other.go': `//go:build !linux\n\n${clause}func (T) Go(a string) {}\nfunc Go(a string) {}\nfunc (T) Same() {}\n`,
    };
    await assertVerdicts(
      [
        ['passes', generic, signed('B.Go', '() K')],
        ['passes', generic, callable('T.Go')],
        ['undecided', generic, signed('T.Go', '() K')],
        ['passes', `${clause}type I interface { Go() }\ntype T struct { I }\n`, signed('T.Go', '()')],
        ['fails', `${clause}type I interface { Go() }\n`, callable('I.Go')],
        ['passes', builds, callable('T.Go')],
        ['fails', builds, signed('T.Go', '(int)')],
        ['passes', builds, signed('T.Same', '()')],
        ['fails', builds, { type: 'signature_match', target: 'Go', expected: '(int)' }],
        ['passes', builds, { ...signed('Go', '(int)'), file: 'm_linux.go' }],
      ],
      'm.go',
      module,
    );
  });

  it('[LANG-1] leave out files whose constraint no build satisfies', async () => {
    const body = 'package m\n\nfunc F() {}\n';
    await assertVerdicts(
      [
        ['fails', `//go:build linux && !linux\n\n${body}`, exported('F')],
        ['fails', `//go:build linux && windows\n\n${body}`, exported('F')],
        ['fails', `//go:build (amd64 && arm64) || ignore\n\n${body}`, exported('F')],
        ['passes', `//go:build android && linux && !cgo\n\n${body}`, exported('F')],
        ['passes', `//go:build unix && (linux || darwin) && !(arm || 386)\n\n${body}`, exported('F')],
        // A comment of the old form belongs to the package clause if no blank line separates them.
        ['passes', `// +build ignore\n${body}`, exported('F')],
        ['fails', `// +build ignore\n\n${body}`, exported('F')],
        ['passes', `/*\n//go:build ignore\n*/\n\n${body}`, exported('F')],
        ['fails', `//go:build ignore\r\n\r\n${body}`, exported('F')],
      ],
      'm.go',
      module,
    );
  });

  it('[LANG-1] fail in a file that Go rejects, although the grammar accepts it', async () => {
    await assertVerdicts(
      [
        ['fails', `${clause}func F() {}\nx := 1\n`, exported('F')],
        ['fails', `${clause}func F() {}\nvar x = []int{\n\t1 // one\n}\n`, exported('F')],
        [
          'passes',
          `${clause}func F() {\n\tF(a...\n\t)\n\tF(func() {\n\t})\n\t_ = []T{\n\t\t{1}, // one\n\t}\n\tif !p.x {\n\t\tF()\n\t}\n\t{\n\t\tF()\n\t}\n}\n`,
          exported('F'),
        ],
        ['fails', `${clause}package n\nfunc F() {}\n`, exported('F')],
        ['fails', `${clause}func F() {}\nimport "x"\n`, exported('F')],
        ['passes', `//go:build ${'('.repeat(20_000)}a\n\n${clause}func F() {}\n`, exported('F')],
        // The argument of `new` can be a value since Go 1.26.
        [
          'passes',
          `${clause}var a, b = new("s)"), new(*T)\n\nfunc F(new int) {\n\t_ = new([]int{1})\n\t_ = new(func() *int { return new(-1) }())\n\t_ = new(map[string][]int)\n}\n`,
          signed('F', '(int)'),
        ],
        ['fails', `${clause}func F() { _ = new(1 2) }\n`, exported('F')],
        ['fails', `${clause}func F() {}\nfunc F(a int) {}\n`, signed('F', '()')],
        ['passes', `${clause}import "a"\nimport (\n\t"b"\n)\n\nconst A = 1\n\nfunc F() {}\n`, exported('F')],
      ],
      'm.go',
      module,
    );
  });
});
