import assert from 'node:assert/strict';
import { compareApis } from '../../../src/code/api/compare/compare-apis.ts';
import { listApiLines } from '../../../src/code/api/model/list-api-lines.ts';
import { readApiText, type PackageFilesOfTest } from './support/read-api-text.ts';

/** The class of a difference, and a part of its reason. */
type Expected = readonly ['breaking' | 'compatible' | 'unknown' | 'none', RegExp?];

const CASES: Readonly<Record<string, readonly (readonly [before: string, after: string, ...Expected])[]>> = {
  exports: [
    ['export const a = 1, b = 2;', 'export const a = 1;', 'breaking', /it was removed/],
    ['export const a = 1;', 'export const a = 1, b = 2;', 'compatible', /it is new/],
    [
      'export function old(a: string): void {}',
      'export function fresh(a: string): void {}',
      'breaking',
      /may be fresh/,
    ],
    ['export default 1;', 'export const a = 1;', 'breaking', /the default export was removed/],
    ['export class A {}', 'export interface A {}', 'breaking', /only a type/],
    ['export { x } from "other";', 'export {};', 'breaking', /re-export of other was lost/],
    ['/** Text. */ export const a = 1;', '/** Other. */ export const a = 1;', 'none'],
    ['export namespace n { export const a = 1; }', 'export namespace n { export const b = 1; }', 'breaking', /removed/],
    ['export const a: number = 1;', 'export const a: number = 2;', 'none'],
    ['export const a = "1.0.0";', 'export const a = "1.0.1";', 'unknown', /its value changed/],
    ['export const a = 1;', 'export const a = Number(2);', 'unknown', /its value changed/],
    ['export const a = "1";', 'export const a = 1;', 'breaking', /its type changed/],
    ['export const a: "1" = "1";', 'export const a: "2" = "2";', 'breaking', /its type changed/],
  ],
  parameters: [
    [
      'export function f(a: string): void {}',
      'export function f(a: string, b: number): void {}',
      'breaking',
      /"b".*required/,
    ],
    [
      'export function f(a: string): void {}',
      'export function f(a: string, b?: number): void {}',
      'compatible',
      /optional/,
    ],
    ['export function f(a?: string): void {}', 'export function f(a: string): void {}', 'breaking', /required now/],
    ['export function f(a: string): void {}', 'export function f(a?: string): void {}', 'compatible', /optional now/],
    [
      'export function f(a: string, b: string): void {}',
      'export function f(a: string): void {}',
      'breaking',
      /"b" was removed/,
    ],
    [
      'export function f(a: string | number): void {}',
      'export function f(a: string): void {}',
      'breaking',
      /"a" changed/,
    ],
    ['export function f(a: string): void {}', 'export function f(a: string | number): void {}', 'compatible'],
    ['export function f(a: string): void {}', 'export function f(b: string): void {}', 'none'],
    ['export function f(a: string | undefined): void {}', 'export function f(a?: string): void {}', 'compatible'],
    ['export function f(a: string | undefined): void {}', 'export function f(a = ""): void {}', 'compatible'],
    ['export function f(a: string | undefined): void {}', 'export function f(a?: number): void {}', 'breaking'],
    [
      'export const o: { f(a: string | undefined): void } = { f() {} };',
      'export const o: { f(a?: string): void } = { f() {} };',
      'compatible',
    ],
    ['export function f(a: string): void {}', 'export function f(this: Date, a: string): void {}', 'unknown', /this/],
    ['export function f(this: Date, a: string): void {}', 'export function f(a: string): void {}', 'unknown', /this/],
    [
      'export function f(this: Date, a: string): void {}',
      'export function f(this: Date, a: string, b: string): void {}',
      'breaking',
      /"b"/,
    ],
    ['export interface A { f(a: string): void }', 'export interface A { f(this: Date, a: string): void }', 'unknown'],
    ['export function f(...a: string[]): void {}', 'export function f(a: string[]): void {}', 'breaking'],
    ['export function f(a: string): void {}', 'export function f(...a: string[]): void {}', 'compatible'],
    ['export function f(a: any): void {}', 'export function f(a: string): void {}', 'unknown'],
    ['export function f(a: string): void {}', 'export function f(a: any): void {}', 'compatible'],
    ['export function f(a: string): void {}', 'export const f = (a: string): void => {};', 'none'],
    [
      'export function f(cb: (a: string) => void): void {}',
      'export function f(cb: (a: string, b: number) => void): void {}',
      'compatible',
    ],
    [
      'export function f(cb: (a: string, b: number) => void): void {}',
      'export function f(cb: (a: string) => void): void {}',
      'breaking',
    ],
  ],
  results: [
    [
      'export function f(): string { return ""; }',
      'export function f(): string | undefined { return ""; }',
      'breaking',
      /result/,
    ],
    [
      'export function f(): string | undefined { return ""; }',
      'export function f(): string { return ""; }',
      'compatible',
    ],
    [
      'export function f(): string { return ""; }',
      'export async function f(): Promise<string> { return ""; }',
      'breaking',
    ],
    ['export function f(): void {}', 'export function f(): string { return ""; }', 'compatible'],
    ['export function f() { return 1; }', 'export function f() { return "a"; }', 'breaking'],
    [
      'export function f(): { a: string } { return { a: "" }; }',
      'export function f(): { a: string; b: 1 } { return { a: "", b: 1 }; }',
      'compatible',
    ],
  ],
  overloads: [
    [
      'export function f(a: string): string; export function f(a: any): any {}',
      'export function f(a: string): string; export function f(a: number): number; export function f(a: any): any {}',
      'compatible',
      /overload was added/,
    ],
    [
      'export function f(a: string): string; export function f(a: number): number; export function f(a: any): any {}',
      'export function f(a: string): string; export function f(a: any): any {}',
      'breaking',
      /no longer served/,
    ],
  ],
  generics: [
    ['export function f<T>(a: T): T { return a; }', 'export function f<U>(a: U): U { return a; }', 'none'],
    [
      'export function f<T>(a: T): T { return a; }',
      'export function f<T extends string>(a: T): T { return a; }',
      'unknown',
    ],
    [
      'export function f<T extends string>(a: T): T { return a; }',
      'export function f<T extends "a">(a: T): T { return a; }',
      'breaking',
    ],
    ['export interface Box<T> { a: T }', 'export interface Box<T, U> { a: T }', 'breaking', /no default/],
    ['export interface Box<T> { a: T }', 'export interface Box<T, U = 1> { a: T }', 'compatible'],
    ['export interface Box<T = string> { a: T }', 'export interface Box<T> { a: T }', 'breaking', /default of T/],
  ],
  members: [
    [
      'export interface O { a: string } export function f(o: O): void {}',
      'export interface O { a: string; b: string } export function f(o: O): void {}',
      'breaking',
      /construct/,
    ],
    [
      'export interface O { a: string } export function f(o: O): void {}',
      'export interface O { a: string; b?: string } export function f(o: O): void {}',
      'compatible',
    ],
    [
      'export interface O { a: string } export function f(): O { return { a: "" }; }',
      'export interface O { a: string; b: string } export function f(): O { return { a: "", b: "" }; }',
      'compatible',
    ],
    [
      'export interface O { a: string } export function f(): O { return { a: "" }; }',
      'export interface O { a?: string } export function f(): O { return {}; }',
      'breaking',
      /optional now/,
    ],
    [
      'export interface O { a: string; b: string } export function f(): O { throw 1; }',
      'export interface O { a: string } export function f(): O { throw 1; }',
      'breaking',
      /member b was removed/,
    ],
    ['export interface O { a: string }', 'export interface O { a: string; b: string }', 'breaking'],
    [
      'interface H { a: string } export function f(o: H): void {}',
      'interface H { a: string; b: string } export function f(o: H): void {}',
      'breaking',
      /construct/,
    ],
    [
      'interface H { a: string } export function f(o: H): void {}',
      'interface I { a: string } export function f(o: I): void {}',
      'compatible',
    ],
    [
      'interface H { a: string } export function f(o: H): void {}',
      'interface I { a: number } export function f(o: I): void {}',
      'breaking',
    ],
    [
      'interface B { a: string } export interface O extends B { b: string }',
      'export interface O { a: string; b: string }',
      'none',
    ],
    ['export class A { a = 1; private b = 2; }', 'export class A { a = 1; private c = ""; }', 'none'],
    ['export class A { a(): void {} }', 'export class A { a(): void {} b(): void {} }', 'compatible'],
    [
      'export abstract class A { abstract a(): void; }',
      'export abstract class A { abstract a(): void; abstract b(): void; }',
      'breaking',
      /abstract/,
    ],
    [
      'export class A { constructor(a: string) {} }',
      'export class A { constructor(a: string, b: string) {} }',
      'breaking',
      /"b"/,
    ],
    ['export class A { static a = 1; }', 'export class A {}', 'breaking', /member a was removed/],
    ['export class A { constructor() {} }', 'export class A { private constructor() {} }', 'breaking'],
    ['export class A { a = 1; }', 'export class A { protected a = 1; }', 'breaking', /protected/],
    ['export class A { a = 1; }', 'export class A { readonly a: number = 1; }', 'unknown', /assigned/],
  ],
  aliases: [
    [
      'export type T = "a" | "b"; export function f(t: T): void {}',
      'export type T = "a" | "b" | "c"; export function f(t: T): void {}',
      'compatible',
    ],
    [
      'export type T = "a" | "b"; export function f(t: T): void {}',
      'export type T = "a"; export function f(t: T): void {}',
      'breaking',
    ],
    [
      'export type T = "a" | "b"; export function f(): T { return "a"; }',
      'export type T = "a" | "b" | "c"; export function f(): T { return "a"; }',
      'breaking',
    ],
    [
      'export type T = "a" | "b"; export function f(): T { return "a"; }',
      'export type T = "a"; export function f(): T { return "a"; }',
      'compatible',
    ],
    ['export type T = "b" | "a";', 'export type T = "a" | "b";', 'none'],
    ['export type T = Array<string>;', 'export type T = string[];', 'none'],
    ['export type T<K> = K extends string ? 1 : 2;', 'export type T<K> = K extends string ? 1 : 3;', 'unknown'],
    ['export type T = keyof { a: 1; b: 2 };', 'export type T = "a" | "b";', 'none'],
    [
      'export const a: Map<string, number> = new Map();',
      'export const a: Map<string, number | string> = new Map();',
      'breaking',
    ],
  ],
  enums: [
    ['export enum E { A, B }', 'export enum E { A }', 'breaking', /member B was removed/],
    ['export enum E { A }', 'export enum E { A, B }', 'compatible', /member B was added/],
    ['export enum E { A, B }', 'export enum E { B, A }', 'breaking', /value of A/],
  ],
  'declarations that no entry exports': [
    [
      'interface Hidden<T = string> { a: T }\nexport function f(): Hidden {}',
      'interface Hidden<T> { a: T }\nexport function f(): Hidden<string> {}',
      'compatible',
    ],
    [
      'interface Hidden<T = string> { a: T }\nexport function f(): Hidden {}',
      'interface Hidden<T = number> { a: T }\nexport function f(): Hidden {}',
      'unknown',
      /default of T changed/,
    ],
    [
      'enum Hidden { A, B }\nexport function f(): Hidden { return 0; }',
      'type Hidden = number;\nexport function f(): Hidden { return 0; }',
      'unknown',
      /the enum changed/,
    ],
    [
      'class Hidden { a = 1; }\nexport function f(): Hidden { return new Hidden(); }',
      'abstract class Hidden { a = 1; }\nexport function f(): Hidden {}',
      'none',
    ],
    [
      'class Hidden { a = 1; }\nexport function f(): Hidden { return new Hidden(); }',
      'interface Hidden { a: number }\nexport function f(): Hidden { return { a: 1 }; }',
      'none',
    ],
    [
      'class Hidden { a = 1; b = 2; }\nexport function f(): Hidden { return new Hidden(); }',
      'class Hidden { a = 1; }\nexport function f(): Hidden { return new Hidden(); }',
      'breaking',
      /member b was removed/,
    ],
  ],
  intersections: [
    [
      'interface A { a: string }\nexport type O = A & { b: string };\nexport function f(o: O): void {}',
      'interface A { a: string }\nexport type O = A & { b: string; c: string };\nexport function f(o: O): void {}',
      'breaking',
      /member c was added/,
    ],
    [
      'export type O = { a: string; b?: string };\nexport function f(o: O): void {}',
      'interface A { b?: string }\nexport type O = A & { a: string };\nexport function f(o: O): void {}',
      'none',
    ],
    [
      'export type O = { a: string };\nexport function f(): O {}',
      'interface A { b: string }\nexport type O = A & { a: string };\nexport function f(): O {}',
      'compatible',
      /member b was added/,
    ],
    [
      'export type O = { a: string } & Foreign;\nexport function f(o: O): void {}',
      'export type O = { a: string; b: string } & Foreign;\nexport function f(o: O): void {}',
      'unknown',
    ],
  ],
  'members that promise nothing': [
    [
      'interface Inner { m: 1 }\nexport interface S { a: 1; unstable_derive: (i: Inner) => void }\nexport function f(s: S): S {}',
      'interface Inner {}\nexport interface S { a: 1; unstable_derive: (i: Inner) => void }\nexport function f(s: S): S {}',
      'none',
    ],
    ['export function f(): { a: 1;\n/** @internal */ b: 1 } {}', 'export function f(): { a: 1 } {}', 'unknown'],
    ['export function f(): { a: 1; b_: 1 } {}', 'export function f(): { a: 1; b_: 2 } {}', 'unknown'],
    ['export function f(): { a: 1; b: 1 } {}', 'export function f(): { a: 1 } {}', 'breaking'],
  ],
  'keys of records': [
    [
      'type K = "a";\nexport function f(): Record<K, string> {}',
      'type K = "a" | "b";\nexport function f(): Record<K, string> {}',
      'compatible',
    ],
    [
      'type K = "a" | "b";\nexport function f(): Record<K, string> {}',
      'type K = "a";\nexport function f(): Record<K, string> {}',
      'breaking',
    ],
    [
      'type K = "a";\nexport function f(a: Record<K, string> | string[]): void {}',
      'type K = "a" | "b";\nexport function f(a: Record<K, string> | string[]): void {}',
      'unknown',
    ],
    [
      'type K = "a";\nexport function g(a: K): void {}\nexport function f(): Record<K | `x${string}`, string> {}',
      'type K = "a" | "b";\nexport function g(a: K): void {}\nexport function f(): Record<K | `x${string}`, string> {}',
      'compatible',
    ],
    [
      'export function f(): Record<`x${string}`, number> {}',
      'export function f(): Record<`x${string}`, number | string> {}',
      'breaking',
    ],
    [
      'export function f(): Record<`x${string}`, number> {}',
      'export function f(): Record<`x${string}` | "a", number> {}',
      'compatible',
    ],
  ],
  'rest parameters': [
    [
      'export function f(...a: [b: string, c?: number]): void {}',
      'export function f(b: string, c?: number): void {}',
      'none',
    ],
    ['export function f(b: string): void {}', 'export function f(...a: [b: string, c: number]): void {}', 'breaking'],
    [
      'export function f(b: string): void {}',
      'export function f(...a: [b: string, c?: number]): void {}',
      'compatible',
    ],
    ['export const f: (b: string) => void = () => {};', 'export const f = (...a: [b: string]): void => {};', 'none'],
    [
      'declare function g(a: string, b?: number): void;\nexport const f = g;',
      'declare function g(a: string, b?: number): void;\nexport const f = (...a: Parameters<typeof g>): void => g(...a);',
      'unknown',
    ],
  ],
  'members whose mark changes': [
    [
      'export class A { constructor(public a?: string) {} }',
      'export class A { a: string | undefined; constructor(a?: string) {} }',
      'compatible',
    ],
    [
      'export function f(): { a?: string } { return {}; }',
      'export function f(): { a: string | undefined } {}',
      'compatible',
    ],
    [
      'export function f(): { a?: string } { return {}; }',
      'export function f(): { a: string | number } {}',
      'breaking',
    ],
    [
      'export function f(a: { b?: string }): void {}',
      'export function f(a: { b: string | undefined }): void {}',
      'breaking',
    ],
  ],
};

