import { isCodePath } from '../code/read-code.ts';
import { compactText } from '../code/statement-text.ts';
import { pairReplaced } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { ObservedAssertion } from '../interface/observed-code.ts';
import { sampleInTest } from '../interface/sample.ts';

/** Assertions that accept more values of the same expression than before. */
export const broaderMatcher: FactRule = {
  id: 'broader-matcher',
  message: 'An assertion accepts more values',
  reason: 'What it does not compare can be wrong.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInTest('a.test.ts', "expect(name()).toBe('shop');", "expect(name()).toContain('shop');"),
    sampleInTest('a.test.ts', 'expect(f()).toEqual({ a: 1 });', 'expect(f()).toMatchObject({ a: 1 });'),
    sampleInTest('a.test.ts', 'expect(f).toThrow(RangeError);', 'expect(f).toThrow();'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'expect(f()).toBeDefined();'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'expect(f()).toEqual(expect.any(Number));'),
    sampleInTest('a.test.ts', 'expect(f()).toStrictEqual([3]);', 'expect(f()).toEqual([3]);'),
    sampleInTest('a.test.ts', 'expect(spy).toHaveBeenCalledWith(3);', 'expect(spy).toHaveBeenCalled();'),
    sampleInTest('a.test.ts', 'expect(spy).toHaveBeenCalledTimes(1);', 'expect(spy).toHaveBeenCalled();'),
    sampleInTest('a.test.js', 'assert.deepStrictEqual(f(), [3]);', 'assert.ok(f());'),
    sampleInTest('a.test.js', 'assert.strictEqual(f(), 3);', 'assert.equal(f(), 3);'),
    sampleInTest('a.spec.js', 'expect(f()).to.equal(3);', 'expect(f()).to.exist;'),
    sampleInTest('test_a.py', "assert name() == 'shop'", "assert 'shop' in name()"),
    sampleInTest('a.test.ts', 'expect(f()).toHaveLength(3);', 'expect(f()).not.toHaveLength(0);'),
    sampleInTest('a.test.ts', 'expect(f()).toEqual([1]);', 'expect(f()).toEqual(expect.arrayContaining([1]));'),
    sampleInTest('test_a.py', 'assert total() == 3', 'assert total() == 3 or total() == 4'),
    sampleInTest('test_a.py', 'assert total() == 3', 'assert total() >= 3'),
    sampleInTest('test_a.py', 'assert total() == 3', 'assert total()'),
    sampleInTest('test_a.py', 'assert total() == 3', 'assert total() is not None'),
    sampleInTest('test_a.py', 'with pytest.raises(ValueError):\n    f()', 'with pytest.raises(Exception):\n    f()'),
    sampleInTest(
      'test_a.py',
      "with pytest.raises(ValueError, match='no'):\n    f()",
      'with pytest.raises(ValueError):\n    f()',
    ),
    sampleInTest('a_test.go', 'assert.Equal(t, "shop", Name())', 'assert.Contains(t, Name(), "shop")'),
    sampleInTest('a_test.go', 'require.ErrorIs(t, err, ErrPrice)', 'require.Error(t, err)'),
    sampleInTest('a_test.go', 'assert.Equal(t, 3, Total())', 'assert.NotNil(t, Total())'),
  ],
  nearMisses: [
    sampleInTest('a.test.ts', "expect(name()).toContain('shop');", "expect(name()).toBe('shop');"),
    sampleInTest('a.test.ts', 'expect(f).toThrow();', 'expect(f).toThrow(RangeError);'),
    sampleInTest('a.test.ts', 'expect(f()).toEqual([3]);', 'expect(f()).toStrictEqual([3]);'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'expect(f()).toBe(3);\nexpect(f()).toBeDefined();'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'expect(g()).toBeDefined();'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(true);', 'expect(f()).toBeTruthy;\nexpect(f()).toBe(true);'),
    sampleInTest('a.test.ts', 'expect(f()).toEqual(3);', 'expect(f()).toBe(3);'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'expect(f()).toEqual(3);'),
    sampleInTest('a.test.ts', 'expect(spy).toBeCalledWith(3);', 'expect(spy).toHaveBeenCalledWith(3);'),
    sampleInTest('test_a.py', 'assert total()', 'assert total() == 3'),
    sampleInTest('test_a.py', 'with pytest.raises(Exception):\n    f()', 'with pytest.raises(ValueError):\n    f()'),
    sampleInTest('a_test.go', 'require.Error(t, err)', 'require.ErrorIs(t, err, ErrPrice)'),
  ],
  find: ({ code }) => code.filter(({ role }) => role === 'test').flatMap(compare),
};

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const pairs = pairReplaced(before.assertions, after.assertions, {
    keyOf: ({ scope, subject }) => `${scope}\0${compactText(subject)}`,
    valueOf: ({ matcher, expected }) => compactText([matcher, ...expected].join(',')),
  });
  return pairs
    .filter((pair) => exactness(pair.after) < exactness(pair.before) && !comparesSameLiteral(pair.after))
    .map((pair) => ({ file: path, line: pair.after.line, before: show(pair.before), after: show(pair.after) }));
}

