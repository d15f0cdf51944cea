import assert from 'node:assert/strict';
import type { ProtectedArea } from '../../../src/contract/model.ts';
import { findLostTests } from '../../../src/run/validation/kept-tests.ts';
import type { TestResult } from '../../../src/verdicts/test-runners/reports/read-reports.ts';
import { MemoryTree } from '../../verdicts/checks/memory-tree.ts';

const TREE = {
  'src/a.test.js': `import { it } from 'node:test';
it('adds', () => { check(); });
it('twice', () => { check(1); });
it('twice', () => { check(2); });
it(\`computed \${name}\`, () => { check(); });
for (const one of ALL) it('each', () => { check(one); });
it.each([1, 2])('row %d', (row) => { check(row); });
it.skip('skipped', () => { check(); });
`,
  'packages/b/src/a.test.js': "import { it } from 'node:test';\nit('adds', () => { check(); });\n",
  'tests/test_a.py':
    'import pytest\n\ndef test_adds():\n    assert f()\n\n@pytest.mark.parametrize("x", [1, 2])\ndef test_row(x):\n    assert f(x)\n',
  'calc/calc_test.go':
    'package calc\n\nimport "testing"\n\nfunc TestAdds(t *testing.T) {\n\tif f() != 1 {\n\t\tt.Fatal("no")\n\t}\n}\n',
};

const passed = (file: string, name: string): TestResult => ({
  file,
  name,
  isInTree: /^(?:src|packages)/.test(file),
  passed: true,
  failed: false,
});
const failed = (file: string, name: string): TestResult => ({ ...passed(file, name), passed: false, failed: true });
const skipped = (file: string, name: string): TestResult => ({ ...passed(file, name), passed: false });
const JS = 'src/a.test.js';
const adds = passed(JS, 'adds');

interface Case {
  readonly before: readonly TestResult[];
  readonly after?: readonly TestResult[];
  readonly changed?: readonly string[];
  readonly mayChange?: ProtectedArea[];
  readonly allowed?: string[];
  readonly grantsNothing?: true;
  /** The files of the lost tests. */
  readonly lost: readonly string[];
}

const CASES: Readonly<Record<string, Case>> = {
  'a test that is not reported': { before: [adds], lost: [JS] },
  'a test that fails': { before: [adds], after: [failed(JS, 'adds')], lost: [JS] },
  'a test that is skipped': { before: [adds], after: [skipped(JS, 'adds')], lost: [JS] },
  'a test that passes': { before: [adds], after: [adds], lost: [] },
  'a test that passes in another file': {
    before: [adds, passed('packages/b/src/a.test.js', 'adds')],
    after: [passed('packages/b/src/a.test.js', 'adds')],
    lost: [JS],
  },
  'a test that passes in one of two processes': { before: [adds], after: [failed(JS, 'adds'), adds], lost: [] },
  'a test that failed before': { before: [failed(JS, 'adds')], lost: [] },
  'a test that failed and passed before': { before: [failed(JS, 'adds'), adds], lost: [] },
  'a test of a changed file': { before: [adds], changed: [JS], lost: [] },
  'a title that two tests have': { before: [passed(JS, 'twice')], lost: [] },
  'a title that code computes': { before: [passed(JS, 'computed x')], lost: [] },
  'a test for each row': { before: [passed(JS, 'row 1')], lost: [] },
  'a title of no test': { before: [passed(JS, 'other')], lost: [] },
  'a test of a file that is gone': { before: [passed('src/old.test.js', 'adds')], lost: [] },
  'a test that the chunk may change': { before: [adds], mayChange: ['tests'], lost: [] },
  'a runner that the chunk may configure': { before: [adds], mayChange: ['tooling'], lost: [] },
  'a test file that the chunk names': { before: [adds], allowed: [JS], lost: [] },
  'a test file that a pattern of the chunk includes': { before: [adds], allowed: ['src/**'], lost: [JS] },
  'a grant of a contract that grants nothing': {
    before: [adds],
    mayChange: ['tests'],
    grantsNothing: true,
    lost: [JS],
  },
  'a file that the runner names from its package': {
    before: [passed('b/src/a.test.js', 'adds')],
    lost: ['packages/b/src/a.test.js'],
  },
  'a file that two packages may have': { before: [{ ...adds, isInTree: false }], lost: [] },
  'a test of pytest': { before: [passed('tests/test_a.py', 'test_adds')], lost: ['tests/test_a.py'] },
  'a row of pytest': { before: [passed('tests/test_a.py', 'test_row[1]')], lost: [] },
  'a test of Go': { before: [passed('example.com/m/calc', 'TestAdds')], lost: ['calc/calc_test.go'] },
  'a subtest of Go': { before: [passed('example.com/m/calc', 'TestAdds/one')], lost: [] },
  'a test of another package of Go': { before: [passed('example.com/m/other', 'TestAdds')], lost: [] },
};

describe('the tests that passed without a change', () => {
  it('[PROOF-2] are required to pass if the change leaves their file alone', async () => {
    for (const [name, { before, after = [], changed = ['src/a.js'], lost, ...rules }] of Object.entries(CASES)) {
      const { mayChange = [], allowed = ['**/*'], grantsNothing } = rules;
      const found = await findLostTests(
        {
          chunk: { mayChange, allowedFiles: allowed },
          change: { files: changed },
          attempt: { tree: new MemoryTree(TREE) },
          grantsNothing,
        },
        before,
        after,
      );
      assert.deepEqual(
        found.map(({ file }) => file),
        lost,
        name,
      );
    }
  });
});
