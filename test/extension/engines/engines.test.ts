import assert from 'node:assert/strict';
import path from 'node:path';
import { pathInFolder } from '../../../src/extension/engines/folder-path.ts';
import { WorkspaceEngines } from '../../../src/extension/engines/workspace-engines.ts';
import { fakeEngine } from '../support/fake-engine.ts';

describe('WorkspaceEngines', () => {
  it('makes one engine per folder, when it is first asked for', async () => {
    const made: string[] = [];
    const engines = new WorkspaceEngines(
      ({ folder, path: onDisk }) => {
        made.push(`${folder} ${onDisk}`);
        return Promise.resolve(fakeEngine().engine);
      },
      (folder) => folder.replace('file://', ''),
    );
    assert.equal(engines.opened('file:///a'), undefined);
    const [one, same, other] = [engines.of('file:///a'), engines.of('file:///a'), engines.of('file:///b')];
    assert.equal(await one, await same);
    assert.notEqual(await one, await other);
    assert.deepEqual(made, ['file:///a /a', 'file:///b /b']);
  });

  it('tries again where an engine could not be made', async () => {
    let tries = 0;
    const engines = new WorkspaceEngines(
      () => (++tries === 1 ? Promise.reject(new Error('no git')) : Promise.resolve(fakeEngine().engine)),
      (folder) => folder,
    );
    await assert.rejects(engines.of('a'), /no git/);
    assert.ok(await engines.of('a'));
  });

  it('closes an engine with its folder, and all at the end', async () => {
    const states = [fakeEngine(), fakeEngine()];
    const engines = new WorkspaceEngines(
      ({ folder }) => Promise.resolve(states[Number(folder)]!.engine),
      (folder) => folder,
    );
    await Promise.all([engines.of('0'), engines.of('1')]);
    await engines.close('0');
    assert.deepEqual(
      states.map(({ state }) => state.disposed),
      [true, false],
    );
    await engines[Symbol.asyncDispose]();
    assert.equal(states[1]?.state.disposed, true);
    assert.throws(() => engines.of('0'), /shutting down/);
  });
});

describe('pathInFolder', () => {
  it('gives paths with "/" relative to the folder, also on Windows, whatever the case of the drive', () => {
    assert.equal(pathInFolder('/home/repo', '/home/repo/src/a.ts', path.posix), 'src/a.ts');
    assert.equal(pathInFolder('c:\\work\\repo', 'C:\\work\\repo\\src\\a.ts', path.win32), 'src/a.ts');
  });

  it('knows what is not inside', () => {
    assert.equal(pathInFolder('/home/repo', '/home/repo', path.posix), undefined);
    assert.equal(pathInFolder('/home/repo', '/home/repository/a.ts', path.posix), undefined);
    assert.equal(pathInFolder('/home/repo', '/home/a.ts', path.posix), undefined);
    assert.equal(pathInFolder('c:\\repo', 'd:\\repo\\a.ts', path.win32), undefined);
    assert.equal(pathInFolder('/home/repo', '/home/repo/..a/b.ts', path.posix), '..a/b.ts');
  });
});
