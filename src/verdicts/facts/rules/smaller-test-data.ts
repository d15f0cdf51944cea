import { isCodePath } from '../code/read-code.ts';
import { pairReplaced } from '../compare/changed-values.ts';
import type { CodeVersions } from '../interface/code-versions.ts';
import type { FactPlace, FactRule } from '../interface/fact-rule.ts';
import type { NamedNumber, ObservedCode } from '../interface/observed-code.ts';
import { sampleInTest, sampleOf } from '../interface/sample.ts';

/** Tests with fewer iterations or less data than before. */
export const smallerTestData: FactRule = {
  id: 'smaller-test-data',
  message: 'A test has less data',
  reason: 'A fault that needs the removed cases or sizes is not found.',
  languages: ['JavaScript', 'TypeScript', 'Python', 'Go'],
  reads: isCodePath,
  samples: [
    sampleInTest('a.test.ts', 'for (let i = 0; i < 1000; i++) f(i);', 'for (let i = 0; i < 10; i++) f(i);'),
    sampleInTest('a.test.ts', 'fc.assert(p, { numRuns: 1000 });', 'fc.assert(p, { numRuns: 10 });'),
    sampleInTest('a.test.ts', "const text = 'x'.repeat(5000);", "const text = 'x'.repeat(5);"),
    sampleInTest('a.test.ts', 'const list = Array.from({ length: 500 });', 'const list = Array.from({ length: 5 });'),
    sampleInTest('a.test.js', "const names = ['a', 'b', 'c', 'd'];", "const names = ['a', 'b'];"),
    sampleInTest('a.test.ts', 'for (const n of [1, 2, 3, 4]) f(n);', 'for (const n of [1]) f(n);'),
    sampleInTest('a.test.ts', 'const N = 1000;', 'const N = 10;'),
    sampleInTest('a.test.ts', 'const list = new Array(1000).fill(0);', 'const list = new Array(10).fill(0);'),
    sampleInTest('test_a.py', "data = 'x' * 1000", "data = 'x' * 10"),
    sampleInTest('test_a.py', 'data = list(range(1000))', 'data = list(range(10))'),
    sampleInTest('a_test.go', 'data := make([]int, 1000)', 'data := make([]int, 10)'),
    sampleInTest(
      'a_test.go',
      'n := 1000\nfor i := 0; i < n; i++ {\n\tF()\n}',
      'n := 10\nfor i := 0; i < n; i++ {\n\tF()\n}',
    ),
    sampleInTest('test_a.py', 'for i in range(1000):\n    f(i)', 'for i in range(10):\n    f(i)'),
    sampleInTest('test_a.py', 'names = ["a", "b", "c"]', 'names = ["a"]'),
    sampleOf(
      'test_a.py',
      '@settings(max_examples=500)\ndef test_a():\n    f()\n',
      '@settings(max_examples=5)\ndef test_a():\n    f()\n',
    ),
    sampleInTest('a_test.go', 'for i := 0; i < 1000; i++ {\n\tF(i)\n}', 'for i := 0; i < 10; i++ {\n\tF(i)\n}'),
    sampleInTest('a_test.go', 'for i := range 1000 {\n\tF(i)\n}', 'for i := range 10 {\n\tF(i)\n}'),
    sampleInTest('a_test.go', 'names := []string{"a", "b", "c"}', 'names := []string{"a"}'),
  ],
  nearMisses: [
    sampleInTest('a.test.ts', 'for (let i = 0; i < 10; i++) f(i);', 'for (let i = 0; i < 1000; i++) f(i);'),
    sampleInTest('a.test.ts', 'for (let i = 0; i < 1000; i++) f(i);', 'for (const i of list) f(i);'),
    sampleInTest('a.test.ts', "const names = ['a', 'b'];", "const names = ['c', 'd'];"),
    sampleInTest('a.test.ts', "const names = ['a', 'b'];", "const names = ['a', 'b', 'c'];"),
    sampleInTest('a.test.ts', "const names = ['a', 'b', 'c'];", "const names = ['a', ...more];"),
    sampleInTest('a.test.ts', 'expect(f()).toEqual([1, 2, 3]);', 'expect(f()).toEqual([1, 2]);'),
    sampleInTest('a.test.ts', 'const price = 100;', 'const price = 10;'),
    sampleInTest('test_a.py', 'assert f() == [1, 2, 3]', 'assert f() == [1, 2]'),
    sampleInTest('test_a.py', 'expected = ["a", "b", "c"]', 'expected = ["a", "b"]'),
    sampleOf('src/a.ts', 'const names = [1, 2, 3];', 'const names = [1];'),
    sampleInTest('a_test.go', 'for i := 0; i < 10; i++ {\n\tF(i)\n}', 'for i := 0; i < 1000; i++ {\n\tF(i)\n}'),
  ],
  find: ({ code }) => code.filter(({ role }) => role === 'test').flatMap(compare),
};

const RUNS =
  /^(?:numRuns|runs|iterations|rounds|repeats?|samples|max_examples|sampleSize|testCount)$|^(?:N|COUNT|SIZE|NUM_\w+|\w+_COUNT|N_\w+)$/i;
/** What a test expects is no data that it uses. */
const EXPECTED = /^(?:want|expect|exp|output|result|actual)/i;

function compare({ path, before, after }: CodeVersions): readonly FactPlace[] {
  const numbers = pairReplaced(amountsOf(before), amountsOf(after), {
    keyOf: ({ scope, name }) => `${scope}\0${name}`,
    valueOf: ({ value }) => String(value),
  });
  const lists = pairReplaced(before.lists, after.lists, {
    keyOf: ({ scope, name }) => `${scope}\0${name}`,
    valueOf: ({ size }) => String(size),
  });
  return [
    ...numbers
      .filter((pair) => pair.after.value < pair.before.value)
      .map((pair) => ({ file: path, line: pair.after.line, before: show(pair.before), after: show(pair.after) })),
    ...lists
      .filter((pair) => pair.after.size < pair.before.size && !EXPECTED.test(pair.after.name))
      .map((pair) => ({
        file: path,
        line: pair.after.line,
        before: `${pair.before.name} with ${pair.before.size}`,
        after: `${pair.after.name} with ${pair.after.size}`,
      })),
  ];
}

function amountsOf({ numbers, sizeNames }: ObservedCode): readonly NamedNumber[] {
  return numbers.filter(({ name, isSize }) => isSize || RUNS.test(name) || sizeNames.has(name));
}

function show({ name, text }: NamedNumber): string {
  return `${name} ${text}`;
}
