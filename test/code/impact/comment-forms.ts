/** A small JavaScript project that declares and uses types in every form of JSDoc comment. */
export const commentForms: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { module: 'preserve', moduleResolution: 'bundler', target: 'es2022', allowJs: true },
  }),
  'src/types.js': `
/**
 * @typedef {object} Shape
 * @property {string} id
 * @property {Shape} [next]
 */
/** @typedef {Shape['id']} Id */
/**
 * @callback Load
 * @param {Id} id
 * @returns {Promise<Shape>}
 */
export class Store {}
export const load = () => 1;
`,
  'src/named.js': `
/** @import { Shape, Id as Key } from './types.js' */
import { Store, load } from './types.js';
/** @type {Shape} */
export let shape;
/**
 * @param {Key} key not the type Shape
 * @param {Map<string, Store>} store
 * @returns {ReturnType<typeof load>}
 */
export function find(key, store) {
  /** @type {Shape[]} */
  const found = [];
  return store.find(/** @type {Shape} */ (found[0]), load());
}
/** @extends {Store} */
export class Shop extends Store {}
`,
  'src/in-place.js': `
/** @type {import('./types.js').Shape} */
export let shape;
/** @param {import('./types.js').Load} load */
export const run = async (load) => {
  const all = await load('a');
  return /** @type {import("./types.js").Shape} */ (all);
};
/** @typedef {import('./types.js').Id} Id */
/** @type {Id} */
export let id;
/** @type {typeof import('./types.js').load} */
export let other;
`,
  'src/whole.js': `
/** @import * as types from './types.js' */
/** @type {types.Shape} */
export let shape;
/** @import Fallback, { Other } from './fallback.js' */
/** @type {Fallback | Other} */
export let value;
/** @import { Shape } from './types.js' */ import { load } from './types.js';
/** @type {Shape} */
export const loaded = load();
`,
  'src/fallback.js': `
export default class Fallback {}
/** @typedef {{ other: true }} Other */
`,
  'src/common.cjs': `
/** @type {import('./whole.cjs').Kind} */
let kind;
`,
  'src/whole.cjs': `
/** @typedef {'a' | 'b'} Kind */
exports.common = (/** @type {Kind} */ kind) => kind;
`,
};
