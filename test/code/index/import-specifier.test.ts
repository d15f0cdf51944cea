import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { MemoryTree } from '../memory-tree.ts';

const json = (value: unknown): string => JSON.stringify(value);
const bundler = { module: 'preserve', moduleResolution: 'bundler' };

function build(files: Readonly<Record<string, string>>): Promise<ModuleIndex> {
  return ModuleIndex.build(new MemoryTree(files));
}

describe('specifierFor', () => {
  const workspace = {
    'package.json': json({ name: 'root', workspaces: ['packages/*'] }),
    'packages/shared/package.json': json({
      name: '@w/shared',
      exports: { '.': './src/index.ts', './deep': './src/deep.ts', './parts/*': './src/parts/*.ts' },
    }),
    'packages/shared/src/index.ts': "export { Shape } from './shape';",
    'packages/shared/src/shape.ts': 'export interface Shape {}\nexport interface Internal {}',
    'packages/shared/src/deep.ts': 'export const deep = 1;',
    'packages/shared/src/parts/one.ts': 'export const one = 1;',
  };

  it('[ENF-CTX-2] [ENF-ACC-2] returns the package name if the entry exports the name', async () => {
    const index = await build(workspace);
    assert.equal(index.specifierFor('packages/shared/src/shape.ts', 'Shape'), '@w/shared');
    assert.equal(index.specifierFor('packages/shared/src/index.ts'), '@w/shared');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] returns a subpath of the package that exports the name', async () => {
    const index = await build(workspace);
    assert.equal(index.specifierFor('packages/shared/src/deep.ts', 'deep'), '@w/shared/deep');
    assert.equal(index.specifierFor('packages/shared/src/parts/one.ts', 'one'), '@w/shared/parts/one');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] returns the path from the root if the package does not export the name', async () => {
    const index = await build(workspace);
    assert.equal(index.specifierFor('packages/shared/src/shape.ts', 'Internal'), './packages/shared/src/shape');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] does not return an entry that exports another declaration of the same name', async () => {
    const index = await build({
      ...workspace,
      'packages/shared/src/other.ts': 'export interface Shape { other: true }',
    });
    assert.equal(index.specifierFor('packages/shared/src/other.ts', 'Shape'), './packages/shared/src/other');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] returns a tsconfig path alias', async () => {
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

  it('[ENF-CTX-2] [ENF-ACC-2] adds the extension if the module resolution of the project requires it', async () => {
    const index = await build({
      'tsconfig.json': json({ compilerOptions: { module: 'nodenext', paths: { '@/*': ['./src/*'] } } }),
      'src/a.ts': 'export const a = 1;',
      'src/b.mts': 'export const b = 1;',
    });
    assert.equal(index.specifierFor('src/a.ts', 'a'), '@/a.js');
    assert.equal(index.specifierFor('src/b.mts', 'b'), '@/b.mjs');
  });

  it('[ENF-CTX-2] [ENF-ACC-2] returns the path from the root without extension and index otherwise', async () => {
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
