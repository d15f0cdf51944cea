import assert from 'node:assert/strict';
import { breakFunctions } from '../../../../src/verdicts/test-runners/planted/break-functions.ts';

interface Variant {
  readonly file: string;
  readonly text: string;
  readonly broken: string;
  readonly names: readonly string[];
}

const WRONG = "(Symbol('wrong') as never)";

const VARIANTS: Readonly<Record<string, Variant>> = {
  'functions, methods and accessors of TypeScript': {
    file: 'a.ts',
    text: 'export function f(a: number): number { return a; }\nclass A extends B { constructor() { super(); } get x() { return 1; } set x(a) {} m() { return 2; } }\n',
    broken: `export function f(a: number): number { return ${WRONG}; return a; }\nclass A extends B { constructor() { super(); } get x() { return ${WRONG}; return 1; } set x(a) {} m() { return ${WRONG}; return 2; } }\n`,
    names: ['A.m', 'A.x', 'f'],
  },
  'functions that are values': {
    file: 'a.js',
    text: 'export const f = (a) => ({ a });\nexports.g = function g(a) { return a; };\nexports.h = (a) => a;\nlist.map((a) => a.b);\n',
    broken:
      "export const f = (a) => true ? Symbol('wrong') : (({ a }));\nexports.g = function g(a) { return Symbol('wrong'); return a; };\nexports.h = (a) => true ? Symbol('wrong') : (a);\nlist.map((a) => a.b);\n",
    names: ['f', 'g', 'h'],
  },
  'functions of Python': {
    file: 'a.py',
    text: 'def f(a):\n    return a\n\n\nclass A:\n    def m(self): return 1\n\n\ng = lambda a: a\n\n\nasync def each():\n    yield 1\n',
    broken:
      'def f(a):\n    return object()\n    return a\n\n\nclass A:\n    def m(self): return object(); return 1\n\n\ng = lambda a: object()\n\n\nasync def each():\n    return\n    yield 1\n',
    names: ['A.m', 'each', 'f', 'g'],
  },
  'functions of Go, without assertions': {
    file: 'a.go',
    text: 'package a\n\nvar Add = func(a int) int {\n\treturn a\n}\n\nfunc init() {}\n\nfunc Two() (int, error) {\n\treturn 1, nil\n}\n\nfunc (t *T) Named() (n int) {\n\treturn 1\n}\n\nfunc Equal(t *testing.T, a, b int) {}\n',
    broken:
      'package a\n\nvar Add = func(a int) int {\n\tvar wrong0 int\n\treturn wrong0\n\n\treturn a\n}\n\nfunc init() {}\n\nfunc Two() (int, error) {\n\tvar wrong0 int\n\tvar wrong1 error\n\treturn wrong0, wrong1\n\n\treturn 1, nil\n}\n\nfunc (t *T) Named() (n int) {\n\treturn\n\n\treturn 1\n}\n\nfunc Equal(t *testing.T, a, b int) {}\n',
    names: ['Add', 'T.Named', 'Two'],
  },
};

describe('functions that return wrong values', () => {
  for (const [name, { file, text, broken, names }] of Object.entries(VARIANTS)) {
    it(`[PROOF-3] are the named ones of a module: ${name}`, async () => {
      const result = await breakFunctions(file, text);
      assert.equal(result?.text, broken);
      assert.deepEqual([...result.names].sort(), names);
    });
  }

  it('[PROOF-3] are only those that are wanted, and none in a file without functions', async () => {
    assert.deepEqual(
      (await breakFunctions('a.js', 'function a() {}\nfunction b() {}\n', (name) => name === 'b'))?.names,
      ['b'],
    );
    assert.equal(await breakFunctions('a.js', 'export const a = 1;\n'), undefined);
    assert.equal(await breakFunctions('a.json', '{}'), undefined);
  });
});
