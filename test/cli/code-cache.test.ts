import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrivateFolder, isInWorkTree } from '../../src/cli/code-cache.ts';
import { runHoldfast } from './support/holdfast.ts';

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

  describe('on a system with modes', () => {
    let home: string;

    before(function () {
      if (process.platform === 'win32') this.skip();
      mkdirSync(join(homedir(), '.cache'), { recursive: true });
    });
    beforeEach(() => {
      home = realpathSync(mkdtempSync(join(homedir(), '.cache', 'holdfast-test-')));
    });
    afterEach(() => rmSync(home, { recursive: true }));

    it('[CONF-2] is private: only the user can write it and every folder above it', function () {
      // The home folder of this machine may be writable for others.
      if (!createPrivateFolder(join(home, 'a', 'b'))) this.skip();
      const refused = (prepare: (folder: string) => void): void => {
        const folder = join(mkdtempSync(join(home, 'case-')), 'code');
        prepare(folder);
        assert.equal(createPrivateFolder(folder), false, prepare.toString());
      };
      refused((folder) => mkdirSync(folder, { mode: 0o755 }));
      refused((folder) => symlinkSync(join(home, 'a', 'b'), folder));
      refused((folder) => chmodSync(join(folder, '..'), 0o770));
      refused((folder) => chmodSync(join(folder, '..'), 0o707));
      refused((folder) => chmodSync(join(folder, '..'), 0o1777));
      symlinkSync(join(home, 'a'), join(home, 'link'));
      assert.equal(createPrivateFolder(join(home, 'link', 'code')), false);
      assert.equal(createPrivateFolder('relative/code'), false);
      assert.throws(() => {
        writeFileSync(join(home, 'file'), '');
        createPrivateFolder(join(home, 'file', 'code'));
      });
    });

    it('[CONF-2] is never in the temporary folder of the system', () => {
      const folder = mkdtempSync(join(realpathSync(tmpdir()), 'holdfast-cache-'));
      try {
        assert.equal(createPrivateFolder(join(folder, 'code')), false);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });

    it('[CONF-2] is the only place that code is loaded from, also if the environment names another', async () => {
      const cache = join(home, 'cache');
      const other = join(home, 'other');
      const environment = { TMPDIR: join(home, 'tmp'), XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: other };
      const work = join(home, 'work');
      for (const folder of [cache, other, work, environment.TMPDIR]) mkdirSync(folder);
      const run = await runHoldfast(work, ['--version'], environment);
      assert.equal(run.code, 0, run.stderr);
      assert.equal(run.stderr, '');
      assert.equal(existsSync(join(environment.TMPDIR, 'node-compile-cache')), false);
      const [versions] = readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /^holdfast\/compiled-code\/\w{32}$/.test(file),
      );
      const isPrivate = createPrivateFolder(join(home, 'a'));
      assert.equal(versions !== undefined, isPrivate);
      // Node itself has used it for what runs before the program can leave it: the entry and the module that decides.
      const stored = readdirSync(other, { recursive: true, encoding: 'utf8' }).filter((file) =>
        /\/[0-9a-f]{8}$/.test(file),
      );
      assert.ok(stored.length <= 5, stored.join(' '));
    });
  });
});
