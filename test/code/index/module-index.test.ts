import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { MemoryTree } from '../memory-tree.ts';

function build(files: Readonly<Record<string, string>>): Promise<ModuleIndex> {
  return ModuleIndex.build(new MemoryTree(files));
}

describe('ModuleIndex', () => {
  it('[ENF-VAL-1] finds direct exports of a file with their position, at tier 1', async () => {
    const index = await build({ 'src/a.ts': '// export const no = 1;\nexport async function load() {}\n' });
    assert.deepEqual(index.findExport('src/a.ts', 'load'), {
      name: 'load',
      kind: 'function',
      file: 'src/a.ts',
      line: 2,
      column: 23,
      tier: 1,
      through: [],
    });
    assert.equal(index.findExport('src/a.ts', 'no'), undefined);
  });

  it('[ENF-VAL-2] follows renamed and star re-exports through several files to the declaration', async () => {
    const index = await build({
      'src/index.ts': "export * from './middle';\n",
      'src/middle/index.ts':
        "export { inner as outer, default as main } from './deep.js';\nexport * as all from './deep';\n",
      'src/middle/deep.ts': 'const inner = 1;\nexport { inner };\nexport default class Main {}\n',
    });
    assert.deepEqual(index.findExport('src/index.ts', 'outer'), {
      name: 'outer',
      kind: 'const',
      file: 'src/middle/deep.ts',
      line: 1,
      column: 7,
      tier: 2,
      through: ['src/index.ts', 'src/middle/index.ts'],
    });
    assert.equal(index.findExport('src/index.ts', 'main')?.kind, 'class');
    assert.equal(index.findExport('src/index.ts', 'all')?.kind, 'namespace');
    assert.equal(index.findExport('src/index.ts', 'inner'), undefined);
    assert.equal(index.findExport('src/index.ts', 'default'), undefined);
    assert.deepEqual(index.filesExporting('outer'), ['src/index.ts', 'src/middle/index.ts']);
    assert.deepEqual(index.filesExporting('inner'), ['src/middle/deep.ts']);
  });

  it('[ENF-VAL-2] tolerates cyclic re-exports', async () => {
    const index = await build({
      'a.ts': "export * from './b';\nexport { missing } from './b';\nexport const own = 1;\n",
      'b.ts': "export * from './a';\nexport { missing } from './a';\nexport const other = 1;\n",
    });
    assert.equal(index.findExport('a.ts', 'other')?.file, 'b.ts');
    assert.equal(index.findExport('b.ts', 'own')?.file, 'a.ts');
    assert.equal(index.findExport('a.ts', 'missing'), undefined);
    assert.equal(index.findExport('a.ts', 'nothing'), undefined);
    assert.deepEqual(
      index.exportsOf('a.ts').map(({ name }) => name),
      ['own', 'other'],
    );
  });

  it('[ENF-VAL-2] follows imported names that are exported again', async () => {
    const index = await build({
      'a.ts':
        "import { b as local, type T } from './b';\nimport * as ns from './b';\nexport { local, T, ns };\nexport default local;\n",
      'b.ts': 'export function b() {}\nexport interface T {}\n',
    });
    assert.deepEqual(
      index.exportsOf('a.ts').map(({ name, kind, file, tier }) => ({ name, kind, file, tier })),
      [
        { name: 'local', kind: 'function', file: 'b.ts', tier: 2 },
        { name: 'T', kind: 'interface', file: 'b.ts', tier: 2 },
        { name: 'ns', kind: 'namespace', file: 'a.ts', tier: 1 },
        { name: 'default', kind: 'function', file: 'b.ts', tier: 2 },
      ],
    );
  });

  it('[ENF-VAL-2] ignores a re-export of a name that its module does not export', async () => {
    const index = await build({ 'a.ts': "export { gone } from './b';\n", 'b.ts': 'export const here = 1;\n' });
    assert.equal(index.findExport('a.ts', 'gone'), undefined);
    assert.deepEqual(index.filesExporting('gone'), []);
  });

  it('[ENF-VAL-2] accepts a re-export from an installed package', async () => {
    const index = await build({ 'a.ts': "export { z } from 'zod';\n" });
    assert.equal(index.findExport('a.ts', 'z')?.file, 'a.ts');
    assert.equal(index.findExport('a.ts', 'z')?.tier, 1);
  });

  it('[ENF-VAL-2] accepts a re-export from a module that re-exports an installed package', async () => {
    const index = await build({
      'a.ts': "export { useState, mine } from './b.ts';\n",
      'b.ts': "export * from './c.ts';\n",
      'c.ts': "export * from 'react';\nexport * from './gone.ts';\n",
      'd.ts': "export { nothing } from './e.ts';\n",
      'e.ts': "export * from './gone.ts';\n",
    });
    assert.equal(index.findExport('a.ts', 'useState')?.file, 'a.ts');
    assert.equal(index.findExport('d.ts', 'nothing'), undefined);
  });

  it('[ENF-VAL-2] resolves exports of required modules to their declarations', async () => {
    const index = await build({
      'whole.cjs':
        "const { load, gone } = require('./load.cjs');\nvar path = require('path'), all = require('./load.cjs');\nmodule.exports = { load, gone, path, all };\n",
      'load.cjs': 'exports.load = function () {};\nexports.other = 1;\n',
      'named.cjs': "const Store = require('./store.cjs');\nexports.Store = Store;\n",
      'store.cjs': 'class Store {}\nmodule.exports = Store;\n',
    });
    const found = (file: string, name: string): string => {
      const { kind, file: declared, line } = index.findExport(file, name) ?? {};
      return `${kind} ${declared}:${line}`;
    };
    assert.equal(found('whole.cjs', 'load'), 'value load.cjs:1');
    assert.equal(found('whole.cjs', 'gone'), 'unknown whole.cjs:3');
    assert.equal(found('whole.cjs', 'path'), 'unknown whole.cjs:3');
    assert.equal(found('whole.cjs', 'all'), 'namespace whole.cjs:3');
    assert.equal(found('named.cjs', 'Store'), 'class store.cjs:1');
  });

  it('[ENF-VAL-2] exports the properties of an object variable that is the whole module', async () => {
    const index = await build({
      'api.cjs':
        'const api = { start(port) {}, stop: () => {} };\napi.limit = 3;\nfunction f() { api.late = 1; }\nmodule.exports = api;\n',
      'let.cjs': 'let api = { start() {} };\nif (process.env.X) api = {};\nmodule.exports = api;\n',
      'var.cjs': 'var api = { start() {}, ...require("./api.cjs") };\nmodule.exports = api;\n',
      'deleted.cjs': 'const api = { start() {} };\ndelete api.start;\nmodule.exports = api;\n',
      'loop.cjs': 'let api = { start() {} };\nfor (api of [{}]) {}\nmodule.exports = api;\n',
      'dead.cjs': 'const api = { start() {} };\nif (false) module.exports = api;\n',
      'thrown.cjs': 'const api = { start() {} };\nthrow 1;\nmodule.exports = api;\n',
      'nested.cjs': 'const api = { start() {} };\nfunction f() { const api = {}; module.exports = api; }\n',
      'inner.cjs': 'function f() { const api = { start() {} }; }\nmodule.exports = api;\n',
    });
    const namesOf = (file: string) =>
      index
        .exportsOf(file)
        .map(({ name }) => name)
        .sort();
    assert.deepEqual(namesOf('api.cjs'), ['export=', 'limit', 'start', 'stop']);
    assert.deepEqual(namesOf('let.cjs'), ['export=']);
    assert.deepEqual(namesOf('var.cjs'), ['export=', 'limit', 'start', 'stop']);
    for (const file of ['inner', 'deleted', 'loop', 'dead', 'thrown', 'nested']) {
      assert.deepEqual(namesOf(`${file}.cjs`), ['export='], file);
    }
    assert.equal(index.findExport('api.cjs', 'limit')?.line, 2);
  });

  it('[ENF-VAL-2] treats a CommonJS module without a default export as its default export', async () => {
    const index = await build({
      'a.mjs':
        "export { default as run } from './run.cjs';\nexport { default as Store } from './store.cjs';\nexport { default as own } from './own.cjs';\nexport { default as none } from './b.mjs';\n",
      'b.mjs': 'export const b = 1;\n',
      'run.cjs': "exports.command = 'run';\n",
      'store.cjs': 'class Store {}\nmodule.exports = Store;\n',
      'own.cjs': 'exports.default = 1;\n',
    });
    assert.deepEqual(
      index.exportsOf('a.mjs').map(({ name, kind, file }) => ({ name, kind, file })),
      [
        { name: 'run', kind: 'namespace', file: 'a.mjs' },
        { name: 'Store', kind: 'class', file: 'store.cjs' },
        { name: 'own', kind: 'value', file: 'own.cjs' },
      ],
    );
    assert.equal(index.findExport('run.cjs', 'default'), undefined);
  });

  it('[ENF-IMPACT-1] lists the importers of a file', async () => {
    const index = await build({
      'a.ts': 'export const a = 1;',
      'b.ts': "import { a } from './a';",
      'c.ts': "export * from './a.js';",
      'd.ts': "const lazy = import('./a');",
      'e.ts': "type A = typeof import('./a');",
    });
    assert.deepEqual(index.importersOf('a.ts'), ['b.ts', 'c.ts', 'd.ts', 'e.ts']);
  });

  it('[ENF-VAL-2] applies changes of single files', async () => {
    const index = await build({ 'a.ts': "export * from './b';", 'b.ts': 'export const one = 1;' });
    assert.deepEqual(index.filesExporting('one'), ['b.ts', 'a.ts']);
    index.update([{ file: 'b.ts', text: 'export const two = 2;' }]);
    assert.deepEqual(index.filesExporting('one'), []);
    assert.deepEqual(index.filesExporting('two'), ['b.ts', 'a.ts']);
    index.update([{ file: 'b.ts', text: undefined }]);
    assert.deepEqual(index.filesExporting('two'), []);
    assert.equal(index.size, 1);
    index.update([{ file: 'b/index.ts', text: 'export const three = 3;' }]);
    assert.deepEqual(index.filesExporting('three'), ['b/index.ts', 'a.ts']);
    assert.deepEqual(index.importersOf('b/index.ts'), ['a.ts']);
    assert.deepEqual([...index.allExportNames()], ['three']);
  });

  it('[ENF-VAL-1] includes tracked files in ignored folders, and excludes installed packages', async () => {
    const index = await build({ 'dist/a.js': 'exports.a = 1;', 'node_modules/x/index.js': 'exports.x = 1;' });
    assert.deepEqual([...index.files()], ['dist/a.js']);
  });

  it('throws a CancelledError when it is cancelled', async () => {
    const signal = AbortSignal.abort();
    await assert.rejects(ModuleIndex.build(new MemoryTree({ 'a.ts': '' }), { signal }), { code: 'cancelled' });
  });

  it('[ENF-VAL-5] names the TypeScript files that may affect files that do not import them', async () => {
    const index = await build({
      'module.ts': 'export declare const a: 1;\n// These words declare no module.\nexport const declare = 1;\n',
      'global.ts': 'export {};\ndeclare global {}\n',
      'augmentation.ts': "import './module';\ndeclare /* */ module './module' {}\n",
      'module.d.ts': 'export interface A {}\n',
      'global.d.ts': 'export {};\nglobal {}\n',
      'script.ts': "/*\nimport x\n*/\nnamespace N { export const a = 1 }\nimport('./module');\n",
      'reference.ts': '/// <reference types="x" />\nexport {};\n',
      'common.js': 'exports.a = 1;\n',
    });
    assert.deepEqual(Object.fromEntries(index.ambientFiles()), {
      'augmentation.ts': 'blocks',
      'global.d.ts': 'file',
      'global.ts': 'blocks',
      'reference.ts': 'file',
      'script.ts': 'file',
    });
    index.update([
      { file: 'script.ts', text: 'export {};\n' },
      { file: 'global.ts', text: undefined },
      { file: 'module.ts', text: 'const a = 1;\n' },
    ]);
    await index.whenSettled();
    const changed = ['augmentation.ts', 'global.d.ts', 'module.ts', 'reference.ts'];
    assert.deepEqual([...index.ambientFiles().keys()].sort(), changed);
  });
});
