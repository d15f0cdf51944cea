import assert from 'node:assert/strict';
import { findProtectedChanges } from '../../../src/verdicts/protection/find-protected-changes.ts';
import type { FileVersions } from '../../../src/verdicts/protection/changes/protected-change.ts';

const FILE = 'tests/test_sum.py';

const SUITE = `import pytest
from shop.sum import total


def check_all(value):
    assert value == 3
    assert value > 2


@pytest.mark.parametrize("one, other", [(1, 2), (2, 1), (0, 3)])
def test_adds(one, other):
    assert total(one, other) == 3
    assert total(0, 0) == 0


def test_helper():
    check_all(total(1, 2))


class TestErrors:
    def test_text(self):
        with pytest.raises(TypeError, match="text"):
            total("a", 1)
`;

const UNITTEST = `import unittest
from shop.sum import total


class SumCase(unittest.TestCase):
    def setUp(self):
        self.value = total(1, 2)

    def test_adds(self):
        self.assertEqual(self.value, 3)
        self.assertTrue(self.value > 2)
`;

/** Each change as "kind: name at file:line". */
async function findChanges(files: readonly FileVersions[], baseFiles: readonly string[] = []): Promise<string[]> {
  const paths = files.flatMap(({ path, previousPath = path, before }) => (before === undefined ? [] : [previousPath]));
  const changes = await findProtectedChanges({ files, baseFiles: [...paths, ...baseFiles], baseSettings: [] });
  return changes.map(({ kind, subject, file, line }) => `${kind}: ${subject} at ${file}:${line}`);
}

const change = (after: string | undefined, before = SUITE): Promise<string[]> =>
  findChanges([{ path: FILE, before, after }]);
const replace = (from: string, to: string, before = SUITE): Promise<string[]> => {
  assert.ok(before.includes(from), from);
  return change(before.replace(from, to), before);
};

const withoutPlaces = (changes: readonly string[]): string[] => changes.map((text) => text.replace(/ at .*/, ''));

const TEXT = `class TestErrors:
    def test_text(self):
        with pytest.raises(TypeError, match="text"):
            total("a", 1)
`;
const HELPER = 'def test_helper():\n    check_all(total(1, 2))\n';

