import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { createTypeChecker } from '../../../src/code/types/create-type-checker.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { compilers, createWorkspace } from './compilers.ts';

/** A workspace with the types of two built-in modules, as `@types/node` declares them. */
const files = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', types: ['node'] },
  }),
  'node_modules/@types/node/package.json': '{ "name": "@types/node", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/@types/node/index.d.ts': [
    'interface Buffer { bytes: number }',
    "declare module 'fs' { class Stats { size: number } }",
    "declare module 'node:fs' { export * from 'fs'; }",
    "declare module 'node:http' { export interface Server { port: number } }",
    "declare module 'node:path' { interface Parsed { base: string } export { Parsed as Date }; }",
  ].join('\n'),
  'other.ts': 'export interface Stats { other: true }\nexport interface Hidden { other: true }\n',
  'module.d.ts': [
    "import type { Stats } from 'fs';",
    "import * as http from 'node:http';",
    "import { Date } from 'node:path';",
    'declare function plain(a: Stats): Hidden;',
    'interface Hidden { own: true }',
    'export declare function stat(path: string): Stats;',
    "export declare function inline(path: string): import('node:fs').Stats;",
    'export declare function read(path: string): Buffer;',
    'export declare function parse(path: string): Date;',
    'export declare function close(server: http.Server): void;',
    'export interface Holder { stats: Stats; buffer: Buffer }',
    'declare const value: Stats;',
    'export { plain };',
    'export default value;',
  ].join('\n'),
  'common.d.cts': "import fs = require('fs');\ndeclare function stat(): fs.Stats;\nexport = stat;\n",
  'global.d.ts': 'declare function globalRead(path: string): Buffer;\ninterface GlobalHolder { buffer: Buffer }\n',
  'user.ts': 'export const holder: GlobalHolder = globalRead as never;\n',
};

for (const compiler of compilers) {
  describe(`Declaration files with ${compiler.title}`, () => {
    let typescript: string | undefined;

    before(async function () {
      this.timeout(120_000);
      typescript = await compiler.folder().catch(() => this.skip());
    });

    it('[ENF-VAL-5] [ENF-VAL-6] resolve the names that they import from built-in modules', async () => {
      await using workspace = await createWorkspace(files, typescript);
      const tree = new DiskTree(workspace.path);
      await using checker = await createTypeChecker({ tree, trusted: true, exports: await ModuleIndex.build(tree) });
      const signatures = [
        ['module.d.ts', 'stat', '(path: string) => Stats', true],
        ['module.d.ts', 'stat', '(path: string) => Buffer', false],
        ['module.d.ts', 'stat', '(path: string) => { other: true }', false],
        ['module.d.ts', 'inline', '(path: string) => Stats', true],
        ['module.d.ts', 'read', '(path: string) => Buffer', true],
        ['module.d.ts', 'parse', '(path: string) => Date', false],
        ['module.d.ts', 'parse', '(path: string) => globalThis.Date', false],
        ['module.d.ts', 'parse', "(path: string) => import('node:path').Date", true],
        ['module.d.ts', 'close', '(server: http.Server) => void', true],
        ['module.d.ts', 'plain', '(a: Stats) => Hidden', true],
        ['module.d.ts', 'plain', '(a: Stats) => { other: true }', false],
        ['common.d.cts', 'stat', '() => fs.Stats', true],
        ['global.d.ts', 'globalRead', '(path: string) => Buffer', true],
        ['global.d.ts', 'globalRead', '(path: string) => Stats', false],
      ] as const;
      const answers = await checker.checkSignatures(
        signatures.map(([file, name, expected]) => ({ file, name, expected })),
      );
      for (const [at, [, name, expected, passed]] of signatures.entries())
        assert.equal(answers[at]?.passed, passed, `${name} ${expected}: ${answers[at]?.error ?? ''}`);
      const types = [
        ['module.d.ts', 'Holder', '{ stats: Stats; buffer: Buffer }', true],
        ['module.d.ts', 'Holder', '{ stats: { other: true }; buffer: Buffer }', false],
        ['module.d.ts', 'default', 'Stats', true],
        ['global.d.ts', 'GlobalHolder', '{ buffer: Buffer }', true],
        ['user.ts', 'holder', 'GlobalHolder', true],
      ] as const;
      const shapes = await checker.checkTypes(types.map(([file, name, expected]) => ({ file, name, expected })));
      for (const [at, [, name, expected, passed]] of types.entries())
        assert.equal(shapes[at]?.passed, passed, `${name} ${expected}: ${shapes[at]?.error ?? ''}`);
    });
  });
}
