import { isCodePath } from '../code/read-code.ts';
import { compactText } from '../code/statement-text.ts';
import { pairReplaced } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import { sampleInTest } from '../interface/sample.ts';

/** Assertions that were always executed and are now executed only under a condition. */
export const skippableAssertion: FactRule = {
  id: 'skippable-assertion',
  message: 'An assertion can be skipped',
  reason: 'The test passes if the condition does not hold.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'if (f()) expect(f()).toBe(3);'),
    sampleInTest(
      'a.test.ts',
      'expect(f()).toBe(3);',
      'if (process.platform === "win32") return;\nexpect(f()).toBe(3);',
    ),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'for (const one of list) {\n  expect(f()).toBe(3);\n}'),
    sampleInTest('a.test.js', 'assert.equal(f(), 3);', 'f() && assert.equal(f(), 3);'),
    sampleInTest('a.test.js', 'assert.equal(f(), 3);', 'emitter.on("end", () => {\n  assert.equal(f(), 3);\n});'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'switch (env) {\n  case "a":\n    expect(f()).toBe(3);\n}'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'try {\n  expect(f()).toBe(3);\n} catch {}'),
    sampleInTest('test_a.py', 'assert f() == 3', 'try:\n    assert f() == 3\nexcept AssertionError:\n    pass'),
    sampleInTest('test_a.py', 'assert f() == 3', 'if f():\n    assert f() == 3'),
    sampleInTest('test_a.py', 'assert f() == 3', 'if os.environ.get("CI"):\n    return\nassert f() == 3'),
    sampleInTest('test_a.py', 'assert f() == 3', 'assert not READY or f() == 3'),
    sampleInTest('test_a.py', 'assert f() == 3', 'with suppress(AssertionError):\n    assert f() == 3'),
    sampleInTest('test_a.py', 'assert f() == 3', 'for one in items:\n    assert f() == 3'),
    sampleInTest('a_test.go', 'assert.Equal(t, 3, F())', 'if ok {\n\tassert.Equal(t, 3, F())\n}'),
    sampleInTest('a_test.go', 'assert.Equal(t, 3, F())', 'go func() {\n\tassert.Equal(t, 3, F())\n}()'),
  ],
  nearMisses: [
    sampleInTest('a.test.ts', 'if (f()) expect(f()).toBe(3);', 'expect(f()).toBe(3);'),
    sampleInTest('a.test.ts', 'if (a) expect(f()).toBe(3);', 'if (b) expect(f()).toBe(3);'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'for (const one of [1, 2]) {\n  expect(f()).toBe(3);\n}'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'expect(f()).toBe(3);\nif (g()) expect(g()).toBe(3);'),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'for (let i = 0; i < 3; i++) expect(f()).toBe(3);'),
    sampleInTest(
      'a.test.ts',
      'expect(f()).toBe(3);',
      'if (f() === undefined) throw new Error();\nexpect(f()).toBe(3);',
    ),
    sampleInTest('a.test.ts', 'expect(f()).toBe(3);', 'try {\n  expect(f()).toBe(3);\n} finally {\n  close();\n}'),
    sampleInTest(
      'a_test.go',
      'for i := 0; i < n; i++ {\n\tassert.Equal(t, 3, F())\n}',
      'for i := range n {\n\tassert.Equal(t, 3, F())\n}',
    ),
    sampleInTest('test_a.py', 'assert f() == 3', 'with open("a") as file:\n    assert f() == 3'),
    sampleInTest('test_a.py', 'assert f() == 3', 'for one in (1, 2):\n    assert f() == 3'),
    sampleInTest(
      'a_test.go',
      'assert.Equal(t, 3, F())',
      'for _, one := range []int{1, 2} {\n\tassert.Equal(t, 3, F())\n}',
    ),
  ],
  find: ({ code }) => code.filter(({ role }) => role === 'test').flatMap(compare),
};

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const pairs = pairReplaced(before.assertions, after.assertions, {
    keyOf: ({ scope, subject, matcher, expected }) =>
      [scope, matcher, compactText(`${subject},${expected.join(',')}`)].join('\0'),
    valueOf: ({ condition }) => (condition === undefined ? '' : 'conditional'),
  });
  return pairs
    .filter((pair) => pair.after.condition !== undefined)
    .map((pair) => ({ file: path, line: pair.after.line, before: 'always', after: pair.after.condition }));
}
