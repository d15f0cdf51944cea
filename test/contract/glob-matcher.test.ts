import assert from 'node:assert/strict';
import { globMatcher } from '../../src/contract/glob-matcher.ts';

describe('A matcher of patterns', () => {
  for (const [glob, matched, others] of [
    ['src/**/*.ts', ['src/a.ts', 'src/.b/c.ts'], ['lib/a.ts', 'src/a.tsx']],
    ['app/(shop)/**', ['app/(shop)/page.tsx'], ['app/shop/page.tsx']],
    ['app/[slug]/*.tsx', ['app/[slug]/page.tsx'], ['app/s/page.tsx']],
    ['app/[x]/a.ts', ['app/x/a.ts', 'app/[x]/a.ts'], ['app/y/a.ts']],
    ['src/@(a|b).ts', ['src/a.ts', 'src/b.ts'], ['src/c.ts']],
    ['src/(a|b).ts', ['src/a.ts', 'src/b.ts'], ['src/c.ts']],
    ['src/!(a).ts', ['src/b.ts'], ['src/a.ts']],
    ['src/[ab].{ts,js}', ['src/a.ts', 'src/b.js'], ['src/c.ts']],
  ] as const) {
    it(`${glob} means ${matched.join(', ')}, and not ${others.join(', ')}`, () => {
      const matches = globMatcher([glob]);
      for (const path of matched) assert.equal(matches(path), true, path);
      for (const path of others) assert.equal(matches(path), false, path);
    });
  }

  it('takes one of several, whatever the case where that is asked', () => {
    assert.equal(globMatcher(['a/*', 'b/*'])('b/c'), true);
    assert.equal(globMatcher(['a/*'])('A/c'), false);
    assert.equal(globMatcher(['a/*'], { nocase: true })('A/c'), true);
    assert.equal(globMatcher([])('a'), false);
  });
});
