import assert from 'node:assert/strict';
import { plantTest } from '../../../../src/verdicts/test-runners/planted/plant-test.ts';

interface Variant {
  readonly file: string;
  readonly text: string;
  /** What the text must contain afterwards, for each choice of form and place; `undefined` if nothing can be planted. */
  readonly planted: RegExp | undefined;
  readonly throws?: true;
}

const NODE = "import assert from 'node:assert/strict';\nimport { it, describe } from 'node:test';\n";

const VARIANTS: Readonly<Record<string, Variant>> = {
  'node:test with its own assertion': {
    file: 'a.test.mjs',
    text: `${NODE}it('adds', () => {\n  assert.equal(1, 1);\n});\n`,
    planted: /\n\nit\('adds \d+', \(\) => \{\n {2}assert\.equal\(\d+, \d+\);\n\}\);\n$/,
  },
  'node:test that has to throw': {
    file: 'a.test.mjs',
    text: `${NODE}it('adds', () => {\n  assert.equal(1, 1);\n});\n`,
    throws: true,
    planted: /it\('adds \d+', \(\) => \{\n {2}throw new Error\('got \d+'\);\n\}\);\n$/,
  },
  'a renamed import': {
    file: 'a.test.mjs',
    text: "import { test as check } from 'node:test';\nimport { strictEqual as same, equal } from 'node:assert';\ncheck('adds', () => {\n  equal(1, 1);\n});\n",
    planted: /\ncheck\('adds \d+', \(\) => \{\n {2}equal\(\d+, \d+\);/,
  },
  'a default import of the runner with members': {
    file: 'a.test.ts',
    text: "import test from 'node:test';\nawait test.test('adds', () => {});\ntest.it('counts', () => {});\n",
    planted: /\n\ntest\.it\('counts \d+', \(\) => \{\n/,
  },
  'CommonJS of mocha in a suite with functions': {
    file: 'test/a.js',
    text: "const assert = require('assert')\ndescribe('sum', function () {\n\tit('adds', function () {\n\t\tassert.strictEqual(1, 1)\n\t})\n})\n",
    planted: /\t\}\)\n\n\tit\('adds \d+', function \(\) \{\n\t\tassert\.strictEqual\(\d+, \d+\)\n\t\}\)\n\}\)\n$/,
  },
  'mocha with chai': {
    file: 'test/a.js',
    text: 'import { expect } from "chai";\n\ndescribe("sum", () => {\n  it("adds", () => {\n    expect(1).to.be.a("number");\n    expect(1).to.deep.equal(1);\n  });\n});\n',
    planted: / {2}it\("adds \d+", \(\) => \{\n {4}expect\(\d+\)\.to\.equal\(\d+\);\n/,
  },
  'vitest with imports': {
    file: 'a.spec.ts',
    text: "import { expect, test } from 'vitest';\n\ntest('adds', () => {\n  expect(1 + 1).toBe(2);\n});\n",
    planted: /\ntest\('adds \d+', \(\) => \{\n {2}expect\(\d+\)\.toBe\(\d+\);/,
  },
  'jest with globals and a table': {
    file: '__tests__/a.tsx',
    text: "describe('sum', () => {\n  test.each([[1, 2]])('adds %d', (a, b) => {\n    expect(a + 1).toEqual(b);\n  });\n  test('once', () => {\n    expect(1).toEqual(1);\n  });\n});\n",
    planted: / {2}test\('once \d+', \(\) => \{\n {4}expect\(\d+\)\.toEqual\(\d+\);\n {2}\}\);\n\}\);\n$/,
  },
  'no test after a skipped suite': {
    file: 'a.test.js',
    text: "describe.skip('a', () => {\n  it('one', () => {\n    expect(1).toBe(1);\n  });\n});\nit('two', () => {\n  expect(1).toBe(1);\n});\n",
    planted: /it\('two', [^]*\nit\('two \d+', /,
  },
  'an exclusive test': {
    file: 'a.test.js',
    text: "it.only('one', () => {\n  expect(1).toBe(1);\n});\n",
    planted: undefined,
  },
  'a runner that is a parameter': {
    file: 'a.test.js',
    text: "export default (test) => {\n  test('one', (t) => {\n    t.is(1, 1);\n  });\n};\n",
    planted: undefined,
  },
  'what a title cannot contain': {
    file: 'a.test.js',
    text: 'it("doesn\'t fail: `x` \\n", () => {\n  expect(1).toBe(1);\n});\n',
    planted: /it\("doesn t fail x \d+", /,
  },
  'no test at all': { file: 'test/data.js', text: 'export const data = [1];\n', planted: undefined },
  'a text that is nested too deeply': {
    file: 'a.test.js',
    text: `it('one', () => {\n  expect(${'['.repeat(20_000)}${']'.repeat(20_000)}).toBe(1);\n});\n`,
    planted: undefined,
  },
  'functions of pytest': {
    file: 'tests/test_a.py',
    text: 'from calc import add\n\n\ndef test_add() -> None:\n    assert add(1, 2) == 3\n',
    planted: /3\n\n\ndef test_add_\d+\(\) -> None:\n {4}assert \d+ == \d+\n$/,
  },
  'methods of unittest': {
    file: 'tests/test_a.py',
    text: 'import unittest\n\n\nclass AddTest(unittest.TestCase):\n    """It adds."""\n\n    def test_add(self):\n        self.assertEqual(3, 3)\n\n\nif __name__ == "__main__":\n    unittest.main()\n',
    planted:
      /3, 3\)\n\n {4}def test_add_\d+\(self\):\n {8}self\.assertEqual\(\d+, \d+\)\n\n\nif __name__ == "__main__":\n/,
  },
  'a class of pytest with tabs': {
    file: 'test_a.py',
    text: 'class TestAdd:\n\tdef test_add(self, tmp_path):\n\t\tassert 1\n',
    planted: /\n\n\tdef test_add_\d+\(self\):\n\t\tassert \d+ == \d+\n$/,
  },
  'tests in a function that is called where it is': {
    file: 'test/a.js',
    text: "var assert = require('assert');\n\n;(function () {\n  describe('a', function () {\n    it('adds', function () {\n      assert.equal(1, 1);\n    });\n  });\n}());\n",
    planted:
      /\n {4}\}\);\n\n {4}it\('adds \d+', function \(\) \{\n {6}assert\.equal\(\d+, \d+\);\n {4}\}\);\n {2}\}\);\n\}\(\)\);\n/,
  },
  'Python that has to raise': {
    file: 'test_a.py',
    text: 'def test_add():\n    assert 1\n',
    throws: true,
    planted: /def test_add_\d+\(\):\n {4}raise \w+Error\("got \d+"\)\n$/,
  },
  'Python with decorated tests only': {
    file: 'test_a.py',
    text: 'import pytest\n\n@pytest.mark.skip\ndef test_add():\n    assert 1\n',
    planted: undefined,
  },
  'Go with testing alone': {
    file: 'calc/calc_test.go',
    text: '// A license.\n\npackage calc\n\nimport "testing"\n\n// TestAdd adds.\nfunc TestAdd(t *testing.T) {\n\tif 1 != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    planted:
      /^\/\/ A license\.\n\npackage [^]*\n\nfunc TestAdd\d+\(t \*testing\.T\) \{\n[^]*?(?:Fatal|Errorf|FailNow)\(/,
  },
  'Go with an assertion library': {
    file: 'calc_test.go',
    text: 'package calc\n\nimport (\n\t"testing"\n\n\t"github.com/stretchr/testify/require"\n)\n\nfunc TestAdd(t *testing.T) {\n\trequire.Equal(t, 1, 1)\n}\n',
    planted: /func TestAdd\d+\(t \*testing\.T\) \{\n\trequire\.Equal\(t, \d+, \d+\)\n\}\n/,
  },
  'Go without tests': { file: 'calc_test.go', text: 'package calc\n', planted: undefined },
};

describe('a planted test', () => {
  it('[PROOF-2] has the style of its file and must fail', async () => {
    for (const [name, { file, text, planted, throws }] of Object.entries(VARIANTS)) {
      for (const value of [0, 0.4, 0.99]) {
        const test = await plantTest(file, text, { random: () => value, throws });
        if (planted === undefined) {
          assert.equal(test, undefined, name);
          continue;
        }
        assert.ok(test !== undefined, name);
        assert.match(test.text, planted, name);
        assert.ok(test.text.includes(test.name), name);
        assert.equal(
          test.asserts,
          throws !== true && /assert|expect|equal\(|require\./.test(text) && !file.includes('/calc'),
          name,
        );
      }
    }
  });
});
