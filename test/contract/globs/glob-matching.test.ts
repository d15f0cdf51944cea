import assert from 'node:assert/strict';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { compileGlob, createExpressionMatcher, isSimple } from '../../../src/contract/globs/compile-glob.ts';
import { createProgramMatcher } from '../../../src/contract/globs/glob-program.ts';
import { parseGlob } from '../../../src/contract/globs/parse-glob.ts';

const PATHS = [
  'a',
  'b',
  'ab',
  'aab',
  'abc',
  'a.ts',
  'b.js',
  'a/b',
  'a/b/c',
  'src/a.ts',
  'src/b.test.ts',
  'src/x/a.ts',
  'src/x/y/b.ts',
  'src/.hidden/a.ts',
  'src2/a.ts',
  'lib/a.js',
];

const GLOBS = [
  '*',
  '**',
  'a*',
  '*b',
  'a?',
  'a*b',
  'src/*',
  'src/**',
  'src/**/*',
  'src/**/*.ts',
  '**/*.ts',
  '**/a.ts',
  '**/x/**',
  'src/**/x/*.ts',
  'src/*/*.ts',
  'src*/*.ts',
  '{a,b}',
  '{src,lib}/*.{ts,js}',
  'src/{a,b.test}.ts',
  '{a,src/x/a}.ts',
  '{a,{b,ab}}',
  '[ab]',
  '[^a]',
  '[a-c]?',
  'src/[ab].ts',
  '@(a|b)',
  '?(a)b',
  '*(a)b',
  '+(a)b',
  '+(a|b)',
  '+(ab|a|b|c)',
  'src/!(a).ts',
  '(a|b)',
  'a{1..3}',
  '{a..c}',
  'a\\*',
  'a{b',
  'a(b',
  'a[b',
  '{a}',
];

describe('Matching a path with a glob', () => {
  for (const glob of GLOBS) {
    it(`${glob} matches the same paths as in other tools`, () => {
      const expected = picomatch(glob, { dot: true });
      const matches = compileGlob(parseGlob(glob));
      assert.deepEqual(
        PATHS.filter((path) => matches(path)),
        PATHS.filter((path) => expected(path)),
      );
    });
  }

  it('gives the same result as a regular expression and as a program', () => {
    const glob = fc
      .array(fc.constantFrom('a', 'b', '/', '*', '**', '?', '[ab]', '[!a]', '{a,b}', '{a,a/b}', '**/'), {
        maxLength: 8,
      })
      .map((parts) => parts.join(''));
    const path = fc.array(fc.constantFrom('a', 'b', '/', 'ab'), { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(glob, path, (pattern, text) => {
        const nodes = parseGlob(pattern);
        fc.pre(isSimple(nodes));
        assert.equal(createProgramMatcher(nodes)(text), createExpressionMatcher(nodes)(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('[TRUST-10] [H8] matches nested and repeated groups without backtracking', () => {
    const name = 'a'.repeat(250);
    for (const glob of [
      '+(a*)b',
      '*(*(*(a)))b',
      '+(+(+(a|aa)|a)|a)b',
      `${'*a'.repeat(60)}b`,
      `${'{a,aa}'.repeat(60)}b`,
      `${'**/'.repeat(40)}b`,
      `!(${'*a'.repeat(60)})b`,
      `!(!(!(+(a*)b)))c`,
    ]) {
      const matches = compileGlob(parseGlob(glob));
      assert.equal(matches(name), false, glob);
      assert.equal(matches(`${'a/'.repeat(100)}${name}`), false, glob);
    }
  });

  it('reads ! and ^ at the start of a class as a negation, which never matches a slash', () => {
    for (const glob of ['x[!a]', 'x[^a]']) {
      const matches = compileGlob(parseGlob(glob));
      assert.deepEqual(
        ['xa', 'xb', 'x!', 'x/'].map((path) => matches(path)),
        [false, true, true, false],
      );
    }
  });

  it('reads brackets without a counterpart and deep nesting as text, in linear time', () => {
    for (const bracket of ['{', '(', '[', '@(', '!(', '{a,']) {
      const glob = bracket.repeat(20_000);
      const matches = compileGlob(parseGlob(glob));
      assert.equal(matches('a'), false, bracket);
    }
    const deep = `${'@('.repeat(5_000)}a${')'.repeat(5_000)}`;
    assert.equal(compileGlob(parseGlob(deep))('b'), false);
  });
});
