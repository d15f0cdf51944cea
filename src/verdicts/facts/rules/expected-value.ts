import { compactText } from '../code/statement-text.ts';
import { isCodePath } from '../code/read-code.ts';
import { pairReplaced } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { ObservedAssertion } from '../interface/observed-code.ts';
import { sampleInTest, sampleOf } from '../interface/sample.ts';

/** Assertions and cases of tests that expect another value for the same expression or the same input. */
export const expectedValue: FactRule = {
  id: 'expected-value',
  message: 'An expected value changed',
  reason: 'A test that fails is also corrected by an expectation that agrees with the fault.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInTest('a.test.ts', 'expect(total(2)).toBe(3);', 'expect(total(2)).toBe(4);'),
    sampleInTest('a.test.js', 'assert.equal(total(2), 3);', 'assert.equal(total(2), 4);'),
    sampleInTest('a.test.ts', "expect(f).toThrow('no price');", "expect(f).toThrow('no order');"),
    sampleInTest('a.spec.js', 'expect(total(2)).to.equal(3);', 'expect(total(2)).to.equal(4);'),
    sampleInTest('test/a.js', 't.is(total(2), 3);', 't.is(total(2), 4);'),
    sampleInTest('a.test.ts', 'expect(f()).toMatchInlineSnapshot(`1`);', 'expect(f()).toMatchInlineSnapshot(`2`);'),
    sampleOf(
      'a.test.ts',
      "it.each([[1, 2, 3], [2, 2, 4]])('adds %i', (a, b, sum) => { expect(a + b).toBe(sum); });",
      "it.each([[1, 2, 3], [2, 2, 5]])('adds %i', (a, b, sum) => { expect(a + b).toBe(sum); });",
    ),
    sampleInTest(
      'a.test.ts',
      'for (const { a, expected } of [{ a: 1, expected: 3 }]) expect(f(a)).toBe(expected);',
      'for (const { a, expected } of [{ a: 1, expected: 4 }]) expect(f(a)).toBe(expected);',
    ),
    sampleInTest('a.test.js', 'assert.equal(3, total(2));', 'assert.equal(4, total(2));'),
    sampleInTest(
      'a.test.ts',
      'const expected = 3;\nexpect(f()).toBe(expected);',
      'const expected = 4;\nexpect(f()).toBe(expected);',
    ),
    sampleOf(
      'a.test.ts',
      "it('returns 3', () => { expect(total(2)).toBe(3); });",
      "it('returns 4', () => { expect(total(2)).toBe(4); });",
    ),
    sampleInTest('a.test.ts', 'expect(f()).toBeTruthy();', 'expect(f()).toBeFalsy();'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(null);', 'expect(f()).not.toBe(null);'),
    sampleInTest('a.test.ts', 'expect(x > 3).toBe(true);', 'expect(x > 2).toBe(true);'),
    sampleInTest('a.test.js', "if (f() !== 3) throw new Error('a');", "if (f() !== 4) throw new Error('a');"),
    sampleInTest('a.test.js', 'f().should.equal(3);', 'f().should.equal(4);'),
    sampleOf(
      'a.test.ts',
      "it.each`a | b\n${1} | ${2}\n`('a', ({ a, b }) => { expect(f(a)).toBe(b); });",
      "it.each`a | b\n${1} | ${3}\n`('a', ({ a, b }) => { expect(f(a)).toBe(b); });",
    ),
    sampleOf('a.test.ts', 'const cases = { a: 1, b: 2 };', 'const cases = { a: 1, b: 3 };'),
    sampleInTest('test_a.py', 'assert not f()', 'assert f()'),
    sampleInTest('test_a.py', 'm.assert_called_once_with(1)', 'm.assert_called_once_with(2)'),
    sampleInTest(
      'a_test.go',
      'if !reflect.DeepEqual(got, []int{1}) {\n\tt.Fatal()\n}',
      'if !reflect.DeepEqual(got, []int{2}) {\n\tt.Fatal()\n}',
    ),
    sampleInTest(
      'a_test.go',
      'tests := []struct{ a, b int }{\n\t{1, 2},\n\t{2, 3},\n}',
      'tests := []struct{ a, b int }{\n\t{1, 2},\n\t{2, 4},\n}',
    ),
    sampleInTest('a_test.go', 'require.NoError(t, err)', 'require.Error(t, err)'),
    sampleInTest('test_a.py', 'assert total(2) == 3', 'assert total(2) == 4'),
    sampleInTest('test_a.py', 'assert 3 == total(2)', 'assert 4 == total(2)'),
    sampleInTest('test_a.py', 'expected = 3\nassert total(2) == expected', 'expected = 4\nassert total(2) == expected'),
    sampleOf(
      'test_a.py',
      'class TestA(TestCase):\n    def test_total(self):\n        self.assertEqual(total(2), 3)\n',
      'class TestA(TestCase):\n    def test_total(self):\n        self.assertEqual(total(2), 4)\n',
    ),
    sampleOf(
      'test_a.py',
      '@pytest.mark.parametrize("a,b", [(1, 2), (2, 3)])\ndef test_next(a, b):\n    assert next(a) == b\n',
      '@pytest.mark.parametrize("a,b", [(1, 2), (2, 4)])\ndef test_next(a, b):\n    assert next(a) == b\n',
    ),
    sampleInTest('a_test.go', 'assert.Equal(t, 3, Total(2))', 'assert.Equal(t, 4, Total(2))'),
    sampleOf(
      'a_test.go',
      'package a\n\nfunc ExampleF() {\n\tfmt.Println(F())\n\t// Output: 3\n}\n',
      'package a\n\nfunc ExampleF() {\n\tfmt.Println(F())\n\t// Output: 4\n}\n',
    ),
    sampleInTest('a_test.go', 'want := 3\nassert.Equal(t, want, F())', 'want := 4\nassert.Equal(t, want, F())'),
    sampleInTest(
      'a_test.go',
      'if got != 3 {\n\tt.Errorf("got %d", got)\n}',
      'if got != 4 {\n\tt.Errorf("got %d", got)\n}',
    ),
    sampleInTest(
      'a_test.go',
      'tests := []struct{ in, want int }{\n\t{in: 1, want: 2},\n\t{in: 2, want: 3},\n}',
      'tests := []struct{ in, want int }{\n\t{in: 1, want: 2},\n\t{in: 2, want: 4},\n}',
    ),
  ],
  nearMisses: [
    sampleInTest('a.test.ts', 'expect(total(2)).toBe(3);', 'expect(total(2)).toBe(3);\nexpect(total(3)).toBe(4);'),
    sampleInTest('a.test.ts', 'expect(total(2)).toBe(3);', 'expect(total(3)).toBe(4);'),
    sampleInTest('a.test.ts', 'expect(f()).toEqual({ a: 1 });', 'expect(f()).toEqual({\n  a: 1,\n});'),
    sampleInTest('a.test.ts', "expect(f()).toBe('a');", 'expect(f()).toBe("a");'),
    sampleInTest(
      'a.test.ts',
      'expect(f()).toBe(1);\nexpect(f()).toBe(2);',
      'expect(f()).toBe(2);\nexpect(f()).toBe(1);',
    ),
    sampleOf(
      'a.test.ts',
      "it('a', () => { expect(f()).toBe(1); });",
      "it('b', () => { expect(f()).toBe(2); });\nit('a', () => { expect(f()).toBe(1); });",
    ),
    sampleOf(
      'a.test.ts',
      "it.each([[1, 2], [2, 4]])('adds %i', (a, b) => { expect(f(a)).toBe(b); });",
      "it.each([[1, 2], [3, 6], [2, 4]])('adds %i', (a, b) => { expect(f(a)).toBe(b); });",
    ),
    sampleInTest('test_a.py', "assert f() == 'ab'", "assert f() == 'a' 'b'"),
    sampleInTest('test_a.py', 'assert total(2) == 3', 'assert total(3) == 4'),
    sampleInTest('test_a.py', 'assert total(2) == 3', 'assert total(2) == 3\nassert total(2) is not None'),
    sampleInTest('a_test.go', 'assert.Equal(t, 3, Total(2))', 'assert.Equal(t, 4, Total(3))'),
  ],
  find: ({ code }) => code.filter(({ role }) => role === 'test').flatMap(compare),
};

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const assertions = pairReplaced(before.assertions.filter(hasValue), after.assertions.filter(hasValue), {
    keyOf: ({ scope, matcher, subject }) => [scope, matcher, compactText(subject)].join('\0'),
    valueOf: ({ expected }) => compactText(expected.join(',')),
  });
  const rows = pairReplaced(before.rows, after.rows, {
    keyOf: ({ scope, inputs }) => `${scope}\0${compactText(inputs)}`,
    valueOf: ({ expected }) => compactText(expected),
  });
  const matchers = pairReplaced(before.assertions, after.assertions, {
    keyOf: ({ scope, subject }) => `${scope}\0${compactText(subject)}`,
    valueOf: ({ matcher, expected }) => compactText([matcher, ...expected].join(',')),
  }).filter((pair) => isOpposite(pair.before, pair.after));
  return [
    ...matchers.map((pair) => ({
      file: path,
      line: pair.after.line,
      before: [pair.before.matcher, ...pair.before.expected].join(' '),
      after: [pair.after.matcher, ...pair.after.expected].join(' '),
    })),
    ...assertions.map((pair) => ({
      file: path,
      line: pair.after.line,
      before: pair.before.expected.join(', '),
      after: pair.after.expected.join(', '),
    })),
    ...rows.map((pair) => ({
      file: path,
      line: pair.after.line,
      before: pair.before.expected,
      after: pair.after.expected,
    })),
  ];
}

