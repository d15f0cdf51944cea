import assert from 'node:assert/strict';
import { loadTypeScript } from '../../../src/code/language/typescript-parser.ts';
import type { ModifiedExport } from '../../../src/code/impact/modified/modified-export.ts';
import { findModifiedExports } from '../../../src/code/impact/modified/modified-exports.ts';
import type { CompareTypes } from '../../../src/code/impact/modified/modified-exports.ts';

async function findChanges(
  before: string | undefined,
  after: string | undefined,
  compareTypes?: CompareTypes,
  file = 'src/a.ts',
): Promise<readonly ModifiedExport[]> {
  return findModifiedExports(await loadTypeScript(), file, { before, after }, compareTypes);
}

const cases: readonly [title: string, before: string, after: string, verdict: string, reason: RegExp][] = [
  [
    'a removed parameter',
    'function f(a: string, b: number): void {}',
    'function f(a: string): void {}',
    'breaking',
    /"b" was removed/,
  ],
  [
    'an added required parameter',
    'function f(): void {}',
    'function f(a: string): void {}',
    'breaking',
    /"a" was added and is required/,
  ],
  [
    'an added optional parameter',
    'function f(): void {}',
    'function f(a?: string): void {}',
    'compatible',
    /was added and is optional/,
  ],
  [
    'an added parameter with a default',
    'const f = (): void => {}',
    "const f = (a = 'x'): void => {}",
    'compatible',
    /was added and is optional/,
  ],
  [
    'a parameter that became required',
    'function f(a?: string): void {}',
    'function f(a: string): void {}',
    'breaking',
    /now required/,
  ],
  [
    'a renamed parameter',
    'function f(a: string): void {}',
    'function f(b: string): void {}',
    'compatible',
    /body changed|signature did not/,
  ],
  [
    'a narrowed parameter type',
    'function f(a: string | number): void {}',
    'function f(a: string): void {}',
    'breaking',
    /accepts fewer values/,
  ],
  [
    'a widened parameter type',
    'function f(a: string): void {}',
    'function f(a: number | string): void {}',
    'compatible',
    /accepts more values/,
  ],
  [
    'a widened return type',
    'function f(): string {}',
    'function f(): string | undefined {}',
    'breaking',
    /can return more values/,
  ],
  [
    'a narrowed return type',
    'function f(): string | null {}',
    'function f(): string {}',
    'compatible',
    /can return fewer values/,
  ],
  [
    'a function that became async',
    'function f() { return 1; }',
    'async function f() { return 1; }',
    'breaking',
    /promise/,
  ],
  [
    'a changed body with an explicit return type',
    'function f(): number { return 1; }',
    'function f(): number { return 2; }',
    'compatible',
    /signature did not/,
  ],
  [
    'a changed body with an inferred return type',
    'function f() { return 1; }',
    "function f() { return ''; }",
    'unknown',
    /inferred/,
  ],
  [
    'another parameter type',
    'function f(a: A): void {}',
    'function f(a: B): void {}',
    'unknown',
    /type of the parameter "a"/,
  ],
  [
    'a function that became an arrow function',
    'function f(a: string): void {}',
    'const f = (a: string): void => {}',
    'compatible',
    /signature did not/,
  ],
  [
    'a removed member',
    'interface I { a: string; b: string }',
    'interface I { a: string }',
    'breaking',
    /"b" was removed/,
  ],
  [
    'an added required member',
    'interface I { a: string }',
    'interface I { a: string; b: string }',
    'breaking',
    /"b" was added and is required/,
  ],
  [
    'an added optional member',
    'type I = { a: string }',
    'type I = { a: string; b?: string }',
    'compatible',
    /"b" was added and is optional/,
  ],
  [
    'a member that became optional',
    'interface I { a: string }',
    'interface I { a?: string }',
    'breaking',
    /"a" is now optional/,
  ],
  ['a member with another type', 'interface I { a: A }', 'interface I { a: B }', 'unknown', /type of the member "a"/],
  [
    'a method with another parameter',
    'interface I { a(b: string): void }',
    'interface I { a(): void }',
    'breaking',
    /"a": the parameter "b" was removed/,
  ],
  ['a union without a former member', "type T = 'a' | 'b'", "type T = 'a'", 'breaking', /allows fewer/],
  ['a union with another member', "type T = 'a'", "type T = 'a' | 'b'", 'unknown', /allows more/],
  ['an enum without a former member', 'enum E { a, b }', 'enum E { a }', 'breaking', /"b" was removed/],
  ['an enum with another member', 'enum E { a }', 'enum E { a, b }', 'compatible', /"b" was added/],
  ['a removed public method', 'class C { a() {} b() {} }', 'class C { a() {} }', 'breaking', /"b" was removed/],
  ['a removed private member', 'class C { a() {} private b() {} #c = 1 }', 'class C { a() {} }', 'compatible', /^$/],
  [
    'a constructor with an added required parameter',
    'class C { constructor() {} }',
    'class C { constructor(a: string) {} }',
    'breaking',
    /constructor: the parameter "a"/,
  ],
  ['a class that became abstract', 'class C {}', 'abstract class C {}', 'breaking', /now abstract/],
  [
    'a member of an interface that is merged with a class',
    'interface C { a(x: number): void } export class C { b = 1 }',
    'interface C { a(x: number, y: string): void } export class C { b = 1 }',
    'breaking',
    /^"a": the parameter "y" was added and is required$/,
  ],
  [
    'a removed member of a class that is merged with an interface',
    'class C { a = 1; b(): void {} } export interface C { c: 1 }',
    'class C { a = 1 } export interface C { c: 1 }',
    'breaking',
    /^the member "b" was removed$/,
  ],
  [
    'a member that moved from a class to the interface',
    'class C { a: 1; b = 1 } export interface C { c: 1 }',
    'class C { b = 1 } export interface C { c: 1; a: 1 }',
    'compatible',
    /^$/,
  ],
  [
    'a class that an interface is merged with',
    'class C { b = 1 }',
    'class C { b = 1 } export interface C { c: 1 }',
    'compatible',
    /^the member "c" was added$/,
  ],
  [
    'overloads in a class and an interface in another order',
    'interface C { a(x: 1): 1 } export class C { a(x: 2): 2 { return x } }',
    'class C { a(x: 2): 2 { return x } } export interface C { a(x: 1): 1 }',
    'unknown',
    /"a" changed/,
  ],
  [
    'another base type of an interface that is merged with a class',
    'interface C extends A {} export class C {}',
    'interface C extends B {} export class C {}',
    'unknown',
    /base types changed/,
  ],
  [
    'an interface with another declaration',
    'interface C { a: 1 }',
    'interface C { a: 1 } export interface C { b: 1; c?: 1 }',
    'breaking',
    /^the member "b" was added and is required$/,
  ],
  [
    'a changed value with an explicit type',
    'const c: number = 1',
    'const c: number = 2',
    'compatible',
    /value changed/,
  ],
  ['a changed value with an inferred type', 'const c = 1', 'const c = 2', 'unknown', /inferred/],
  ['a value that became a type', 'class C {}', 'interface C {}', 'breaking', /now only a type/],
  [
    'an added overload',
    'function f(a: string): void; export function f(a: unknown) {}',
    'function f(a: string): void; export function f(a: number): void; export function f(a: unknown) {}',
    'compatible',
    /overload was added/,
  ],
];

