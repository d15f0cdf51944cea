import { isCodePath } from '../code/read-code.ts';
import { compactText } from '../code/statement-text.ts';
import { pairReplaced, without, type Replaced } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { ObservedAssertion, ObservedCode } from '../interface/observed-code.ts';
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
    sampleInTest('a.test.ts', 'expect(f()).toEqual([1, 2]);', 'expect(f().length).toBeGreaterThan(0);'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'expect([3, 4]).toContain(f());'),
    sampleInTest('a.test.js', 'assert.equal(f(), 3);', 'assert.ok(f() > 0);'),
    sampleInTest('test_a.py', 'assert f() == [1, 2]', 'assert len(f()) == 2'),
    sampleInTest('test_a.py', 'assert f() == 3', 'assert f() in (3, 4)'),
    sampleInTest('test_a.py', 'm.assert_called_once_with(1)', 'm.assert_called()'),
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
  const replaced = pairs.filter(
    (pair) => exactness(pair.after) < exactness(pair.before) && !comparesSameLiteral(pair.after),
  );
  return [...replaced, ...findNarrowed(before, after)].map((pair) => ({
    file: path,
    line: pair.after.line,
    before: show(pair.before),
    after: show(pair.after),
  }));
}

/** Assertions on a part of what an exact one compared as a whole: `f().length` instead of `f()`. */
function findNarrowed(before: ObservedCode, after: ObservedCode): readonly Replaced<ObservedAssertion>[] {
  const keyOf = ({ scope, subject }: ObservedAssertion): string => `${scope}\0${compactText(subject)}`;
  const removed = without(before.assertions, after.assertions, keyOf).filter((one) => exactness(one) >= EXACT);
  const added = without(after.assertions, before.assertions, keyOf);
  return removed.flatMap((one) => {
    const parts = added.filter(({ scope, subject }) => scope === one.scope && isPartOf(subject, one.subject));
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? [{ before: one, after: only }] : [];
  });
}

/** From this level on, an assertion compares the whole value. */
const EXACT = 8;

/** Whether an expression is a property, a method or the length of a value. */
function isPartOf(part: string, value: string): boolean {
  const [one, whole] = [compactText(part), compactText(value)];
  return (
    [`${whole}.`, `${whole}?.`, `${whole}[`].some((start) => one.startsWith(start)) ||
    [`len(${whole})`, `typeof ${whole}`, `type(${whole})`].includes(one)
  );
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
    /^(?:assert_called_with|assert_called_once_with|assert_awaited_once_with|cmp\.Diff|toHaveBeenCalledTimes|toBeCalledTimes|toHaveBeenCalledOnce|calledOnce|toHaveBeen\w*CalledWith|toBeCalledWith|toBeCloseTo|closeTo|InDelta|InEpsilon|assertAlmostEqual|ErrorAs)$/,
  ],
  [
    5,
    /^(?:assert_any_call|assert_called_once|toContain|toContainEqual|toMatch|toMatchObject|include|includes|contain|match|matches|like|has|in|Contains|Regexp|ErrorContains|assertIn|assertRegex|Subset|ElementsMatch|toHaveProperty|property)$/,
  ],
  [
    3,
    /^(?:toBeInstanceOf|instanceOf|instanceof|an?|IsType|assertIsInstance|isinstance|toBeTypeOf|toBeGreaterThan\w*|toBeLessThan\w*|above|below|least|most|[<>]=?|Greater\w*|Less\w*|assertGreater\w*|assertLess\w*)$/,
  ],
  [2, /^or$/],
  [
    1,
    /^(?:!==?|is not|falsy|assert_called|assert_awaited|toBeTruthy|toBeDefined|toHaveBeenCalled|toBeCalled|called|ok|truthy|exist|exists|isOk|assert|NotNil|NotEmpty|Error|assertTrue|assertIsNotNone|is not None|NotNone)$/,
  ],
];

/** How few values an assertion accepts. `NaN`, which is less than nothing, if that is not known. */
function exactness({ matcher, expected }: ObservedAssertion): number {
  const isNegated = /(?:^|\.)not\./.test(matcher);
  const name = matcher
    .replace(/^(?:resolves|rejects|to|be|have|should|not|deep|\.)+\.(?=\w)/, '')
    .replace(/^.*\.(?=\w+$)/, '');
  if (/^toThrow|^throws|^rejects$/.test(name)) return expected.length === 0 || expected[0] === 'Error' ? 1 : 5;
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
