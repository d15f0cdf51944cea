import assert from 'node:assert/strict';
import { renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../support/folder-engine.ts';
import { applyChange, type AppliedChange, type Files } from '../support/applied-change.ts';

interface Change extends AppliedChange {
  readonly title: string;
  readonly before: Files;
}

const A = 'export const one = 1;\nexport const two = 2;\nexport default 3;\n';
const USE = "import { one } from './a';\nexport const used = one;\n";

/** The places of the imports that a change broke: `file:line:column`. */
async function findBroken({ before, ...change }: Change): Promise<readonly string[]> {
  using workspace = new Workspace({ 'package.json': '{ "name": "shop", "type": "module" }\n', ...before });
  applyChange(workspace, change);
  await using engine = openFolderEngine(workspace);
  const { findings, ok } = await engine.changes.judge({ base: workspace.git('rev-parse', 'HEAD') });
  const broken = findings.filter(({ kind }) => kind === 'broken-import');
  assert.equal(ok, broken.length === 0);
  return broken.map(({ file, line, column }) => `${file}:${line}:${column}`).sort();
}

const DECLARED = 'export const one: number;\nexport const two: number;\nexport default one;\n';
const LOADS = "import three, { one } from './a.js';\nexport { three, one };\n";

/** JavaScript whose declarations are written by hand next to it. */
const declaredCode = (more: Files = {}): Files => ({
  'src/a.js': A,
  'src/a.d.ts': DECLARED,
  'src/use.js': LOADS,
  ...more,
});

describe('A change breaks an import', () => {
  for (const { expected, ...change } of [
    {
      title: 'when it removes the export',
      before: { 'src/a.ts': A, 'src/use.ts': USE },
      written: { 'src/a.ts': 'export const two = 2;\n' },
      expected: ['src/use.ts:1:10'],
    },
    {
      title: 'when it renames the export, at each use',
      before: {
        'src/a.ts': A,
        'src/use.ts': USE,
        'src/other.ts': "import three, {\n  two,\n  one as first,\n} from './a';\nexport { three, two, first };\n",
      },
      written: { 'src/a.ts': A.replace('one', 'uno') },
      expected: ['src/other.ts:3:3', 'src/use.ts:1:10'],
    },
    {
      title: 'when it removes the default export',
      before: { 'src/a.ts': A, 'src/use.ts': "import three from './a';\nexport { three };\n" },
      written: { 'src/a.ts': 'export const one = 1;\n' },
      expected: ['src/use.ts:1:8'],
    },
    {
      title: 'when it deletes the file',
      before: { 'src/a.ts': A, 'src/use.ts': USE },
      removed: ['src/a.ts'],
      expected: ['src/use.ts:1:21'],
    },
    ...['docs', 'css', 'test.txt'].map((end) => ({
      title: `when it moves a file that is imported with its extension, next to one that ends in .${end}`,
      before: { 'src/a.js': A, [`src/a.${end}`]: '', 'src/use.js': "import { one } from './a.js';\nexport { one };\n" },
      moved: { 'src/a.js': 'src/b.js' },
      expected: ['src/use.js:1:21'],
    })),
    {
      title: 'of JavaScript that loses the name, which its declarations keep',
      before: declaredCode(),
      written: { 'src/a.js': A.replace('one', 'uno') },
      expected: ['src/use.js:1:17'],
    },
    {
      title: 'of JavaScript that loses the default export, which its declarations keep',
      before: declaredCode(),
      written: { 'src/a.js': A.replace('default 3', 'const three = 3') },
      expected: ['src/use.js:1:8'],
    },
    {
      title: 'of JavaScript that is deleted without its declarations',
      before: declaredCode(),
      removed: ['src/a.js'],
      expected: ['src/use.js:1:28'],
    },
    {
      title: 'of a module of a .mjs file that loses the name, which its declarations keep',
      before: { 'src/a.mjs': A, 'src/a.d.mts': DECLARED, 'src/use.mjs': LOADS.replace('a.js', 'a.mjs') },
      written: { 'src/a.mjs': A.replace('one', 'uno') },
      expected: ['src/use.mjs:1:17'],
    },
    {
      title: 'behind a re-export of JavaScript with declarations',
      before: declaredCode({
        'src/all.js': "export * from './a.js';\n",
        'src/all.d.ts': "export * from './a.js';\n",
        'src/use.js': USE.replace('./a', './all.js'),
      }),
      written: { 'src/a.js': A.replace('one', 'uno') },
      expected: ['src/use.js:1:10'],
    },
    {
      title: 'of the package by its name, whose entry has declarations',
      before: declaredCode({
        'package.json':
          '{ "name": "shop", "type": "module", "exports": { "types": "./src/a.d.ts", "default": "./src/a.js" } }\n',
        'src/use.js': USE.replace('./a', 'shop'),
      }),
      written: { 'src/a.js': A.replace('one', 'uno') },
      expected: ['src/use.js:1:10'],
    },
    {
      title: 'when it moves the file',
      before: { 'src/a.ts': A, 'src/use.ts': USE },
      moved: { 'src/a.ts': 'src/inner/a.ts' },
      expected: ['src/use.ts:1:21'],
    },
    {
      title: 'when it moves the importing file',
      before: { 'src/a.ts': A, 'src/use.ts': USE },
      moved: { 'src/use.ts': 'src/inner/use.ts' },
      expected: ['src/inner/use.ts:1:21'],
    },
    {
      title: 'behind re-exports',
      before: {
        'src/a.ts': A,
        'src/index.ts': "export * from './a';\nexport { two as deux } from './a';\n",
        'src/use.ts': "import { one, deux } from './index';\nexport { one, deux };\n",
      },
      written: { 'src/a.ts': 'export const three = 3;\n' },
      expected: ['src/index.ts:2:10', 'src/use.ts:1:10'],
    },
    {
      title: 'of names that a removed file provided through "export *"',
      before: { 'src/a.ts': A, 'src/index.ts': "export * from './a';\n", 'src/use.ts': USE.replace('./a', './index') },
      removed: ['src/a.ts'],
      expected: ['src/index.ts:1:15', 'src/use.ts:1:10'],
    },
    {
      title: 'when a module in between no longer re-exports the name',
      before: { 'src/a.ts': A, 'src/index.ts': "export * from './a';\n", 'src/use.ts': USE.replace('./a', './index') },
      written: { 'src/index.ts': "export { two } from './a';\n" },
      expected: ['src/use.ts:1:10'],
    },
    {
      title: 'of a type',
      before: {
        'src/a.ts': 'export interface Price { amount: number }\n',
        'src/use.ts': "import type { Price } from './a';\nexport type Prices = Price[];\n",
      },
      written: { 'src/a.ts': 'export interface Cost { amount: number }\n' },
      expected: ['src/use.ts:1:15'],
    },
    {
      title: 'of the folder itself',
      before: {
        'src/a/index.ts': A,
        'src/a/use.ts': USE.replace('./a', '.'),
        'src/a/more.ts': USE.replace('./a', './'),
      },
      moved: { 'src/a/index.ts': 'src/a/other.ts' },
      expected: ['src/a/more.ts:1:21', 'src/a/use.ts:1:21'],
    },
    {
      title: 'although a comment of the module shows a declaration',
      before: { 'src/a.ts': `/**\n * declare module 'shop' {}\n */\n${A}`, 'src/use.ts': USE },
      written: { 'src/a.ts': `/**\n * declare module 'shop' {}\n */\nexport const two = 2;\n` },
      expected: ['src/use.ts:1:10'],
    },
    {
      title: 'in JavaScript',
      before: { 'src/a.js': A, 'src/use.js': USE.replace('./a', './a.js') },
      written: { 'src/a.js': 'export const two = 2;\n' },
      expected: ['src/use.js:1:10'],
    },
    {
      title: 'when it deletes a file that an alias leads to',
      before: {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }\n',
        'src/a.ts': A,
        'app/use.ts': USE.replace('./a', '~/a'),
      },
      removed: ['src/a.ts'],
      expected: ['app/use.ts:1:21'],
    },
    {
      title: 'with "require" of a deleted file',
      before: {
        'src/a.cjs': 'exports.one = 1;\n',
        'src/use.cjs': "const { one } = require('./a.cjs');\nexports.used = one;\n",
      },
      removed: ['src/a.cjs'],
      expected: ['src/use.cjs:1:25'],
    },
  ] satisfies readonly (Change & { readonly expected: readonly string[] })[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), expected);
    });
  }
});

