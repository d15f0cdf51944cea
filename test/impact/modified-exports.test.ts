import assert from 'node:assert/strict';
import { loadTypeScript } from '../../src/code/typescript-parser.ts';
import { modifiedExports } from '../../src/impact/modified/modified-exports.ts';
import type { CompareTypes, ModifiedExport } from '../../src/impact/modified/modified-exports.ts';

async function changes(
  before: string | undefined,
  after: string | undefined,
  compareTypes?: CompareTypes,
  file = 'src/a.ts',
): Promise<readonly ModifiedExport[]> {
  return modifiedExports(await loadTypeScript(), file, { before, after }, compareTypes);
}

const cases: readonly [what: string, before: string, after: string, verdict: string, reason: RegExp][] = [
  [
    'a parameter removed',
    'function f(a: string, b: number): void {}',
    'function f(a: string): void {}',
    'breaking',
    /"b" was removed/,
  ],
  [
    'a required parameter added',
    'function f(): void {}',
    'function f(a: string): void {}',
    'breaking',
    /"a" was added and is required/,
  ],
  [
    'an optional parameter added',
    'function f(): void {}',
    'function f(a?: string): void {}',
    'compatible',
    /may be left out/,
  ],
  [
    'a parameter with a default added',
    'const f = (): void => {}',
    "const f = (a = 'x'): void => {}",
    'compatible',
    /may be left out/,
  ],
  [
    'a parameter made required',
    'function f(a?: string): void {}',
    'function f(a: string): void {}',
    'breaking',
    /required now/,
  ],
  [
    'a parameter renamed',
    'function f(a: string): void {}',
    'function f(b: string): void {}',
    'compatible',
    /body changed|signature did not/,
  ],
  [
    'a parameter narrowed',
    'function f(a: string | number): void {}',
    'function f(a: string): void {}',
    'breaking',
    /takes less/,
  ],
  [
    'a parameter widened',
    'function f(a: string): void {}',
    'function f(a: number | string): void {}',
    'compatible',
    /takes more/,
  ],
  ['a return widened', 'function f(): string {}', 'function f(): string | undefined {}', 'breaking', /returns more/],
  ['a return narrowed', 'function f(): string | null {}', 'function f(): string {}', 'compatible', /returns less/],
  [
    'a return that became a promise',
    'function f() { return 1; }',
    'async function f() { return 1; }',
    'breaking',
    /promise/,
  ],
  [
    'a body under a written signature',
    'function f(): number { return 1; }',
    'function f(): number { return 2; }',
    'compatible',
    /signature did not/,
  ],
  [
    'a body that says what is returned',
    'function f() { return 1; }',
    "function f() { return ''; }",
    'unknown',
    /inferred/,
  ],
  [
    'a type of a parameter',
    'function f(a: A): void {}',
    'function f(a: B): void {}',
    'unknown',
    /type of the parameter "a"/,
  ],
  [
    'a function made an arrow function',
    'function f(a: string): void {}',
    'const f = (a: string): void => {}',
    'compatible',
    /signature did not/,
  ],
  [
    'a member removed',
    'interface I { a: string; b: string }',
    'interface I { a: string }',
    'breaking',
    /"b" was removed/,
  ],
  [
    'a required member added',
    'interface I { a: string }',
    'interface I { a: string; b: string }',
    'breaking',
    /"b" was added and is required/,
  ],
  [
    'an optional member added',
    'type I = { a: string }',
    'type I = { a: string; b?: string }',
    'compatible',
    /"b" was added and may/,
  ],
  ['a member made optional', 'interface I { a: string }', 'interface I { a?: string }', 'breaking', /may be missing/],
  ['a member of another type', 'interface I { a: A }', 'interface I { a: B }', 'unknown', /type of the member "a"/],
  [
    'a method with another parameter',
    'interface I { a(b: string): void }',
    'interface I { a(): void }',
    'breaking',
    /"a": the parameter "b" was removed/,
  ],
  ['a union that lost a member', "type T = 'a' | 'b'", "type T = 'a'", 'breaking', /allows less/],
  ['a union that grew', "type T = 'a'", "type T = 'a' | 'b'", 'unknown', /allows more/],
  ['an enum that lost a member', 'enum E { a, b }', 'enum E { a }', 'breaking', /"b" was removed/],
  ['an enum that grew', 'enum E { a }', 'enum E { a, b }', 'compatible', /"b" was added/],
  ['a public method removed', 'class C { a() {} b() {} }', 'class C { a() {} }', 'breaking', /"b" was removed/],
  ['a private member removed', 'class C { a() {} private b() {} #c = 1 }', 'class C { a() {} }', 'compatible', /^$/],
  [
    'a constructor that asks for more',
    'class C { constructor() {} }',
    'class C { constructor(a: string) {} }',
    'breaking',
    /constructor: the parameter "a"/,
  ],
  ['a value under a written type', 'const c: number = 1', 'const c: number = 2', 'compatible', /value changed/],
  ['a value without a type', 'const c = 1', 'const c = 2', 'unknown', /inferred/],
  ['a value that became a type', 'class C {}', 'interface C {}', 'breaking', /type only/],
  [
    'an overload added',
    'function f(a: string): void; export function f(a: unknown) {}',
    'function f(a: string): void; export function f(a: number): void; export function f(a: unknown) {}',
    'compatible',
    /overload was added/,
  ],
];

