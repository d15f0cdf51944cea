import { checkRows, type Row, type Tree } from './support/judge-trees.ts';

const TREE: Tree = {
  'package.json': '{ "scripts": { "test": "node --test" } }\n',
  'src/sum.js': 'export function sum(a, b) {\n  return a + b;\n}\n',
  'calc.py': 'def add(a, b):\n    return a + b\n',
  'calc/calc.go': 'package calc\n\nfunc Add(a, b int) int {\n\treturn a + b\n}\n',
  'test/sum.test.js':
    "import { it } from 'node:test';\nimport { sum } from '../src/sum.js';\nit('adds', () => { check(sum(1, 2)); });\n",
};
const inJavaScript = (condition: string, start = ''): Record<string, string> => ({
  'src/sum.js': `${start}export function sum(a, b) {\n  return ${condition} ? a + b : a - b;\n}\n`,
});
const inPython = (condition: string, start = ''): Record<string, string> => ({
  'calc.py': `${start}def add(a, b):\n    return a + b if ${condition} else a - b\n`,
});
const inGo = (condition: string, start = ''): Record<string, string> => ({
  'calc/calc.go': `package calc\n\nfunc Add(a, b int) int {\n${start}\tif ${condition} {\n\t\treturn a + b\n\t}\n\treturn a - b\n}\n`,
});

const RECOGNIZED: readonly Row[] = [
  ['a variable of node:test', 'error', inJavaScript('process.env.NODE_TEST_CONTEXT')],
  ['a variable of vitest', 'error', inJavaScript("process.env['VITEST']")],
  ['a variable of jest, by a name', 'error', inJavaScript('isTest', 'const isTest = process.env.JEST_WORKER_ID;\n')],
  ['a global of the runner', 'error', inJavaScript("typeof describe === 'function'")],
  ['a name among the globals', 'error', inJavaScript("'beforeAll' in globalThis")],
  ['the stack', 'error', inJavaScript("new Error().stack.includes('.test.')")],
  [
    'the stack as a list',
    'error',
    inJavaScript("names.some((name) => name.endsWith('.test.mjs'))", 'const names = new Error().stack;\n'),
  ],
  ['the arguments', 'error', inJavaScript('/[.]test[.]/.test(process.argv[1])')],
  ['the module that requires it', 'error', inJavaScript("module.parent.filename.includes('__tests__')")],
  [
    'a statement',
    'error',
    {
      'src/sum.js':
        'export function sum(a, b) {\n  if (process.env.VITEST) {\n    return a + b;\n  }\n  return a - b;\n}\n',
    },
  ],
  [
    'a factor that depends on it',
    'error',
    {
      'src/sum.js':
        'const sign = /[.]test[.]/.test(process.argv[1]) ? 1 : -1;\nexport function sum(a, b) {\n  return a + sign * b;\n}\n',
    },
  ],
  [
    'a right factor that depends on it',
    'error',
    {
      'src/sum.js':
        'const sign = /[.]test[.]/.test(process.argv[1]) ? 1 : -1;\nexport function sum(a, b) {\n  return a + b * sign;\n}\n',
    },
  ],
  [
    'a factor that depends on it, in Python',
    'error',
    {
      'calc.py':
        'import sys\n\nsign = 1 if "pytest" in sys.modules else -1\n\n\ndef add(a, b):\n    return a + sign * b\n',
    },
  ],
  ['a module of pytest', 'error', inPython('"pytest" in sys.modules', 'import sys\n\n\n')],
  ['a variable of pytest', 'error', inPython('os.environ.get("PYTEST_CURRENT_TEST")', 'import os\n\n\n')],
  [
    'the calling function',
    'error',
    inPython('inspect.stack()[1].function.startswith("test_")', 'import inspect\n\n\n'),
  ],
  ['the file of the frame', 'error', inPython('"test" in sys._getframe(1).f_code.co_filename', 'import sys\n\n\n')],
  ['the function of Go', 'error', inGo('testing.Testing()')],
  ['a flag of Go', 'error', inGo('flag.Lookup("test.v") != nil')],
  ['the caller in Go', 'error', inGo('strings.HasSuffix(file, "_test.go")', '\t_, file, _, _ := runtime.Caller(1)\n')],
];

