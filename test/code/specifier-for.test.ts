import assert from 'node:assert/strict';
import { ModuleIndex } from '../../src/code/module-index.ts';
import { MemoryTree } from './memory-tree.ts';

const json = (value: unknown): string => JSON.stringify(value);
const bundler = { module: 'preserve', moduleResolution: 'bundler' };

function build(files: Readonly<Record<string, string>>): Promise<ModuleIndex> {
  return ModuleIndex.build(new MemoryTree(files));
}

describe('The specifier to import an export from', () => {
  const workspace = {
    'package.json': json({ name: 'root', workspaces: ['packages/*'] }),
    'packages/shared/package.json': json({
      name: '@w/shared',
      exports: { '.': './src/index.ts', './deep': './src/deep.ts', './parts/*': './src/parts/*.ts' },
    }),
    'packages/shared/src/index.ts': "export { Given } from './given';",
    'packages/shared/src/given.ts': 'export interface Given {}\nexport interface Kept {}',
    'packages/shared/src/deep.ts': 'export const deep = 1;',
    'packages/shared/src/parts/one.ts': 'export const one = 1;',
  };

  it('[ENF-CTX-2] [ENF-ACC-2] is the package where its entry gives the export', async () => {
    const index = await build(workspace);
    assert.equal(index.specifierFor('packages/shared/src/given.ts', 'Given'), '@w/shared');
    assert.equal(index.specifierFor('packages/shared/src/index.ts'), '@w/shared');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] is a subpath of the package where that gives it', async () => {
    const index = await build(workspace);
    assert.equal(index.specifierFor('packages/shared/src/deep.ts', 'deep'), '@w/shared/deep');
    assert.equal(index.specifierFor('packages/shared/src/parts/one.ts', 'one'), '@w/shared/parts/one');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] is the path from the root where no package gives it', async () => {
    const index = await build(workspace);
    assert.equal(index.specifierFor('packages/shared/src/given.ts', 'Kept'), './packages/shared/src/given');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] is not that of an entry which gives another export of the same name', async () => {
    const index = await build({
      ...workspace,
      'packages/shared/src/other.ts': 'export interface Given { other: true }',
    });
    assert.equal(index.specifierFor('packages/shared/src/other.ts', 'Given'), './packages/shared/src/other');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] is an alias where the configuration has one', async () => {
    const index = await build({
      'tsconfig.json': json({
        compilerOptions: {
          ...bundler,
          paths: { '@/*': ['./src/*'], '@health': ['./src/health/index.ts'], '*': ['./*'] },
        },
      }),
      'src/health/index.ts': "export * from './types';",
      'src/health/types.ts': 'export interface Result {}',
      'src/other/index.ts': 'export const other = 1;',
      'src/view.tsx': 'export const View = 1;',
      'test/a.test.ts': 'export const a = 1;',
    });
    assert.equal(index.specifierFor('src/health/types.ts', 'Result'), '@health');
    assert.equal(index.specifierFor('src/health/types.ts'), '@/health/types');
    assert.equal(index.specifierFor('src/other/index.ts', 'other'), '@/other');
    assert.equal(index.specifierFor('src/view.tsx', 'View'), '@/view');
    assert.equal(index.specifierFor('test/a.test.ts', 'a'), './test/a.test');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] carries the extension where the resolution of the project demands it', async () => {
    const index = await build({
      'tsconfig.json': json({ compilerOptions: { module: 'nodenext', paths: { '@/*': ['./src/*'] } } }),
      'src/a.ts': 'export const a = 1;',
      'src/b.mts': 'export const b = 1;',
    });
    assert.equal(index.specifierFor('src/a.ts', 'a'), '@/a.js');
    assert.equal(index.specifierFor('src/b.mts', 'b'), '@/b.mjs');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] is a path from the root, without extension and index, where there is nothing else', async () => {
    const index = await build({
      'src/health/types.ts': 'export interface Result {}',
      'src/lib/index.tsx': 'export const lib = 1;',
      'types.d.ts': 'export const t: 1;',
      'index.js': 'exports.i = 1;',
    });
    assert.equal(index.specifierFor('src/health/types.ts', 'Result'), './src/health/types');
    assert.equal(index.specifierFor('src/lib/index.tsx'), './src/lib');
    assert.equal(index.specifierFor('types.d.ts'), './types');
    assert.equal(index.specifierFor('index.js'), '.');
    assert.equal(index.specifierFor('src/not-there.ts', 'x'), './src/not-there');
  });
});
