import { assertCases, type CheckedCase } from '../checked-cases.ts';

/** One text, with the checks of it that pass or fail. */
interface Row {
  readonly text: string;
  readonly file: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly checks: readonly ('exists' | 'creates' | 'function' | 'signature')[];
}

const BOTH = ['exists', 'creates'] as const;
const LOST = ['exists', 'creates', 'signature'] as const;
const ALL = ['exists', 'creates', 'function', 'signature'] as const;

function row(file: string, checks: Row['checks'], text: string, more?: Row['more']): Row {
  return { file, checks, text, ...(more && { more }) };
}

function toCases(rows: readonly Row[], passes: boolean): readonly CheckedCase[] {
  return rows.flatMap(({ text, file, checks, more }) =>
    checks.map((kind): CheckedCase => {
      const checkOf = {
        exists: { type: 'export_exists', target: 'f', file },
        creates: { type: 'creates', target: 'f()' },
        function: { type: 'function_exists', target: 'f', file },
        signature: { type: 'signature_match', target: 'f', file, expected: '() => number', exported: true },
      } as const;
      const files = { ...more, [file]: `${text}\n` };
      return { title: `${kind} ${text}`, files, check: checkOf[kind], allowedFile: file, passes };
    }),
  );
}

describe('What a module does not give its importers', () => {
  it('[ENF-VAL-1] [ENF-VAL-5] [ENF-VAL-15] is what CommonJS replaces, deletes or assigns to another object', () =>
    assertCases({}, [
      ...toCases(
        [
          row('a.js', LOST, 'exports.f = () => 1;\nmodule.exports = {};'),
          row('a.js', LOST, 'exports.f = () => 1;\nmodule.exports = function g() {};'),
          row('a.cjs', LOST, 'exports.f = () => 1;\nmodule.exports = { g: 1 };'),
          row('a.cjs', LOST, 'module.exports = { f: () => 1 };\nmodule.exports = { g: 1 };'),
          row('a.cjs', LOST, 'module.exports = {};\nexports.f = () => 1;'),
          row('a.cjs', LOST, 'exports = {};\nexports.f = () => 1;'),
          row('a.cjs', LOST, 'exports = { f: () => 1 };'),
          row('a.cjs', LOST, 'exports.f = () => 1;\ndelete exports.f;'),
          row('a.cjs', LOST, 'exports.f = () => 1;\ndelete module.exports.f;'),
          row('a.cjs', LOST, "exports.f = () => 1;\ndelete exports['f'];"),
          row('a.cjs', LOST, "exports.f = () => 1;\nReflect.deleteProperty(exports, 'f');"),
          row('a.cjs', LOST, '(function (exports) { exports.f = () => 1; })({});'),
          row('a.cjs', LOST, '{ const exports = {}; exports.f = () => 1; }'),
          row('a.cjs', LOST, 'function run(exports) { exports.f = () => 1; }\nmodule.exports.g = run;'),
          row('a.cjs', LOST, 'const module = { exports: {} };\nmodule.exports.f = () => 1;'),
          row('a.cjs', LOST, 'var exports = {};\nexports.f = () => 1;\nmodule.exports = { g: 1 };'),
          row('a.cjs', LOST, "exports.f = () => 1;\nmodule.exports = require('./b.cjs');", {
            'b.cjs': 'exports.g = 1;\n',
          }),
          row('a.cjs', LOST, "const b = require('./b.cjs');\nexports.f = () => 1;\nmodule.exports = b;", {
            'b.cjs': 'exports.g = 1;\n',
          }),
          row('a.cjs', LOST, "module.exports = { f: () => 1 };\nmodule.exports = require('node:path');"),
          row('a.cjs', LOST, "exports.f = () => 1;\nmodule.exports = { ...require('./b.cjs') };", {
            'b.cjs': 'exports.g = 1;\n',
          }),
          row('a.cjs', LOST, "exports.f = () => 1;\nmodule['exports'] = { g: 1 };"),
          row('a.cjs', LOST, 'exports.f = () => 1;\nmodule.exports = Object.freeze({ g: 1 });'),
          row('a.cjs', LOST, 'exports.f = () => 1;\nmodule.exports = Object.create(null);'),
          row('a.cjs', LOST, 'exports.f = () => 1;\nmodule.exports = [1];'),
          row('a.cjs', LOST, 'exports.f = () => 1;\nmodule.exports = undefined;'),
          row('a.cjs', LOST, 'exports.f = () => 1;\n(() => { module.exports = { g: 1 }; })();'),
          row('a.cjs', LOST, 'exports.f = () => 1;\nif (true) module.exports = { g: 1 };'),
          row('a.cjs', LOST, 'exports.f = () => 1;\n(function () { delete exports.f; })();'),
          row('a.cjs', LOST, "exports.f = () => 1;\ndelete module['exports'].f;"),
          row('a.cjs', LOST, 'const api = { f: () => 1 };\nmodule.exports = api;\ndelete api.f;'),
          row('a.cjs', LOST, 'const api = { f: () => 1 };\ndelete api.f;\nmodule.exports = api;'),
          row('a.cjs', LOST, 'function f() { return 1 }\nmodule.exports = f;'),
          row('a.cjs', ['creates'], "exports.f = () => 1;\nObject.defineProperty(exports, 'f', { value: 42 });"),
          row('a.cjs', ['creates'], "Object.defineProperty(exports, 'f', { get: () => 42 });"),
          row('a.cjs', ['creates'], 'Object.assign(exports, { f: 42 });'),
          row('a.cjs', ['creates'], 'module.exports = { f() { return 1 } };\nmodule.exports.f = 42;'),
          row('a.cjs', ['creates'], 'module.exports = { get f() { return 1 } };'),
          row('a.mjs', ['creates'], 'export let f = () => 1;\nf = 2;'),
          row('a.cjs', ['creates'], 'exports.f = () => 1;\nexports.f = 1;'),
          row('a.cjs', ['creates'], 'exports.f = () => 1;\nexports.f = undefined;'),
        ],
        false,
      ),
      ...toCases(
        [
          row('a.cjs', BOTH, 'module.exports = { g: 1 };\nmodule.exports.f = () => 1;'),
          row('a.cjs', BOTH, 'module.exports = exports = {};\nexports.f = () => 1;'),
          row('a.cjs', BOTH, 'exports = module.exports = {};\nexports.f = () => 1;'),
          row('a.cjs', BOTH, 'exports = module.exports;\nexports.f = () => 1;'),
          row('a.cjs', BOTH, 'const api = (module.exports = {});\napi.g = 1;\nmodule.exports.f = () => 1;'),
          row('a.cjs', BOTH, 'exports.f = () => 1;\nif (process.env.A) module.exports = {};'),
          row('a.cjs', BOTH, 'exports.f = () => 1;\nmodule.exports = Object.assign({ g: 1 }, exports);'),
          row('a.cjs', BOTH, 'exports.f = () => 1;\nmodule.exports = { ...exports, g: 1 };'),
          row('a.cjs', BOTH, 'exports.f = () => 1;\nfunction reset() { delete exports.f; }\nexports.reset = reset;'),
          row('a.cjs', BOTH, '(function (exports) { exports.f = () => 1; })(exports);'),
          row(
            'a.cjs',
            BOTH,
            '(function (exports) { exports.f = () => 1; })(typeof exports === "object" ? exports : {});',
          ),
          row('a.cjs', BOTH, 'function run(exports) { exports.f = () => 1; }\nrun(module.exports);'),
          row(
            'a.cjs',
            BOTH,
            '(function (root, factory) { factory(exports) })(this, function (exports) { function f() {} exports.f = f });',
          ),
          row('a.cjs', BOTH, 'exports.f = void 0;\nfunction f() { return 1 }\nexports.f = f;'),
          row(
            'a.cjs',
            BOTH,
            "exports.f = exports.g = void 0;\nconst b = require('./b.cjs');\nObject.defineProperty(exports, 'f', { enumerable: true, get: () => b.f });",
            { 'b.cjs': 'exports.f = () => 1;\n' },
          ),
          row('a.cjs', ALL, 'function f() { return 1; }\nmodule.exports = f;\nmodule.exports.f = f;'),
          row('a.cjs', BOTH, "exports.f = 1;\nmodule.exports = require('./b.cjs');", {
            'b.cjs': 'exports.f = () => 1;\n',
          }),
          row('a.cjs', BOTH, "exports.f = () => 1;\nif (process.env.A) module.exports = require('./b.cjs');", {
            'b.cjs': 'exports.g = 1;\n',
          }),
          row('a.cjs', BOTH, 'exports.f = () => 1;\nif (process.env.A) return;\nmodule.exports = { g: 1 };'),
          row('a.cjs', BOTH, "try { module.exports = require('none'); } catch { exports.f = () => 1; }"),
          row('a.cjs', BOTH, 'delete exports.f;\nexports.f = () => 1;'),
          row('a.cjs', BOTH, 'const api = {};\ndelete api.f;\napi.f = () => 1;\nmodule.exports = api;'),
          row(
            'a.cjs',
            BOTH,
            'var all = {};\n__export(all, { f: () => f });\nmodule.exports = __toCommonJS(all);\nfunction f() {}\n0 && (module.exports = { f });',
          ),
          row('a.cjs', BOTH, 'Object.assign(exports, { f: () => 1 });'),
          row('a.cjs', BOTH, 'Object.assign(module.exports, { f() { return 1 } });'),
          row('a.cjs', BOTH, "Object.defineProperty(exports, 'f', { value: () => 1 });"),
          row('a.cjs', BOTH, 'const e = module.exports;\ne.f = () => 1;'),
          row('a.cjs', BOTH, 'const self = module.exports = {};\nself.f = () => 1;'),
          row('a.cjs', BOTH, 'class A { f() { return 1 } }\nmodule.exports = new A();'),
          row('a.cjs', BOTH, 'function g() {}\ng.f = () => 1;\nmodule.exports = g;'),
          row('a.cjs', BOTH, "module.exports = Object.assign({}, require('./b.cjs'));", {
            'b.cjs': 'exports.f = () => 1;\n',
          }),
        ],
        true,
      ),
    ]));

  it('[ENF-VAL-1] [ENF-VAL-5] [ENF-VAL-15] is a name that two modules give to one star export', () => {
    const stars = "export * from './b';\nexport * from './c';";
    const b = 'export function f() { return 1 }\n';
    return assertCases({}, [
      ...toCases(
        [
          row('a.ts', LOST, stars, { 'b.ts': b, 'c.ts': b }),
          row('a.ts', LOST, stars, { 'b.ts': b, 'c.ts': 'export const f = 1;\n' }),
          row('a.mjs', BOTH, "export * from './b.mjs';\nexport * from './c.mjs';", { 'b.mjs': b, 'c.mjs': b }),
          row('a.ts', LOST, stars, { 'b.ts': b, 'c.ts': "export * from './d';\n", 'd.ts': b }),
        ],
        false,
      ),
      ...toCases(
        [
          row('a.ts', LOST, stars, { 'b.ts': b, 'c.ts': "export { f } from './b';\n" }),
          row('a.ts', LOST, stars, { 'b.ts': b, 'c.ts': 'export interface f {}\n' }),
          row('a.ts', LOST, stars, { 'b.ts': b, 'c.ts': 'function f() {}\nexport type { f };\n' }),
          row('a.ts', LOST, `${stars}\nexport function f() { return 1 }`, { 'b.ts': b, 'c.ts': b }),
          row('a.ts', LOST, `${stars}\nexport { f } from './b';`, { 'b.ts': b, 'c.ts': b }),
          row('a.cjs', BOTH, "__exportStar(require('./b.cjs'), exports);\n__exportStar(require('./c.cjs'), exports);", {
            'b.cjs': 'exports.f = () => 1;\n',
            'c.cjs': 'exports.f = () => 1;\n',
          }),
        ],
        true,
      ),
    ]);
  });

  it('[ENF-VAL-1] [ENF-VAL-4] [ENF-VAL-5] is everything of a module that always throws', () =>
    assertCases({}, [
      ...toCases(
        [
          row('a.cjs', BOTH, "throw new Error('x');\nexports.f = () => 1;"),
          row('a.cjs', BOTH, "exports.f = () => 1;\nthrow new Error('x');"),
          row('a.mjs', BOTH, "export const f = () => 1;\nthrow new Error('x');"),
          row('a.ts', ALL, "throw new Error('x');\nexport function f() { return 1 }"),
          row('a.ts', ALL, "export function f() { return 1 } throw new Error('x');"),
          row('a.ts', BOTH, "export function f() { return 1 }\nif (true) { throw new Error('x'); }"),
          row('a.ts', BOTH, "export function f() { return 1 }\n{\n  throw new Error('x');\n}"),
          row('a.ts', BOTH, "export function f() { return 1 }\ntry { g(); } finally { throw new Error('x'); }"),
          row('a.ts', BOTH, "export { f } from './b';", {
            'b.ts': "export function f() { return 1 }\nthrow new Error('x');",
          }),
        ],
        false,
      ),
      ...toCases(
        [
          row('a.ts', ALL, "export function f() { return 1 }\nif (process.env.X) throw new Error('x');"),
          row('a.ts', ALL, "export function f() { return 1 }\ntry { throw new Error('x'); } catch {}"),
          row('a.ts', ALL, "export function f() { if (!f) throw new Error('x'); return 1 }"),
          row('a.ts', BOTH, "export const f = () => { throw new Error('x'); };"),
          row('a.ts', BOTH, "export class f { m() { throw new Error('x'); } }"),
          row('a.cjs', BOTH, "exports.f = () => 1;\nif (exports.f) return;\nthrow new Error('x');"),
          row('a.ts', BOTH, "export const f = () => 1; // throw new Error('x')"),
          row('a.ts', BOTH, "export const f = () => 1;\nexport const text = 'throw';"),
        ],
        true,
      ),
    ]));

  it('[ENF-VAL-5] [ENF-VAL-15] is a function that only its type, its declaration or its class promises', () =>
    assertCases({}, [
      ...toCases(
        [
          row('a.js', ['creates', 'signature'], '/** @type {() => number} */\nexport const f = 42;'),
          row('a.js', ['creates', 'signature'], "/** @type {() => number} */\nconst f = 'x';\nmodule.exports = { f };"),
          row('a.js', ['creates', 'signature'], '/** @type {() => number} */\nexports.f = 42;'),
          row('a.js', ['signature'], 'export const f = /** @type {() => number} */ (/** @type {unknown} */ (42));'),
          row('a.ts', ['signature'], 'export const f = 42 as unknown as () => number;'),
          row('a.ts', ['creates'], 'declare namespace NS { function f(): number }\nexport import f = NS.f;'),
          row('a.ts', ['creates', 'function'], 'declare function f(): number;\nexport { f };'),
          row('a.ts', ['creates'], 'export class f { private constructor() {} }'),
          row('a.ts', ['creates'], 'export class f { protected constructor() {} }'),
          row('a.ts', ['creates'], 'export const f = class { private constructor() {} };'),
          row('a.js', ['exists', 'signature'], 'export const g = 1;', {
            'a.d.ts': 'export declare function f(): number;\n',
          }),
          row('a.js', ['signature'], 'export function f(a, b) { return "x" }', {
            'a.d.ts': 'export declare function f(): number;\n',
          }),
          row('a.js', ['creates'], 'const o = { f: 1 };\nexport const f = o.f;', {
            'a.d.ts': 'export declare function f(): number;\n',
          }),
          row('a.vue', ['exists'], '<script setup>\nexport const f = () => 1;\n</script>'),
        ],
        false,
      ),
      ...toCases(
        [
          row('a.js', ['creates', 'signature'], '/** @type {() => number} */\nexport const f = () => 1;'),
          row('a.ts', ['creates'], 'namespace NS { export function f() { return 1 } }\nexport import f = NS.f;'),
          row('a.ts', ['creates'], 'export class f {}'),
          row('a.ts', ['creates'], 'export class f { constructor(readonly a = 1) {} }'),
          row('a.js', ['signature'], '/** @returns {number} */\nexport function f() { return 1 }', {
            'a.d.ts': 'export declare function f(a: string): void;\n',
          }),
          row(
            'a.vue',
            ['exists'],
            '<script>\nexport const f = () => 1;\n</script>\n<script setup>\nconst g = 1;\n</script>',
          ),
          row('a.vue', ['exists'], '<script setup lang="ts">\nexport interface f {}\n</script>'),
        ],
        true,
      ),
      ...[
        'abstract class C { abstract f(): number }',
        'class C { f?(): number }',
        'declare class C { f(): number }',
      ].map((text): CheckedCase => ({
        title: text,
        files: { 'a.ts': `export ${text}\n` },
        check: { type: 'function_exists', target: 'C.f', file: 'a.ts' },
        passes: false,
      })),
    ]));
});
