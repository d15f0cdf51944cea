import assert from 'node:assert/strict';
import { codeLanguageOf, loadLanguageOf } from '../../../src/code/languages/language-table.ts';
import { findModifiedDeclarations } from '../../../src/code/impact/modified/modified-declarations.ts';

/** The modified exports as lines: `name change compatibility: reasons`. */
async function compare(
  file: string,
  before: string | undefined,
  after: string | undefined,
): Promise<readonly string[]> {
  const language = await loadLanguageOf(file);
  assert.ok(language !== undefined);
  const enforcesTypes = codeLanguageOf(file)?.enforcesTypes === true;
  const modified = findModifiedDeclarations(language, enforcesTypes, file, { before, after });
  return modified.map(({ name, previousName, change, compatibility, reasons }) => {
    const label = previousName === undefined ? name : `${previousName}>${name}`;
    return `${label} ${change} ${compatibility}: ${reasons.join('; ')}`;
  });
}

/** Texts before and after, and the verdict with its reason. */
type Case = readonly [before: string, after: string, verdict: string];

const PYTHON: readonly Case[] = [
  ['def f(a): ...', 'def f(a, b): ...', 'breaking: the parameter "b" was added and is required'],
  ['def f(a): ...', 'def f(a, b=1): ...', 'compatible: the parameter "b" was added and is optional'],
  [
    'def f(a): ...',
    'def f(a, *rest, **more): ...',
    'compatible: the parameter "*rest" was added and is optional; the parameter "**more" was added and is optional',
  ],
  ['def f(a, b): ...', 'def f(a): ...', 'breaking: the parameter "b" was removed'],
  ['def f(a): ...', 'def f(b): ...', 'breaking: the parameter "a" was renamed to "b"'],
  ['def f(a, /): ...', 'def f(b, /): ...', 'compatible: its body changed, its signature did not'],
  [
    'def f(a, b): ...',
    'def f(b, a): ...',
    'breaking: the position of the parameter "a" changed; the position of the parameter "b" changed',
  ],
  [
    'def f(a, b): ...',
    'def f(x, a, b): ...',
    'breaking: the position of the parameter "a" changed; the position of the parameter "b" changed; the parameter "x" was added and is required',
  ],
  ['def f(a, b): ...', 'def f(a, *, b): ...', 'breaking: the parameter "b" is now passed only by name'],
  ['def f(a, *, b): ...', 'def f(a, b): ...', 'compatible: its body changed, its signature did not'],
  ['def f(a, b=1): ...', 'def f(a, b): ...', 'breaking: the parameter "b" is now required'],
  ['def f(a: int): ...', 'def f(a: str): ...', 'unknown: the type of the parameter "a" changed from int to str'],
  ['def f(a): ...', 'def f(a: str): ...', 'compatible: the type of the parameter "a" is now stated'],
  ['def f() -> int: ...', 'def f() -> str: ...', 'unknown: its result changed from int to str'],
  ['def f(): ...', 'async def f(): ...', 'breaking: it must now be awaited'],
  ['def f():\n    return 1', 'def f():\n    return 2', 'compatible: its body changed, its signature did not'],
  ['class f: ...', 'def f(): ...', 'unknown: it is another kind of declaration'],
  [
    'class f:\n    def m(self, a): ...',
    'class f:\n    def m(self): ...',
    'breaking: the method "m" changed: the parameter "a" was removed',
  ],
  ['class f:\n    def m(self): ...', 'class f:\n    pass', 'breaking: the method "m" was removed'],
  ['class f:\n    def _m(self): ...', 'class f:\n    pass', 'compatible: its body changed, its public members did not'],
  ['class f:\n    pass', 'class f:\n    x = 1', 'compatible: the member "x" was added'],
  [
    '@dataclass\nclass f:\n    a: int',
    '@dataclass\nclass f:\n    a: int\n    b: int',
    'breaking: the method "__init__" changed: the parameter "b" was added and is required',
  ],
  [
    '@dataclass\nclass f:\n    a: int',
    '@dataclass\nclass f:\n    a: int\n    b: int = 1',
    'compatible: the method "__init__" changed: the parameter "b" was added and is optional; the member "b" was added',
  ],
  ['class f(A): ...', 'class f(B): ...', 'unknown: its declaration changed'],
  ['f = 1', 'f = 2', 'compatible: its value changed'],
  ['f = 1', 'f = make()', 'unknown: its value changed, and its type is inferred'],
  ['f: int = 1', 'f: str = ""', 'unknown: its type changed from int to str'],
  ['from .a import f as f', 'from .b import f as f', 'unknown: it comes from another module'],
];

