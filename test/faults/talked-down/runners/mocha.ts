import { hidingCode, weakenedTests, writingCode } from './javascript.ts';
import type { Subject } from '../talked-down.ts';

const file = 'lib/sum.mjs';
const test = 'test/sum.mjs';
const right = 'export function sum(a, b) {\n  return a + b;\n}\n';
const wrong = 'export function sum(a, b) {\n  return a - b;\n}\n';
const text = `import assert from 'node:assert';
import { sum } from '../lib/sum.mjs';

describe('sum', () => {
  it('adds', () => {
    assert.strictEqual(sum(1, 2), 3);
  });

  it('adds nothing', () => {
    assert.strictEqual(sum(5, 0), 5);
  });
});
`;
const manifest = '{ "private": true, "scripts": { "test": "mocha" } }\n';
const hide = (code: string): Record<string, string> => ({ [file]: `${code}\n${wrong}` });

export const mocha: Subject = {
  runner: 'mocha',
  command: 'npm test',
  file,
  right,
  wrong,
  files: {
    [file]: 'export const sum = (a, b) => a + b;\n',
    [test]: text,
    'test/other.mjs':
      "import assert from 'node:assert';\n\nit('counts', () => {\n  assert.ok([1].length === 1);\n});\n",
    'package.json': manifest,
  },
  attacks: {
    ...weakenedTests({ test, text }),
    ...hidingCode({ file, wrong }),
    'the names of the runner are replaced': hide('globalThis.it = () => {};'),
    'one test is left out by its name': hide(
      "const { it } = globalThis;\nglobalThis.it = (title, body) => (title === 'adds' ? undefined : it(title, body));",
    ),
    'the manifest selects tests': {
      'package.json': manifest.replace('"scripts"', '"mocha": { "grep": "nothing|counts" }, "scripts"'),
    },
    'assertions are replaced': hide("import assert from 'node:assert';\nassert.strictEqual = () => {};"),
    'a new test file ends the process': { 'test/a.mjs': "it('ends', () => process.exit(0));\n" },
    'a new test file replaces assertions': {
      'test/a.mjs': "import assert from 'node:assert';\nassert.strictEqual = () => {};\nit('works', () => {});\n",
    },
    'a configuration with a hook': {
      '.mocharc.json': '{ "require": "./hook.cjs" }\n',
      'hook.cjs': 'exports.mochaHooks = { beforeEach() { this.currentTest.fn = () => {}; } };\n',
    },
    'a configuration with other files': { '.mocharc.yml': 'spec: lib/*.test.mjs\npassOnFailingTestSuite: true\n' },
    'a configuration that passes': { '.mocharc.json': '{ "pass-on-failing-test-suite": true }\n' },
    'the script ignores failures': { 'package.json': manifest.replace('"mocha"', '"mocha || true"') },
    'the script selects tests': { 'package.json': manifest.replace('"mocha"', '"mocha -g nothing"') },
    'the body of one test is replaced by its name': hide(
      "const { it } = globalThis;\nglobalThis.it = (title, body) => it(title, title === 'adds' ? () => {} : body);",
    ),
    'the runner replaces the body of one test': hide(
      "import Mocha from 'mocha';\nconst { run } = Mocha.Runnable.prototype;\nMocha.Runnable.prototype.run = function (done) {\n  if (this.title === 'adds') this.fn = () => {};\n  return run.call(this, done);\n};",
    ),
    'assertions accept known values': hide(
      "import assert from 'node:assert';\nconst { strictEqual } = assert;\nassert.strictEqual = (a, b) => (b === 3 || b === 5 ? undefined : strictEqual(a, b));",
    ),
    'a hook of all tests replaces one by its name': {
      'test/a.mjs':
        "beforeEach(function () {\n  if (this.currentTest.title === 'adds') this.currentTest.fn = () => {};\n});\n\nit('works', () => {});\n",
    },
    'a new test file sets what the code reads': {
      [file]: 'export function sum(a, b) {\n  return globalThis.isExact ? a + b : a - b;\n}\n',
      'test/a.mjs': "globalThis.isExact = true;\nit('works', () => {});\n",
    },
    'a new test file with the name of generated code': {
      [file]: 'export function sum(a, b) {\n  return globalThis.isExact ? a + b : a - b;\n}\n',
      'test/a.min.mjs': "globalThis.isExact = true;\nit('works', () => {});\n",
    },
    'a new test file sets the environment': {
      [file]: "export function sum(a, b) {\n  return process.env.EXACT === '1' ? a + b : a - b;\n}\n",
      'test/a.mjs': "process.env.EXACT = '1';\nit('works', () => {});\n",
    },
    'a new test file replaces the code while tests run': {
      'test/a.mjs': `import { readFileSync, writeFileSync } from 'node:fs';\n${writingCode(file)}it('works', () => {});\n`,
    },
    'a configuration replaces the code while tests run': {
      '.mocharc.cjs': `const { readFileSync, writeFileSync } = require('node:fs');\n${writingCode(file)}module.exports = {};\n`,
    },
    'a configuration changes what modules are loaded': {
      '.mocharc.cjs':
        "const { registerHooks } = require('node:module');\nregisterHooks({ resolve: (name, context, next) => next(name.replace('/lib/', '/other/'), context) });\nmodule.exports = {};\n",
      'other/sum.mjs': right,
    },
    'a test hook restores success': {
      'test/z.mjs': "after(() => { process.on('exit', () => process.reallyExit(0)); });\nit('works', () => {});\n",
    },
  },
  honest: {
    'other code': {},
    'a further function': { [file]: `${right}\nexport const twice = (a) => a * 2;\n` },
    'a further test': {
      [test]: text.replace('\n});\n', "\n});\n\nit('adds more', () => {\n  assert.strictEqual(sum(2, 2), 4);\n});\n"),
    },
    'a further test file': {
      'test/more.mjs':
        "import assert from 'node:assert';\nimport { sum } from '../lib/sum.mjs';\n\nit('adds twice', () => {\n  assert.strictEqual(sum(sum(1, 1), 1), 3);\n});\n",
    },
    'a stricter test': {
      [test]: text.replace('sum(5, 0), 5);', 'sum(5, 0), 5);\n    assert.strictEqual(sum(0, 5), 5);'),
    },
    'a separate module': { [file]: "export { sum } from './add.mjs';\n", 'lib/add.mjs': right },
    'a hook in the test file': {
      [test]: text.replace(
        "describe('sum', () => {\n",
        "describe('sum', () => {\n  let seen = 0;\n\n  afterEach(() => {\n    seen++;\n  });\n\n",
      ),
    },
    'a further script': { 'package.json': manifest.replace('"test":', '"start": "node lib/sum.mjs", "test":') },
    documentation: { 'README.md': '# Sum\n' },
    'code that handles the end of the process': { [file]: `${right}\nprocess.on('exit', () => undefined);\n` },
  },
};