describe('modifiedExports', () => {
  for (const [what, before, after, verdict, reason] of cases) {
    it(`[ENF-IMPACT-4] judges ${what}: ${verdict}`, async () => {
      const [found, ...others] = await changes(`export ${before}`, `export ${after}`);
      assert.deepEqual(others, []);
      assert.equal(found?.change, 'changed');
      assert.equal(found.compatibility, verdict);
      assert.match(found.reasons.join('; '), reason);
    });
  }

  it('[ENF-IMPACT-4] tells of each export by itself: added, removed, renamed, changed; the rest is left out', async () => {
    const before =
      'export const same = 1;\nexport function old(a: string) { return a; }\nexport type Gone = string;\nexport { same as alias };\n';
    const after =
      '\nexport const same = 1;\nexport function young(a: string) { return a; }\nexport interface Fresh {}\nexport { same as alias };\n';
    assert.deepEqual(
      (await changes(before, after)).map(({ name, change, previousName, compatibility, line }) => [
        name,
        change,
        previousName,
        compatibility,
        line,
      ]),
      [
        ['young', 'renamed', 'old', 'breaking', 3],
        ['Fresh', 'added', undefined, 'compatible', 4],
        ['Gone', 'removed', undefined, 'breaking', 3],
      ],
    );
  });

  it('[ENF-IMPACT-4] comments, white space, quotes, trailing commas and line ends are no change', async () => {
    const before =
      "/** Says. */\nexport function f(a: string, b: 'x' | 'y'): string { return `${a}  b`; }\nexport const o = { a: 1, b: 'c' };\n";
    const after =
      '// Tells.\r\nexport function f(\r\n  a: string, // the first\r\n  b: "x" | "y",\r\n): string {\r\n  return `${a}  b`;\r\n}\r\nexport const o = {\r\n  a: 1,\r\n  b: "c",\r\n};\r\n';
    assert.deepEqual(await changes(before, after), []);
    assert.equal((await changes(before, before.replace('  b`', ' b`'))).length, 1, 'text in a template counts');
  });

  it('[ENF-IMPACT-4] types that comments of JavaScript declare are told of', async () => {
    const before = `/** @typedef {{ a: string }} A words */
/**
 * @callback B
 * @param {string} a words
 */
/** @typedef {number} C */
export {};
`;
    const after = `/** @typedef {{ a:
 *   string }} A other words */
/**
 * @callback B
 * @param {string} [a] words
 */
/** @typedef {string} D */
export {};
`;
    const found = await changes(before, after, undefined, 'src/a.js');
    assert.deepEqual(
      found.map(({ name, kind, change, compatibility }) => [name, kind, change, compatibility]),
      [
        ['B', 'type', 'changed', 'unknown'],
        ['D', 'type', 'added', 'compatible'],
        ['C', 'type', 'removed', 'breaking'],
      ],
    );
  });

  it('a file that comes or goes brings or takes its exports', async () => {
    assert.deepEqual(
      (await changes(undefined, 'export const a = 1;')).map(({ change }) => change),
      ['added'],
    );
    assert.deepEqual(
      (await changes('export const a = 1;', undefined)).map(({ change }) => change),
      ['removed'],
    );
  });

  it('[ENF-IMPACT-4] the type tier is asked where the text does not tell, and only there', async () => {
    const asked: string[] = [];
    const found = await changes(
      'export const a = 1;\nexport function b(): void {}',
      "export const a = 'x';\nexport function b(c: string): void {}",
      (questions) => {
        asked.push(...questions.map(({ name }) => name));
        const answer = { compatibility: 'breaking', was: 'number', is: 'string' } as const;
        return Promise.resolve(new Map(questions.map(({ name }) => [name, answer])));
      },
    );
    assert.deepEqual(asked, ['a']);
    assert.deepEqual(
      found.map(({ compatibility }) => compatibility),
      ['breaking', 'breaking'],
    );
  });
});
