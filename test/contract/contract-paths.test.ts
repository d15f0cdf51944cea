import assert from 'node:assert/strict';
import { findTreeEscape, hasBackslashSeparator } from '../../src/contract/contract-paths.ts';
import { isGlob } from '../../src/contract/globs/glob-syntax.ts';

describe('Paths in a contract', () => {
  for (const path of [
    '/etc/passwd',
    '\\share',
    '\\\\host\\share',
    'C:\\a',
    'c:a',
    'C:/a',
    '../a',
    'a/../../b',
    'a\\..\\b',
    '..',
    '~/a',
    '~',
  ]) {
    it(`[COMP-COND] rejects ${path}, which leaves the tree`, () => {
      assert.notEqual(findTreeEscape(path), undefined);
    });
  }

  for (const path of [
    'src/a.ts',
    './src/a.ts',
    '..a/b',
    'a..b',
    '...',
    'a/...slug',
    '~a',
    'C',
    '.github/x.yml',
    'ä/日.ts',
  ]) {
    it(`[COMP-COND] accepts ${path}, which stays in the tree`, () => {
      assert.equal(findTreeEscape(path), undefined);
    });
  }

  for (const path of [
    'src/*.ts',
    '**',
    'a?.ts',
    '{a,b}.ts',
    '[abc].ts',
    '[a-z]/x',
    'a.[tj]s',
    '!a',
    '@(a|b)',
    'src/(a|b).ts',
    'a/[xyz]',
  ]) {
    it(`[COMP-COND] treats ${path} as a pattern`, () => {
      assert.ok(isGlob(path));
    });
  }

  for (const path of [
    'src/a.ts',
    'app/[id]/page.tsx',
    'app/[...slug]/page.tsx',
    'app/[[...slug]]/page.tsx',
    'pages/[userId].vue',
    'app/(group)/x.ts',
    'a|b.ts',
    'a+b.ts',
    '@scope/x',
  ]) {
    it(`[COMP-COND] treats ${path} as a single path`, () => {
      assert.ok(!isGlob(path));
    });
  }

  it('distinguishes a backslash separator from an escape', () => {
    assert.ok(hasBackslashSeparator('src\\a.ts'));
    assert.ok(!hasBackslashSeparator('app/\\[id\\]/page.tsx'));
    assert.ok(!hasBackslashSeparator('src/a.ts'));
  });
});
