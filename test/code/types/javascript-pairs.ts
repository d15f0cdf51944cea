import type { Pair } from './pairs.ts';

const EQUAL = 'equal';
const DIFFERENT = 'different';
const UNDECIDED = 'undecided';

type Row = readonly [extension: string, text: string, name: string, expected: string, outcome: Pair['outcome']];

function toPairs(title: string, ...pairs: readonly Row[]): readonly Pair[] {
  return pairs.map(([extension, text, name, expected, outcome]) => ({
    title,
    text,
    name,
    expected,
    outcome,
    folder: 'strict',
    extension,
  }));
}

type CommentRow = readonly [parameter: string, expected: string, outcome: Pair['outcome']];

/** Functions whose parameter has a type in a comment. */
function ofComments(folder: Pair['folder'], ...pairs: readonly CommentRow[]): readonly Pair[] {
  return pairs.map(([parameter, expected, outcome]) => ({
    title: 'the spelling of comments',
    text: `/** @param ${parameter} @returns {void} */\nexport function f(${parameter.startsWith('{...') ? '...' : ''}a) {}`,
    name: 'f',
    expected,
    outcome,
    folder,
    extension: '.js',
  }));
}

const TYPED = '/** @param {string} a @returns {number} */\n';
const SIGNATURE = '(a: string) => number';

