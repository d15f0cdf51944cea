import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findDependencyProblem } from '../../../src/workspace/worktree/missing-packages.ts';

const MANIFEST = JSON.stringify({ dependencies: { '@scope/a': '1' }, devDependencies: { b: '1' } });

describe('Missing packages', () => {
  let root: string;
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-packages-')));
  });
  afterEach(() => rm(root, { recursive: true }));

  async function write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
  }
  const find = (folder = '') => findDependencyProblem(join(root, folder), root, join(root, folder));

  it('[EDIT-8] names the packages that are not installed, and the command of the lock file', async () => {
    await write({ 'package.json': MANIFEST, 'pnpm-lock.yaml': '' });
    assert.deepEqual(await find(), { missing: ['@scope/a', 'b'], install: 'pnpm install' });
    await write({ 'node_modules/@scope/a/package.json': '{}' });
    assert.deepEqual(await find(), { missing: ['b'], install: 'pnpm install' });
    await write({ 'node_modules/b/package.json': '{}' });
    assert.equal(await find(), undefined);
  });

  it('[EDIT-8] finds packages that a parent folder has', async () => {
    await write({
      'packages/one/package.json': MANIFEST,
      'packages/one/node_modules/b/package.json': '{}',
      'node_modules/@scope/a/package.json': '{}',
    });
    assert.equal(await find('packages/one'), undefined);
  });

  it('[EDIT-8] reports a lock file that is newer than the installed packages', async () => {
    await write({
      'package.json': '{ "dependencies": { "a": "1" } }',
      'package-lock.json': '{}',
      'node_modules/a/package.json': '{}',
      'node_modules/.package-lock.json': '{}',
    });
    await utimes(join(root, 'package-lock.json'), 2_000, 2_000);
    await utimes(join(root, 'node_modules/.package-lock.json'), 3_000, 3_000);
    assert.equal(await find(), undefined);
    await utimes(join(root, 'package-lock.json'), 4_000, 4_000);
    assert.deepEqual(await find(), { missing: [], newerLock: 'package-lock.json', install: 'npm ci' });
  });

  it('[EDIT-8] says nothing without a manifest, and with packages outside of folders', async () => {
    assert.equal(await find(), undefined);
    await write({ 'package.json': MANIFEST, '.pnp.cjs': '' });
    assert.equal(await find(), undefined);
  });
});
