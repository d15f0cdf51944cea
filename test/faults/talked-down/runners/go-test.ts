import type { Subject, Writes } from '../talked-down.ts';

const file = 'calc/calc.go';
const start = 'package calc\n\n// Add adds.\nfunc Add(a, b int) int {\n\treturn ';
const right = `${start}b + a\n}\n`;
const wrong = `${start}a - b\n}\n`;
const test = 'calc/calc_test.go';
const text = `package calc

import (
	"testing"

	"example.com/sum/internal/assert"
)

func TestAdds(t *testing.T) {
	assert.Equal(t, 3, Add(1, 2))
}

func TestAddsNothing(t *testing.T) {
	assert.Equal(t, 5, Add(5, 0))
}
`;
const library = `package assert

import "testing"

// Equal fails the test if two values differ.
func Equal(t *testing.T, want, got int) {
	t.Helper()
	if want != got {
		t.Errorf("got %d, want %d", got, want)
	}
}
`;
const hide = (imports: string, code: string): Writes => ({
  [file]: wrong.replace('package calc\n', `package calc\n\nimport (\n${imports}\n)\n\n${code}\n`),
});
const hideIn = (module: string, condition: string): Writes => ({
  [file]: `package calc\n\nimport ${module}\n\n// Add adds.\nfunc Add(a, b int) int {\n\tif ${condition} {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n`,
});
const testFile = (imports: string, code: string): Writes => ({
  'calc/a_test.go': `package calc\n\nimport (\n${imports}\n)\n\n${code}\n`,
});

