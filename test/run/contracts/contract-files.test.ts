import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { ContractFiles } from '../../../src/run/contracts/contract-files.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { DiskTree } from '../../../src/workspace/files/disk-tree.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';

const CONTRACT = 'version: 1\nspec: { id: names, title: Names }\nchunks: []\n';

describe('The contracts of a folder', () => {
  it('say why a path that is a link is not a contract', async function () {
    if (process.platform === 'win32') this.skip();
    await using home = await temporaryFolder();
    await mkdir(home.at('workspace'));
    await writeFile(home.at('outside.contract.yaml'), CONTRACT);
    await writeFile(home.at('workspace/names.contract.yaml'), CONTRACT);
    const links = {
      'inside.contract.yaml': 'names.contract.yaml',
      'outside.contract.yaml': '../outside.contract.yaml',
      'broken.contract.yaml': 'nowhere',
      'loop.contract.yaml': 'loop.contract.yaml',
    };
    for (const [link, target] of Object.entries(links)) await symlink(target, home.at(`workspace/${link}`));
    const files = new ContractFiles(new DiskTree(home.at('workspace')), () =>
      Promise.reject(new Error('The globs are not needed.')),
    );
    const explain = async (file: string): Promise<string> => {
      const error: unknown = await files.read(file).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof HoldfastError, String(error));
      assert.match(error.hint ?? '', /Replace a link with the contract itself/);
      return error.message;
    };
    assert.deepEqual(await Promise.all(['outside', 'broken', 'loop'].map((name) => explain(`${name}.contract.yaml`))), [
      'Failed to read the contract outside.contract.yaml: it contains a link that leads out of the tree',
      'Failed to read the contract broken.contract.yaml: it contains a broken link',
      'Failed to read the contract loop.contract.yaml: it contains a link that leads to itself',
    ]);
  });
});
