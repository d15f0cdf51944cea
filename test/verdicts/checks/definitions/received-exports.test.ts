import { assertCases, type CheckedCase } from '../checked-cases.ts';

const PACKAGES = {
  'package.json': JSON.stringify({
    name: 'root',
    workspaces: ['packages/*'],
    dependencies: { typed: '1', untyped: '1', equal: '1', listed: '1' },
    imports: { '#ok': './packages/lib/src/index.ts', '#null': null },
  }),
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      module: 'esnext',
      moduleResolution: 'bundler',
      paths: { '#mapped/*': ['./mapped/*'] },
      strict: true,
    },
  }),
  'mapped/file.ts': 'export const x = 1;\n',
  'declared.d.ts': "declare module 'declared/*' { export const x: number }\ndeclare module 'typed/extra';\n",
  'packages/lib/package.json': JSON.stringify({
    name: '@w/lib',
    exports: { '.': './src/index.ts', './secret': null, './sub/*': './src/sub/*.ts', './built': './dist/built.js' },
  }),
  'packages/lib/src/index.ts': 'export const y = 1;\n',
  'packages/lib/src/sub/a.ts': 'export const x = 1;\n',
  'packages/plain/package.json': JSON.stringify({ name: '@w/plain', main: 'src/index.ts' }),
  'packages/plain/src/index.ts': 'export const y = 1;\n',
  'node_modules/typed/package.json': JSON.stringify({
    name: 'typed',
    version: '1.0.0',
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './functions': { types: './functions.d.ts' },
      './gone': './gone.js',
    },
  }),
  'node_modules/typed/index.d.ts':
    'export declare const y: number;\nexport declare function g(): void;\nexport interface T {}\n',
  'node_modules/typed/index.js': 'exports.y = 1;\nexports.g = () => {};\n',
  'node_modules/typed/functions.d.ts': 'export declare function x(): number;\n',
  'node_modules/untyped/package.json': JSON.stringify({ name: 'untyped', version: '1.0.0', main: 'index.js' }),
  'node_modules/untyped/index.js': 'exports.y = 1;\n',
  'node_modules/equal/package.json': JSON.stringify({ name: 'equal', version: '1.0.0', types: 'index.d.ts' }),
  'node_modules/equal/index.d.ts': 'declare const equal: { y: number; f(): void };\nexport = equal;\n',
};

/** A file `a.ts`, or with the extension that the title names, that exports `x`. */
function exporting(passes: boolean, text: string, file = 'a.ts'): CheckedCase {
  return {
    title: `${file}: ${text}`,
    files: { [file]: `${text}\n` },
    check: { type: 'export_exists', target: 'x', file },
    passes,
  };
}

/** A file, and more files around it, that creates the function `x`. */
function creating(
  passes: boolean,
  text: string,
  more: Readonly<Record<string, string>> = {},
  file = 'a.ts',
): CheckedCase {
  const files = { ...more, [file]: `${text}\n` };
  return { title: text, files, check: { type: 'creates', target: 'x()' }, allowedFile: file, passes };
}

const OBJECT = 'const o = { inc: (n: number) => n + 1, x: 1, deep: { x: 2, inc: () => 1 }, C: class {} };\n';

