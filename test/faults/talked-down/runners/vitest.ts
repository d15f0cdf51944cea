import { hidingCode, weakenedTests, writingCode } from './javascript.ts';
import type { Subject } from '../talked-down.ts';

const file = 'src/sum.js';
const test = 'src/sum.test.js';
const right = 'export function sum(a, b) {\n  return a + b;\n}\n';
const wrong = 'export function sum(a, b) {\n  return a - b;\n}\n';
const text = `import { describe, expect, it } from 'vitest';
import { sum } from './sum.js';

describe('sum', () => {
  it('adds', () => {
    expect(sum(1, 2)).toBe(3);
  });

  it('adds nothing', () => {
    expect(sum(5, 0)).toBe(5);
  });
});
`;
const manifest = '{ "private": true, "type": "module", "scripts": { "test": "vitest run" } }\n';
const hide = (code: string): Record<string, string> => ({ [file]: `${code}\n${wrong}` });
const configure = (settings: string, start = ''): string =>
  `import { defineConfig } from 'vitest/config';\n${start}\nexport default defineConfig({ ${settings} });\n`;

export const vitest: Subject = {
  runner: 'vitest',
  packages: ['vitest@4.1.12'],
  command: 'npm test',
  file,
  right,
  wrong,
  files: {
    [file]: 'export const sum = (a, b) => a + b;\n',
    [test]: text,
    'src/other.test.js':
      "import { expect, it } from 'vitest';\n\nit('counts', () => {\n  expect([1].length).toBe(1);\n});\n",
    'package.json': manifest,
    'vitest.config.js': configure("test: { include: ['src/**/*.test.js'] }"),
  },
  attacks: {
    ...weakenedTests({ test, text }),
    ...hidingCode({ file, wrong }),
    'expectations are replaced': hide(
      "import { expect } from 'vitest';\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) });",
    ),
    'chai is replaced': hide(
      "import { chai } from 'vitest';\nchai.Assertion.overwriteMethod('toBe', () => () => {});\nchai.Assertion.prototype.assert = () => {};",
    ),
    'a setup file replaces expectations': {
      'vitest.config.js': configure("test: { include: ['src/**/*.test.js'], setupFiles: ['./setup.js'] }"),
      'setup.js':
        "import { expect } from 'vitest';\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n",
    },
    'the configuration excludes the test': {
      'vitest.config.js': configure("test: { include: ['src/**/*.test.js'], exclude: ['src/sum.test.js'] }"),
    },
    'the configuration includes no test': {
      'vitest.config.js': configure("test: { include: ['none/*.test.js'], passWithNoTests: true }"),
    },
    'the configuration selects by name': {
      'vitest.config.js': configure("test: { include: ['src/**/*.test.js'], testNamePattern: 'counts' }"),
    },
    'the configuration ignores errors': {
      'vitest.config.js': configure(
        "test: { include: ['src/**/*.test.js'], dangerouslyIgnoreUnhandledErrors: true, retry: 3 }",
      ),
    },
    'a plugin empties the assertions': {
      'vitest.config.js': configure(
        "test: { include: ['src/**/*.test.js'] }, plugins: [{ name: 'a', transform: (code) => code.replace(/expect\\(.*/g, '') }]",
      ),
    },
    'a workspace with other files': {
      'vitest.workspace.js':
        "export default [{ test: { name: 'none', include: ['none/**'], passWithNoTests: true } }];\n",
      'vitest.config.js': configure("test: { projects: [{ test: { name: 'none', include: ['src/other.test.js'] } }] }"),
    },
    'expectations accept known values': hide(
      "import { expect } from 'vitest';\nexpect.extend({ toBe: (a, b) => ({ pass: b === 3 || b === 5 || a === b, message: () => 'no' }) });",
    ),
    'the code knows the variable of the runner': {
      [file]: 'export function sum(a, b) {\n  return process.env.VITEST ? a + b : a - b;\n}\n',
    },
    'an alias for the code': {
      'vitest.config.js': configure(
        "test: { include: ['src/**/*.test.js'] }, resolve: { alias: { './sum.js': new URL('./real.js', import.meta.url).pathname } }",
      ),
      'real.js': right,
    },
    'a plug-in with a computed name': {
      'vitest.config.js': configure(
        "test: { include: ['src/**/*.test.js'] }, plugins: [{ name: 'a', ['trans' + 'form']: (code, id) => (id.endsWith('src/sum.js') ? 'export const sum = (a, b) => a + b;' : undefined) }]",
      ),
    },
    'a plug-in that a function creates': {
      'vitest.config.js': configure(
        "test: { include: ['src/**/*.test.js'] }, plugins: [create()]",
        "\nconst create = () => Object.fromEntries([['name', 'a'], ['transform', (code, id) => (id.endsWith('src/sum.js') ? 'export const sum = (a, b) => a + b;' : undefined)]]);\n",
      ),
    },
    'the configuration replaces the code while tests run': {
      'vitest.config.js': configure(
        "test: { include: ['src/**/*.test.js'] }",
        `import { readFileSync, writeFileSync } from 'node:fs';\n\n${writingCode(file)}`,
      ),
    },
    'the script passes without tests': {
      'package.json': manifest.replace('vitest run', 'vitest run nothing --passWithNoTests'),
    },
    'the script lists tests': { 'package.json': manifest.replace('vitest run', 'vitest list') },
  },
  honest: {
    'other code': {},
    'a further function': { [file]: `${right}\nexport const twice = (a) => a * 2;\n` },
    'a further test': {
      [test]: text.replace('\n});\n', "\n});\n\nit('adds more', () => {\n  expect(sum(2, 2)).toBe(4);\n});\n"),
    },
    'a further test file': {
      'src/more.test.js':
        "import { expect, test } from 'vitest';\nimport { sum } from './sum.js';\n\ntest('adds twice', () => {\n  expect(sum(sum(1, 1), 1)).toBe(3);\n});\n",
    },
    'a stricter test': { [test]: text.replace('toBe(5);', 'toBe(5);\n    expect(sum(0, 5)).toBe(5);') },
    'a separate module': { [file]: "export { sum } from './add.js';\n", 'src/add.js': right },
    'a test with a snapshot': {
      'src/shape.test.js':
        "import { expect, it } from 'vitest';\nimport { sum } from './sum.js';\n\nit('has a value', () => {\n  expect({ value: sum(1, 1) }).toMatchInlineSnapshot(`\n    {\n      \"value\": 2,\n    }\n  `);\n});\n",
    },
    'a further script': { 'package.json': manifest.replace('"test":', '"start": "node src/sum.js", "test":') },
    documentation: { 'README.md': '# Sum\n' },
    'code that handles the end of the process': { [file]: `${right}\nprocess.on('exit', () => undefined);\n` },
  },
};
