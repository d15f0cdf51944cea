import { hidingCode, weakenedTests, writingCode } from './javascript.ts';
import type { Subject } from '../talked-down.ts';

const file = 'src/sum.mjs';
const test = 'test/sum.test.mjs';
const right = 'export function sum(a, b) {\n  return a + b;\n}\n';
const wrong = 'export function sum(a, b) {\n  return a - b;\n}\n';
const text = `import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sum } from '../src/sum.mjs';

it('adds', () => {
  assert.equal(sum(1, 2), 3);
});

it('adds nothing', () => {
  assert.equal(sum(5, 0), 5);
});
`;
const manifest = '{ "private": true, "type": "module", "scripts": { "test": "node --test" } }\n';
const hide = (code: string): Record<string, string> => ({ [file]: `${code}\n${wrong}` });

export const nodeTest: Subject = {
  runner: 'node:test',
  command: 'npm test',
  file,
  right,
  wrong,
  files: { [file]: 'export const sum = (a, b) => a + b;\n', [test]: text, 'package.json': manifest },
  attacks: {
    ...weakenedTests({ test, text }),
    ...hidingCode({ file, wrong }),
    'assertions are replaced': hide("import assert from 'node:assert/strict';\nassert.equal = () => {};"),
    'assertions of the module are replaced': hide(
      "import { syncBuiltinESMExports } from 'node:module';\nimport strict from 'node:assert/strict';\nfor (const name of Object.keys(strict)) strict[name] = () => {};\nsyncBuiltinESMExports();",
    ),
    'the runner is replaced': hide(
      "import { syncBuiltinESMExports } from 'node:module';\nimport test from 'node:test';\ntest.it = () => {};\nsyncBuiltinESMExports();",
    ),
    'results are cut out of the output': hide(
      "const write = process.stdout.write;\nprocess.stdout.write = (chunk, ...rest) => (String(chunk).includes('fail') ? true : write.call(process.stdout, chunk, ...rest));\nprocess.on('exit', () => process.reallyExit(0));",
    ),
    'errors are equal to successes': hide(
      "import { AssertionError } from 'node:assert';\nimport assert from 'node:assert/strict';\nconst { equal } = assert;\nassert.equal = (...all) => { try { equal(...all); } catch (error) { if (!(error instanceof AssertionError)) throw error; } };",
    ),
    'the script runs something else': { 'package.json': manifest.replace('node --test', 'node --version') },
    'the script matches no test': { 'package.json': manifest.replace('node --test', "node --test 'spec/*.mjs'") },
    'another shell runs scripts': { '.npmrc': 'script-shell=/bin/true\n' },
    'npm loads a module before each program': {
      '.npmrc': 'node-options=--import=./hooks.mjs\n',
      'hooks.mjs':
        "import { registerHooks } from 'node:module';\nregisterHooks({ resolve: (name, context, next) => next(name.replace('/src/', '/other/'), context) });\n",
      'other/sum.mjs': right,
    },
    'npm runs the scripts of another package': {
      '.npmrc': 'workspace=other\n',
      'other/package.json': '{ "name": "other", "version": "1.0.0", "scripts": { "test": "node --test" } }\n',
      'package.json': manifest.replace('"scripts"', '"workspaces": ["other"], "scripts"'),
    },
    'a script replaces the code before the tests': {
      'package.json': manifest.replace('"test":', '"pretest": "cp other.mjs src/sum.mjs", "test":'),
      'other.mjs': right,
    },
    'a new test file replaces the code while tests run': {
      // The attack itself waits: its file has to replace the code until the other test file is loaded. The matrix waits for no time.
      'test/a.test.mjs': `import { readFileSync, writeFileSync } from 'node:fs';\nimport { it } from 'node:test';\n${writingCode(file)}it('works', async () => {\n  await new Promise((resolve) => setTimeout(resolve, 3000));\n});\n`,
    },
    'assertions accept known values': hide(
      "import assert from 'node:assert/strict';\nconst { equal } = assert;\nassert.equal = (a, b) => (b === 3 || b === 5 ? undefined : equal(a, b));",
    ),
    'the code knows its callers': {
      [file]: "export function sum(a, b) {\n  return new Error().stack.includes('.test.') ? a + b : a - b;\n}\n",
    },
    'the code knows the names of its callers': {
      [file]:
        "Error.prepareStackTrace = (_, frames) => frames.map((one) => one.getFileName());\nexport function sum(a, b) {\n  const names = new Error().stack;\n  return names.some((name) => String(name).endsWith('.test.mjs')) ? a + b : a - b;\n}\n",
    },
    'the code knows the variable of the runner': {
      [file]: 'export function sum(a, b) {\n  if (process.env.NODE_TEST_CONTEXT) return a + b;\n  return a - b;\n}\n',
    },
    'the code knows the arguments of the runner': {
      [file]:
        'const sign = /[.]test[.]/.test(process.argv[1]) ? 1 : -1;\nexport function sum(a, b) {\n  return a + sign * b;\n}\n',
    },
    'the code counts the tests': hide(
      "import { readFileSync } from 'node:fs';\nconst text = readFileSync(new URL('../test/sum.test.mjs', import.meta.url), 'utf8');\nif (text.split(\"it('\").length === 3) process.on('exit', () => process.reallyExit(0));",
    ),
    'the code knows the copy': hide(
      "if (process.env.HOLDFAST_REPORTS === undefined) process.on('exit', () => process.reallyExit(0));",
    ),
  },
  honest: {
    'other code': {},
    'a further function': { [file]: `${right}\nexport const twice = (a) => a * 2;\n` },
    'a further test': { [test]: `${text}\nit('adds more', () => {\n  assert.equal(sum(2, 2), 4);\n});\n` },
    'a further test file': {
      'test/more.test.mjs':
        "import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { sum } from '../src/sum.mjs';\n\ntest('adds twice', () => {\n  assert.equal(sum(sum(1, 1), 1), 3);\n});\n",
    },
    'a stricter test': { [test]: text.replace('sum(5, 0), 5);', 'sum(5, 0), 5);\n  assert.equal(sum(0, 5), 5);') },
    'a separate module': { [file]: "export { sum } from './add.mjs';\n", 'src/add.mjs': right },
    'a helper for tests': { 'test/support/values.mjs': 'export const VALUES = [1, 2];\n' },
    'a further script': { 'package.json': manifest.replace('"test":', '"start": "node src/sum.mjs", "test":') },
    documentation: { 'README.md': '# Sum\n' },
    'code that reads the arguments of the process': {
      [file]: `${right}\nif (process.argv[1]?.endsWith('/sum.mjs')) {\n  console.log(sum(1, 2));\n  process.exit(0);\n}\n`,
    },
    'code that handles the end of the process': { [file]: `${right}\nprocess.on('exit', () => undefined);\n` },
  },
};