/** Functions of JavaScript modules and their expected signatures. */
export const javaScriptSignaturePairs: readonly Pair[] = [
  ...ofComments(
    'strict',
    ['{Array<String>} a', '(a: Array<String>) => void', EQUAL],
    ['{Array.<String>} a', '(a: Array.<String>) => void', EQUAL],
    ['{undefined|boolean} a', '(a: undefined|boolean) => void', EQUAL],
    ['{Number} a', '(a: Number) => void', EQUAL],
    ['{Number} a', 'function f(a: number): void', EQUAL],
    ['{Boolean|Null} a', 'f(a: Boolean|Null): void', EQUAL],
    ['{Object<string, Number>} a', '(a: Object<string, Number>) => void', EQUAL],
    ['{Object.<string, string[]>} a', '(a: Object<string, Array<String>>) => void', EQUAL],
    ['{Array} a', '(a: Array) => void', EQUAL],
    ['{Map} a', '(a: Map) => void', EQUAL],
    ['{Promise<String>} a', '(a: Promise<String>) => void', EQUAL],
    ['{?string} a', '(a: ?String) => void', EQUAL],
    ['{{ a: String, String: Number }} a', '(a: { a: String, String: Number }) => void', EQUAL],
    ['{Number} a', '(a: String) => void', DIFFERENT],
    ['{Array<String>} a', '(a: Array<Number>) => void', DIFFERENT],
    ['{Object<string, Number>} a', '(a: Object<string, String>) => void', DIFFERENT],
    ['{undefined|boolean} a', '(a: undefined|String) => void', DIFFERENT],
    ['{function(string): number} a', '(a: function(string): number) => void', EQUAL],
    ['{function(this: Date, string): number} a', '(a: function(this: Date, string): number) => void', EQUAL],
    ['{function} a', '(a: function) => void', EQUAL],
    ['{function[]} a', '(a: Array<function>) => void', EQUAL],
    ['{Function} a', '(a: Function) => void', EQUAL],
    ['{!Date} a', '(a: !Date) => void', EQUAL],
    ['{*} a', '(a: *) => void', EQUAL],
    ['{?} a', '(a: ?) => void', EQUAL],
    ['{string=} a', '(a: string=) => void', EQUAL],
    ['{?string=} a', '(a: ?string=) => void', EQUAL],
    ['{string} [a]', '(a: string=) => void', EQUAL],
    ['{...string} a', '(...a: string[]) => void', EQUAL],
    ['{Object} a', '(a: Object) => void', EQUAL],
    ['{Object<Date, number>} a', '(a: Object<Date, number>) => void', EQUAL],
    ['{string} a', '(a: string=) => void', DIFFERENT],
    ['{function(string): number} a', '(a: (b: number) => number) => void', DIFFERENT],
    ['{Object} a', '(a: any) => void', DIFFERENT],
    ['{Object} a', '(a: object) => void', DIFFERENT],
    ['{?string} a', '(a: !string) => void', DIFFERENT],
  ),
  ...toPairs(
    'a signature as comments have it',
    ['.js', `${TYPED}export function f(a) { return a.length; }`, 'f', 'function(string): number', EQUAL],
    ['.js', `${TYPED}export function f(a) { return a.length; }`, 'f', 'function(number): number', DIFFERENT],
    ['.js', '/** @returns {number} */\nexport function f() { return 1 }', 'f', 'function(): number', EQUAL],
    ['.js', '/** @param {...string} a */\nexport function f(...a) {}', 'f', 'function(...string): void', EQUAL],
    ['.js', 'export function f(a) { return 1 }', 'f', 'function(a): number', EQUAL],
  ),
  ...ofComments(
    'implicit',
    ['{Object} a', '(a: Object) => void', EQUAL],
    ['{Object} a', '(a: any) => void', EQUAL],
    ['{object} a', '(a: object) => void', EQUAL],
    ['{Object[]} a', '(a: Object[]) => void', EQUAL],
    ['{Array.<Object>} a', '(a: Array.<Object>) => void', EQUAL],
    ['{Object|string} a', '(a: Object|string) => void', EQUAL],
    ['{Object=} a', '(a: Object=) => void', EQUAL],
    ['{{ a: Object }} a', '(a: { a: Object }) => void', EQUAL],
    ['{Object.<string, Object>} a', '(a: Object.<string, Object>) => void', EQUAL],
    ['{Map<string, Object>} a', '(a: Map<string, Object>) => void', EQUAL],
    ['{function(Object): Object} a', '(a: function(Object): Object) => void', EQUAL],
    ['{array} a', '(a: array) => void', EQUAL],
    ['{promise} a', '(a: promise) => void', EQUAL],
    ['{Array} a', '(a: Array) => void', EQUAL],
    ['{Function} a', '(a: Function) => void', EQUAL],
    ['{Object} a', '(a: string) => void', DIFFERENT],
    ['{Function} a', '(a: Object) => void', DIFFERENT],
    ['{Object[]} a', '(a: Object) => void', DIFFERENT],
  ),
  ...toPairs(
    'a whole CommonJS module',
    ['.cjs', `${TYPED}function f(a) { return a.length; }\nmodule.exports = f;`, 'f', SIGNATURE, EQUAL],
    ['.cjs', `${TYPED}function f(a) { return a.length; }\nmodule.exports = f;`, 'default', SIGNATURE, EQUAL],
    ['.cjs', `${TYPED}function f(a) { return a.length; }\nmodule.exports = f;`, 'export=', SIGNATURE, EQUAL],
    [
      '.cjs',
      `${TYPED}function f(a) { return a.length; }\nmodule.exports = f;`,
      'f',
      '(a: number) => number',
      DIFFERENT,
    ],
    ['.cjs', `${TYPED}module.exports = function (a) { return a.length; };`, 'default', SIGNATURE, EQUAL],
    [
      '.cjs',
      `${TYPED}function f(a) { return a.length; }\nfunction g() {}\nmodule.exports = g;`,
      'f',
      SIGNATURE,
      UNDECIDED,
    ],
    [
      '.cjs',
      `${TYPED}function f(a) { return a.length; }\nmodule.exports = { default: f };`,
      'default',
      SIGNATURE,
      EQUAL,
    ],
    ['.cjs', `${TYPED}function f(a) { return a.length; }\nmodule.exports = { g: f };`, 'g', SIGNATURE, EQUAL],
    [
      '.cjs',
      `${TYPED}function f(a) { return a.length; }\nfunction g() {}\nmodule.exports = { g: f };`,
      'g',
      SIGNATURE,
      EQUAL,
    ],
    ['.cjs', `class Q {\n${TYPED}f(a) { return 1; }\n}\nmodule.exports = Q;`, 'Q.f', SIGNATURE, EQUAL],
  ),
  ...toPairs(
    'a default export of JavaScript',
    ['.mjs', `${TYPED}export default function (a) { return a.length; }`, 'default', SIGNATURE, EQUAL],
    ['.mjs', `${TYPED}function f(a) { return a.length; }\nexport default f;`, 'default', SIGNATURE, EQUAL],
    [
      '.mjs',
      '/** @type {(a: string) => number} */\nconst f = (a) => a.length;\nexport default f;',
      'f',
      SIGNATURE,
      EQUAL,
    ],
    [
      '.mjs',
      '/** @type {(a: string) => number} */\nconst f = (a) => a.length;\nexport default f;',
      'f',
      '(a: any) => number',
      DIFFERENT,
    ],
    ['.mjs', `${TYPED}function f(a) { return a.length; }\nexport { f as g };`, 'g', SIGNATURE, EQUAL],
  ),
  ...toPairs(
    'a JavaScript function without types',
    ['.js', 'export function f(a, b) { return a + b; }', 'f', '(a: any, b: any) => any', EQUAL],
    ['.js', 'export function f(a, b) { return a + b; }', 'f', '(a, b) => any', EQUAL],
    ['.js', 'export function f(a, b) { return a + b; }', 'f', '(a?: any, b?: any) => any', EQUAL],
    ['.js', 'export function f(a, b) { return a + b; }', 'f', '(a: number, b: number) => any', DIFFERENT],
    ['.js', 'export function f(a, b) { return a + b; }', 'f', '(a: any) => any', DIFFERENT],
    ['.js', 'export function f(a, b) { return a + b; }', 'f', '(a: any, b: any, c: any) => any', DIFFERENT],
    ['.js', 'export function f(a, ...b) { return a; }', 'f', '(a, ...b) => any', EQUAL],
    ['.js', 'export const f = (a) => 1;', 'f', '(a) => number', EQUAL],
    ['.js', 'export class Q { f(a) { return 1; } }', 'Q.f', '(a) => number', EQUAL],
    ['.cjs', 'const api = { f(a) { return 1; } };\nmodule.exports = api;', 'f', '(a) => number', EQUAL],
    ['.cjs', 'exports.f = function (a) { return 1; };', 'f', '(a) => number', EQUAL],
    ['.js', '/** @param {any} [a] */\nexport function f(a) { return 1; }', 'f', '(a: any) => number', DIFFERENT],
    ['.js', '/** @param {any} a */\nexport function f(a, b) { return 1; }', 'f', '(a: any, b: any) => number', EQUAL],
    ['.js', 'export function f(/** @type {any=} */ a) { return 1; }', 'f', '(a) => number', UNDECIDED],
    ['.js', 'export function f(a, b = 1) { return 1; }', 'f', '(a: any, b: number) => number', DIFFERENT],
    ['.js', 'export function f(a, b = 1) { return 1; }', 'f', '(a, b?: number) => number', EQUAL],
    ['.js', '/** @param {string} a */\nexport function f(a) { return 1; }', 'f', '(a) => number', UNDECIDED],
    [
      '.cjs',
      '/** @type {{ f(a?: any): number }} */\nconst api = { f(a) { return 1; } };\nmodule.exports = api;',
      'f',
      '(a: any) => number',
      DIFFERENT,
    ],
    ['.ts', 'export function f(a?: any) { return 1; }', 'f', '(a: any) => number', DIFFERENT],
    ['.ts', 'export function f(a: any) { return 1; }', 'f', '(a) => number', UNDECIDED],
  ),
];

/** Classes of JavaScript modules and their expected types. */
export const javaScriptTypePairs: readonly Pair[] = toPairs(
  'a class of a JavaScript module',
  ['.cjs', 'class Q { a = 1 }\nmodule.exports = Q;', 'Q', '{ a: number }', EQUAL],
  ['.cjs', 'class Q { a = 1 }\nmodule.exports = Q;', 'default', '{ a: number }', EQUAL],
  ['.cjs', 'class Q { a = 1 }\nmodule.exports = Q;', 'Q', '{ a: string }', DIFFERENT],
  ['.mjs', 'export default class Q { a = 1 }', 'Q', '{ a: number }', EQUAL],
  ['.mjs', 'class Q { a = 1 }\nexport default Q;', 'default', '{ a: number }', EQUAL],
  ['.mjs', 'class Q { a = 1 }\nexport default Q;', 'default', '{ a: string }', DIFFERENT],
);
