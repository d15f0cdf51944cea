/** A small project that imports one module in every form. */
export const importForms: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'preserve',
      moduleResolution: 'bundler',
      target: 'es2022',
      jsx: 'preserve',
      allowJs: true,
      esModuleInterop: true,
      paths: { '@lib/*': ['./src/lib/*'] },
    },
  }),
  'src/lib/core.ts': `
export function load(id: string): string {
  return id === '' ? fallback : load(id.slice(1));
}
export const fallback = 'none';
export interface Shape { readonly id: string; readonly next?: Shape }
export type Id = Shape['id'];
export enum Level { low, high }
export class Store { get(): Shape { return { id: fallback }; } }
export default function main(): Store { return new Store(); }
const hidden = 1;
export { hidden as shown };
`,
  // Another module exports the same names.
  'src/lib/other.ts': `
export function load(): void {}
export interface Shape { other: true }
export const fallback = 2;
`,
  'src/named.ts': `
import { load, fallback as none, type Shape } from './lib/core';
import { load as otherLoad } from './lib/other';
const shape: Shape = { id: load('a') };
otherLoad();
export const results = [load('b'), none, shape];
export const handlers = { load, none: none };
export const text = 'load(1)'; // load(2)
export const template = \`\${load('c')} load\`;
function inner(load: () => void, other: { load: string }) { load(); return other.load; }
{ const load = () => 1; load(); }
inner(otherLoad, { load: 'x' });
label: for (;;) break label;
`,
  'src/shadows.ts': `
import { load, Shape, Level } from './lib/core';
export function generic<Shape>(value: Shape): Shape { return value; }
export const real = (value: Shape): Level => value.id === load('') ? Level.low : Level.high;
export function hoisted() { if (true) { var load = 1; } return load; }
export function caught() { try { load('1'); } catch (load) { return load; } return 0; }
export const [a, b] = [load, ({ load }: { load: number }) => load];
class Own { load() { return load('2'); } static Level = Level.low; }
enum Inner { load = 1, twice = load }
type Mapped = { [load in 'a']: typeof import('./lib/core').load };
type Picked<T> = T extends infer Shape ? Shape : never;
export { Own, Inner, load as passedOn };
export type { Mapped, Picked };
`,
  // Syntax that is hard to classify by its tokens.
  'src/neighbours.ts': `
import { load, fallback, Store, Level, type Shape, type Id } from './lib/core';
export let current: Store = new Store();
export function replace() { if (true) { current = new Store(); } return current; }
export function choose(kind: string) {
  switch (kind) { case 'a': { load(kind); current = new Store(); break; } default: { current = load as never; } }
  const { default: { current: none = load } } = { default: { current: load } };
  return none;
}
declare function mixin(base: unknown): new () => object;
class Mixed extends mixin(Store) { load = 1; current = this.load; fallback(): void {} }
class Kept { private load: typeof load = load; readonly fallback = fallback; get Level() { return Level.low; } async Store() {} }
class Made { constructor(private readonly fallback: string) { load(fallback); } }
enum Own { Level, Store = 'x' }
enum Twice { load = 1, again = load }
export const run = [1].map(function load() { return 1; });
export const deep = [1].map(function load(n): number { return n > 1 ? load(n - 1) : n; });
export const asserted = <Shape>{ id: load('a') };
export const arrow = <Shape,>(shape: Shape) => shape;
export const called = (load: () => void = () => undefined, { id }: Shape = { id: 'x' }, or: string | Id = fallback) => [load(), id, or];
export interface Table<Key extends Id = Id> { [key: string]: Shape | Key; load(id: Id): void; fallback?: Id }
export const table: { [key: string]: Shape } = {};
export const object = { load() { return load('b'); }, fallback: fallback };
export type { Shape, Id as Key };
export { Own, Twice, Mixed, Kept, Made, Level };
`,
  'src/ambient.d.ts': `declare module 'elsewhere' { import { Store } from '@lib/core'; export const kept: Store; }\n`,
  'src/namespace.ts': `
import * as core from '@lib/core';
export const results = [core.load('a'), core.fallback, core['fallback'], core?.load];
let shape: core.Shape = { id: 'x' };
export type Loader = typeof core.load;
export const { load: taken, shown } = core;
export function use(core: { load(): void }) { core.load(); shape = { id: taken('y') + shown }; return shape; }
import short = core.Level;
export const level = short.low;
export * as again from './lib/core';
`,
  'src/spread.ts': `
import * as core from './lib/core';
const { fallback, ...rest } = core;
export const behindRest = [rest.load('a'), rest.shown, fallback];
const all = { ...core };
export const behindSpread = [all.load('b'), all['fallback'], { ...core }.shown];
const replaced = { ...core, load: 1 };
export const own = replaced.load;
export const kept = replaced.fallback;
const after = { load: 1, ...core };
export const last = after.load;
export function use() {
  const { load, ...others } = { ...core };
  return [load, others.shown, others.Level.low];
}
const nested = { ns: core, core };
export const deep = [nested.ns.load, nested.core.fallback];
const {
  ns: { load, ...more },
} = nested;
export const both = [load, more.shown];
export default function (given = { ...core }) { return given.Level; }
`,
  'src/barrel.ts': `
export * from './lib/core';
export { default, default as start } from './lib/core';
export * as whole from './lib/core';
export { load as fetch } from './lib/core';
`,
  'src/deep.ts': `export * from './barrel';\nexport { start as go } from './barrel';\n`,
  'src/through.ts': `
import run, { fetch, load, whole, type Shape } from './barrel';
import { go, Level } from './deep';
export const results = [run(), fetch('a'), load('b'), whole.load('c'), go(), Level.high];
export type Alias = Shape | whole.Shape;
`,
  'src/dynamic.ts': `
export async function lazy() {
  const { load, fallback: none } = await import('./lib/core');
  const core = await import('./lib/core');
  const direct = (await import('./lib/core')).load('a');
  const chained = import('./lib/core').then((module) => module.load('b'));
  const unpacked = import('./lib/core').then(({ fallback }) => fallback);
  return [load('c'), none, core.load('d'), direct, chained, unpacked];
}
export type Named = import('./lib/core').Shape;
export type Loads = typeof import('./lib/core').load;
export let module: typeof import('./lib/core');
export const late = () => module.load('e');
const retry = async <T,>(get: () => Promise<T>): Promise<T> => get();
export async function patient() {
  const { load, Level } = await retry(() => import('./lib/core'));
  const again = await retry(() => import('./lib/core'));
  return [load('f'), Level.high, again.fallback];
}
let shown: string | number, taken: typeof import('./lib/core').load;
export async function assigned() {
  ({ shown, load: taken } = await import('./lib/core'));
  return taken(String(shown));
}
`,
  'src/view.tsx': `
import { Store, load as title } from './lib/core';
import Panel, * as panels from './panel';
export const view = (
  <Panel title={title('a')} load="load">
    load {title('b')} it's <b>Panel</b>
    <panels.Row Panel="Panel" />
  </Panel>
);
export const store: Store = new Store();
`,
  'src/panel.tsx': `
export default function Panel(props: { title: string; load: string; children?: unknown }) { return props.title; }
export const Row = (props: { Panel: string }) => props.Panel;
`,
  'src/whole.cts': `
function make(name: string): string { return make.last + name; }
namespace make { export const last = 'x'; export interface Options { deep: boolean } }
export = make;
`,
  'src/wholes.cts': `
import make = require('./whole.cjs');
import { last } from './whole.cjs';
const options: make.Options = { deep: true };
export const made = [make('a'), make.last, last, options];
`,
  'src/defaults.ts': `
const value = { deep: 1 };
export default value;
`,
  'src/default-users.ts': `
import anything from './defaults';
import { default as named } from './defaults';
import * as all from './defaults';
export const sum = [anything.deep, named.deep, all.default.deep];
`,
  'src/common.cjs': `
const { half, twice: doubled } = require('./maths.cjs');
const maths = require('./maths.cjs');
exports.sum = half(2) + doubled(2) + maths.half(4) + require('./maths.cjs').half(8);
`,
  'src/maths.cjs': `
exports.half = (value) => value / 2;
exports.twice = (value) => value * 2;
`,
  'src/effect.ts': `import './lib/core';\nexport const load = 'separate';\n`,
};
