import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {
  isGitPath,
  normalizeRelative,
  findPortabilityProblem,
  resolveInside,
  resolvePath,
} from '../../../src/workspace/files/safe-path.ts';
import { temporaryFolder } from '../support/temporary.ts';
import '../../random-seed.ts';

const outside = { code: 'outside-tree' };

describe('Safe paths', () => {
  it('are normalized to one spelling', () => {
    for (const [input, expected] of [
      ['a/b.ts', 'a/b.ts'],
      ['./a//b.ts', 'a/b.ts'],
      ['a/./b/../c.ts', 'a/c.ts'],
      ['a\\b\\c.ts', 'a/b/c.ts'],
      ['a/b/', 'a/b'],
      ['.', ''],
      ['', ''],
      ['a/..', ''],
      ['...', '...'],
      ['[id]/(group)/ü.ts', '[id]/(group)/ü.ts'],
    ] as const) {
      assert.equal(normalizeRelative(input), expected, input);
    }
  });

  it('[ENF-RETRY-3] are rejected if they are absolute, name a drive or lead out of the tree', () => {
    for (const input of [
      '/etc/passwd',
      '\\windows',
      '\\\\server\\share\\x',
      '//server/share',
      'C:\\x',
      'c:/x',
      'C:x',
      '..',
      '../x',
      'a/../../x',
      'a\\..\\..\\x',
      '..\\x',
      'a/b/../../../x',
      '../..',
      'nul\0',
    ]) {
      assert.throws(() => normalizeRelative(input), outside, input);
    }
  });

  it('never lead out of the tree (property)', () => {
    const part = fc.constantFrom('a', 'b', '..', '.', '', '/', '\\', 'C:', ' ');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.constantFrom('/', '\\'), (parts, separator) => {
        let relative: string;
        try {
          relative = normalizeRelative(parts.join(separator));
        } catch {
          return true;
        }
        const resolved = path.posix.join('/base/tree', relative);
        return resolved === '/base/tree' || resolved.startsWith('/base/tree/');
      }),
      { numRuns: 2_000 },
    );
  });

  it('are detected as .git paths in every spelling', () => {
    for (const input of [
      '.git',
      '.git/config',
      'a/.git/x',
      '.GIT/x',
      '.Git',
      'git~1/x',
      '.git./x',
      '.git /x',
      '.g\u200cit/x',
      '.git::$INDEX_ALLOCATION/x',
    ]) {
      assert.equal(isGitPath(input), true, input);
    }
    for (const input of ['.gitignore', '.github/x', 'a.git', 'git/x', '.git-blame-ignore-revs'])
      assert.equal(isGitPath(input), false, input);
  });

  it('are checked for names that Windows does not allow', () => {
    for (const input of ['aux.ts', 'a/NUL', 'com1', 'a/b.', 'a /b', 'a:b', 'a?', 'a\u0001'])
      assert.notEqual(findPortabilityProblem(input), undefined, input);
    for (const input of ['auxiliary.ts', 'console.ts', 'com10.ts', '.env', 'a/[id].tsx'])
      assert.equal(findPortabilityProblem(input), undefined, input);
  });

  it('[ENF-RETRY-3] stay in the tree after links are resolved', async () => {
    await using home = await temporaryFolder();
    const tree = home.at('tree');
    await mkdir(path.join(tree, 'src'), { recursive: true });
    await mkdir(home.at('tree-sibling'));
    await writeFile(home.at('secret'), 'secret');
    await symlink('../secret', path.join(tree, 'to-secret'));
    await symlink('..', path.join(tree, 'up'));
    await symlink('../tree-sibling', path.join(tree, 'sibling'));
    await symlink('/nowhere/at/all', path.join(tree, 'dangling'));
    await symlink('loop', path.join(tree, 'loop'));
    await symlink('src', path.join(tree, 'inside'));
    await mkdir(path.join(tree, '.git'));
    await symlink('.git', path.join(tree, 'to-git'));
    for (const input of [
      'to-secret',
      'up/secret',
      'up/tree-sibling/x',
      'sibling/new.ts',
      'dangling',
      'dangling/x',
      'loop',
      'loop/x',
      'to-git/config',
      '.git/config',
    ]) {
      await assert.rejects(resolveInside(tree, input), outside, input);
    }
    assert.equal(await resolveInside(tree, 'src/new/deep.ts'), path.join(tree, 'src/new/deep.ts'));
    assert.equal((await resolvePath(tree, 'inside/new.ts')).realRelative, 'src/new.ts');
    assert.equal(await resolveInside(tree, 'up/tree/src'), path.join(tree, 'up/tree/src'));
    await symlink(tree, home.at('other-name'));
    assert.equal((await resolvePath(home.at('other-name'), 'src/x')).realRelative, 'src/x');
  });

  it('[TRUST-5] name the tree if another program has removed it', async () => {
    await using home = await temporaryFolder();
    const error = { code: 'storage', message: `The folder ${home.at('gone')} does not exist.` };
    for (const input of ['', 'a.ts', 'src/a.ts', 'src/../a.ts']) {
      await assert.rejects(resolvePath(home.at('gone'), input), error, input);
    }
    await symlink(home.at('gone'), home.at('broken'));
    await assert.rejects(resolvePath(home.at('broken'), 'a.ts'), { code: 'storage' });
  });
});
