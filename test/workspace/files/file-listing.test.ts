import assert from 'node:assert/strict';
import path from 'node:path';
import { walkFiles } from '../../../src/workspace/files/file-listing.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';

describe('walkFiles', () => {
  it('[CONF-4] refuses the root of a file system at once', async () => {
    const root = path.parse(process.cwd()).root;
    for (const folder of [root, `${root}.`, `${root}tmp/..`]) {
      await assert.rejects(walkFiles(folder), (thrown) => {
        assert.ok(thrown instanceof HoldfastError);
        assert.match(thrown.message, /it is the root of the file system/);
        return thrown.code === 'configuration';
      });
    }
  });

  it('[CONF-4] skips what the kernel does not list, such as the network of an ended process', async function () {
    if (process.platform !== 'linux') this.skip();
    assert.ok(Array.isArray(await walkFiles(`/proc/${process.pid}`)));
  });
});
