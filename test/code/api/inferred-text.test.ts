import assert from 'node:assert/strict';
import { listApiLines } from '../../../src/code/api/model/list-api-lines.ts';
import { readApiText } from './support/read-api-text.ts';

const FILES = {
  'package.json': '{"name":"demo","version":"1.0.0","types":"index.ts"}',
  'index.ts': `export const settings = { mode: Math.random() > 1 ? 'fast' : 1, list: [new Map<string, Set<number>>()], nested: { a: { b: { c: { d: { e: { f: 1 } } } } } } };
export async function load(names: string[]) { return names.map((name) => ({ name, size: name.length as number | undefined })); }
export const pick = <T extends object, K extends keyof T>(value: T, key: K) => value[key];
export class Store<T> { readonly items = new Map<string, T>(); find(key: string) { return this.items.get(key); } }
export type Keys = keyof typeof settings;
export type Part = Pick<{ a: 1; b: 2; c: 3 }, 'a' | 'c'>;
export enum Level { Low, High = 4 }
export const level = () => (Math.random() > 1 ? Level.Low : Level.High);
`,
};

const TEXT = `. from index.ts
  type Keys = "list" | "mode" | "nested"
  enum Level
    Low = 0
    High = 4
  type Part = Pick<{ a: 1; b: 2; c: 3 }, "a" | "c">
  class Store<T>
    new (): Store<T>
    find: (key: string) => T | undefined
    readonly items: Map<string, T>
  variable level(): Level
  function load(names: string[]): Promise<{ name: string; size: number | undefined }[]>
  variable pick<T extends object, K extends keyof T>(value: T, key: K): T[K]
  variable settings: { list: Map<string, Set<number>>[]; mode: number | string; nested: { a: { b: { c: { d: #47b8b3514f6e } } } } }`;

describe('The text of the public API', () => {
  // TypeScript 5.9.3 and 6.0.3 gave this text. A further version must, too.
  it('[CHANGE-5] prints inferred types in its own form, so that an upgrade of TypeScript keeps it', async () => {
    const lines = listApiLines(await readApiText(FILES)).map(({ depth, text }) => '  '.repeat(depth) + text);
    assert.equal(lines.join('\n'), TEXT);
  });

  it('[CHANGE-5] prints written and inferred numbers by their value', async () => {
    const literals = '-1 | 0x1F | 1_000 | 1e3 | 0x10n | -2n | 7n';
    const api = await readApiText(
      `export type Numbers = ${literals};\nexport const n = 0x1Fn;\nexport const m = -1_0;\n`,
    );
    assert.deepEqual(
      listApiLines(api)
        .slice(1)
        .map(({ text }) => text),
      ['type Numbers = -1 | -2n | 1000 | 16n | 31 | 7n', 'variable m: -10', 'variable n: 31n'],
    );
  });
});
