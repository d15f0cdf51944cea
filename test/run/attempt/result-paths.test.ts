import assert from 'node:assert/strict';
import { ResultPaths } from '../../../src/run/attempt/result-paths.ts';

const FILES = ['src/a.ts', 'packages/one/src/b.ts', 'packages/two/src/c.ts', 'packages/two/lib/c.ts', 'test/src/a.ts'];
const ATTEMPT = { topLevel: '/storage/attempts/f00/repo', root: '/storage/attempts/f00/repo' };

describe('ResultPaths', () => {
  const paths = new ResultPaths(FILES, new Set(['packages/two/lib/c.ts']), ATTEMPT);

  it('[ENF-CTX-7] finds the file that a tool printed relative to the folder, absolute, or as a URL', () => {
    for (const printed of [
      'src/a.ts',
      './src/a.ts',
      'src\\a.ts',
      '/storage/attempts/f00/repo/src/a.ts',
      'file:///storage/attempts/f00/repo/src/a.ts',
    ]) {
      assert.equal(paths.find(printed), 'src/a.ts', printed);
    }
  });

  it('[ENF-CTX-7] finds a file in the worktree of an earlier process', () => {
    assert.equal(paths.find('/storage/attempts/a11/repo/src/a.ts'), 'src/a.ts');
  });

  it('[ENF-CTX-7] finds a path that a tool printed relative to a package, unless it is ambiguous', () => {
    assert.equal(paths.find('src/b.ts'), 'packages/one/src/b.ts');
    assert.equal(paths.find('c.ts'), 'packages/two/lib/c.ts', 'a file of the change takes precedence');
    assert.equal(new ResultPaths(FILES, new Set(), ATTEMPT).find('c.ts'), undefined);
  });

  it('ignores what is not a file of the result', () => {
    for (const printed of [
      '/usr/lib/python3/src/a.ts',
      'node:internal/a.ts',
      '../src/a.ts',
      'file://%zz/src/a.ts',
      'node_modules/x/src/z.ts',
      '',
    ]) {
      assert.equal(paths.find(printed), undefined, printed);
    }
  });

  it('takes paths relative to the workspace folder if it is part of a repository', () => {
    const inFolder = new ResultPaths(['src/b.ts'], new Set(), {
      topLevel: ATTEMPT.topLevel,
      root: `${ATTEMPT.root}/packages/one`,
    });
    assert.equal(inFolder.find('/storage/attempts/f00/repo/packages/one/src/b.ts'), 'src/b.ts');
    assert.equal(inFolder.find('/storage/attempts/f00/repo/packages/two/src/b.ts'), undefined);
  });
});
