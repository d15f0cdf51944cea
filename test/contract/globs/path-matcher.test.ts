import assert from 'node:assert/strict';
import {
  createForbiddenMatcher,
  createPathMatcher,
  folderOfPattern,
} from '../../../src/contract/globs/path-matcher.ts';

describe('createPathMatcher', () => {
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
    it(`${glob} matches ${matched.join(', ')} but not ${others.join(', ')}`, () => {
      const matches = createPathMatcher([glob]);
      for (const path of matched) assert.equal(matches(path), true, path);
      for (const path of others) assert.equal(matches(path), false, path);
    });
  }

  it('matches any of several patterns, ignoring case on request', () => {
    assert.equal(createPathMatcher(['a/*', 'b/*'])('b/c'), true);
    assert.equal(createPathMatcher(['a/*'])('A/c'), false);
    assert.equal(createPathMatcher(['a/*'], { nocase: true })('A/c'), true);
    assert.equal(createPathMatcher([])('a'), false);
  });
});

describe('Lists of paths', () => {
  const matched = (entries: readonly string[], paths: readonly string[]): readonly string[] =>
    paths.filter(createPathMatcher(entries));

  it('[TRUST-10] reads folders, exclusions and separators', () => {
    const paths = ['src/a.ts', 'src/x/b.ts', 'srcs/c.ts', 'README.md'];
    assert.deepEqual(matched(['src/'], paths), ['src/a.ts', 'src/x/b.ts']);
    assert.deepEqual(matched(['./src/'], paths), ['src/a.ts', 'src/x/b.ts']);
    assert.deepEqual(matched(['src/*/'], paths), ['src/x/b.ts']);
    assert.deepEqual(matched(['src/**', '!src/x/'], paths), ['src/a.ts']);
    assert.deepEqual(matched(['!src/**'], paths), ['srcs/c.ts', 'README.md']);
    assert.deepEqual(matched(['src\\a.ts'], paths), ['src/a.ts']);
    assert.deepEqual(matched(['!(README).*'], ['README.md', 'LICENSE.md']), ['LICENSE.md']);
    assert.deepEqual(matched([], paths), []);
  });

  it('[TRUST-10] forbids every reading of an ambiguous pattern, in any letter case', () => {
    const isForbidden = createForbiddenMatcher(['app/[ab]c/*', 'Secrets/']);
    for (const path of ['app/ac/x', 'app/[ab]c/x', 'APP/BC/y', 'secrets/key']) assert.ok(isForbidden(path), path);
    assert.ok(!isForbidden('app/cc/x'));
  });

  it('finds the folder that all matches of a pattern are in', () => {
    const folders = ['src/**', 'src/*.ts', 'src/', 'app/[slug]/*.tsx', '**/*.ts', '!src/**', 'a/b.ts'].map(
      folderOfPattern,
    );
    assert.deepEqual(folders, ['src/', 'src/', 'src/', 'app/[slug]/', '', '', 'a/']);
  });
});
