import assert from 'node:assert/strict';
import { functionsOf } from '../../../src/code/declarations/function-symbols.ts';

async function listFunctions(file: string, text: string): Promise<string[]> {
  const functions = await functionsOf(file, text);
  return functions.map(({ name, kind, line, exported }) => `${exported ? '+' : '-'}${name} ${kind} ${line}`);
}

describe('functionsOf', () => {
  it('[ENF-VAL-4] lists declarations, arrow functions and function expressions', async () => {
    assert.deepEqual(
      await listFunctions(
        'a.ts',
        [
          'export function a() { function inner() {} }',
          'export async function* b() {}',
          'const c = () => 1, d = 2, e = async function () {};',
          'export const f = (<T,>(x: T) => x) as F, g = (function named() {})!;',
          'function h() {}',
          'export { h as renamed, c };',
          '// function no() {}',
        ].join('\n'),
      ),
      [
        '+a function 1',
        '+b function 2',
        '+c arrow 3',
        '-e expression 3',
        '+f arrow 4',
        '+g expression 4',
        '+h function 5',
      ],
    );
  });

  it('[ENF-VAL-4] lists overloads once, at the first one', async () => {
    const text = 'export function a(x: 1): 1;\nexport function a(x: 2): 2;\nexport function a(x: any) { return x; }';
    assert.deepEqual(await listFunctions('a.ts', text), ['+a function 1']);
  });

  it('[ENF-VAL-4] [ENF-VAL-14] omits functions that have only a signature', async () => {
    const signatures = [
      'export function a(x: 1): 1;',
      'export class B { constructor(x: 1); c(): void; d(): void; d() {} }',
      'export declare function e(): void;',
      'declare class F { constructor(); g(): void }',
      'declare namespace N { function h(): void }',
    ].join('\n');
    assert.deepEqual(await listFunctions('signatures.ts', signatures), ['+B.d method 2']);
    assert.deepEqual(await listFunctions('signatures.d.ts', 'export function a(x: 1): 1;'), ['+a function 1']);
  });

  it('[ENF-VAL-4] lists methods of classes as Class.method', async () => {
    assert.deepEqual(
      await listFunctions(
        'a.ts',
        [
          'export abstract class A {',
          '  constructor() {}',
          '  b(): void {}',
          '  static async c() {}',
          '  abstract d(): void;',
          '  get e() { return 1; }',
          '  f = () => 1;',
          '  g = 1;',
          '  #h() {}',
          "  'i-j'() {}",
          '  [k]() {}',
          '}',
          'const L = class { m() {} };',
        ].join('\n'),
      ),
      [
        '+A.constructor constructor 2',
        '+A.b method 3',
        '+A.c method 4',
        '+A.e accessor 6',
        '+A.f arrow 7',
        '+A.#h method 9',
        '+A.i-j method 10',
        '-L.m method 13',
      ],
    );
  });

  it('[ENF-VAL-4] lists functions of objects, namespaces and default exports', async () => {
    assert.deepEqual(
      await listFunctions(
        'a.ts',
        [
          'export const a = { b() {}, c: () => 1, d: { e: function () {} } };',
          'export namespace N { export function f() {} export namespace M { export const g = () => 1; } }',
          'export default function () {}',
        ].join('\n'),
      ),
      [
        '+a.b method 1',
        '+a.c arrow 1',
        '+a.d.e expression 1',
        '+N.f function 2',
        '+N.M.g arrow 2',
        '+default function 3',
      ],
    );
    assert.deepEqual(await listFunctions('a.ts', 'export default { a() {} };'), ['+default.a method 1']);
  });

  it('[ENF-VAL-4] lists CommonJS functions and prototype methods', async () => {
    assert.deepEqual(
      await listFunctions(
        'a.js',
        'exports.a = function () {};\nmodule.exports.b = () => 1;\nfunction C() {}\nC.prototype.d = function () {};\nmodule.exports = { e() {}, f: async () => 1 };',
      ),
      ['+a expression 1', '+b arrow 2', '-C function 3', '-C.d method 4', '+e method 5', '+f arrow 5'],
    );
  });

  it('[ENF-VAL-4] lists functions in component files with the lines of the file', async () => {
    assert.deepEqual(
      await listFunctions('a.vue', '<template/>\n<script setup lang="ts">\nconst a = () => 1;\n</script>'),
      ['-a arrow 3'],
    );
    assert.deepEqual(await listFunctions('a.css', 'function no() {}'), []);
  });

  it('[ENF-VAL-4] caches the result until the text changes', async () => {
    const first = await functionsOf('same.ts', 'function a() {}');
    assert.equal(await functionsOf('same.ts', 'function a() {}'), first);
    assert.deepEqual(await listFunctions('same.ts', 'function b() {}'), ['-b function 1']);
  });
});