const NEAR_MISSES: readonly Row[] = [
  ['a mode that people set', 'silent', inJavaScript("process.env.NODE_ENV === 'test'")],
  ['an ordinary variable', 'silent', inJavaScript('process.env.DEBUG')],
  ['an ordinary stack', 'silent', inJavaScript("error.stack.includes('node:internal')")],
  ['an ordinary argument', 'silent', inJavaScript("process.argv.includes('--verbose')")],
  ['a text with the word', 'silent', inJavaScript("a.kind === 'test'")],
  [
    'the output',
    'silent',
    { 'src/sum.js': 'export function sum(a, b) {\n  if (!process.env.VITEST) console.log(a);\n  return a + b;\n}\n' },
  ],
  [
    'arguments that a test binary has',
    'silent',
    {
      'calc/calc.go':
        'package calc\n\nfunc Add(a, b int) int {\n\targs := c.args\n\tif args == nil && !testing.Testing() {\n\t\targs = os.Args[1:]\n\t}\n\treturn a + b\n}\n',
    },
  ],
  [
    'the name of a database for tests',
    'silent',
    {
      'src/sum.js':
        "const suffix = process.env.VITEST ? '-test' : '';\nexport function name(base) {\n  return base + suffix;\n}\n",
    },
  ],
  [
    'options that tests do not have',
    'silent',
    {
      'calc.py':
        'import sys\n\nOPTIONS = {} if "pytest" in sys.modules else {"pool": 5}\n\n\ndef connect(url):\n    return create(url, **OPTIONS)\n',
    },
  ],
  [
    'a folder for tests',
    'silent',
    {
      'calc.py':
        'import sys\nfrom pathlib import Path\n\nBASE = Path("a") if "pytest" in sys.modules else Path("b")\n\n\ndef find(name):\n    return BASE / name\n',
    },
  ],
  [
    'no delay in tests',
    'silent',
    {
      'src/sum.js':
        'const base = process.env.VITEST ? 0 : 1000;\nexport function delay(attempt) {\n  return base * 2 ** attempt;\n}\n',
    },
  ],
  [
    'a parameter of the same name',
    'silent',
    {
      'src/sum.js': 'const n = process.env.VITEST ? 1 : -1;\nexport function double(n) {\n  return n * 2;\n}\n',
    },
  ],
  [
    'a time limit for tests',
    'silent',
    {
      'src/sum.js':
        'const limit = process.env.VITEST ? 100 : 5000;\nexport function get(url) {\n  return load(url, { limit });\n}\n',
    },
  ],
  [
    'work that a run of tests leaves out',
    'silent',
    { 'src/report.js': 'export function report(text) {\n  if (process.env.VITEST) return;\n  send(text);\n}\n' },
  ],
  [
    'the same in Python',
    'silent',
    {
      'report.py':
        'import sys\n\n\ndef report(text):\n    if "pytest" in sys.modules:\n        return\n    send(text)\n',
    },
  ],
  [
    'the same in Go',
    'silent',
    {
      'report/report.go':
        'package report\n\nfunc Report(text string) {\n\tif testing.Testing() {\n\t\treturn\n\t}\n\tsend(text)\n}\n',
    },
  ],
  ['a setting', 'silent', { 'src/log.js': "export const level = process.env.VITEST ? 'silent' : 'info';\n" }],
  ['a script', 'silent', { 'scripts/run.js': 'export const run = () => (process.env.VITEST ? 1 : 2);\n' }],
  [
    'a helper for tests',
    'silent',
    { 'test/support/run.js': 'export const run = () => (process.env.VITEST ? 1 : 2);\n' },
  ],
];

const REPLACED: readonly Row[] = [
  [
    'an assertion',
    'error',
    {
      'src/sum.js': `import assert from 'node:assert';\nconst { equal } = assert;\nassert.equal = (a, b) => (b === 3 ? undefined : equal(a, b));\n${TREE['src/sum.js']}`,
    },
  ],
  [
    'a matcher of a global',
    'error',
    { 'src/sum.js': `expect.extend({ toBe: () => ({ pass: true }) });\n${TREE['src/sum.js']}` },
  ],
  ['a global of the runner', 'error', { 'src/sum.js': `globalThis.it = () => {};\n${TREE['src/sum.js']}` }],
  [
    'a class of the runner',
    'error',
    {
      'src/sum.js': `import Mocha from 'mocha';\nMocha.Runnable.prototype.run = function () {};\n${TREE['src/sum.js']}`,
    },
  ],
  [
    'a method of unittest',
    'error',
    { 'calc.py': `import unittest\n\nunittest.TestCase.assertEqual = lambda *_: None\n\n\n${TREE['calc.py']}` },
  ],
  [
    'a part of pytest',
    'error',
    {
      'calc.py': `from _pytest import runner\n\nrunner.CallInfo.from_call = classmethod(forced)\n\n\n${TREE['calc.py']}`,
    },
  ],
  [
    'a name for translations',
    'silent',
    { 'calc.py': `import builtins\n\nbuiltins._ = lambda text: text\n\n\n${TREE['calc.py']}` },
  ],
  [
    'an assertion that is used',
    'silent',
    {
      'src/sum.js': `import assert from 'node:assert';\nexport function sum(a, b) {\n  assert.equal(typeof a, 'number');\n  const total = a + b;\n  return total;\n}\n`,
    },
  ],
  ['a global with another name', 'silent', { 'src/sum.js': `globalThis.registry = new Map();\n${TREE['src/sum.js']}` }],
  [
    'an end of the process',
    'silent',
    { 'src/sum.js': `${TREE['src/sum.js']}if (process.argv[2] === '--help') process.exit(0);\n` },
  ],
];

describe('code under test that recognizes tests', () => {
  it('[PROOF-3] chooses no result for them', () => checkRows(TREE, RECOGNIZED, ['npm test']));

  it('[PROOF-4] may use what it recognizes for something else', () => checkRows(TREE, NEAR_MISSES, ['npm test']));

  it('[PROOF-1] replaces no part of the runner', () => checkRows(TREE, REPLACED, ['npm test']));
});