describe('What importers receive', () => {
  it('[ENF-VAL-2] [ENF-VAL-14] is what a package, its subpath and its imports have', () =>
    assertCases(PACKAGES, [
      exporting(false, "export { x } from '@w/lib/none';"),
      exporting(false, "export { x } from '@w/lib/secret';"),
      exporting(false, "export { x } from '@w/lib/sub/none';"),
      exporting(false, "export { x } from '@w/lib';"),
      exporting(true, "export { x } from '@w/lib/sub/a';"),
      exporting(true, "export { y as x } from '@w/lib';"),
      exporting(true, "export { x } from '@w/lib/built';"),
      exporting(false, "export { x } from '@w/plain/none';"),
      exporting(false, "export { x } from '@w/plain/src/none';"),
      exporting(true, "export { x } from '@w/plain/dist/generated';"),
      exporting(false, "export { x } from '#none';"),
      exporting(false, "export { x } from '#null';"),
      exporting(false, "export * as x from '#none';"),
      exporting(true, "export { y as x } from '#ok';"),
      exporting(true, "export { x } from '#mapped/file';"),
      exporting(false, "export { x } from 'node:nothing';"),
      exporting(false, "import x from 'node:nothing';\nexport { x };"),
      exporting(false, "export * as x from 'node:nothing';"),
      exporting(false, "export { x } from 'node:path';"),
      exporting(false, "export { x } from 'typed';"),
      exporting(false, "import { x } from 'typed';\nexport { x };"),
      exporting(false, "import { none as x } from 'typed';\nexport { x };"),
      exporting(false, "export type { x } from 'typed';"),
      exporting(false, "export { x } from 'typed/none';"),
      exporting(false, "export { x } from 'typed/gone';"),
      exporting(true, "export { y as x } from 'typed';"),
      exporting(true, "export type { T as x } from 'typed';"),
      exporting(true, "export { type T as x } from 'typed';"),
      exporting(true, "export * as x from 'typed';"),
      exporting(true, "export { x } from 'typed/extra';"),
      exporting(true, "export { x } from 'declared/none';"),
      exporting(false, "export { x } from 'untyped/none';"),
      exporting(true, "export { x } from 'untyped';"),
      exporting(true, "export { x } from 'listed/sub';"),
      exporting(false, "export { x } from 'unlisted';"),
      exporting(false, "export { x } from 'equal';"),
      exporting(true, "export { y as x } from 'equal';"),
      exporting(true, "export { x } from 'virtual:module';"),
      exporting(true, "export { x } from '~icons/one';"),
      exporting(false, "export { x } from '@w/lib/none';", 'a.mjs'),
      exporting(false, "export { x } from '#none';", 'a.mjs'),
      exporting(true, "export { y as x } from 'typed';", 'a.js'),
      exporting(false, "const x = require('typed/none');\nmodule.exports = { x };", 'a.cjs'),
      exporting(true, "const x = require('typed');\nmodule.exports = { x };", 'a.cjs'),
    ]));

  it('[ENF-VAL-2] is a whole module after `import … = require(…)`', () =>
    assertCases(PACKAGES, [
      exporting(true, "export import x = require('node:path');"),
      exporting(true, "import x = require('path');\nexport { x };"),
      exporting(true, "import x = require('equal');\nexport { x };"),
      exporting(true, "export import x = require('typed');"),
      exporting(true, "import * as ns from 'typed';\nexport import x = ns.y;"),
      exporting(true, "import path from 'node:path';\nexport { path as x };"),
      exporting(true, "export { default as x } from 'node:path';"),
      exporting(false, "import x = require('node:nothing');\nexport { x };"),
      exporting(false, "export import x = require('typed/none');"),
    ]));

  const DEFAULT = { check: { type: 'export_exists', target: 'default', file: 'a.ts' } } as const;
  const DEFAULT_JS = { check: { ...DEFAULT.check, file: 'a.js' } };

  /** A check of each kind of the name `x` of one file. */
  const byAllChecks = (passes: boolean, text: string, more = {}, file = 'a.ts'): CheckedCase[] =>
    [
      { type: 'export_exists', target: 'x', file },
      { type: 'creates', target: 'x()' },
      { type: 'signature_match', target: 'x', file, expected: '() => number', exported: true },
    ].map((check) => ({
      title: `${check.type} ${text}`,
      files: { ...more, [file]: `${text}\n` },
      check,
      allowedFile: file,
      passes,
    }));

  it('[ENF-VAL-1] [ENF-VAL-5] [ENF-VAL-15] is each member of a value that is the whole module', () =>
    assertCases(PACKAGES, [
      ...byAllChecks(true, 'const lib = { x() { return 1 } };\nexport = lib;'),
      ...byAllChecks(true, 'export = { x: (): number => 1 };'),
      ...byAllChecks(true, 'function x() { return 1 }\nexport = { x };'),
      ...byAllChecks(true, 'class Lib { static x() { return 1 } }\nexport = Lib;'),
      ...byAllChecks(true, 'namespace Lib { export function x() { return 1 } }\nexport = Lib;'),
      ...byAllChecks(true, 'function lib() {}\nlib.x = (): number => 1;\nexport = lib;'),
      ...byAllChecks(true, 'const make = () => ({ x: (): number => 1 });\nexport = make();'),
      ...byAllChecks(true, 'export = new (class { x() { return 1 } })();'),
      ...byAllChecks(true, "import b = require('./b');\nexport = b;", { 'b.ts': 'export function x() { return 1 }\n' }),
      ...byAllChecks(true, "export { x } from './b';", {
        'b.ts': 'const lib = { x() { return 1 } };\nexport = lib;\n',
      }),
      ...byAllChecks(false, 'const lib = { y() { return 1 } };\nexport = lib;'),
      ...byAllChecks(false, 'export = { y: 1 };'),
      ...byAllChecks(false, 'class Lib { x() { return 1 } }\nexport = Lib;'),
      ...byAllChecks(false, 'namespace Lib { function x() { return 1 }\nexport const y = x; }\nexport = Lib;'),
      ...byAllChecks(false, 'function x() { return 1 }\nconst lib = { y: 1 };\nexport = lib;'),
      ...byAllChecks(false, "export { x } from './b';", { 'b.ts': 'const lib = { y: 1 };\nexport = lib;\n' }),
      exporting(true, 'export = { x: 1 };'),
      creating(
        true,
        'const lib = make(1);\nfunction make(a) { return function () {} }\nlib.x = () => 1;\nmodule.exports = lib;',
        {},
        'a.cjs',
      ),
      { ...exporting(true, 'const lib = () => 1;\nlib.default = lib;\nmodule.exports = lib;', 'a.js'), ...DEFAULT_JS },
      {
        ...exporting(true, 'declare namespace L { const d: number; export { d as default } }\nexport = L;'),
        ...DEFAULT,
      },
      { ...exporting(false, 'const lib = { x: 1 };\nexport = lib;'), ...DEFAULT },
      exporting(true, 'const lib = make();\nfunction make() { return { x: 1 } }\nmodule.exports = lib;', 'a.cjs'),
      creating(false, 'export = { x: 1 };'),
      creating(false, 'enum Lib { x }\nexport = Lib;'),
      creating(false, 'declare const lib: { x(): number };\nexport = lib;'),
      creating(false, 'namespace Lib { export declare function x(): number }\nexport = Lib;'),
      creating(false, 'namespace Lib { export interface x {} }\nexport = Lib;'),
    ]));

  it('[ENF-VAL-4] has a function for each method of a value that is the whole module', () => {
    const functions = (passes: boolean, text: string, file = 'a.ts'): CheckedCase => ({
      title: text,
      files: { [file]: `${text}\n` },
      check: { type: 'function_exists', target: 'x', file },
      passes,
    });
    return assertCases(PACKAGES, [
      functions(true, 'const lib = { x() {} };\nexport = lib;'),
      functions(true, 'export = { x() {} };'),
      functions(true, 'class Lib { static x() {} }\nexport = Lib;'),
      functions(true, 'namespace Lib { export function x() {} }\nexport = Lib;'),
      functions(true, 'function x() {}\nexport = { x };'),
      functions(true, 'const lib = { x() {} };\nmodule.exports = lib;', 'a.cjs'),
      functions(true, 'class Lib { static x() {} }\nmodule.exports = Lib;', 'a.cjs'),
      {
        title: 'without a file',
        files: { 'a.ts': 'const lib = { onlyHere() {} };\nexport = lib;\n' },
        check: { type: 'function_exists', target: 'onlyHere' },
        passes: true,
      },
      functions(false, 'const lib = { y() {} };\nexport = lib;'),
      functions(false, 'export = { x: 1 };'),
    ]);
  });

  it('[ENF-VAL-1] [ENF-VAL-5] [ENF-VAL-15] is what a package has that the module exports with a star', () =>
    assertCases(PACKAGES, [
      ...byAllChecks(true, "export * from 'typed/functions';"),
      ...byAllChecks(true, "export * from './b';", { 'b.ts': "export * from 'typed/functions';\n" }),
      ...byAllChecks(true, "export { x } from './b';", { 'b.ts': "export * from 'typed/functions';\n" }),
      ...byAllChecks(false, "export * from 'typed';"),
      ...byAllChecks(false, "export { x } from './b';", { 'b.ts': "export * from 'typed';\n" }),
      { ...exporting(false, "export * from 'listed';"), reason: /does not know the names of "listed"/ },
      {
        ...exporting(false, "module.exports = require('listed')(1);", 'a.cjs'),
        reason: /does not know what .* as a whole/,
      },
    ]));

  it('[ENF-VAL-15] is no function if its type is none, also through other values and modules', () =>
    assertCases(PACKAGES, [
      creating(false, `${OBJECT}export const { x } = o;`),
      creating(false, `${OBJECT}export const { deep: { x } } = o;`),
      creating(false, 'declare const q: { x?: number };\nexport const { x = 3 } = q;'),
      creating(false, `${OBJECT}export const x = o.x;`),
      creating(false, `${OBJECT}export const x = o.x!;`),
      creating(false, `${OBJECT}export const x = o['x'];`),
      creating(false, 'function f() { return 1 }\nexport const x = f();'),
      creating(false, 'export const x = String.raw`a`;'),
      creating(false, 'export const x = [1, 2][0];'),
      creating(false, 'export const [x] = [1];'),
      creating(false, 'export const x = 1 + 2;'),
      creating(false, 'export const x = await Promise.resolve(1);'),
      creating(false, 'export const x = JSON.parse("1");'),
      creating(false, "import { port } from './c';\nexport const x = port;", { 'c.ts': 'export const port = 1;\n' }),
      creating(false, "import c from './c';\nexport const x = c.port;", { 'c.ts': 'export default { port: 1 };\n' }),
      creating(false, "import type { F } from './c';\nexport const x: F = 1;", { 'c.ts': 'export type F = number;\n' }),
      creating(false, "export { x } from './c';", { 'c.ts': `${OBJECT}export const { x } = o;\n` }),
      creating(false, 'const o = { x: 1 };\nexport const x = o.x;', {}, 'a.js'),
      creating(false, 'const o = { x: 1 };\nexports.x = o.x;', {}, 'a.cjs'),
      creating(false, "export { y as x } from 'typed';"),
      creating(false, "export { constants as x } from 'node:fs';"),
      creating(false, 'export declare function x(): void;', { 'a.js': 'export const x = 1;\n' }, 'a.d.ts'),
      creating(false, 'export declare function x(): void;', { 'a.js': 'export const y = 1;\n' }, 'a.d.ts'),
      creating(true, `${OBJECT}export const { inc: x } = o;`),
      creating(true, `${OBJECT}export const { deep: { inc: x } } = o;`),
      creating(true, `${OBJECT}export const x = o.inc;`),
      creating(true, `${OBJECT}export const x = o.C;`),
      creating(true, 'function f() { return () => 1 }\nexport const x = f();'),
      creating(true, 'const q: { x?: () => void } = {};\nexport const x = q.x;'),
      creating(true, 'export const x: Function = () => 1;'),
      creating(true, 'export const x = Date as unknown as { new (): Date };'),
      creating(true, 'interface Make { new (): Date }\nexport const x: Make = Date as Make;'),
      creating(true, 'const o = { x() {} };\nexport const x = o.x;', {}, 'a.js'),
      creating(true, 'const wrap = (f) => f;\nexports.x = wrap(() => 1);', {}, 'a.cjs'),
      creating(true, "import { make } from 'listed';\nexport const x = make();"),
      creating(true, "export { g as x } from 'typed';"),
      creating(true, "export { f as x } from 'equal';"),
      creating(true, "export { readFile as x } from 'node:fs';"),
      creating(true, 'export declare function x(): void;', { 'a.js': 'export const x = () => 1;\n' }, 'a.d.ts'),
    ]));

  const OTHER = {
    'b.ts':
      'export abstract class x {}\nexport default abstract class {}\nclass Own { protected constructor() {} }\nexport const o = { Own };\n',
  };

  it('[ENF-VAL-15] is a function only if importers can call or construct it', () =>
    assertCases(PACKAGES, [
      creating(false, 'export abstract class x {}'),
      creating(false, 'abstract class A {}\nexport { A as x };'),
      creating(false, 'abstract class A {}\nexport const x = A;'),
      creating(false, 'abstract class A {}\nconst o = { x: A };\nexport const { x } = o;'),
      creating(false, 'function f() { abstract class A {} return A }\nexport const x = f();'),
      creating(false, 'abstract class A { abstract m(): void }\nexport abstract class x extends A {}'),
      creating(false, 'class A { protected constructor() {} }\nexport class x extends A {}'),
      creating(false, "export { x } from './b';", OTHER),
      creating(false, "export { default as x } from './b';", OTHER),
      creating(false, "import { o } from './b';\nexport const x = o.Own;", OTHER),
      creating(true, 'abstract class A {}\nexport class x extends A {}'),
      creating(
        true,
        "exports.x = require('./b').x;",
        { 'b.js': 'exports.x = class {};\n', 'b.d.ts': 'export abstract class x {}\n' },
        'a.js',
      ),
      creating(true, 'class A { protected constructor() {} }\nexport class x extends A { constructor() { super() } }'),
      creating(true, 'class A<T> { constructor(readonly a: T) {} }\nconst o = { x: A };\nexport const { x } = o;'),
      creating(true, 'interface F extends Function { a: 1 }\ndeclare const o: { x: F };\nexport const { x } = o;'),
      creating(true, 'const o: { x: Function | (() => void) } = { x: Date };\nexport const { x } = o;'),
      creating(true, 'const o: { x: (() => 1) | (new () => Date) } = { x: Date };\nexport const { x } = o;'),
      creating(true, 'const o = { x<T extends string>(this: Date, a: T) { return a } };\nexport const { x } = o;'),
    ]));

  it('[ENF-VAL-15] is the value that is the whole module after a default import', () =>
    assertCases(PACKAGES, [
      creating(true, "import x from './b.cjs';\nexport { x };", { 'b.cjs': 'module.exports = () => 1;\n' }),
      creating(true, "export { default as x } from './b.cjs';", { 'b.cjs': 'module.exports = class {};\n' }),
      creating(true, "export { default as x } from './b.cjs';", { 'b.cjs': 'function f() {}\nmodule.exports = f;\n' }),
      creating(true, "import x = require('./b');\nexport { x };", { 'b.ts': 'export = () => 1;\n' }),
      creating(true, "import x from './b';\nexport { x };", {
        'b.ts': 'const make = () => () => 1;\nexport = make();\n',
      }),
      creating(false, "import x from './b.cjs';\nexport { x };", { 'b.cjs': 'module.exports = 1;\n' }),
      creating(false, "import x from './b.cjs';\nexport { x };", { 'b.cjs': 'exports.g = () => 1;\n' }),
      creating(false, "export { default as x } from './b.cjs';", { 'b.cjs': 'module.exports = { x() {} };\n' }),
      creating(false, "import x = require('./b');\nexport { x };", { 'b.ts': 'export = { x() {} };\n' }),
      creating(false, "import x from './b';\nexport { x };", { 'b.ts': 'abstract class A {}\nexport = A;\n' }),
    ]));

  const MODULES = {
    'b.ts': 'export function x() {}\nexport default x;\n',
    'c.ts': "import type { x } from './b';\nexport { x };\n",
    'd.ts': "export type * from './b';\nexport * from './b';\n",
    'e.ts': "export type * from './b';\n",
    'g.ts': "import type * as ns from './b';\nexport { ns };\n",
    'h.ts': "import type { x } from './b';\nexport default x;\n",
    'i.ts': 'export namespace N { export function x() {} }\nexport class K { static x() { return 1 } }\n',
    'whole.ts': 'function x() {}\nexport = x;\n',
  };

  it('[ENF-VAL-15] is no function if the export is type-only on its way', () =>
    assertCases(PACKAGES, [
      creating(false, "import type { x } from './b';\nexport { x };", MODULES),
      creating(false, "import { type x } from './b';\nexport { x };", MODULES),
      creating(false, "import type x from './b';\nexport { x };", MODULES),
      creating(false, "import type * as x from './b';\nexport { x };", MODULES),
      creating(false, "import type x = require('./b');\nexport { x };", MODULES),
      creating(false, "import { x as y } from './b';\nexport type { y as x };", MODULES),
      creating(false, "export type { x } from './b';", MODULES),
      creating(false, "export { type x } from './b';", MODULES),
      creating(false, "export type * from './b';", MODULES),
      creating(false, "export { x } from './c';", MODULES),
      creating(false, "export * from './c';", MODULES),
      creating(false, "import { type default as x } from './b';\nexport { x };", MODULES),
      creating(false, 'function x() {}\nexport type { x };', MODULES),
      creating(false, 'function y() {}\nexport { type y as x };', MODULES),
      creating(false, "export type { default as x } from './b';", MODULES),
      creating(false, "export type * as x from './b';", MODULES),
      creating(false, "export import type x = require('./whole');", MODULES),
      creating(false, "export { default as x } from './h';", MODULES),
      creating(false, "import x from './h';\nexport { x };", MODULES),
      creating(false, "export type * from 'typed/functions';", MODULES),
      creating(false, "import * as e from './e';\nexport import x = e.x;", MODULES),
      creating(false, "import * as e from './e';\nexport const x = e.x;", MODULES),
      creating(false, "import * as e from './e';\nexport const { x } = e;", MODULES),
      creating(false, "import type * as ns from './b';\nexport import x = ns.x;", MODULES),
      creating(false, "import type { N } from './i';\nexport import x = N.x;", MODULES),
      creating(false, "import type { g } from 'typed';\nexport { g as x };", MODULES),
      creating(false, "export { T as x } from 'typed';", MODULES),
      creating(true, "export * from './b';", MODULES),
      creating(true, "export { x } from './d';", MODULES),
    ]));

  const never = (text: string): CheckedCase[] => byAllChecks(false, text, MODULES);

  it('[ENF-VAL-1] [ENF-VAL-5] [ENF-VAL-15] is nothing if the module uses the value of a type that it imports', () =>
    assertCases(PACKAGES, [
      ...never("import type * as ns from './b';\nexport const x = ns.x;"),
      ...never("import type * as ns from './b';\nexport const { x } = ns;"),
      ...never("import type { x as y } from './b';\nexport const x = y;"),
      ...never("import { type x as y } from './b';\nexport let x = y;"),
      ...never("import type y from './b';\nexport const x = y as () => number;"),
      ...never("import type y from './b';\nexport const x = y!;"),
      ...never("import type { K } from './i';\nexport const x = K.x;"),
      ...never("import type { K } from './i';\nexport class x extends K {}"),
      ...never("import type { N } from './i';\nexport const x = N.x.bind(null);"),
      ...never("import type { x as y } from './b';\nexport const x = (() => y)();"),
      ...never("import type { x as y } from './b';\nconst z = [y];\nexport const x = () => z.length;"),
      ...never("import { x as y } from './c';\nexport const x = y;"),
      ...never("import { ns } from './g';\nexport const x = ns.x;"),
      ...never("import type { x as y } from './b';\nenum E { A = y }\nexport function x() { return 1 }"),
      ...byAllChecks(false, "export { x } from './use';", {
        ...MODULES,
        'use.ts': "import type { x as y } from './b';\nconsole.log(y);\nexport const x = () => 1;\n",
      }),
      ...byAllChecks(
        true,
        "import type { x as y } from './b';\nexport const x = (): number => { y(); return 1 };",
        MODULES,
      ),
      ...byAllChecks(
        true,
        "import type { K } from './i';\nexport const x = (): number => [].map((a: K) => a).length;",
        MODULES,
      ),
      ...byAllChecks(true, "import type { K } from './i';\nconst o = { K: () => 1 };\nexport const x = o.K;", MODULES),
      ...byAllChecks(
        true,
        "import type { x as y } from './b';\nexport const x = typeof y === 'string' ? () => 1 : () => 2;",
        MODULES,
      ),
      ...byAllChecks(true, "import type { T } from './t';\nconst T = () => 1;\nexport const x = T;", {
        't.ts': 'export interface T {}\n',
      }),
      creating(true, "import type { K } from './i';\nexport class x implements Partial<K> {}", MODULES),
      exporting(true, "import type { K } from './i';\nexport const x: K = {} as K;"),
    ]));
});
