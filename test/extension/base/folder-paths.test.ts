import assert from 'node:assert/strict';
import path from 'node:path';
import { toFolderPath } from '../../../src/extension/base/folder-paths.ts';

describe('toFolderPath', () => {
  it('returns paths with "/", also on Windows, ignoring letter case', () => {
    assert.equal(toFolderPath('/home/repo', '/home/repo/src/a.ts', path.posix), 'src/a.ts');
    assert.equal(toFolderPath('c:\\work\\repo', 'C:\\work\\repo\\src\\a.ts', path.win32), 'src/a.ts');
  });

  it('returns undefined for paths outside the folder', () => {
    assert.equal(toFolderPath('/home/repo', '/home/repo', path.posix), undefined);
    assert.equal(toFolderPath('/home/repo', '/home/repository/a.ts', path.posix), undefined);
    assert.equal(toFolderPath('/home/repo', '/home/a.ts', path.posix), undefined);
    assert.equal(toFolderPath('c:\\repo', 'd:\\repo\\a.ts', path.win32), undefined);
    assert.equal(toFolderPath('/home/repo', '/home/repo/..a/b.ts', path.posix), '..a/b.ts');
  });
});
