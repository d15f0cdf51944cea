import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../../src/code/index/module-index.ts';
import { createTypeChecker } from '../../../../src/code/types/create-type-checker.ts';
import type { TypeAnswer } from '../../../../src/code/types/queries/type-checker.ts';
import { DiskTree } from '../../../../src/workspace/files/disk-tree.ts';
import { compilers, createWorkspace } from '../compilers.ts';

const files = {
  '.git/HEAD': '',
  'package.json': '{ "dependencies": { "listed": "1", "untyped": "1" } }',
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      strict: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      paths: { '#app/*': ['./app/*'], 'alias/*': ['./src/*'] },
    },
  }),
  'node_modules/untyped/package.json': '{ "name": "untyped", "main": "index.js" }',
  'node_modules/untyped/index.js': 'exports.x = 1;\n',
  'node_modules/typed/package.json': '{ "name": "typed", "types": "index.d.ts" }',
  'node_modules/typed/index.d.ts': 'export interface Known { a: 1 }\n',
  'declared.d.ts': "declare module 'declared' { export interface Known { a: 1 } }\n",
  'barrel.ts': "export type { Listed as Renamed } from 'listed';\n",
  'star.ts': "export * from './barrel';\nexport * from 'other';\n",
  'shape.ts': "import type { Listed } from 'listed';\nexport type Key = keyof Listed;\n",
  'src/here.ts': 'export interface Here { a: 1 }\n',
  'a.ts': [
    "import type { Listed } from 'listed';",
    "import * as scoped from '@scope/name/sub';",
    "import type { Untyped } from 'untyped';",
    "import type { Stats } from 'node:fs';",
    "import type { Absent as AbsentInFile } from './absent';",
    "import type { Absent as AbsentInAlias } from 'alias/absent';",
    "import type { Absent as AbsentInFolder } from 'src/here';",
    "import type { Absent as AbsentInPackage } from 'typed';",
    "import type { Absent as AbsentInDeclared } from 'declared';",
    "import type { Renamed } from './star';",
    "import type { Key } from './shape';",
    "import type { Known } from 'typed';",
    'export function listed(a: Listed): void {}',
    'export function scopedName(a: scoped.Name): void {}',
    'export function untyped(a: Untyped): void {}',
    'export function builtIn(a: Stats): void {}',
    'export function inFile(a: AbsentInFile): void {}',
    'export function inAlias(a: AbsentInAlias): void {}',
    'export function inFolder(a: AbsentInFolder): void {}',
    'export function inPackage(a: AbsentInPackage): void {}',
    'export function inDeclared(a: AbsentInDeclared): void {}',
    'export function renamed(a: Renamed): void {}',
    'export function key(a: Key): void {}',
    'export function known(a: Known): void {}',
    "export function inline(a: import('inline').Name): void {}",
    "export function inlineKnown(a: import('typed').Known): void {}",
    "export function inlineModule(a: typeof import('inline')): void {}",
    'export function unknownName(a: Nowhere): void {}',
  ].join('\n'),
};

const listed = { name: 'listed', install: 'npm install' };
const inline = { name: 'inline', install: 'npm install inline' };

/** Queries that no type checker can decide, each with the package that it needs. */
const undecided = [
  ['listed', '(a: Listed) => void', listed],
  ['listed', '(a: string) => void', listed],
  ['scopedName', '(a: scoped.Name) => void', { name: '@scope/name', install: 'npm install @scope/name' }],
  ['untyped', '(a: Untyped) => void', { name: '@types/untyped', install: 'npm install -D @types/untyped' }],
  ['builtIn', '(a: Stats) => void', { name: '@types/node', install: 'npm install -D @types/node' }],
  ['renamed', '(a: Renamed) => void', listed],
  ['key', '(a: string | number | symbol) => void', listed],
  ['inline', "(a: import('inline').Name) => void", inline],
  ['inline', '(a: any) => void', inline],
  ['inlineModule', '(a: any) => void', inline],
  ['inFile', '(a: AbsentInFile) => void', undefined],
  ['inAlias', '(a: AbsentInAlias) => void', undefined],
  ['inFolder', '(a: AbsentInFolder) => void', undefined],
  ['inPackage', '(a: AbsentInPackage) => void', undefined],
  ['inDeclared', '(a: AbsentInDeclared) => void', undefined],
  ['unknownName', '(a: any) => void', undefined],
] as const;

async function check(
  workspaceFiles: Readonly<Record<string, string>>,
  typescript: string | undefined,
  queries: readonly (readonly [name: string, expected: string, ...rest: unknown[]])[],
): Promise<readonly TypeAnswer[]> {
  await using workspace = await createWorkspace(workspaceFiles, typescript);
  const tree = new DiskTree(workspace.path);
  await using checker = await createTypeChecker({ tree, trusted: true, exports: await ModuleIndex.build(tree) });
  return await checker.checkSignatures(queries.map(([name, expected]) => ({ file: 'a.ts', name, expected })));
}

for (const compiler of compilers) {
  describe(`Packages that are not installed, with ${compiler.title}`, () => {
    let typescript: string | undefined;

    before(async function () {
      this.timeout(120_000);
      typescript = await compiler.folder().catch(() => this.skip());
    });

    it('[ENF-VAL-5] [ENF-VAL-14] [ENF-VAL-17] are named with the command that installs them', async () => {
      const answers = await check(files, typescript, undecided);
      for (const [at, [name, expected, missingPackage]] of undecided.entries()) {
        const answer = answers[at];
        assert.equal(answer?.passed, false, `${name} ${expected}`);
        assert.deepEqual(answer.missingPackage, missingPackage, `${name} ${expected}: ${answer.error ?? ''}`);
        const { error = '' } = answer;
        if (missingPackage === undefined) assert.doesNotMatch(error, /install/, name);
        else assert.ok(error.endsWith(`which is not installed. Install it: ${missingPackage.install}`), error);
      }
    });

    it('[ENF-VAL-5] does not name packages whose types are resolved', async () => {
      const queries = [
        ['known', '(a: Known) => void'],
        ['inlineKnown', "(a: import('typed').Known) => void"],
        ['inlineKnown', '(a: { a: 1 }) => void'],
      ] as const;
      const answers = await check(files, typescript, queries);
      assert.deepEqual(
        answers.map(({ passed, missingPackage }) => [passed, missingPackage]),
        queries.map(() => [true, undefined]),
      );
    });
  });
}

describe('The command that installs a package', () => {
  const commands = [
    ['pnpm-lock.yaml', 'pnpm install', 'pnpm add inline', 'pnpm add -D @types/node'],
    ['yarn.lock', 'yarn install', 'yarn add inline', 'yarn add -D @types/node'],
    ['bun.lock', 'bun install', 'bun add inline', 'bun add --dev @types/node'],
    ['package-lock.json', 'npm install', 'npm install inline', 'npm install -D @types/node'],
  ] as const;
  for (const [lock, ...expected] of commands) {
    it(`[ENF-VAL-17] is that of the package manager with ${lock}`, async () => {
      const queries = [
        ['listed', '(a: Listed) => void'],
        ['inline', "(a: import('inline').Name) => void"],
        ['builtIn', '(a: Stats) => void'],
      ] as const;
      const answers = await check({ ...files, [lock]: '' }, undefined, queries);
      assert.deepEqual(
        answers.map(({ missingPackage }) => missingPackage?.install),
        expected,
      );
    });
  }
});