describe('compareApis', () => {
  for (const [group, cases] of Object.entries(CASES)) {
    it(`[CHANGE-2] classifies differences of ${group}`, async () => {
      for (const [before, after, expected, reason] of cases) {
        const { compatibility, differences } = await compare(before, after);
        const label = `${before}\n${after}\n${JSON.stringify(differences, null, 1)}`;
        assert.equal(compatibility ?? 'none', expected, label);
        if (reason !== undefined) assert.match(differences.flatMap(({ reasons }) => reasons).join('\n'), reason, label);
      }
    });
  }

  it('[CHANGE-2] asks for a major version for a break, in 0.x for a minor one, and for none where names are unstable', async () => {
    const manifest = (version: string): string => JSON.stringify({ name: 'demo', version, types: 'index.ts' });
    const bumpOf = async (version: string, before: string, after: string): Promise<string> => {
      const files = (text: string): PackageFilesOfTest => ({ 'package.json': manifest(version), 'index.ts': text });
      return compareApis(await readApiText(files(before)), await readApiText(files(after))).bump;
    };
    assert.equal(await bumpOf('1.2.0', 'export const a = 1;', 'export {};'), 'major');
    assert.equal(await bumpOf('0.2.0', 'export const a = 1;', 'export {};'), 'minor');
    assert.equal(await bumpOf('1.2.0', 'export {};', 'export const a = 1;'), 'minor');
    assert.equal(await bumpOf('0.2.0', 'export {};', 'export const a = 1;'), 'patch');
    assert.equal(await bumpOf('1.2.0', '/** @internal */ export const a = 1;', 'export {};'), 'none');
    for (const name of ['_a', 'a_', 'unstable_a', 'experimental_a', 'INTERNAL_a', 'n._a'])
      assert.equal(
        await bumpOf(
          '1.2.0',
          name.startsWith('n.') ? 'export namespace n { export const _a = 1; }' : `export const ${name} = 1;`,
          name.startsWith('n.') ? 'export namespace n {}' : 'export {};',
        ),
        'none',
        name,
      );
    assert.equal(await bumpOf('1.2.0', 'export const internals = 1;', 'export {};'), 'major');
  });

  it('[CHANGE-2] tells what breaks only callbacks that receive what callers pass elsewhere', async () => {
    const marks = async (before: string, after: string): Promise<readonly unknown[]> => {
      const { differences } = await compare(before, after);
      return differences.map(({ name, compatibility, isInCallbacks = false }) => [name, compatibility, isInCallbacks]);
    };
    const extend = (type: string): string =>
      `export interface Options { delay?: ${type} }\nexport function extend(options: Options | ((parent: Options) => Options)): void {}`;
    assert.deepEqual(await marks(extend('number'), extend('number | (() => number)')), [['Options', 'breaking', true]]);
    assert.deepEqual(await marks(extend('number | string'), extend('number')), [['Options', 'breaking', false]]);
    const hook = (members: string): string =>
      `export interface State { ${members} }\nexport function use(options: { hook: (state: State) => void }): void {}`;
    assert.deepEqual(await marks(hook('a: string; b: string'), hook('a: string')), [['State', 'breaking', false]]);
    const both = (members: string): string =>
      `export interface User { ${members} }\nexport function load(): User {}\nexport function save(user: User): void {}`;
    assert.deepEqual(await marks(both('a: string'), both('a: string; b: string')), [['User', 'breaking', false]]);
  });

  it('[CHANGE-2] does not judge the names of a module that is not installed', async () => {
    const star = 'export * from "other";';
    const gone = await compare('export const a = 1;', star);
    assert.deepEqual(
      gone.differences.map(({ name, compatibility }) => [name, compatibility]),
      [['a', 'unknown']],
    );
    assert.deepEqual(gone.notJudged, ['.: export * from "other"']);
    assert.deepEqual((await compare(star, 'export {};')).notJudged, ['.: export * from "other"']);
    const inner = { 'index.ts': 'export * from "./inner";', 'inner.ts': star };
    const api = await readApiText(inner);
    assert.deepEqual(api.entries[0]?.missingModules, ['other']);
    assert.match(listApiLines(api)[1]?.text ?? '', /not judged: it is not installed/);
  });

  it('[CHANGE-2] names an export through which a type that no entry exports is reached', async () => {
    const [one] = (
      await compare(
        'interface Hidden { a: string } export function f(o: Hidden): void {}',
        'interface Hidden { a: number } export function f(o: Hidden): void {}',
      )
    ).differences;
    assert.deepEqual([one?.name, one?.through, one?.compatibility], ['f', 'Hidden', 'breaking']);
  });

  it('[CHANGE-2] names every export of a changed declaration', async () => {
    const text = (parameter: string): string =>
      `function f(${parameter}): void {}\nexport { f, f as g };\nexport default f;\nexport function h(): void {}`;
    const { differences } = await compare(text('a: string'), text('a: number'));
    assert.deepEqual(
      differences.map(({ name, otherNames }) => [name, otherNames]),
      [['default', ['f', 'g']]],
    );
  });

  it('[CHANGE-2] compares entries and conditions, and does not judge an entry whose source was not found', async () => {
    const of = async (exports: unknown, also: PackageFilesOfTest = {}) =>
      readApiText({
        'package.json': JSON.stringify({ name: 'demo', version: '1.0.0', exports }),
        'index.ts': 'export const a = 1;',
        ...also,
      });
    const both = { '.': { import: './index.ts', require: './index.ts' }, './sub': './sub.ts' };
    const sub = { 'sub.ts': 'export const s = 1;' };
    const lost = compareApis(
      await of(both, sub),
      await of({ '.': { import: './index.ts' }, './sub': './sub.ts' }, sub),
    );
    assert.match(JSON.stringify(lost.differences), /no longer be loaded with require/);
    const removed = compareApis(
      await of(both, sub),
      await of({ '.': { import: './index.ts', require: './index.ts' } }),
    );
    assert.match(JSON.stringify(removed.differences), /entry point was removed/);
    const deleted = compareApis(await of(both, sub), await of(both));
    assert.match(JSON.stringify(deleted.differences), /its file sub\.ts was deleted/);
    assert.deepEqual(deleted.notJudged, []);
    const built = { '.': './index.ts', './sub': './dist/sub.js' };
    const missing = compareApis(await of(built, { 'src/sub.ts': 'export const s = 1;' }), await of(built));
    assert.deepEqual(missing.differences, []);
    assert.deepEqual(missing.notJudged, ['./sub']);
    const pattern = await of(
      { './*': './features/*.ts' },
      { 'features/one.ts': 'export const one = 1;', 'other.ts': '' },
    );
    assert.deepEqual(
      pattern.entries.map(({ subpath }) => subpath),
      ['./one'],
    );
    const subpathsOf = async (
      files: PackageFilesOfTest,
      ...published: readonly string[]
    ): Promise<readonly string[]> => {
      const fields = published.length === 0 ? {} : { files: published };
      const exports = { './*': './*', './test/*': './test/*.ts' };
      const manifest = JSON.stringify({ name: 'demo', version: '1.0.0', exports, ...fields });
      const { entries } = await readApiText({ 'package.json': manifest, ...files });
      return entries.map(({ subpath }) => subpath).sort();
    };
    const all = {
      'main.ts': '',
      'src/a.ts': '',
      'src/a.test.ts': '',
      'examples/hello/main.ts': '',
      'tests/b.ts': '',
      'test/kit.ts': '',
      'docs/page.md': '',
      'rollup.config.js': '',
      '.github/ci.yml': '',
      'README.md': '',
    };
    const always = ['./README.md', './package.json'];
    assert.deepEqual(await subpathsOf(all), [...always, './src/a.ts', './main.ts', './test/kit'].sort());
    assert.deepEqual(await subpathsOf(all, 'src', '!src/b.ts'), [...always, './src/a.ts'].sort());
    assert.deepEqual(await subpathsOf(all, './src/', 'test/*.ts'), [...always, './src/a.ts', './test/kit'].sort());
  });
});

async function compare(before: string, after: string) {
  return compareApis(await readApiText(before), await readApiText(after));
}
