import assert from 'node:assert/strict';
import { readErrorLocations } from '../../../src/workspace/processes/error-locations.ts';

/** Output as the tools print it, with the locations to find as `path:line`. */
const OUTPUTS: readonly { readonly tool: string; readonly output: string; readonly expected: readonly string[] }[] = [
  {
    tool: 'tsc',
    output: `src/a.ts(2,9): error TS2322: Type 'number' is not assignable to type 'string'.
my files/b.ts(13,10): error TS2304: Cannot find name 'missing'.
error TS5023: Unknown compiler option 'x'.`,
    expected: ['src/a.ts:2', 'my files/b.ts:13'],
  },
  {
    tool: 'tsc --pretty',
    output: `\u001b[96msrc/a.ts\u001b[0m:\u001b[93m2\u001b[0m:\u001b[93m9\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2322: \u001b[0mType 'number' is not assignable to type 'string'.

\u001b[7m2\u001b[0m   const x: string = a;
\u001b[7m \u001b[0m \u001b[91m        ~\u001b[0m

Found 1 error in src/a.ts\u001b[90m:2\u001b[0m`,
    expected: ['src/a.ts:2'],
  },
  {
    tool: 'node --test',
    output: `test at test/a.test.ts:7:1
✖ throws (0.13409ms)
  Error: equal
      at sub (file:///srv/tree/src/b.ts:2:22)
      at TestContext.<anonymous> (file:///srv/tree/test/a.test.ts:8:3)
      at Test.runInAsyncScope (node:async_hooks:227:14)
      at async startSubtestAfterBootstrap (node:internal/test_runner/harness:387:3)`,
    expected: ['test/a.test.ts:7', 'file:///srv/tree/src/b.ts:2', 'file:///srv/tree/test/a.test.ts:8'],
  },
  {
    tool: 'node --test --test-reporter=tap',
    output: `not ok 1 - subtracts
  ---
  location: '/srv/tree/test/a.test.ts:4:1'
  stack: |-
    TestContext.<anonymous> (file:///srv/tree/test/a.test.ts:5:10)
    Test.run (node:internal/test_runner/test:1402:25)`,
    expected: ['/srv/tree/test/a.test.ts:4', 'file:///srv/tree/test/a.test.ts:5'],
  },
  {
    tool: 'node',
    output: `file:///srv/tree/syn.js:1
function (
^^^^^^^^

SyntaxError: Function statements require a function name
    at compileSourceTextModule (node:internal/modules/esm/utils:354:16)

Node.js v24.2.0`,
    expected: ['file:///srv/tree/syn.js:1'],
  },
  {
    tool: 'node in a folder with a space, and a frame without a function',
    output: `    at run (/my work/tree/src/b.ts:2:22)
    at /srv/tree/src/c.ts:12:1
    at async Promise.all (index 0)`,
    expected: ['/my work/tree/src/b.ts:2', '/srv/tree/src/c.ts:12'],
  },
  {
    tool: 'vitest',
    output: ` FAIL  src/sum.test.ts > sum > adds
AssertionError: expected 4 to be 3 // Object.is equality
 ❯ src/sum.test.ts:6:21
      4| describe('sum', () => {
 ❯ sum src/sum.ts:2:9`,
    expected: ['src/sum.test.ts:6', 'src/sum.ts:2'],
  },
  {
    tool: 'jest',
    output: `  ● sum › adds

    expect(received).toBe(expected) // Object.is equality

    > 5 |   expect(sum(1, 2)).toBe(4);
        |                     ^

      at Object.<anonymous> (src/sum.test.ts:5:21)
      at Object.toBe (node_modules/expect/build/index.js:20:3)`,
    expected: ['src/sum.test.ts:5', 'node_modules/expect/build/index.js:20'],
  },
  {
    tool: 'ESLint',
    output: `
/srv/tree/bad.js
  1:7   warning  'x' is assigned a value but never used  no-unused-vars
  3:21  error    Unexpected 'debugger' statement         no-debugger

/srv/tree/my files/other.ts
  12:1  error  Missing return type  explicit

✖ 3 problems (2 errors, 1 warning)`,
    expected: ['/srv/tree/bad.js:3', '/srv/tree/my files/other.ts:12'],
  },
  {
    tool: 'Prettier',
    output: `[error] src/syn.js: SyntaxError: Unexpected token (4:10)
[error] > 4 | function (
[error]     |          ^`,
    expected: ['src/syn.js:4'],
  },
  {
    tool: 'esbuild',
    output: `✘ [ERROR] Expected identifier but found "("

    src/syn.js:1:9:
      1 │ function (`,
    expected: ['src/syn.js:1'],
  },
  {
    tool: 'webpack',
    output: `ERROR in ./src/index.ts 3:5-10
Module not found: Error: Can't resolve './missing' in '/srv/tree/src'`,
    expected: ['./src/index.ts:3'],
  },
  {
    tool: 'Python',
    output: `Traceback (most recent call last):
  File "/srv/tree/t.py", line 3, in <module>
    f()
  File "<frozen runpy>", line 88, in _run_code
ValueError: 1`,
    expected: ['/srv/tree/t.py:3', '<frozen runpy>:88'],
  },
  {
    tool: 'pytest',
    output: `    def test_add():
>       assert add(1, 2) == 4
E       assert 3 == 4

tests/test_add.py:5: AssertionError
FAILED tests/test_add.py::test_add - assert 3 == 4`,
    expected: ['tests/test_add.py:5'],
  },
  {
    tool: 'mypy',
    output: `src/app.py:12: error: Incompatible return value type (got "int", expected "str")  [return-value]
src/app.py:14: note: Revealed type is "builtins.int"`,
    expected: ['src/app.py:12', 'src/app.py:14'],
  },
  {
    tool: 'go',
    output: `./main.go:7:2: undefined: missing
--- FAIL: TestAdd (0.00s)
    add_test.go:9: got 3, want 4`,
    expected: ['./main.go:7', 'add_test.go:9'],
  },
  {
    tool: 'rustc',
    output: `error[E0425]: cannot find value \`x\` in this scope
 --> src/main.rs:2:5
  |
2 |     x
  |     ^ not found in this scope`,
    expected: ['src/main.rs:2'],
  },
  {
    tool: 'gcc',
    output: `c.c: In function ‘main’:
c.c:1:20: error: ‘x’ undeclared (first use in this function)
c.c:4:5: warning: unused variable ‘y’ [-Wunused-variable]`,
    expected: ['c.c:1'],
  },
  {
    tool: 'Java and .NET',
    output: `src/Main.java:3: error: cannot find symbol
	at com.example.Main.run(Main.java:10)
   at App.Program.Main() in /srv/tree/Program.cs:line 7`,
    expected: ['src/Main.java:3', 'Main.java:10', '/srv/tree/Program.cs:7'],
  },
  {
    tool: 'PHP',
    output: `PHP Parse error:  syntax error, unexpected token "}" in /srv/tree/src/a.php on line 9`,
    expected: ['/srv/tree/src/a.php:9'],
  },
  {
    tool: 'Windows paths',
    output: `C:\\work\\tree\\src\\a.ts(2,9): error TS2322: Type 'number' is not assignable to type 'string'.
    at sub (file:///C:/srv/tree/src/b.ts:2:22)
    at sub (C:\\work\\tree\\src\\c.ts:5:1)`,
    expected: ['C:\\work\\tree\\src\\a.ts:2', 'file:///C:/srv/tree/src/b.ts:2', 'C:\\work\\tree\\src\\c.ts:5'],
  },
  {
    tool: 'a repeated error',
    output: 'src/a.ts:3:5 bad\nsrc/a.ts:3:9 bad too\n',
    expected: ['src/a.ts:3'],
  },
  {
    tool: 'text without locations',
    output: `Server started on http://localhost:8080 at 12:30:05, version 1.2.3.
> build
> tsc -p tsconfig.json
3 passing (12ms)`,
    expected: [],
  },
];

describe('readErrorLocations', () => {
  for (const { tool, output, expected } of OUTPUTS) {
    it(`[ENF-CTX-7] reads the locations in the output of ${tool}`, () => {
      const found = readErrorLocations(output).map(({ path, line }) => `${path}:${line}`);
      assert.deepEqual(found, expected);
    });
  }

  it('reads output with lines that no tool wraps', () => {
    const output = `${'('.repeat(5_000)}\n${'a.b/'.repeat(240)}\nsrc/a.ts(2,9): error TS1: x\n`.repeat(50);
    assert.deepEqual(readErrorLocations(output), [{ path: 'src/a.ts', line: 2 }]);
  });
});