describe('changes of Python tests', () => {
  const WEAKENED: readonly (readonly [what: string, from: string, to: string, expected: string])[] = [
    ['a deleted test', TEXT, '', 'deleted: TestErrors › test_text'],
    ['a comment', HELPER, HELPER.replaceAll(/^/gm, '# '), 'commented-out: test_helper'],
    ['a string', HELPER, `"""\n${HELPER}"""\n`, 'commented-out: test_helper'],
    ['another name', 'def test_helper', 'def _test_helper', 'deleted: test_helper'],
    ['a name that hides it', TEXT, `${TEXT}\ndef test_helper():\n    pass\n`, 'emptied: test_helper'],
    ['del', TEXT, `${TEXT}\ndel test_helper\n`, 'deleted: test_helper'],
    ['mark.skip', 'def test_helper', '@pytest.mark.skip\ndef test_helper', 'skipped: test_helper'],
    [
      'an alias of skip',
      'def test_helper',
      'later = pytest.mark.skip(reason="x")\n@later\ndef test_helper',
      'skipped: test_helper',
    ],
    ['mark.xfail', 'def test_helper', '@pytest.mark.xfail(strict=False)\ndef test_helper', 'skipped: test_helper'],
    [
      'mark.skipif',
      'def test_helper',
      '@pytest.mark.skipif(os.name == "nt", reason="")\ndef test_helper',
      'skipped: test_helper',
    ],
    ['pytest.skip()', '    check_all(', '    pytest.skip("x")\n    check_all(', 'skipped: test_helper'],
    [
      'pytest.skip() under a condition',
      '    check_all(',
      '    if FAST:\n        pytest.skip("x")\n    check_all(',
      'skipped: test_helper',
    ],
    ['a marked class', 'class TestErrors', '@pytest.mark.skip\nclass TestErrors', 'skipped: TestErrors › test_text'],
    ['a class with another name', 'class TestErrors', 'class Errors', 'skipped: Errors › test_text'],
    [
      'a class with __init__',
      'class TestErrors:',
      'class TestErrors:\n    def __init__(self): pass',
      'skipped: TestErrors › test_text',
    ],
    ['__test__', 'class TestErrors:', 'class TestErrors:\n    __test__ = False', 'skipped: TestErrors › test_text'],
    [
      'an automatic fixture',
      'class TestErrors:',
      'class TestErrors:\n    @pytest.fixture(autouse=True)\n    def f(self): pytest.skip()',
      'skipped: TestErrors › test_text',
    ],
    ['a false condition', HELPER, `if False:\n    ${HELPER.replaceAll('\n', '\n    ')}\n`, 'skipped: test_helper'],
    ['no cases', '[(1, 2), (2, 1), (0, 3)]', '[]', 'skipped: test_adds'],
    ['fewer cases', ', (0, 3)]', ']', 'fewer-assertions: test_adds'],
    ['a skipped case', '(0, 3)]', 'pytest.param(0, 3, marks=pytest.mark.skip)]', 'fewer-assertions: test_adds'],
    ['pass', '    check_all(total(1, 2))\n', '    pass\n', 'emptied: test_helper'],
    ['return', '    check_all(total', '    return\n    check_all(total', 'emptied: test_helper'],
    ['assert True', 'check_all(total(1, 2))', 'assert True', 'emptied: test_helper'],
    ['or True', 'check_all(total(1, 2))', 'assert total(1, 2) == 4 or True', 'emptied: test_helper'],
    ['a tuple', 'check_all(total(1, 2))', 'assert (total(1, 2) == 4, "sum")', 'emptied: test_helper'],
    [
      'an ignored failure',
      '    check_all(total(1, 2))',
      '    try:\n        check_all(total(1, 2))\n    except Exception:\n        pass',
      'emptied: test_helper',
    ],
    [
      'an emptied helper',
      '    assert value == 3\n    assert value > 2\n',
      '    print(value)\n',
      'emptied: test_helper',
    ],
    ['fewer assertions', '    assert total(0, 0) == 0\n', '', 'fewer-assertions: test_adds'],
    ['a weaker assertion', 'assert total(0, 0) == 0', 'assert total is not None', 'fewer-assertions: test_adds'],
    ['os._exit()', '    check_all(', '    import os; os._exit(0)\n    check_all(', 'skipped: test_helper'],
  ];
  for (const [what, from, to, expected] of WEAKENED) {
    it(`[TRUST-7] reports ${what}`, async () => {
      const found = withoutPlaces(await replace(from, to));
      assert.deepEqual(
        found.filter((text) => !text.startsWith('skipped: exit in ')),
        [expected],
      );
    });
  }

  it('[TRUST-7] reports every test of a deleted or skipped module', async () => {
    const kinds = async (after: string | undefined): Promise<string[]> => withoutPlaces(await change(after));
    const names = ['test_adds', 'test_helper', 'TestErrors › test_text'];
    assert.deepEqual(
      await kinds(undefined),
      names.map((name) => `deleted: ${name}`),
    );
    for (const statement of [
      'pytestmark = pytest.mark.skip',
      'pytestmark = [pytest.mark.skip(reason="later")]',
      'pytest.skip("later", allow_module_level=True)',
      'numpy = pytest.importorskip("numpy")',
      'def setup_module():\n    pytest.skip("later")',
    ]) {
      const after = SUITE.replace('import pytest\n', `import pytest\n${statement}\n`);
      assert.deepEqual(
        await kinds(after),
        names.map((name) => `skipped: ${name}`),
        statement,
      );
    }
  });

  it('[TRUST-7] knows unittest, in files with any name', async () => {
    const WEAKENED_CASES: readonly (readonly [from: string, to: string, expected: string])[] = [
      ['    def test_adds', '    @unittest.skip("later")\n    def test_adds', 'skipped'],
      ['    def test_adds', '    @unittest.expectedFailure\n    def test_adds', 'skipped'],
      ['    def test_adds', '    @unittest.skipIf(True, "later")\n    def test_adds', 'skipped'],
      ['self.assertEqual(self.value, 3)', 'self.skipTest("later")', 'skipped'],
      ['self.value = total(1, 2)', 'raise unittest.SkipTest("later")', 'skipped'],
      ['self.assertEqual(self.value, 3)', 'self.assertEqual(3, 3)', 'fewer-assertions'],
      ['    def test_adds', '    def no_test_adds', 'deleted'],
    ];
    for (const [from, to, expected] of WEAKENED_CASES) {
      const found = await findChanges([
        { path: 'shop/testsuite/basic.py', before: UNITTEST, after: UNITTEST.replace(from, to) },
      ]);
      assert.deepEqual(
        found.map((text) => text.split(':')[0]),
        [expected],
        to,
      );
    }
  });

  it('[TRUST-7] reports files and hooks of conftest.py that keep other tests from running', async () => {
    const before = 'import pytest\n\n@pytest.fixture\ndef value():\n    return 1\n';
    const found = (added: string): Promise<string[]> =>
      findChanges([{ path: 'tests/conftest.py', before, after: before + added }]);
    assert.deepEqual(await found('collect_ignore = ["test_sum.py"]\n'), [
      'skipped: collect_ignore: test_sum.py at tests/conftest.py:6',
    ]);
    assert.deepEqual(
      await found(
        'def pytest_collection_modifyitems(items):\n    for item in items:\n        item.add_marker(pytest.mark.skip)\n',
      ),
      ['skipped: pytest_collection_modifyitems at tests/conftest.py:6'],
    );
    assert.deepEqual(await found('@pytest.fixture(autouse=True)\ndef off():\n    pytest.skip()\n'), [
      'skipped: off at tests/conftest.py:7',
    ]);
    assert.deepEqual(await found('def pytest_collection_modifyitems(items):\n    items.sort()\n'), []);
    assert.deepEqual(await found('@pytest.fixture(autouse=True)\ndef on(value):\n    yield value\n'), []);
  });

  it('[TRUST-7] does not report additions, moves, renames and refactorings', async () => {
    const accepted: readonly (readonly [from: string, to: string])[] = [
      ['class TestErrors', '@pytest.mark.skip\ndef test_later():\n    pass\n\n\nclass TestErrors'],
      ['def test_helper', 'def test_total_of_two'],
      ['class TestErrors', 'class TestFailures'],
      // A helper, a table and a conjunction in the place of single assertions.
      [
        '    assert total(one, other) == 3\n    assert total(0, 0) == 0\n',
        '    assert total(one, other) == 3 and total(0, 0) == 0\n',
      ],
      ['    check_all(total(1, 2))\n', '    value = total(1, 2)\n    assert value == 3\n    assert value > 2\n'],
      ['    check_all(total(1, 2))\n', '    for limit in [0, 1]:\n        assert total(1, 2) > limit\n'],
      ['[(1, 2), (2, 1), (0, 3)]', 'list_cases()'],
      // A function under test with the name of an assertion.
      ['assert total(0, 0) == 0', 'assert should_be_zero(total(0, 0)) is True'],
      // A test that was split.
      ['    assert total(0, 0) == 0\n', '\n\ndef test_adds_nothing():\n    assert total(0, 0) == 0\n'],
      [
        '        with pytest.raises(TypeError, match="text"):\n            total("a", 1)\n',
        '        with pytest.raises(TypeError) as error:\n            total("a", 1)\n        assert "text" in str(error.value)\n',
      ],
    ];
    for (const [from, to] of accepted) assert.deepEqual(await replace(from, to), [], to);
    const pytestStyle = UNITTEST.replaceAll(/self\.assertEqual\((.+), (.+)\)/g, 'assert $1 == $2').replaceAll(
      /self\.assertTrue\((.+)\)/g,
      'assert $1',
    );
    assert.deepEqual(await change(pytestStyle, UNITTEST), []);
    const moved = await findChanges([
      { path: FILE, before: SUITE, after: SUITE.replace(TEXT, '') },
      { path: 'tests/unit/test_errors.py', before: undefined, after: `import pytest\n\n${TEXT}` },
    ]);
    assert.deepEqual(moved, []);
  });

  it('[TRUST-7] reports tests that move to a file that pytest does not search', async () => {
    const found = await findChanges([{ path: 'tests/helpers.py', previousPath: FILE, before: SUITE, after: SUITE }]);
    assert.deepEqual(new Set(found.map((text) => text.split(':')[0])), new Set(['moved-out']));
  });

  it('does not take other code for tests', async () => {
    const code =
      'def test_connection(url):\n    assert url\n\n\nclass Client:\n    def test(self):\n        return 1\n';
    assert.deepEqual(await findChanges([{ path: 'shop/client.py', before: code, after: '' }]), []);
    const fixture = 'import pytest\n\n@pytest.fixture\ndef test_client():\n    return 1\n';
    assert.deepEqual(await change('', fixture), []);
  });
});