const GO: readonly Case[] = [
  ['func F(a int) {}', 'func F(b int) {}', 'compatible: its body changed, its signature did not'],
  ['func F(a int) {}', 'func F(a, b int) {}', 'breaking: the parameter "b" was added and is required'],
  ['func F(a int) {}', 'func F(a string) {}', 'breaking: the type of the parameter "a" changed from int to string'],
  [
    'func F(a int) {}',
    'func F(a int, b ...string) {}',
    'unknown: the parameter "b" was added and takes any number of arguments',
  ],
  [
    'func F() error { return nil }',
    'func F() (int, error) { return 0, nil }',
    'breaking: its result changed from error to (int, error)',
  ],
  ['func F[T any](a T) {}', 'func F[T comparable](a T) {}', 'unknown: the type parameters changed'],
  ['type F struct{ A int }', 'type F struct{ A int; B string }', 'compatible: the member "B" was added'],
  ['type F struct{ A int }', 'type F struct{ A string }', 'breaking: the member "A" changed'],
  ['type F struct{ a int }', 'type F struct{ b int }', 'compatible: its body changed, its public members did not'],
  [
    'type F interface{ M() }',
    'type F interface{ M(); N() }',
    'breaking: the method "N" was added, which implementations lack',
  ],
  [
    'type F struct{}\nfunc (f *F) M(a int) {}',
    'type F struct{}\nfunc (f *F) M() {}',
    'breaking: the method "M" changed: the parameter "a" was removed',
  ],
  ['type F int', 'type F string', 'breaking: its declaration changed'],
  ['const F = 1', 'const F = 2', 'compatible: its value changed'],
  ['var F int', 'var F string', 'breaking: its type changed from int to string'],
  [
    'func F() func(yield func(int) bool) { return nil }',
    'func F() func(y func(int) bool) { return nil }',
    'compatible: its body changed, its signature did not',
  ],
  ['type F func(a int)', 'type F func(b int)', 'compatible: its body changed, its public members did not'],
  [
    'type F interface{ M(a int) (err error) }',
    'type F interface{ M(b int) error }',
    'compatible: its body changed, its public members did not',
  ],
  [
    'type F struct{ A func(a, b int) }',
    'type F struct{ A func(int, int) }',
    'compatible: its body changed, its public members did not',
  ],
];

describe('modified exports of a language without a type checker', () => {
  for (const [before, after, verdict] of PYTHON) {
    it(`[LANG-1] judges Python: ${before.replaceAll('\n', ' ')} → ${after.replaceAll('\n', ' ')}`, async () => {
      assert.deepEqual(await compare('m.py', before, after), [`f changed ${verdict}`]);
    });
  }
  for (const [before, after, verdict] of GO) {
    it(`[LANG-1] judges Go: ${before.replaceAll('\n', ' ')} → ${after.replaceAll('\n', ' ')}`, async () => {
      assert.deepEqual(await compare('m.go', `package m\n${before}\n`, `package m\n${after}\n`), [
        `F changed ${verdict}`,
      ]);
    });
  }

  it('[LANG-1] are added, removed and renamed', async () => {
    const before = 'def kept(): ...\ndef old(a):\n    return a\nGONE = 1\n';
    const after = 'def renamed(a):\n    return a\ndef kept(): ...\ndef fresh(x): ...\n';
    assert.deepEqual(await compare('m.py', before, after), [
      'old>renamed renamed breaking: it was called old',
      'fresh added compatible: it is new',
      'GONE removed breaking: it was removed',
    ]);
    assert.deepEqual(await compare('m.go', undefined, 'package m\nfunc F() {}\nfunc g() {}\n'), [
      'F added compatible: it is new',
    ]);
    assert.deepEqual(await compare('m_test.go', undefined, 'package m\nfunc TestF() {}\n'), []);
  });

  it('[LANG-1] ignore comments, documentation, white space, quotes, line ends and a byte order mark', async () => {
    const before = "def f(a, b='x'):\n    '''Text.'''\n    if a:\n        return b\n    return a  # done\n";
    const after = '\uFEFFdef f(\r\n    a,\r\n    b="x",\r\n):\r\n    if a:\r\n            return b\r\n    return a\r\n';
    assert.deepEqual(await compare('m.py', before, after.replace('b="x",\r\n)', 'b="x"\r\n)')), []);
    const go = 'package m\n// F.\nfunc F(a int) int {\n\treturn a // a\n}\n';
    assert.deepEqual(await compare('m.go', go, 'package m\r\nfunc F( a int ) int { return a }\r\n'), []);
  });

  it('[LANG-1] distinguish blocks that differ only by their indentation', async () => {
    const before = 'def f(a):\n    if a:\n        one()\n    two()\n';
    const after = 'def f(a):\n    if a:\n        one()\n        two()\n';
    assert.deepEqual(await compare('m.py', before, after), [
      'f changed compatible: its body changed, its signature did not',
    ]);
  });

  it('[LANG-1] are found in texts that do not parse', async () => {
    const added = ['g added compatible: it is new'];
    assert.deepEqual(await compare('m.py', 'def f(a): ...\n', 'def f(a): ...\ndef g(:\n'), added);
    // Without a package clause.
    assert.deepEqual(await compare('m.go', 'package m\nfunc F() {}\n', 'func F() {}\nfunc {'), []);
  });
});

