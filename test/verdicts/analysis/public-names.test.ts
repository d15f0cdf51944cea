import assert from 'node:assert/strict';
import { Workspace } from '../../cli/support/workspace.ts';
import { openFolderEngine } from '../../run/support/folder-engine.ts';

const FILES = {
  'package.json':
    '{ "name": "shop", "version": "0.3.0", "exports": { ".": "./src/index.ts", "./all": "./src/all.ts" } }\n',
  'src/index.ts': "export { total as sum } from './price.ts';\n",
  'src/all.ts': "export * from './cart.ts';\n",
  'src/price.ts': 'export function total(a: number): number { return a; }\nexport function inner(): void {}\n',
  'src/cart.ts': 'export const low = 1;\nexport const high = 2;\n',
};

describe('The public names of modified exports', () => {
  it('[CHANGE-2] are those of the entries, with the version that the change asks for', async () => {
    using workspace = new Workspace(FILES);
    workspace.write({
      'src/price.ts':
        'export function total(a: number, b: number): number { return a + b; }\nexport function inner(a: number): void {}\n',
      'src/cart.ts': 'export const low = 1;\nexport const more = 3;\n',
    });
    await using engine = openFolderEngine(workspace);
    const listed = async (file: string) =>
      (await engine.exports.modified(file, { types: true })).map(({ name, publicApi }) => [
        name,
        publicApi?.names.join(),
        publicApi?.bump,
      ]);
    assert.deepEqual(await listed('src/price.ts'), [
      ['total', 'sum', 'minor'],
      ['inner', undefined, undefined],
    ]);
    assert.deepEqual(await listed('src/cart.ts'), [
      ['more', 'more', 'patch'],
      ['high', 'high', 'minor'],
    ]);
  });

  it('[CHANGE-2] have the class of the public API, of texts that are not saved too', async () => {
    const before =
      'export interface Options { delay: number }\nexport function load(): Options { return { delay: 1 }; }\n';
    using workspace = new Workspace({ ...FILES, 'src/cart.ts': before });
    await using engine = openFolderEngine(workspace);
    engine.setUnsavedText('src/cart.ts', before.replace('number }', 'number; more: number }'));
    const [options] = await engine.exports.modified('src/cart.ts', { types: true });
    // Callers only receive it.
    assert.deepEqual(
      [options?.name, options?.compatibility, options?.reasons, options?.publicApi?.bump],
      ['Options', 'compatible', ['the member more was added'], 'patch'],
    );
    const [fromText] = await engine.exports.modified('src/cart.ts');
    assert.equal(fromText?.publicApi, undefined);
  });

  it('[CHANGE-2] are none in a private package', async () => {
    using workspace = new Workspace({
      ...FILES,
      'package.json': FILES['package.json'].replace('{', '{ "private": true,'),
    });
    workspace.write({ 'src/cart.ts': 'export const low = 1;\n' });
    await using engine = openFolderEngine(workspace);
    const [removed] = await engine.exports.modified('src/cart.ts', { types: true });
    assert.equal(removed?.publicApi, undefined);
  });
});
