import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import {
  isGitPath,
  normalizeRelative,
  portabilityProblem,
  resolveInside,
  resolvePath,
} from '../../src/workspace/safe-path.ts';
import { temporaryFolder } from './support/temporary.ts';
import '../random-seed.ts';

const outside = { code: 'outside-tree' };

describe('Paths of a contract or a model', () => {
  it('have one spelling', () => {
    for (const [given, expected] of [
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
      assert.equal(normalizeRelative(given), expected, given);
    }
  });

  it('[ENF-RETRY-3] that are absolute, name a drive or climb out are refused', () => {
    for (const given of [
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
      './..',
      'nul\0',
    ]) {
      assert.throws(() => normalizeRelative(given), outside, given);
    }
  });

  it('never climb, whatever they are made of', () => {
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

  it("lead into git's folder under whatever spelling", () => {
    for (const given of [
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
      assert.equal(isGitPath(given), true, given);
    }
    for (const given of ['.gitignore', '.github/x', 'a.git', 'git/x', '.git-blame-ignore-revs'])
      assert.equal(isGitPath(given), false, given);
  });

  it('that Windows cannot have are known', () => {
    for (const given of ['aux.ts', 'a/NUL', 'com1', 'a/b.', 'a /b', 'a:b', 'a?', 'a\u0001'])
      assert.notEqual(portabilityProblem(given), undefined, given);
    for (const given of ['auxiliary.ts', 'console.ts', 'com10.ts', '.env', 'a/[id].tsx'])
      assert.equal(portabilityProblem(given), undefined, given);
  });

  it('[ENF-RETRY-3] stay in the tree, links included', async () => {
    await using home = await temporaryFolder();
    const tree = home.at('tree');
    await mkdir(path.join(tree, 'src'), { recursive: true });
    await mkdir(home.at('tree-beside'));
    await writeFile(home.at('secret'), 'secret');
    await symlink('../secret', path.join(tree, 'to-secret'));
    await symlink('..', path.join(tree, 'up'));
    await symlink('../tree-beside', path.join(tree, 'beside'));
    await symlink('/nowhere/at/all', path.join(tree, 'dangling'));
    await symlink('loop', path.join(tree, 'loop'));
    await symlink('src', path.join(tree, 'inside'));
    await mkdir(path.join(tree, '.git'));
    await symlink('.git', path.join(tree, 'to-git'));
    for (const given of [
      'to-secret',
      'up/secret',
      'up/tree-beside/x',
      'beside/new.ts',
      'dangling',
      'dangling/x',
      'loop',
      'loop/x',
      'to-git/config',
      '.git/config',
    ]) {
      await assert.rejects(resolveInside(tree, given), outside, given);
    }
    assert.equal(await resolveInside(tree, 'src/new/deep.ts'), path.join(tree, 'src/new/deep.ts'));
    assert.equal((await resolvePath(tree, 'inside/new.ts')).realRelative, 'src/new.ts');
    assert.equal(await resolveInside(tree, 'up/tree/src'), path.join(tree, 'up/tree/src'));
    await symlink(tree, home.at('other-name'));
    assert.equal((await resolvePath(home.at('other-name'), 'src/x')).realRelative, 'src/x');
  });
});
