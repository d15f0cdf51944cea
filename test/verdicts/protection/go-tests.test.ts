import assert from 'node:assert/strict';
import { findProtectedChanges } from '../../../src/verdicts/protection/find-protected-changes.ts';
import type { FileVersions } from '../../../src/verdicts/protection/changes/protected-change.ts';

const FILE = 'money/money_test.go';

const SUITE = `package money

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func checkSum(t *testing.T, got, want int) {
	t.Helper()
	if got != want {
		t.Errorf("got %d, want %d", got, want)
	}
}

func TestSum(t *testing.T) {
	tests := []struct{ one, other, want int }{
		{1, 2, 3},
		{0, 0, 0},
	}
	for _, tt := range tests {
		if got := Sum(tt.one, tt.other); got != tt.want {
			t.Errorf("got %d", got)
		}
	}
}

func TestHelper(t *testing.T) {
	checkSum(t, Sum(1, 2), 3)
}

func TestParts(t *testing.T) {
	t.Run("adds", func(t *testing.T) {
		assert.Equal(t, 3, Sum(1, 2))
		assert.NoError(t, Check(1))
	})
	t.Run("subtracts", func(t *testing.T) {
		assert.Equal(t, -1, Sum(1, -2))
	})
}
`;

const HELPER = 'func TestHelper(t *testing.T) {\n\tcheckSum(t, Sum(1, 2), 3)\n}\n';
const SUBTRACTS = '\tt.Run("subtracts", func(t *testing.T) {\n\t\tassert.Equal(t, -1, Sum(1, -2))\n\t})\n';

/** Each change as "kind: name". */
async function findChanges(files: readonly FileVersions[], baseFiles: readonly string[] = []): Promise<string[]> {
  const paths = files.flatMap(({ path, previousPath = path, before }) => (before === undefined ? [] : [previousPath]));
  const changes = await findProtectedChanges({ files, baseFiles: [...paths, ...baseFiles], baseSettings: [] });
  return changes.map(({ kind, subject }) => `${kind}: ${subject}`);
}

const change = (after: string | undefined, before = SUITE): Promise<string[]> =>
  findChanges([{ path: FILE, before, after }]);
const replace = (from: string, to: string): Promise<string[]> => {
  assert.ok(SUITE.includes(from), from);
  return change(SUITE.replace(from, to));
};
const NAMES = ['TestSum', 'TestHelper', 'TestParts', 'TestParts › adds', 'TestParts › subtracts'];

