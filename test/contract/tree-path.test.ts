import assert from 'node:assert/strict';
import { hasBackslashSeparator, isGlob, whyOutsideTree } from '../../src/contract/tree-path.ts';

describe('paths of a contract', () => {
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
    it(`[COMP-COND] sees that ${path} leaves the tree`, () => {
      assert.notEqual(whyOutsideTree(path), undefined);
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
    it(`[COMP-COND] sees that ${path} stays inside`, () => {
      assert.equal(whyOutsideTree(path), undefined);
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
    it(`[COMP-COND] sees a pattern in ${path}`, () => {
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
    it(`[COMP-COND] sees one path in ${path}`, () => {
      assert.ok(!isGlob(path));
    });
  }

  it('tells a backslash between names from one before a special character', () => {
    assert.ok(hasBackslashSeparator('src\\a.ts'));
    assert.ok(!hasBackslashSeparator('app/\\[id\\]/page.tsx'));
    assert.ok(!hasBackslashSeparator('src/a.ts'));
  });
});