describe('Modified exports', () => {
  for (const [title, before, after, verdict, reason] of cases) {
    it(`[ENF-IMPACT-4] judge ${title}: ${verdict}`, async () => {
      const [found, ...others] = await findChanges(`export ${before}`, `export ${after}`);
      assert.deepEqual(others, []);
      assert.equal(found?.change, 'changed');
      assert.equal(found.compatibility, verdict);
      assert.match(found.reasons.join('; '), reason);
    });
  }

  it('[ENF-IMPACT-4] are listed as added, removed, renamed or changed; unmodified exports are omitted', async () => {
    const before =
      'export const same = 1;\nexport function old(a: string) { return a; }\nexport type Gone = string;\nexport { same as alias };\n';
    const after =
      '\nexport const same = 1;\nexport function young(a: string) { return a; }\nexport interface Fresh {}\nexport { same as alias };\n';
    assert.deepEqual(
      (await findChanges(before, after)).map(({ name, change, previousName, compatibility, line }) => [
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

  it('[ENF-IMPACT-4] ignore comments, white space, quotes, trailing commas and line ends', async () => {
    const before =
      "/** Says. */\nexport function f(a: string, b: 'x' | 'y'): string { return `${a}  b`; }\nexport const o = { a: 1, b: 'c' };\n";
    const after =
      '// Tells.\r\nexport function f(\r\n  a: string, // the first\r\n  b: "x" | "y",\r\n): string {\r\n  return `${a}  b`;\r\n}\r\nexport const o = {\r\n  a: 1,\r\n  b: "c",\r\n};\r\n';
    assert.deepEqual(await findChanges(before, after), []);
    assert.equal((await findChanges(before, before.replace('  b`', ' b`'))).length, 1, 'text in a template counts');
  });

  it('[ENF-IMPACT-4] include types that JavaScript comments declare', async () => {
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
    const found = await findChanges(before, after, undefined, 'src/a.js');
    assert.deepEqual(
      found.map(({ name, kind, change, compatibility }) => [name, kind, change, compatibility]),
      [
        ['B', 'type', 'changed', 'unknown'],
        ['D', 'type', 'added', 'compatible'],
        ['C', 'type', 'removed', 'breaking'],
      ],
    );
  });

  it('include all exports of a file that is created or deleted', async () => {
    assert.deepEqual(
      (await findChanges(undefined, 'export const a = 1;')).map(({ change }) => change),
      ['added'],
    );
    assert.deepEqual(
      (await findChanges('export const a = 1;', undefined)).map(({ change }) => change),
      ['removed'],
    );
  });

  it('[ENF-IMPACT-4] are compared by the type checker only if their text is not sufficient', async () => {
    const comparedNames: string[] = [];
    const found = await findChanges(
      'export const a = 1;\nexport function b(): void {}',
      "export const a = 'x';\nexport function b(c: string): void {}",
      (comparisons) => {
        comparedNames.push(...comparisons.map(({ name }) => name));
        const typeVerdict = { compatibility: 'breaking', typeBefore: 'number', typeAfter: 'string' } as const;
        return Promise.resolve(new Map(comparisons.map(({ name }) => [name, typeVerdict])));
      },
    );
    assert.deepEqual(comparedNames, ['a']);
    assert.deepEqual(
      found.map(({ compatibility }) => compatibility),
      ['breaking', 'breaking'],
    );
  });
});