describe('changes of Go tests', () => {
  const WEAKENED: readonly (readonly [what: string, from: string, to: string, ...expected: string[]])[] = [
    ['a deleted test', HELPER, '', 'deleted: TestHelper'],
    ['a comment', HELPER, `/*\n${HELPER}*/\n`, 'commented-out: TestHelper'],
    ['another name', 'func TestHelper', 'func testHelper', 'deleted: TestHelper'],
    ['a deleted subtest', SUBTRACTS, '', 'fewer-assertions: TestParts', 'deleted: TestParts › subtracts'],
    ['t.Skip()', '\tcheckSum(t, Sum', '\tt.Skip("later")\n\tcheckSum(t, Sum', 'skipped: TestHelper'],
    ['t.SkipNow()', '\tcheckSum(t, Sum', '\tt.SkipNow()\n\tcheckSum(t, Sum', 'skipped: TestHelper'],
    [
      'testing.Short()',
      '\tcheckSum(t, Sum',
      '\tif testing.Short() {\n\t\tt.Skip()\n\t}\n\tcheckSum(t, Sum',
      'skipped: TestHelper',
    ],
    [
      'a skipped subtest',
      '\t\tassert.Equal(t, -1',
      '\t\tt.Skip()\n\t\tassert.Equal(t, -1',
      'fewer-assertions: TestParts',
      'skipped: TestParts › subtracts',
    ],
    ['a return', '\tcheckSum(t, Sum', '\treturn\n\tcheckSum(t, Sum', 'emptied: TestHelper'],
    ['an empty body', '\tcheckSum(t, Sum(1, 2), 3)\n', '', 'emptied: TestHelper'],
    ['a constant', 'checkSum(t, Sum(1, 2), 3)', 'assert.True(t, true)', 'emptied: TestHelper'],
    [
      'a false condition',
      '\tcheckSum(t, Sum(1, 2), 3)',
      '\tif false {\n\t\tcheckSum(t, Sum(1, 2), 3)\n\t}',
      'emptied: TestHelper',
    ],
    [
      'a function that is not called',
      '\tcheckSum(t, Sum(1, 2), 3)',
      '\t_ = func() { checkSum(t, Sum(1, 2), 3) }',
      'emptied: TestHelper',
    ],
    ['an emptied helper', '\t\tt.Errorf("got %d, want %d", got, want)\n', '', 'emptied: TestHelper'],
    [
      'fewer assertions',
      '\t\tassert.NoError(t, Check(1))\n',
      '',
      'fewer-assertions: TestParts',
      'fewer-assertions: TestParts › adds',
    ],
    ['fewer cases', '\t\t{0, 0, 0},\n', '', 'fewer-assertions: TestSum'],
    [
      'a weaker assertion',
      'assert.Equal(t, -1, Sum(1, -2))',
      'assert.NotNil(t, Sum(1, -2))',
      'fewer-assertions: TestParts',
      'fewer-assertions: TestParts › subtracts',
    ],
    ['os.Exit(0)', '\tcheckSum(t, Sum', '\tos.Exit(0)\n\tcheckSum(t, Sum', 'skipped: TestHelper'],
    [
      'a TestMain without tests',
      HELPER,
      `${HELPER}\nfunc TestMain(m *testing.M) {\n\tos.Exit(0)\n}\n`,
      'skipped: TestMain',
    ],
  ];
  for (const [what, from, to, ...expected] of WEAKENED) {
    it(`[TRUST-7] reports ${what}`, async () => {
      assert.deepEqual((await replace(from, to)).sort(), expected.sort());
    });
  }

  it('[TRUST-7] reports every test of a deleted file, and of a file that is not always built', async () => {
    assert.deepEqual(
      await change(undefined),
      NAMES.map((name) => `deleted: ${name}`),
    );
    const skipped = NAMES.map((name) => `skipped: ${name}`);
    for (const constraint of [
      '//go:build ignore',
      '//go:build integration',
      '// +build linux',
      '//go:build !windows',
    ]) {
      assert.deepEqual(await change(`${constraint}\n\n${SUITE}`), skipped, constraint);
    }
    const renamed = { previousPath: FILE, before: SUITE, after: SUITE };
    assert.deepEqual(await findChanges([{ path: 'money/money_plan9_test.go', ...renamed }]), skipped);
    const movedOut = NAMES.map((name) => `moved-out: ${name}`);
    for (const path of ['money/money_tests.go', 'money/_money_test.go', 'money/testdata/money_test.go']) {
      assert.deepEqual(await findChanges([{ path, ...renamed }]), movedOut, path);
    }
  });

  it('[TRUST-7] does not report a constraint that all builds satisfy, or that was there before', async () => {
    assert.deepEqual(await change(`//go:build !nomsgpack\n\n${SUITE}`), []);
    assert.deepEqual(await change(`//go:build go1.20\n\n${SUITE}`), []);
    assert.deepEqual(await change(`//go:build linux\n\n${SUITE}`, `// +build windows,amd64 darwin\n\n${SUITE}`), []);
    assert.deepEqual(await change(undefined, `//go:build ignore\n\n${SUITE}`), [], 'a file that was never built');
  });

  it('[TRUST-7] knows suites, examples and fuzz tests', async () => {
    const suite = `package money

type SumSuite struct{ suite.Suite }

func (s *SumSuite) TestAdds() {
	s.Equal(3, Sum(1, 2))
	s.Require().NoError(Check(1))
}

func ExampleSum() {
	fmt.Println(Sum(1, 2))
	// Output: 3
}

func FuzzSum(f *testing.F) {
	f.Fuzz(func(t *testing.T, one int) { assert.Equal(t, one, Sum(one, 0)) })
}
`;
    const found = (from: string, to: string): Promise<string[]> => change(suite.replace(from, to), suite);
    assert.deepEqual(await found('	s.Equal', '	s.T().Skip()\n	s.Equal'), ['skipped: SumSuite › TestAdds']);
    assert.deepEqual(await found('	s.Require().NoError(Check(1))\n', ''), ['fewer-assertions: SumSuite › TestAdds']);
    assert.deepEqual(await found('TestAdds', 'Adds'), ['deleted: SumSuite › TestAdds']);
    assert.deepEqual(await found('	// Output: 3\n', ''), ['skipped: ExampleSum']);
    assert.deepEqual(await found('FuzzSum', 'fuzzSum'), ['deleted: FuzzSum']);
  });

  it('[TRUST-7] does not report additions, moves, renames and refactorings', async () => {
    const accepted: readonly (readonly [from: string, to: string])[] = [
      ['func TestParts', 'func TestLater(t *testing.T) {\n\tt.Skip()\n}\n\nfunc TestParts'],
      ['func TestHelper', 'func TestSumWithHelper'],
      ['\tcheckSum(t, Sum(1, 2), 3)\n', '\tif got := Sum(1, 2); got != 3 {\n\t\tt.Fatalf("got %d", got)\n\t}\n'],
      ['\t\t{0, 0, 0},\n', '\t\t{0, 0, 0},\n\t\t{1, 1, 2},\n'],
      ['range tests {', 'range listCases() {'],
      // Subtests that become a table.
      [
        SUITE.slice(SUITE.indexOf('\tt.Run("adds"'), SUITE.lastIndexOf('}\n')),
        '\tfor name, want := range map[string]int{"adds": 3, "subtracts": -1, "checks": 0} {\n\t\tt.Run(name, func(t *testing.T) {\n\t\t\tassert.Equal(t, want, Sum(1, 2))\n\t\t})\n\t}\n',
      ],
    ];
    for (const [from, to] of accepted) assert.deepEqual(await replace(from, to), [], to);
    const moved = await findChanges([
      { path: FILE, before: SUITE, after: SUITE.replace(HELPER, '') },
      { path: 'money/helper_test.go', before: undefined, after: `package money\n\n${HELPER}` },
    ]);
    assert.deepEqual(moved, []);
  });

  it('does not take other code for tests', async () => {
    const code = 'package money\n\nfunc TestConnection(url string) error {\n\treturn nil\n}\n';
    assert.deepEqual(await findChanges([{ path: 'money/client.go', before: code, after: '' }]), []);
    assert.deepEqual(await change('package money\n', code), []);
  });
});