/** `toBe` and `toEqual` compare a literal in the same way. */
function comparesSameLiteral({ matcher, expected: [only = ''] }: ObservedAssertion): boolean {
  return matcher.endsWith('toEqual') && /^(?:-?[\d._]+n?|'[^']*'|"[^"]*"|true|false|null|undefined)$/.test(only);
}

function show({ matcher, expected }: ObservedAssertion): string {
  if (/^\W|^(?:in|is|truthy)\b/.test(matcher)) return [matcher, ...expected].join(' ');
  return `${matcher}(${expected.join(', ')})`;
}

/** From the most exact to the broadest. The first that matches the last part of a name counts. */
const LEVELS: readonly (readonly [level: number, pattern: RegExp])[] = [
  [
    9,
    /^(?:toStrictEqual|(?:deep|not)?[sS]trictEqual|strictSame|toBe|is|Exactly|===?|toMatchInlineSnapshot|toMatchSnapshot|snapshot)$/,
  ],
  [
    8,
    /^(?:toEqual|eql?|equals?|[dD]eepEqual|same|Equal|EqualValues|JSONEq|equalTo|toHaveBeenCalledExactlyOnceWith|toHaveLength|lengthOf|Len|assert\w*Equals?|raises-match|ErrorIs|EqualError|deepEquals)$/,
  ],
  [
    7,
    /^(?:toHaveBeenCalledTimes|toBeCalledTimes|toHaveBeenCalledOnce|calledOnce|toHaveBeen\w*CalledWith|toBeCalledWith|toBeCloseTo|closeTo|InDelta|InEpsilon|assertAlmostEqual|ErrorAs)$/,
  ],
  [
    5,
    /^(?:toContain|toContainEqual|toMatch|toMatchObject|include|includes|contain|match|matches|like|has|in|Contains|Regexp|ErrorContains|assertIn|assertRegex|Subset|ElementsMatch|toHaveProperty|property)$/,
  ],
  [
    3,
    /^(?:toBeInstanceOf|instanceOf|instanceof|an?|IsType|assertIsInstance|isinstance|toBeTypeOf|toBeGreaterThan\w*|toBeLessThan\w*|above|below|least|most|[<>]=?|Greater\w*|Less\w*|assertGreater\w*|assertLess\w*)$/,
  ],
  [2, /^or$/],
  [
    1,
    /^(?:toBeTruthy|toBeDefined|toHaveBeenCalled|toBeCalled|called|ok|truthy|exist|exists|isOk|assert|NotNil|NotEmpty|Error|assertTrue|assertIsNotNone|is not None|NotNone)$/,
  ],
];

/** How few values an assertion accepts. `NaN`, which is less than nothing, if that is not known. */
function exactness({ matcher, expected }: ObservedAssertion): number {
  const isNegated = /(?:^|\.)not\./.test(matcher);
  const name = matcher
    .replace(/^(?:resolves|rejects|to|be|have|should|not|deep|\.)+\.(?=\w)/, '')
    .replace(/^.*\.(?=\w+$)/, '');
  if (/^toThrow|^throws|^rejects$/.test(name)) return expected.length === 0 ? 1 : 5;
  if (name === 'raises' || name === 'assertRaises') {
    const [error = '', ...others] = expected;
    return (/^(?:Base)?Exception$/.test(error) ? 1 : 3) + others.length;
  }
  if (isNegated) return /^to|^equal|^deep/.test(name) ? 1 : NaN;
  const level = LEVELS.find(([, pattern]) => pattern.test(name))?.[0] ?? NaN;
  const isLoose = expected.some((value) =>
    /\b(?:expect\.(?:any|anything|objectContaining|arrayContaining|stringContaining|stringMatching)|mock\.ANY|ANY|mock\.Anything)\b/.test(
      value,
    ),
  );
  return isLoose ? Math.min(level, 4) : level;
}
