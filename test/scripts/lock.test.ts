import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { withLock } from './lock.ts';

describe('A lock of the scripts', () => {
  let folder = '';
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'holdfast-lock-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('admits one owner at a time', async () => {
    const lock = join(folder, 'lock');
    let inside = 0;
    const work = () =>
      withLock(lock, async () => {
        inside++;
        assert.equal(inside, 1);
        await new Promise(setImmediate);
        inside--;
      });
    await Promise.all([work(), work(), work()]);
  });

  it('is taken over from a process that has ended', async () => {
    const ended = await execa(process.execPath, ['-p', 'process.pid']);
    const lock = join(folder, 'lock');
    await mkdir(lock);
    await writeFile(join(lock, 'pid'), ended.stdout);
    assert.equal(await withLock(lock, () => Promise.resolve('mine')), 'mine');
  });

  it('is released after the work throws', async () => {
    const lock = join(folder, 'lock');
    await assert.rejects(
      withLock(lock, () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.equal(await withLock(lock, () => Promise.resolve('next')), 'next');
  });
});