describe('a break in a text that decides alone', () => {
  /** `breaking`, `unknown`, `compatible`, or `none`. */
  const verdictOf = async (file: string, before: string, after: string): Promise<string> => {
    const [first = '   none:'] = await compare(file, before, after);
    return /(?<word>\w+):/.exec(first)?.groups?.['word'] ?? first;
  };
  const judgeAll = async (file: string, start: string, cases: readonly Case[]): Promise<void> => {
    for (const [before, after, verdict] of cases) {
      const found = await verdictOf(file, `${start}${before}\n`, `${start}${after}\n`);
      assert.equal(found, verdict, `${before} → ${after}`);
    }
  };
  const inClass = (text: string, head = 'class A:'): string => `${head}\n    ${text}\n    def keep(self): ...`;

  it('[LANG-1] is not one where a parameter of Python takes what is gone', () =>
    judgeAll('a.py', '', [
      ['def f(a, *, b=1): ...', 'def f(a, **kwargs): ...', 'unknown'],
      ['def f(a, b=1): ...', 'def f(*args, **kwargs): ...', 'unknown'],
      ['def f(old): ...', 'def f(new, **kwargs): ...', 'unknown'],
      ['def f(a, /, b=1): ...', 'def f(*args, b=1): ...', 'unknown'],
      ['def f(a, **kwargs): ...', 'def f(a, *, b=1, c=2): ...', 'unknown'],
      ['def f(a, *args): ...', 'def f(a, b=1): ...', 'unknown'],
      ['def f(_a): ...', 'def f(a): ...', 'unknown'],
      ['def f(a, *, _cache=None): ...', 'def f(a): ...', 'unknown'],
      ['def f(a, b=1): ...', 'def f(a, **kwargs): ...', 'breaking'],
      ['def f(a, b=1): ...', 'def f(a, *args): ...', 'breaking'],
      ['def f(a, *, b=1): ...', 'def f(a, *args): ...', 'breaking'],
    ]));

  it('[LANG-1] is not certain behind a decorator that can take other arguments', () =>
    judgeAll('a.py', '', [
      ['def f(old): ...', '@renamed("old", "new")\ndef f(new): ...', 'unknown'],
      ['@inject\ndef f(a): ...', '@inject\ndef f(a, b): ...', 'unknown'],
      [inClass('def run(self): ...'), inClass('@inject\n    def run(self, a): ...'), 'unknown'],
      ['@functools.lru_cache\ndef f(a): ...', '@functools.lru_cache\ndef f(a, b): ...', 'breaking'],
      [inClass('@staticmethod\n    def run(): ...'), inClass('@staticmethod\n    def run(a): ...'), 'breaking'],
      [
        inClass('@abc.abstractmethod\n    def run(self): ...'),
        inClass('@abc.abstractmethod\n    def run(self, a): ...'),
        'breaking',
      ],
    ]));

  it('[LANG-1] is not certain where a function returns what callers await', () =>
    judgeAll('a.py', '', [
      ['def f() -> Awaitable[int]: ...', 'async def f() -> int: ...', 'unknown'],
      ['async def f() -> int: ...', 'def f() -> asyncio.Future[int]: ...', 'unknown'],
      ['async def f(): ...', 'def f(): ...', 'unknown'],
      ['async def f() -> int: ...', 'def f() -> int: ...', 'breaking'],
      ['def f() -> int: ...', 'async def f() -> int: ...', 'breaking'],
    ]));

  it('[LANG-1] is not a member of Python that the class still can have', () =>
    judgeAll('a.py', '', [
      [inClass('def __repr__(self): ...'), inClass(''), 'unknown'],
      [inClass('__slots__ = ("a",)'), inClass(''), 'unknown'],
      [inClass('def __init__(self): ...'), inClass(''), 'unknown'],
      [inClass('def __init__(self, a): ...'), inClass(''), 'breaking'],
      [inClass('def __le__(self, o): ...'), inClass('', '@total_ordering\nclass A:'), 'unknown'],
      [inClass('def __le__(self, o): ...'), inClass(''), 'breaking'],
      [inClass('def run(self): ...'), inClass('', '@register\nclass A:'), 'unknown'],
      [inClass('def run(self): ...'), inClass('', '@dataclass(frozen=True)\nclass A:'), 'breaking'],
      [inClass('x: int'), inClass('def __init__(self):\n        self.x = 1'), 'unknown'],
      [inClass('x = 1'), inClass('def __init__(self):\n        self.x: int = 1'), 'unknown'],
      [inClass('def run(self): ...'), `${inClass('')}\nA.run = lambda self: 1`, 'unknown'],
      [inClass('x = 1'), inClass('def __init__(self):\n        self.y = self.x == 1'), 'breaking'],
      [inClass('def __eq__(self, other): ...'), inClass('def __eq__(self, o): ...'), 'compatible'],
      [inClass('def __call__(self, other): ...'), inClass('def __call__(self, o): ...'), 'breaking'],
    ]));

  it('[LANG-1] is no other type of Go where only its name can differ', () =>
    judgeAll('a.go', 'package p\n', [
      ['func F(a []byte) {}', 'func F(a []uint8) {}', 'unknown'],
      ['func F(a map[rune]int) {}', 'func F(a map[int32]int) {}', 'unknown'],
      ['func F(a context.Context) {}', 'func F(a stdctx.Context) {}', 'unknown'],
      ['func F(a func(int)) {}', 'func F(a handler) {}', 'unknown'],
      ['type F struct{ A int }', 'type F = other.F', 'unknown'],
      ['var F = errors.New("x")', 'var F error = errors.New("x")', 'unknown'],
      ['var F error = x', 'var F = x', 'unknown'],
      ['func F(a, b int) int { return a }', 'func F[T int | string](a, b T) T { return a }', 'unknown'],
      ['func F[T any](a T) T { return a }', 'func F[U any](a U) U { return a }', 'unknown'],
      ['type F[T any] struct { A T }', 'type F[U any] struct { A U }', 'unknown'],
      ['type F interface { Read(); Close() }', 'type F interface { Reader; Close() }', 'unknown'],
      ['type F interface { Reader; Close() }', 'type F interface { Read(); Close() }', 'unknown'],
      ['func F(a []byte) {}', 'func F(a string) {}', 'breaking'],
      ['func F(a C) {}', 'func F(a *C) {}', 'breaking'],
      ['func F(a C) {}', 'func F(a D) {}', 'breaking'],
      ['func F(a int) {}', 'func F(a time.Duration) {}', 'breaking'],
      ['func F(a map[int]string) {}', 'func F(a map[string]int) {}', 'breaking'],
    ]));

  it('[LANG-1] is none for an interface of Go that only its own package implements', () =>
    judgeAll('a.go', 'package p\n', [
      ['type F interface { Run(); x() }', 'type F interface { Run(); Stop(); x() }', 'compatible'],
      ['type F interface { Run(); x() }', 'type F interface { Run(); x(a int) }', 'compatible'],
      ['type F interface { Run(); x() }', 'type F interface { Run() }', 'compatible'],
      ['type F interface { Run(); x() }', 'type F interface { x() }', 'breaking'],
      ['type F interface { Run(); x() }', 'type F interface { Run(a int); x() }', 'breaking'],
      ['type F interface { Run() }', 'type F interface { Run(); x() }', 'breaking'],
      ['type F interface { Run() }', 'type F interface { Run(a ...int) }', 'breaking'],
    ]));
});