describe('A change breaks no import', () => {
  for (const change of [
    {
      title: 'when it changes the uses too',
      before: { 'src/a.ts': A, 'src/use.ts': USE },
      written: { 'src/a.ts': A.replace('one', 'uno'), 'src/use.ts': USE.replace('one }', 'uno as one }') },
    },
    {
      title: 'when the name comes from another module now',
      before: { 'src/a.ts': A, 'src/use.ts': USE },
      written: { 'src/a.ts': "export * from './b';\nexport const two = 2;\n", 'src/b.ts': 'export const one = 1;\n' },
    },
    {
      title: 'when it adds an import of a file that does not exist',
      before: { 'src/a.ts': A },
      written: { 'src/use.ts': "import { x } from './generated';\nexport { x };\n" },
    },
    {
      title: 'that led nowhere before',
      before: { 'src/a.ts': A, 'src/use.ts': USE.replace('one }', 'zero }') },
      written: { 'src/a.ts': 'export const two = 2;\n' },
    },
    {
      title: 'of a file that git ignores now, since a build may write it',
      before: { 'src/made.ts': A, 'src/use.ts': USE.replace('./a', './made') },
      removed: ['src/made.ts'],
      written: { '.gitignore': 'src/made.ts\n' },
    },
    {
      title: 'of names of a generated file, through "export *"',
      before: {
        'src/made.ts': A,
        'src/index.ts': "export * from './made';\n",
        'src/use.ts': USE.replace('./a', './index'),
      },
      removed: ['src/made.ts'],
      written: { '.gitignore': 'made.ts\n' },
    },
    {
      title: 'of a module that has all names of a package',
      before: { 'src/a.ts': A, 'src/use.ts': USE },
      written: { 'src/a.ts': "export * from 'some-package';\n" },
    },
    {
      title: 'of a CommonJS module, whose names exist when it runs',
      before: { 'src/a.cjs': 'exports.one = 1;\n', 'src/use.mjs': USE.replace('./a', './a.cjs') },
      written: { 'src/a.cjs': 'Object.assign(exports, load());\n' },
    },
    {
      title: 'whose failure is handled',
      before: {
        'src/a.ts': A,
        'src/use.ts':
          "try {\n  await import('./a');\n} catch {\n  console.log();\n}\nexport const b = await import('./a').catch(() => 1);\n",
      },
      removed: ['src/a.ts'],
    },
    {
      title: 'when it moves a file and its import together',
      before: { 'src/a.ts': A, 'src/use.ts': USE },
      moved: { 'src/a.ts': 'src/inner/a.ts' },
      written: { 'src/use.ts': USE.replace('./a', './inner/a') },
    },
    {
      title: 'when it changes an alias, which another tool can have too',
      before: {
        'tsconfig.json': '{ "compilerOptions": { "paths": { "~/*": ["./src/*"] } } }\n',
        'src/a.ts': A,
        'app/use.ts': USE.replace('./a', '~/a'),
      },
      written: { 'tsconfig.json': '{ "compilerOptions": {} }\n' },
    },
    {
      title: 'when a package of the workspace comes from the registry now',
      before: {
        'package.json': '{ "name": "shop", "workspaces": ["packages/*"] }\n',
        'packages/util/package.json': '{ "name": "@shop/util", "main": "index.js" }\n',
        'packages/util/index.js': A,
        'src/use.ts': USE.replace('./a', '@shop/util'),
      },
      removed: ['packages/util/package.json', 'packages/util/index.js'],
      written: { 'package.json': '{ "name": "shop", "dependencies": { "@shop/util": "^1.0.0" } }\n' },
    },
    {
      title: 'when the file has another extension now that Node or a bundler finds',
      before: {
        'src/data.cjs': 'module.exports = {};\n',
        'src/Foo.js': A,
        'src/use.js': "import { one } from './Foo';\nexport { one };\n",
      },
      removed: ['src/Foo.js'],
      written: { 'src/Foo.ios.js': A, 'src/Foo.android.js': A },
    },
    {
      title: 'when a source can become the file',
      before: {
        'src/a.js': A,
        'src/b.js': A,
        'src/use.js': "import { one } from './a.js';\nimport { two } from './b.js';\nexport { one, two };\n",
      },
      removed: ['src/a.js', 'src/b.js'],
      written: { 'src/a.vue': '', 'src/b.coffee': '' },
    },
    {
      title: 'where a call only has the same argument',
      before: {
        'src/a.cjs': 'exports.one = 1;\n',
        'src/use.cjs':
          "const fs = require('node:fs');\nlet a;\nif (fs.existsSync('./a.cjs')) {\n  try {\n    a = require('./a.cjs');\n  } catch {}\n}\nexports.b = optional(() => require('./a.cjs'));\n",
      },
      removed: ['src/a.cjs'],
    },
    {
      title: 'when a JavaScript module gets declarations that lack a name',
      before: { 'src/a.js': A, 'src/use.js': USE.replace('./a', './a.js') },
      written: { 'src/a.d.ts': 'export const two: number;\n' },
    },
    {
      title: 'when only the declarations of JavaScript lose the name',
      before: declaredCode(),
      written: { 'src/a.d.ts': 'export const two: number;\n' },
    },
    {
      title: 'of JavaScript with declarations that becomes CommonJS',
      before: declaredCode(),
      written: { 'src/a.js': 'module.exports = load();\n' },
    },
    {
      title: 'of a class of JavaScript that TypeScript uses as a type, and that its declarations keep',
      before: declaredCode({
        'src/a.js': 'export class One {}\nexport const two = 2;\n',
        'src/a.d.ts': 'export class One {}\nexport const two: number;\n',
        'src/use.js': '',
        'src/use.ts': "import { One } from './a.js';\nexport type Used = One;\n",
      }),
      written: { 'src/a.js': 'export const two = 2;\n' },
    },
    {
      title: 'of declarations whose code is built',
      before: { 'src/a.d.ts': DECLARED, 'src/use.js': LOADS },
      written: { 'src/a.d.ts': 'export const two: number;\n' },
    },
    {
      title: 'when another file declares the name for the module',
      before: {
        'src/a.ts': 'export interface X {}\nexport interface Y {}\n',
        'src/use.ts': "import type { X } from './a';\nexport type Z = X;\n",
      },
      written: {
        'src/a.ts': 'export interface Y {}\n',
        'src/more.ts': "import './a';\ndeclare module './a' {\n  interface X {}\n}\n",
      },
    },
    {
      title: 'with an import of the whole module',
      before: { 'src/a.ts': A, 'src/use.ts': "import * as a from './a';\nimport './a';\nexport { a };\n" },
      written: { 'src/a.ts': 'export const two = 2;\n' },
    },
    {
      title: 'that a comment switches off, with other comments and lines between',
      before: {
        'src/a.ts': A,
        'src/use.ts': `// @ts-ignore\n// eslint-disable-next-line import/named\n\n${USE}`,
      },
      written: { 'src/a.ts': 'export const two = 2;\n' },
    },
    {
      title: 'when another file declares the name for the module, without an import of it',
      before: {
        'src/a.ts': 'export interface X {}\nexport const y = 1;\n',
        'src/more.ts': "declare module './a' {\n  interface X {}\n}\nexport {};\n",
        'src/use.ts': "import type { X } from './a';\nexport type Z = X;\n",
      },
      written: { 'src/a.ts': 'export const y = 1;\n' },
    },
    {
      title: 'of a file that a wildcard module declares',
      before: {
        'src/any.d.ts': "declare module '*.graphql' {\n  export const one: number;\n}\n",
        'src/a.graphql.ts': A,
        'src/use.ts': USE.replace('./a', './a.graphql'),
      },
      removed: ['src/a.graphql.ts'],
    },
  ] satisfies readonly Change[]) {
    it(`[CHANGE-1] ${change.title}`, async () => {
      assert.deepEqual(await findBroken(change), []);
    });
  }

  it('[CHANGE-1] of a folder that is a link now', async () => {
    using workspace = new Workspace({ 'lib/a.ts': A, 'use.ts': USE.replace('./a', './lib/a') });
    renameSync(join(workspace.folder, 'lib'), join(workspace.folder, 'lib2'));
    symlinkSync('lib2', join(workspace.folder, 'lib'));
    await using engine = openFolderEngine(workspace);
    const { findings } = await engine.changes.judge({ base: workspace.git('rev-parse', 'HEAD') });
    assert.deepEqual(
      findings.filter(({ kind }) => kind === 'broken-import'),
      [],
    );
  });
});
