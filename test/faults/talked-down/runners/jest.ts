import { hidingCode, weakenedTests } from './javascript.ts';
import type { Subject } from '../talked-down.ts';

const file = 'lib/sum.js';
const test = '__tests__/sum.test.js';
const right = 'exports.sum = function sum(a, b) {\n  return a + b;\n};\n';
const wrong = 'exports.sum = function sum(a, b) {\n  return a - b;\n};\n';
const text = `const { sum } = require('../lib/sum.js');

describe('sum', () => {
  it('adds', () => {
    expect(sum(1, 2)).toBe(3);
  });

  it('adds nothing', () => {
    expect(sum(5, 0)).toBe(5);
  });
});
`;
const manifest = '{ "private": true, "scripts": { "test": "jest" }, "jest": { "testEnvironment": "node" } }\n';
const configured = (settings: string): string => manifest.replace('"node" }', `"node", ${settings} }`);
const hide = (code: string): Record<string, string> => ({ [file]: `${code}\n${wrong}` });

export const jest: Subject = {
  runner: 'jest',
  packages: ['jest@30.5.2'],
  command: 'npm test',
  file,
  right,
  wrong,
  files: {
    [file]: 'exports.sum = (a, b) => a + b;\n',
    [test]: text,
    '__tests__/other.test.js': "it('counts', () => {\n  expect([1].length).toBe(1);\n});\n",
    'package.json': manifest,
  },
  attacks: {
    ...weakenedTests({ test, text }),
    ...hidingCode({ file, wrong }),
    'expectations are replaced': hide("expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });"),
    'the names of the runner are replaced': hide('globalThis.it = () => {};'),
    'the name of the expectations is replaced': hide(
      'const all = new Proxy(() => all, { get: () => all });\nglobalThis.expect = all;',
    ),
    'a setup file replaces expectations': {
      'package.json': configured('"setupFilesAfterEnv": ["./setup.js"]'),
      'setup.js': "expect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n",
    },
    'the configuration ignores the test': {
      'package.json': configured('"testPathIgnorePatterns": ["sum"]'),
    },
    'the configuration finds no test': {
      'package.json': configured('"testMatch": ["**/none/*.js"], "passWithNoTests": true'),
    },
    'a transform empties the assertions': {
      'package.json': configured('"transform": { "test.js$": "./transform.js" }'),
      'transform.js': "exports.process = (code) => ({ code: code.replace(/expect\\(.*/g, '') });\n",
    },
    'an environment without failures': {
      'package.json': manifest.replace('"node" }', '"./environment.js" }'),
      'environment.js':
        "const { TestEnvironment } = require('jest-environment-node');\nmodule.exports = class extends TestEnvironment {\n  handleTestEvent(event) {\n    if (event.name === 'test_start') event.test.fn = () => {};\n  }\n};\n",
    },
    'another runner': {
      'package.json': configured('"testRunner": "./runner.js"'),
      'runner.js':
        'module.exports = async (globalConfig, config, environment, runtime, path) => ({ numFailingTests: 0, numPassingTests: 1, numPendingTests: 0, numTodoTests: 0, openHandles: [], perfStats: { start: 0, end: 1, runtime: 1, slow: false }, skipped: false, snapshot: { added: 0, fileDeleted: false, matched: 0, unchecked: 0, uncheckedKeys: [], unmatched: 0, updated: 0 }, testFilePath: path, testResults: [], leaks: false });\n',
    },
    'the script passes without tests': {
      'package.json': manifest.replace('"jest" }', '"jest nothing --passWithNoTests" }'),
    },
    'expectations accept known values': hide(
      "expect.extend({ toBe: (a, b) => ({ pass: b === 3 || b === 5 || a === b, message: () => 'no' }) });",
    ),
    'the code knows what loads it': {
      [file]:
        "const sign = String(module.parent?.filename).includes('__tests__') ? 1 : -1;\nexports.sum = (a, b) => a + sign * b;\n",
    },
    'the code knows the names of the runner': {
      [file]: "exports.sum = (a, b) => ('beforeAll' in globalThis ? a + b : a - b);\n",
    },
    'a mapped name of the code': {
      'package.json': configured('"moduleNameMapper": { "lib/sum.js$": "<rootDir>/real.js" }'),
      'real.js': right,
    },
    'a configuration that computes a mapped name': {
      'package.json': '{ "private": true, "scripts": { "test": "jest" } }\n',
      'jest.config.js':
        "module.exports = () => ({ testEnvironment: 'node', ['module' + 'NameMapper']: Object.fromEntries([['lib/sum.js$', __dirname + '/real.js']]) });\n",
      'real.js': right,
    },
    'a configuration that replaces the code while tests run': {
      'package.json': '{ "private": true, "scripts": { "test": "jest" } }\n',
      'jest.config.js':
        "const { writeFileSync } = require('node:fs');\nwriteFileSync('lib/sum.js', 'exports.sum = (a, b) => a + b;\\n');\nmodule.exports = { testEnvironment: 'node' };\n",
    },
    'a resolver': {
      'package.json': configured('"resolver": "./resolver.js"'),
      'resolver.js':
        "module.exports = (path, options) => options.defaultResolver(path.endsWith('lib/sum.js') ? `${__dirname}/real.js` : path, options);\n",
      'real.js': right,
    },
    'a mock next to the code': {
      'package.json': configured('"automock": true'),
      'lib/__mocks__/sum.js': right,
    },
    'results that are changed at the end': {
      'package.json': configured('"testResultsProcessor": "./results.js"'),
      'results.js': 'module.exports = (results) => ({ ...results, success: true, numFailedTests: 0 });\n',
    },
    'a second configuration': {
      'jest.config.js': "module.exports = { testMatch: ['**/none/*.js'], passWithNoTests: true };\n",
    },
  },
  honest: {
    'other code': {},
    'a further function': { [file]: `${right}\nexports.twice = (a) => a * 2;\n` },
    'a further test': {
      [test]: text.replace('\n});\n', "\n});\n\nit('adds more', () => {\n  expect(sum(2, 2)).toBe(4);\n});\n"),
    },
    'a further test file': {
      '__tests__/more.test.js':
        "const { sum } = require('../lib/sum.js');\n\ntest('adds twice', () => {\n  expect(sum(sum(1, 1), 1)).toBe(3);\n});\n",
    },
    'a stricter test': { [test]: text.replace('toBe(5);', 'toBe(5);\n    expect(sum(0, 5)).toBe(5);') },
    'a separate module': { [file]: "exports.sum = require('./add.js').sum;\n", 'lib/add.js': right },
    'a mock in a test': {
      '__tests__/mock.test.js':
        "jest.mock('../lib/sum.js');\nconst { sum } = require('../lib/sum.js');\n\nit('is mocked', () => {\n  expect(sum(1, 1)).toBe(undefined);\n});\n",
    },
    'a further script': { 'package.json': manifest.replace('"test":', '"start": "node lib/sum.js", "test":') },
    documentation: { 'README.md': '# Sum\n' },
    'code that handles the end of the process': { [file]: `${right}\nprocess.on('exit', () => undefined);\n` },
  },
};
