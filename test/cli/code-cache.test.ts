import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInWorkTree } from '../../src/cli/code-cache.ts';

describe('The folder for compiled code', () => {
  it('[ENF-RETRY-3] is not used if it may be part of a work tree', () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-cache-')));
    try {
      for (const folder of ['repo/.git', 'repo/app', 'plain']) mkdirSync(join(home, folder), { recursive: true });
      assert.equal(isInWorkTree(join(home, 'repo/tmp'), join(home, 'repo/app')), true);
      assert.equal(isInWorkTree('tmp', join(home, 'plain')), true);
      assert.equal(isInWorkTree(join(home, 'tmp'), join(home, 'repo/app')), false);
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