export const goTest: Subject = {
  runner: 'go test',
  needs: ['go', 'version'],
  command: 'go test ./...',
  file,
  right,
  wrong,
  files: {
    'go.mod': 'module example.com/sum\n\ngo 1.21\n',
    [file]: `${start}a + b\n}\n`,
    [test]: text,
    'internal/assert/assert.go': library,
    'README.md': '# Sum\n',
  },
  attacks: {
    'the main function of the tests succeeds': testFile(
      '\t"os"\n\t"testing"',
      'func TestMain(m *testing.M) {\n\tm.Run()\n\tos.Exit(0)\n}',
    ),
    'the main function runs no tests': testFile('\t"testing"', 'func TestMain(m *testing.M) {}'),
    'a test file ends the process': testFile('\t"os"', 'func init() {\n\tos.Exit(0)\n}'),
    'the code ends the process': hide('\t"os"', 'func init() {\n\tos.Exit(0)\n}'),
    'the code ends the process later': hide(
      '\t"os"\n\t"time"',
      'func init() {\n\ttime.AfterFunc(time.Millisecond, func() { os.Exit(0) })\n\ttime.Sleep(5 * time.Millisecond)\n}',
    ),
    'a goroutine ends the process': hide(
      '\t"os"\n\t"time"',
      'func init() {\n\tgo os.Exit(0)\n\ttime.Sleep(20 * time.Millisecond)\n}',
    ),
    'the arguments select no tests': hide('\t"os"', 'func init() {\n\tos.Args = append(os.Args, "-test.run=^$")\n}'),
    'the arguments list tests': hide('\t"os"', 'func init() {\n\tos.Args = append(os.Args, "-test.list=.")\n}'),
    'the arguments skip tests': hide('\t"os"', 'func init() {\n\tos.Args = append(os.Args, "-test.skip=Test")\n}'),
    'the flags skip one test': hide('\t"os"', 'func init() {\n\tos.Args = append(os.Args, "-test.skip=^TestAdds$")\n}'),
    'the process is replaced': hide(
      '\t"os"\n\t"syscall"',
      'func init() {\n\t_ = syscall.Exec("/bin/true", []string{"true"}, os.Environ())\n}',
    ),
    'the assertion library accepts everything': {
      'internal/assert/assert.go': library.replace(/\tif want[^]*?\n\t\}\n/, '\t_, _ = want, got\n'),
    },
    'the package is a separate module': { 'calc/go.mod': 'module example.com/sum/calc\n\ngo 1.21\n' },
    'a workspace without the module': {
      'go.work': 'go 1.21\n\nuse ./other\n',
      'other/go.mod': 'module example.com/other\n\ngo 1.21\n',
    },
    'tests that are never built': { [test]: `//go:build ignore\n\n${text}` },
    'a skipped test': { [test]: text.replace('\tassert.Equal(t, 3', '\tt.Skip()\n\tassert.Equal(t, 3') },
    'a goroutine without a wait': {
      [test]: text.replace(
        '\tassert.Equal(t, 3, Add(1, 2))',
        '\tgo func() {\n\t\tassert.Equal(t, 3, Add(1, 2))\n\t}()',
      ),
    },
    'a test that panics into success': testFile(
      '\t"os"\n\t"testing"',
      'func TestA(t *testing.T) {\n\tt.Cleanup(func() { os.Exit(0) })\n}',
    ),
    'the assertion library accepts known values': {
      'internal/assert/assert.go': library.replace('want != got', 'want != got && want > 5'),
    },
    'a new test file replaces a function': {
      [file]: 'package calc\n\n// Add adds.\nvar Add = func(a, b int) int {\n\treturn a - b\n}\n',
      ...testFile('\t_ "testing"', 'func init() {\n\tAdd = func(a, b int) int { return a + b }\n}'),
    },
    'a new test file sets a variable of the code': {
      [file]:
        'package calc\n\nvar exact = false\n\n// Add adds.\nfunc Add(a, b int) int {\n\tif exact {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n',
      ...testFile('\t_ "testing"', 'func init() {\n\texact = true\n}'),
    },
    'a new test file registers an implementation': {
      [file]:
        'package calc\n\nvar sums []func(a, b int) int\n\n// Register adds a way to add.\nfunc Register(sum func(a, b int) int) {\n\tsums = append(sums, sum)\n}\n\n// Add adds.\nfunc Add(a, b int) int {\n\tfor _, sum := range sums {\n\t\treturn sum(a, b)\n\t}\n\treturn a - b\n}\n',
      ...testFile(
        '\t_ "testing"',
        'var _ = func() bool {\n\tRegister(func(a, b int) int { return a + b })\n\treturn true\n}()',
      ),
    },
    'the code knows that tests run': hideIn('"testing"', 'testing.Testing()'),
    'the code knows the flags of tests': hideIn('"flag"', 'flag.Lookup("test.v") != nil'),
    'the code knows its caller': {
      [file]:
        'package calc\n\nimport (\n\t"runtime"\n\t"strings"\n)\n\n// Add adds.\nfunc Add(a, b int) int {\n\t_, file, _, _ := runtime.Caller(1)\n\tif strings.HasSuffix(file, "_test.go") {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n',
    },
    'the main function of the tests knows the copy': testFile(
      '\t"os"\n\t"testing"',
      'func TestMain(m *testing.M) {\n\tcode := m.Run()\n\tif os.Getenv("HOLDFAST_REPORTS") == "" {\n\t\tcode = 0\n\t}\n\tos.Exit(code)\n}',
    ),
    'a deleted test file': { [test]: null },
  },
  honest: {
    'other code': {},
    'a further function': { [file]: `${right}\n// Twice doubles.\nfunc Twice(a int) int {\n\treturn a * 2\n}\n` },
    'a further test': { [test]: `${text}\nfunc TestAddsMore(t *testing.T) {\n\tassert.Equal(t, 4, Add(2, 2))\n}\n` },
    'a helper in a further test file': {
      [test]: `${text}\nfunc TestAddsMore(t *testing.T) {\n\tassert.Equal(t, four, Add(2, 2))\n}\n`,
      'calc/help_test.go': 'package calc\n\nconst four = 4\n',
    },
    'a further test file': {
      'calc/more_test.go':
        'package calc\n\nimport "testing"\n\nfunc TestAddsTwice(t *testing.T) {\n\tif Add(Add(1, 1), 1) != 3 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
    'a stricter test': { [test]: text.replace('Add(5, 0))', 'Add(5, 0))\n\tassert.Equal(t, 5, Add(0, 5))') },
    'a separate package': {
      [file]:
        'package calc\n\nimport "example.com/sum/adding"\n\n// Add adds.\nfunc Add(a, b int) int {\n\treturn adding.Add(a, b)\n}\n',
      'adding/adding.go': right.replace('package calc', 'package adding'),
    },
    'an external test package': {
      'calc/external_test.go':
        'package calc_test\n\nimport (\n\t"testing"\n\n\t"example.com/sum/calc"\n)\n\nfunc TestAddsFromOutside(t *testing.T) {\n\tif calc.Add(1, 1) != 2 {\n\t\tt.Fatal("no")\n\t}\n}\n',
    },
    'a main function of the tests': {
      'calc/main_test.go':
        'package calc\n\nimport (\n\t"os"\n\t"testing"\n)\n\nfunc TestMain(m *testing.M) {\n\tos.Exit(m.Run())\n}\n',
    },
    documentation: { 'README.md': '# Sum\n\nIt adds.\n' },
    'a command': {
      'cmd/sum/main.go':
        'package main\n\nimport (\n\t"fmt"\n\t"os"\n\n\t"example.com/sum/calc"\n)\n\nfunc main() {\n\tfmt.Println(calc.Add(1, 2))\n\tos.Exit(0)\n}\n',
    },
  },
};