/** Matchers that expect the opposite of each other. */
const OPPOSITES: readonly (readonly [one: RegExp, other: RegExp])[] = [
  [/(?:Truthy|True|true|truthy|Ok|ok|called)$/, /(?:Falsy|False|false|falsy|notOk|not_called)$/],
  [
    /(?:^|\.)(?:toBeDefined|exists?|NotNil|is not None|assertIsNotNone|toBeNotNull)$/,
    /(?:^|\.)(?:toBeUndefined|toBeNull|undefined|null|Nil|is None|assertIsNone)$/,
  ],
  [/^={2,3}$|^is$|[eE]quals?$/, /^!={1,2}$|^is not$|[nN]otEquals?$/],
  [/(?:^|\.)Error$/, /(?:^|\.)NoError$/],
  [/^in$|assertIn$|\.Contains$/, /^not in$|assertNotIn$|\.NotContains$/],
  [/(?:^|\.)(?:throws|rejects)$/, /(?:^|\.)doesNot(?:Throw|Reject)$/],
];

function isOpposite(before: ObservedAssertion, after: ObservedAssertion): boolean {
  const [one, other] = [before.matcher, after.matcher];
  const isSame = compactText(before.expected.join(',')) === compactText(after.expected.join(','));
  const isNegated = one !== other && one.replace(/(^|\.)not\./, '$1') === other.replace(/(^|\.)not\./, '$1');
  if (isNegated) return isSame;
  return (
    isSame &&
    OPPOSITES.some(([left, right]) => (left.test(one) && right.test(other)) || (right.test(one) && left.test(other)))
  );
}

function hasValue({ expected }: ObservedAssertion): boolean {
  return expected.length > 0;
}
