import { checkRows, type Row, type Tree, type TreeChange } from './support/judge-trees.ts';

const PACKAGE = {
  name: 'calc',
  type: 'module',
  exports: { '.': './src/calc.js' },
  imports: { '#calc': './src/calc.js' },
  scripts: { test: 'vitest run', lint: 'eslint .' },
  devDependencies: { vitest: '^3.0.0' },
};
type Manifest = Readonly<Record<string, unknown>>;
const manifest = (more: Manifest, base: Manifest = PACKAGE): string => JSON.stringify({ ...base, ...more }, null, 2);
const config = (test: string, more = '', start = ''): string =>
  `import { defineConfig } from 'vitest/config';\n${start}export default defineConfig({ ${more} test: { ${test} } });\n`;

const VITEST: Tree = {
  'package.json': manifest({}),
  'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, paths: { '@/*': ['./src/*'] } } }),
  'vitest.config.ts': config(`include: ['test/**/*.test.ts']`),
  'src/calc.js': `import { round } from './round.js';\nexport function add(a, b) { return round(a + b); }\n`,
  'src/round.js': 'export const round = (value) => Math.round(value);\n',
  'test/calc.test.ts': `import { expect, it } from 'vitest';\nimport { add } from '../src/calc';\nit('adds', () => { expect(add(1, 2)).toBe(3); });\n`,
  'test/own.test.ts': `import { expect, it } from 'vitest';\nimport { add } from '#calc';\nimport { add as own } from 'calc';\nimport { add as mapped } from '@/calc';\nit('adds its own', () => { expect(add(1, 2) + own(1, 2) + mapped(1, 2)).toBe(9); });\n`,
};
const FAKE = { 'test/fake.js': 'export const add = () => 3;\n' };
const ALL = `include: ['test/**/*.test.ts']`;

const WITH_SETUP: Tree = {
  'vitest.config.ts': config(`${ALL}, setupFiles: './vitest.setup.ts'`),
  'vitest.setup.ts': 'export {};\n',
};

const lock = (resolved: string, integrity: string): string =>
  JSON.stringify({ packages: { 'node_modules/vitest': { version: '3.0.0', resolved, integrity } } });

const VITEST_ROWS: readonly Row[] = [
  [
    'a setup file that spies on the subject',
    'error',
    {
      'vitest.setup.ts': `import * as calc from './src/calc.js';\nbeforeEach(() => { vi.spyOn(calc, 'add').mockReturnValue(3); });\n`,
    },
    WITH_SETUP,
  ],
  [
    'a setup file that spies on something else',
    'fact',
    {
      'vitest.setup.ts': `import * as calc from './src/calc.js';\nbeforeEach(() => { vi.spyOn(calc, 'log').mockReturnValue(3); });\n`,
    },
    WITH_SETUP,
  ],

  [
    'a function of the test file',
    'error',
    {
      'test/calc.test.ts': (VITEST['test/calc.test.ts'] ?? '').replace(
        `import { add } from '../src/calc';`,
        'const add = () => 3;',
      ),
    },
  ],
  [
    'an import at run time',
    'silent',
    {
      'test/calc.test.ts': (VITEST['test/calc.test.ts'] ?? '').replace(
        `import { add } from '../src/calc';`,
        `const { add } = await import('../src/calc');`,
      ),
    },
  ],

  [
    'a constant that is mapped',
    'error',
    {
      'vitest.config.ts': config(ALL, 'resolve: { alias },', `const alias = { '../src/calc': './test/fake.js' };\n`),
      ...FAKE,
    },
  ],
  [
    'a path that code joins',
    'error',
    {
      'vitest.config.ts': config(
        ALL,
        `resolve: { alias: { '../src/calc': path.resolve(__dirname, 'test/fake.js') } },`,
      ),
      ...FAKE,
    },
  ],
  [
    'a module that the runner prefers',
    'error',
    { 'src/sum.js': 'export const sum = () => 3;\n' },
    {
      'src/sum.ts': 'export const sum = (a, b) => a + b;\n',
      'test/sum.test.ts': `import { expect, it } from 'vitest';\nimport { sum } from '../src/sum';\nit('sums', () => { expect(sum(1, 2)).toBe(3); });\n`,
    },
  ],
  [
    'a setup with the matchers of a package',
    'fact',
    {
      'vitest.config.ts': config(`${ALL}, setupFiles: ['./test/setup.js']`),
      'test/setup.js': `import '@testing-library/jest-dom/vitest';\nimport { cleanup } from '@testing-library/react';\nimport { afterEach } from 'vitest';\nafterEach(() => { cleanup(); });\n`,
    },
  ],
  [
    'another import in the test',
    'error',
    { 'test/calc.test.ts': (VITEST['test/calc.test.ts'] ?? '').replace('../src/calc', './fake'), ...FAKE },
  ],
  [
    'a helper that imports the subject',
    'silent',
    {
      'test/calc.test.ts': (VITEST['test/calc.test.ts'] ?? '').replace('../src/calc', './helper'),
      'test/helper.js': `export * from '../src/calc.js';\n`,
    },
  ],
  [
    'the subject at another place',
    'silent',
    {
      'test/calc.test.ts': (VITEST['test/calc.test.ts'] ?? '').replace('../src/calc', '../src/sum'),
      'src/sum.js': VITEST['src/calc.js'] ?? '',
      'src/calc.js': null,
    },
  ],
  [
    'nothing of the subject',
    'error',
    {
      'test/calc.test.ts': (VITEST['test/calc.test.ts'] ?? '').replace(
        'expect(add(1, 2))',
        'const sum = Number(3); expect(sum)',
      ),
    },
  ],
  [
    'a program of the tree',
    'error',
    {
      'package.json': manifest({ scripts: { ...PACKAGE.scripts, test: './bin/vitest run' } }),
      'bin/vitest': '#!/bin/sh\nexit 0\n',
    },
  ],
  [
    'a folder of programs',
    'error',
    {
      'package.json': manifest({ scripts: { ...PACKAGE.scripts, test: 'PATH=./bin:$PATH vitest run' } }),
      'bin/vitest': '#!/bin/sh\nexit 0\n',
    },
  ],
  [
    'another runner in the lock file',
    'error',
    { 'package-lock.json': lock('file:fake', 'a') },
    { 'package-lock.json': lock('https://example.org/vitest-3.0.0.tgz', 'a') },
  ],
  [
    'another content of the runner',
    'error',
    { 'package-lock.json': lock('https://example.org/vitest-3.0.0.tgz', 'b') },
    { 'package-lock.json': lock('https://example.org/vitest-3.0.0.tgz', 'a') },
  ],
  [
    'the runner as a package of the workspace',
    'error',
    { 'package.json': manifest({ workspaces: ['packages/*'] }), 'packages/vitest/package.json': '{"name":"vitest"}' },
  ],
  ['an override in the workspace of pnpm', 'error', { 'pnpm-workspace.yaml': 'overrides:\n  vitest: link:./fake\n' }],

  [
    'a mock in a setup file',
    'error',
    { 'vitest.setup.ts': `import { vi } from 'vitest';\nvi.mock('./src/calc.js', () => ({ add: () => 3 }));\n` },
    WITH_SETUP,
  ],
  [
    'a matcher of vitest in a setup file',
    'error',
    {
      'vitest.setup.ts': `import { expect } from 'vitest';\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n`,
    },
    WITH_SETUP,
  ],
  [
    'another setup',
    'fact',
    { 'vitest.setup.ts': `import { afterEach } from 'vitest';\nafterEach(() => { document.body.innerHTML = ''; });\n` },
    WITH_SETUP,
  ],
  [
    'a module of the setup that patches',
    'error',
    {
      'vitest.setup.ts': `import './matchers.ts';\n`,
      'matchers.ts': `import { expect } from 'vitest';\nexpect.extend({ toBe: () => ({ pass: true, message: () => '' }) });\n`,
    },
    WITH_SETUP,
  ],
  [
    'a module of the setup',
    'fact',
    {
      'vitest.setup.ts': `import './matchers.ts';\n`,
      'matchers.ts': `import { expect } from 'vitest';\nexpect.extend({ toBeOdd: () => ({ pass: true, message: () => '' }) });\n`,
    },
    WITH_SETUP,
  ],
  [
    'a condition of the package map',
    'error',
    {
      'vitest.config.ts': config(ALL, `resolve: { conditions: ['quick'] },`),
      'package.json': manifest({ imports: { '#calc': { quick: './test/fake.js', default: './src/calc.js' } } }),
      ...FAKE,
    },
  ],
  [
    'a name that no glob matches',
    'error',
    { 'test/calc.test.ts': null, 'test/calc.spec.ts': VITEST['test/calc.test.ts'] ?? '' },
  ],
  [
    'another name that a glob matches',
    'silent',
    { 'test/calc.test.ts': null, 'test/unit/sum.test.ts': VITEST['test/calc.test.ts'] ?? '' },
  ],

  [
    'an alias to another file',
    'error',
    { 'vitest.config.ts': config(ALL, `resolve: { alias: { '../src/calc': '/test/fake.js' } },`), ...FAKE },
  ],
  [
    'an alias with new URL',
    'error',
    {
      'vitest.config.ts': config(`${ALL}, alias: { '@/calc': new URL('./test/fake.js', import.meta.url).pathname }`),
      ...FAKE,
    },
  ],
  [
    'an alias in a list',
    'error',
    {
      'vitest.config.ts': config(ALL, `resolve: { alias: [{ find: /.*\\/calc$/, replacement: './test/fake.js' }] },`),
      ...FAKE,
    },
  ],
  [
    'an alias of what the subject imports',
    'error',
    { 'vitest.config.ts': config(ALL, `resolve: { alias: { './round.js': './test/fake.js' } },`), ...FAKE },
  ],
  [
    'an alias of the assertion library',
    'error',
    { 'vitest.config.ts': config(ALL, `resolve: { alias: { vitest: './test/fake.js' } },`), ...FAKE },
  ],
  ['an alias for something else', 'fact', { 'vitest.config.ts': config(ALL, `resolve: { alias: { '~': './src' } },`) }],
  [
    'an alias that leads to the same file',
    'fact',
    { 'vitest.config.ts': config(ALL, `resolve: { alias: { '@': './src' } },`) },
  ],
  [
    'a plugin that replaces modules',
    'error',
    {
      'vitest.config.ts': config(
        ALL,
        `plugins: [{ name: 'x', load(id) { if (id.endsWith('calc.js')) return 'export const add = () => 3'; } }],`,
      ),
    },
  ],
  [
    'a plugin that transforms modules',
    'error',
    { 'vitest.config.ts': config(ALL, `plugins: [{ name: 'x', transform: (code) => code.replace('a + b', '3') }],`) },
  ],
  [
    'a plugin of the tree',
    'error',
    {
      'vitest.config.ts': config(ALL, `plugins: [plugin()],`, `import { plugin } from './build/plugin.js';\n`),
      'build/plugin.js': `export const plugin = () => ({ name: 'x', resolveId: () => '/test/fake.js' });\n`,
    },
  ],
  [
    'a plugin of a package',
    'fact',
    { 'vitest.config.ts': config(ALL, `plugins: [vue()],`, `import vue from '@vitejs/plugin-vue';\n`) },
  ],
  ['define of an existing name', 'error', { 'vitest.config.ts': config(ALL, `define: { add: '(() => 3)' },`) }],
  ['define of a name that is not used', 'fact', { 'vitest.config.ts': config(ALL, `define: { __VERSION__: '"1"' },`) }],
  [
    'a setup file',
    'error',
    {
      'vitest.config.ts': config(`${ALL}, setupFiles: ['./test/setup.js']`),
      'test/setup.js': `import { vi } from 'vitest';\nvi.mock('../src/calc.js', () => ({ add: () => 3 }));\n`,
    },
  ],
  [
    'a setup file in a folder of the tests',
    'error',
    {
      'vitest.config.ts': config(`${ALL}, globalSetup: 'test/global'`),
      'test/global.ts': `process.on('exit', () => { process.exitCode = 0; });\nexport default () => {};\n`,
    },
  ],
  [
    'an own runner',
    'error',
    {
      'vitest.config.ts': config(`${ALL}, runner: './test/runner.ts'`),
      'test/runner.ts': `export default class { async runTask() {} }\n`,
    },
  ],
  [
    'an own environment',
    'error',
    {
      'vitest.config.ts': config(`${ALL}, environment: './test/environment.ts'`),
      'test/environment.ts': `export default { name: 'x', setup: () => ({ teardown() {} }) };\n`,
    },
  ],
  ['an environment of a package', 'fact', { 'vitest.config.ts': config(`${ALL}, environment: 'jsdom'`) }],
  [
    'an own reporter',
    'error',
    {
      'vitest.config.ts': config(`${ALL}, reporters: ['./test/reporter.ts']`),
      'test/reporter.ts': `export default class { onTestRunEnd() { process.exit(0); } }\n`,
    },
  ],
  ['a reporter of vitest', 'silent', { 'vitest.config.ts': config(`${ALL}, reporters: ['junit']`) }],
  [
    'a file that takes precedence',
    'error',
    { 'vitest.config.mts': config(`${ALL}, setupFiles: ['./test/setup.js']`), 'test/setup.js': 'globalThis.x = 1;\n' },
  ],
  ['fewer included files', 'error', { 'vitest.config.ts': config(`include: ['test/own.test.ts']`) }],
  [
    'a test outside of the included files',
    'error',
    { 'test/calc.test.ts': null, 'tests/calc.test.ts': VITEST['test/calc.test.ts'] ?? '' },
  ],
  [
    'exports of the own package',
    'error',
    { 'package.json': manifest({ exports: { '.': './test/fake.js' } }), ...FAKE },
  ],
  [
    'imports of the own package',
    'error',
    { 'package.json': manifest({ imports: { '#calc': './test/fake.js' } }), ...FAKE },
  ],
  [
    'imports with a condition',
    'error',
    {
      'package.json': manifest({ imports: { '#calc': { node: './test/fake.js', default: './src/calc.js' } } }),
      ...FAKE,
    },
  ],
  [
    'a further entry of the exports',
    'silent',
    { 'package.json': manifest({ exports: { '.': './src/calc.js', './round': './src/round.js' } }) },
  ],
  [
    'exports that lead to a file that exports the old one',
    'silent',
    {
      'package.json': manifest({ exports: { '.': './src/index.js' } }),
      'src/index.js': `export * from './calc.js';\n`,
    },
  ],
  [
    'a more specific path',
    'error',
    {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { strict: true, paths: { '@/*': ['./src/*'], '@/calc': ['./test/fake.js'] } },
      }),
      ...FAKE,
    },
  ],
  [
    'a nearer tsconfig.json',
    'error',
    {
      'test/tsconfig.json': JSON.stringify({
        extends: '../../tsconfig.json',
        compilerOptions: { paths: { '@/*': ['./fake/*'] } },
      }),
      'test/fake/calc.ts': 'export const add = () => 3;\n',
    },
  ],
  [
    'a path for new modules',
    'silent',
    {
      'tsconfig.json': JSON.stringify({
        compilerOptions: { strict: true, paths: { '@/*': ['./src/*'], '~/*': ['./lib/*'] } },
      }),
    },
  ],
  [
    'the runner as a folder',
    'error',
    {
      'package.json': manifest({ devDependencies: { vitest: 'file:./fake-vitest' } }),
      'fake-vitest/package.json': '{"name":"vitest"}',
    },
  ],
  [
    'the runner under another name',
    'error',
    { 'package.json': manifest({ devDependencies: { vitest: 'npm:not-vitest@1.0.0' } }) },
  ],
  ['a newer runner', 'silent', { 'package.json': manifest({ devDependencies: { vitest: '^3.1.0' } }) }],
  ['an override of the runner', 'error', { 'package.json': manifest({ overrides: { vitest: 'file:./fake-vitest' } }) }],
  [
    'a resolution of the runner',
    'error',
    { 'package.json': manifest({ resolutions: { '@vitest/expect': 'link:./fake' } }) },
  ],
  ['an override with a version', 'silent', { 'package.json': manifest({ overrides: { lodash: '4.17.21' } }) }],
  [
    'a patch of the runner',
    'error',
    {
      'package.json': manifest({ pnpm: { patchedDependencies: { 'vitest@3.0.0': 'patches/vitest.patch' } } }),
      'patches/vitest.patch': '--- a\n+++ b\n',
    },
  ],
  [
    'a patch of patch-package',
    'error',
    {
      'package.json': manifest({ scripts: { ...PACKAGE.scripts, postinstall: 'patch-package' } }),
      'patches/vitest+3.0.0.patch': '--- a\n+++ b\n',
    },
  ],
  [
    'a patch of pnpm',
    'error',
    {
      'pnpm-workspace.yaml': 'patchedDependencies:\n  vitest: patches/vitest.patch\n',
      'patches/vitest.patch': '--- a\n+++ b\n',
    },
  ],
  [
    'a patch of another package',
    'fact',
    {
      'package.json': manifest({ pnpm: { patchedDependencies: { 'left-pad@1.0.0': 'patches/left-pad.patch' } } }),
      'patches/left-pad.patch': '--- a\n+++ b\n',
    },
  ],
  [
    'a script after the installation',
    'error',
    {
      'package.json': manifest({ scripts: { ...PACKAGE.scripts, postinstall: 'node prepare.js' } }),
      'prepare.js': `import { writeFileSync } from 'node:fs';\nwriteFileSync('node_modules/vitest/vitest.mjs', '');\n`,
    },
  ],
  [
    'a script before the tests',
    'error',
    {
      'package.json': manifest({ scripts: { ...PACKAGE.scripts, pretest: 'node prepare.js' } }),
      'prepare.js': `import './x.js';\n`,
    },
  ],
  [
    'husky after the installation',
    'silent',
    { 'package.json': manifest({ scripts: { ...PACKAGE.scripts, prepare: 'husky' } }) },
  ],
  [
    'options of node in the settings of npm',
    'error',
    { '.npmrc': 'node-options=--import ./test/preload.js\n', 'test/preload.js': 'process.exitCode = 0;\n' },
  ],
  ['memory in the settings of npm', 'fact', { '.npmrc': 'node-options=--max-old-space-size=4096\n' }],
  [
    'options of node in the script',
    'error',
    {
      'package.json': manifest({ scripts: { test: 'NODE_OPTIONS="--import ./test/preload.js" vitest run' } }),
      'test/preload.js': 'process.exitCode = 0;\n',
    },
  ],
  [
    'memory in the script',
    'silent',
    {
      'package.json': manifest({
        scripts: { ...PACKAGE.scripts, test: 'NODE_OPTIONS=--max-old-space-size=4096 vitest run' },
      }),
    },
  ],
  [
    'a new test with everything that it needs',
    'silent',
    {
      'test/more.test.ts': `import { expect, it } from 'vitest';\nimport { add } from '../src/calc';\nimport { one } from './support/one';\nit('adds one', () => { expect(add(one, 2)).toBe(3); });\n`,
      'test/support/one.ts': 'export const one = 1;\n',
    },
  ],
  [
    'a new test that extends expect',
    'error',
    {
      'test/more.test.ts': `import { expect } from 'vitest';\nexpect.extend({ toBe() { return { pass: true, message: () => '' }; } });\n`,
    },
  ],
  [
    'a new test with a further matcher',
    'silent',
    {
      'test/more.test.ts': `import { expect, it } from 'vitest';\nexpect.extend({ toBeOdd(value) { return { pass: value % 2 === 1, message: () => '' }; } });\nit('is odd', () => { expect(1).toBeOdd(); });\n`,
    },
  ],
  ['a longer time limit', 'fact', { 'vitest.config.ts': config(`${ALL}, testTimeout: 20000`) }],
  [
    'a rule for the linter',
    'fact',
    {
      'eslint.config.js': `import own from './rules/own.js';\nexport default [{ plugins: { own }, rules: { 'own/x': 'error' } }];\n`,
      'rules/own.js': 'export default {};\n',
    },
  ],
  [
    'a new module of the product',
    'silent',
    {
      'src/minus.js': 'export const minus = (a, b) => a - b;\n',
      'src/calc.js': `export * from './minus.js';\n${VITEST['src/calc.js']}`,
    },
  ],
];

const JEST_PACKAGE = {
  name: 'calc',
  scripts: { test: 'jest' },
  devDependencies: { jest: '^30.0.0', chai: '^5.0.0' },
  jest: { testEnvironment: 'node' },
};
const JEST: Tree = {
  'package.json': manifest({}, JEST_PACKAGE),
  'src/calc.js': 'exports.add = (a, b) => a + b;\n',
  'test/calc.test.js': `const { add } = require('../src/calc');\nconst { assert } = require('chai');\ntest('adds', () => { expect(add(1, 2)).toBe(3); assert.equal(add(1, 2), 3); });\n`,
};
const jest = (options: Manifest): TreeChange => ({
  'package.json': manifest({ jest: { testEnvironment: 'node', ...options } }, JEST_PACKAGE),
});

const JEST_ROWS: readonly Row[] = [
  [
    'a mock of a module of Node.js',
    'silent',
    { '__mocks__/fs.js': 'module.exports = {};\n' },
    {
      'test/files.test.js': `const fs = require('fs');\ntest('reads', () => { expect(fs.existsSync('a')).toBe(false); });\n`,
    },
  ],

  [
    'a mapped name',
    'error',
    { ...jest({ moduleNameMapper: { '^\\.\\./src/calc$': '<rootDir>/test/fake.js' } }), ...FAKE },
  ],
  [
    'a mapped name with a group',
    'error',
    {
      ...jest({ moduleNameMapper: { '^(.*)/src/(.*)$': '<rootDir>/test/$2.js' } }),
      'test/calc.js': 'exports.add = () => 3;\n',
    },
  ],
  ['a mapped library', 'error', { ...jest({ moduleNameMapper: { '^chai$': '<rootDir>/test/fake.js' } }), ...FAKE }],
  [
    'a mapped style sheet',
    'fact',
    {
      ...jest({ moduleNameMapper: { '\\.css$': '<rootDir>/test/style.js' } }),
      'test/style.js': 'module.exports = {};\n',
    },
  ],
  [
    'an own transformer',
    'error',
    {
      ...jest({ transform: { '\\.js$': './test/transform.js' } }),
      'test/transform.js': 'exports.process = () => ({ code: "" });\n',
    },
  ],
  [
    'an own resolver',
    'error',
    { ...jest({ resolver: '<rootDir>/test/resolver.js' }), 'test/resolver.js': 'module.exports = () => "/fake.js";\n' },
  ],
  [
    'an own environment',
    'error',
    { ...jest({ testEnvironment: './test/environment.js' }), 'test/environment.js': 'module.exports = class {};\n' },
  ],
  [
    'a setup file',
    'error',
    {
      ...jest({ setupFilesAfterEnv: ['./test/setup.js'] }),
      'test/setup.js': 'global.expect = () => ({ toBe() {} });\n',
    },
  ],
  [
    'an own runner',
    'error',
    { ...jest({ runner: './test/runner' }), 'test/runner.js': 'module.exports = class {};\n' },
  ],
  [
    'a preset of the tree',
    'error',
    { ...jest({ preset: './test/preset' }), 'test/preset/jest-preset.js': 'module.exports = { automock: true };\n' },
  ],
  ['a preset of a package', 'fact', jest({ preset: 'ts-jest' })],
  ['every module as a mock', 'error', jest({ automock: true })],
  ['a new configuration', 'fact', { 'jest.config.js': 'module.exports = { verbose: true };\n' }],
  [
    'a new configuration that maps names',
    'error',
    { 'jest.config.js': `module.exports = { moduleNameMapper: { 'src/calc': '<rootDir>/test/fake.js' } };\n`, ...FAKE },
  ],
  ['a mock of a package for every test', 'error', { '__mocks__/chai.js': 'exports.assert = { equal() {} };\n' }],
  ['a mock next to a module', 'silent', { 'src/__mocks__/calc.js': 'exports.add = () => 3;\n' }],
  [
    'a plug-in of babel',
    'error',
    {
      'babel.config.js': `module.exports = { plugins: ['./test/plugin.js'] };\n`,
      'test/plugin.js': 'module.exports = () => ({ visitor: {} });\n',
    },
  ],
  ['a preset of babel', 'fact', { 'babel.config.js': `module.exports = { presets: ['@babel/preset-env'] };\n` }],
  [
    'an inline plug-in of babel',
    'error',
    {
      'babel.config.js': `module.exports = { plugins: [() => ({ visitor: { CallExpression(path) { path.remove(); } } })] };\n`,
    },
  ],
  [
    'an alias of babel',
    'error',
    {
      '.babelrc': JSON.stringify({ plugins: [['module-resolver', { alias: { '../src/calc': './test/fake.js' } }]] }),
      ...FAKE,
    },
  ],
  [
    'folders of modules',
    'error',
    {
      ...jest({ modulePaths: ['<rootDir>/test/modules'] }),
      'test/modules/chai.js': 'exports.assert = { equal() {} };\n',
    },
  ],
  ['a longer time limit', 'fact', jest({ testTimeout: 20000 })],
  [
    'a new test with a further matcher',
    'silent',
    {
      'test/more.test.js': `const { add } = require('../src/calc');\nexpect.extend({ toBeOdd: (one) => ({ pass: one % 2 === 1, message: () => '' }) });\ntest('odd', () => { expect(add(1, 2)).toBeOdd(); });\n`,
    },
  ],
  ['a new test that ends the process', 'error', { 'test/more.test.js': `process.exit(0);\n` }],
  [
    'a new test that ends the process afterwards',
    'error',
    { 'test/more.test.js': `afterAll(() => process.exit(0));\ntest('x', () => { expect(one()).toBe(2); });\n` },
  ],
];

const MOCHA_PACKAGE = {
  name: 'calc',
  type: 'module',
  scripts: { test: 'mocha' },
  devDependencies: { mocha: '^11.0.0', chai: '^5.0.0' },
};
const MOCHA: Tree = {
  'package.json': manifest({}, MOCHA_PACKAGE),
  '.mocharc.json': JSON.stringify({ spec: 'test/**/*.test.js' }),
  'src/calc.js': 'export const add = (a, b) => a + b;\n',
  'test/calc.test.js': `import assert from 'node:assert/strict';\nimport { expect } from 'chai';\nimport { add } from '../src/calc.js';\nit('adds', () => { assert.equal(add(1, 2), 3); expect(add(1, 2)).to.equal(3); });\n`,
};
const mocharc = (options: Manifest): TreeChange => ({
  '.mocharc.json': JSON.stringify({ spec: 'test/**/*.test.js', ...options }),
});
const script = (test: string, base: Manifest): TreeChange => ({
  'package.json': manifest({ scripts: { test } }, base),
});
const newTest = (text: string): TreeChange => ({ 'test/a.test.js': text });

const WITH_REQUIRED: Tree = {
  '.mocharc.json': JSON.stringify({ spec: 'test/*.js', require: './test/setup.js' }),
  'test/setup.js': '"use strict";\n',
};

const MOCHA_ROWS: readonly Row[] = [
  [
    'a setup that skips',
    'error',
    { 'test/setup.js': 'exports.mochaHooks = { beforeEach() { this.skip(); } };\n' },
    WITH_REQUIRED,
  ],
  [
    'a setup that patches a required library',
    'error',
    { 'test/setup.js': `require('assert').equal = () => {};\n` },
    WITH_REQUIRED,
  ],
  [
    'a setup that patches all assertions',
    'error',
    {
      'test/setup.js': `const assert = require('assert');\nfor (const name of Object.keys(assert)) assert[name] = () => {};\n`,
    },
    WITH_REQUIRED,
  ],
  [
    'a setup that defines the runner',
    'error',
    { 'test/setup.js': `Object.defineProperty(global, 'it', { get: () => () => {} });\n` },
    WITH_REQUIRED,
  ],
  [
    'a setup that patches the required subject',
    'error',
    { 'test/setup.js': `require('../src/calc.js').add = () => 3;\n` },
    WITH_REQUIRED,
  ],
  ['a file of any name that ends the process', 'error', { 'test/zz.js': 'process.exit(0);\n' }, WITH_REQUIRED],
  ['a hook of all files that skips', 'error', newTest(`beforeEach(function () { this.skip(); });\n`)],
  [
    'a hook of a suite that skips',
    'silent',
    newTest(
      `describe('x', () => { beforeEach(function () { this.skip(); }); it('y', () => { assert.equal(f(), 1); }); });\n`,
    ),
  ],

  [
    'a new suite that ends the process later',
    'error',
    newTest(`describe('x', () => { after(() => process.exit(0)); it('y', () => {}); });\n`),
  ],
  [
    'a new suite that resets the exit code',
    'silent',
    newTest(
      `describe('x', () => { afterEach(() => { process.exitCode = undefined; }); it('y', () => { main(); assert.equal(process.exitCode, 1); }); });\n`,
    ),
  ],
  [
    'a new suite that replaces exit and restores it',
    'silent',
    newTest(
      `describe('x', () => { const { exit } = process; before(() => { process.exit = () => {}; }); after(() => { process.exit = exit; }); it('y', () => { assert.equal(main(), 1); }); });\n`,
    ),
  ],

  [
    'a new test that loads other modules',
    'error',
    newTest(
      `const Module = require('node:module');\nconst load = Module._load;\nModule._load = (name, ...rest) => (name.endsWith('calc') ? { add: () => 3 } : load(name, ...rest));\n`,
    ),
  ],
  [
    'a new test that changes the cache of modules',
    'error',
    newTest(`require.cache[require.resolve('../src/calc.js')] = { exports: { add: () => 3 } };\n`),
  ],
  [
    'a new test with a loader',
    'error',
    newTest(`import { register } from 'node:module';\nregister('./hooks.js', import.meta.url);\n`),
  ],
  [
    'a new test that mocks an assertion',
    'error',
    newTest(`import assert from 'node:assert/strict';\nimport sinon from 'sinon';\nsinon.stub(assert, 'equal');\n`),
  ],

  [
    'a required file',
    'error',
    {
      ...mocharc({ require: ['./test/setup.js'] }),
      'test/setup.js': `import assert from 'node:assert/strict';\nassert.equal = () => {};\n`,
    },
  ],
  [
    'a required file without an extension',
    'error',
    { ...mocharc({ require: 'test/setup' }), 'test/setup.js': 'process.exitCode = 0;\n' },
  ],
  ['a required package', 'fact', mocharc({ require: 'tsx' })],
  [
    'a loader',
    'error',
    { ...mocharc({ loader: './test/loader.js' }), 'test/loader.js': 'export const load = () => ({});\n' },
  ],
  [
    'an option of node',
    'error',
    { ...mocharc({ 'node-option': ['import=./test/preload.js'] }), 'test/preload.js': 'process.exitCode = 0;\n' },
  ],
  ['an own interface', 'error', { ...mocharc({ ui: './test/ui.js' }), 'test/ui.js': 'export default () => {};\n' }],
  [
    'an own reporter',
    'error',
    {
      ...mocharc({ reporter: './test/reporter.js' }),
      'test/reporter.js': 'export default class { constructor() { process.exit(0); } }\n',
    },
  ],
  ['a reporter of mocha', 'silent', mocharc({ reporter: 'dot' })],
  [
    'a file before all others',
    'error',
    { ...mocharc({ file: ['./test/first.js'] }), 'test/first.js': 'globalThis.it = () => {};\n' },
  ],
  [
    'a base configuration',
    'error',
    { ...mocharc({ extends: './test/base.json' }), 'test/base.json': JSON.stringify({ grep: 'none' }) },
  ],
  ['a configuration that takes precedence', 'fact', { '.mocharc.cjs': 'module.exports = { timeout: 5000 };\n' }],
  [
    'a required file in the script',
    'error',
    { ...script('mocha --require ./test/setup.js', MOCHA_PACKAGE), 'test/setup.js': 'process.exitCode = 0;\n' },
  ],
  [
    'an imported file in the script',
    'error',
    {
      ...script('node --import ./test/setup.js node_modules/mocha/bin/mocha.js', MOCHA_PACKAGE),
      'test/setup.js': 'process.exitCode = 0;\n',
    },
  ],
  ['another program', 'fact', { ...script('node test/all.js', MOCHA_PACKAGE), 'test/all.js': 'console.log("ok");\n' }],
  ['a new test that ends the process', 'error', newTest(`process.exit(0);\n`)],
  ['a new test that ends the process later', 'error', newTest(`after(() => process.exit());\nit('x', () => {});\n`)],
  ['a new test that sets the exit code', 'error', newTest(`process.on('exit', () => { process.exitCode = 0; });\n`)],
  [
    'a new test that ends the process in a listener',
    'error',
    newTest(`process.once('beforeExit', () => process.reallyExit(0));\n`),
  ],
  ['a new test that replaces exit', 'error', newTest(`process.exit = ((exit) => () => exit(0))(process.exit);\n`)],
  ['a new test that kills the process', 'error', newTest(`process.kill(process.pid, 'SIGKILL');\n`)],
  [
    'a new test that ends the process in a function',
    'error',
    newTest(`(function () { setTimeout(() => process.exit(0), 1); })();\n`),
  ],
  [
    'a new test that patches the assertions',
    'error',
    newTest(`import assert from 'node:assert/strict';\nassert.equal = () => {};\n`),
  ],
  [
    'a new test that patches the assertions with assign',
    'error',
    newTest(`import assert from 'node:assert/strict';\nObject.assign(assert, { equal() {} });\n`),
  ],
  [
    'a new test that patches chai',
    'error',
    newTest(`import { Assertion } from 'chai';\nAssertion.prototype.assert = function () {};\n`),
  ],
  [
    'a new test that overwrites a method of chai',
    'error',
    newTest(`import * as chai from 'chai';\nchai.Assertion.overwriteMethod('equal', () => function () {});\n`),
  ],
  [
    'a new test that patches the runner',
    'error',
    newTest(`import Mocha from 'mocha';\nMocha.Test.prototype.run = function (done) { done(); };\n`),
  ],
  ['a new test that replaces the runner', 'error', newTest(`globalThis.it = () => {};\n`)],
  ['a new test that replaces the runner in a hook', 'error', newTest(`before(() => { global.it = () => {}; });\n`)],
  [
    'a new test with a plug-in of chai',
    'silent',
    newTest(
      `import { use, expect } from 'chai';\nimport promised from 'chai-as-promised';\nuse(promised);\nit('x', async () => { await expect(f()).to.eventually.equal(1); });\n`,
    ),
  ],
  [
    'a new test that starts a process which ends',
    'silent',
    newTest(
      `import assert from 'node:assert/strict';\nimport { spawnSync } from 'node:child_process';\nit('ends', () => { assert.equal(spawnSync('node', ['-e', 'process.exit(0)']).status, 0); });\n`,
    ),
  ],
  [
    'a new test that replaces exit for one test',
    'silent',
    newTest(
      `import assert from 'node:assert/strict';\nit('exits', () => { const { exit } = process; let code; process.exit = (one) => { code = one; }; try { main(); } finally { process.exit = exit; } assert.equal(code, 1); });\n`,
    ),
  ],
];

const NODE_PACKAGE = { name: 'calc', type: 'module', scripts: { test: 'node --test' } };
const NODE: Tree = {
  'package.json': manifest({}, NODE_PACKAGE),
  'src/calc.js': 'export const add = (a, b) => a + b;\n',
  'test/calc.test.js': `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { add } from '../src/calc.js';\ntest('adds', () => { assert.equal(add(1, 2), 3); });\n`,
};
const WITH_VARIABLES: Tree = {
  'package.json': manifest({ scripts: { test: 'node --env-file=config.env --test' } }, NODE_PACKAGE),
  'config.env': 'A=1\n',
};

const NODE_ROWS: readonly Row[] = [
  [
    'a preloaded file',
    'error',
    {
      ...script('node --import ./hooks.js --test', NODE_PACKAGE),
      'hooks.js': `import assert from 'node:assert/strict';\nassert.equal = () => {};\n`,
    },
  ],
  [
    'a loader',
    'error',
    {
      ...script('node --experimental-loader ./loader.js --test', NODE_PACKAGE),
      'loader.js': 'export const load = () => ({});\n',
    },
  ],
  ['a preloaded package', 'fact', script('node --import tsx --test', NODE_PACKAGE)],
  [
    'a setup for all tests',
    'error',
    {
      ...script('node --test --test-global-setup=./setup.js', NODE_PACKAGE),
      'setup.js': 'export const globalSetup = () => {};\n',
    },
  ],
  [
    'an own reporter',
    'error',
    { ...script('node --test --test-reporter=./reporter.js', NODE_PACKAGE), 'reporter.js': 'process.exit(0);\n' },
  ],
  [
    'a file with variables',
    'error',
    {
      ...script('node --env-file=.env --test', NODE_PACKAGE),
      '.env': 'NODE_OPTIONS=--import ./hooks.js\n',
      'hooks.js': 'process.exitCode = 0;\n',
    },
  ],
  [
    'a loaded file with variables that changes',
    'error',
    { 'config.env': 'NODE_OPTIONS="--require ./hooks.cjs"\n', 'hooks.cjs': 'process.exitCode = 0;\n' },
    WITH_VARIABLES,
  ],
  ['another variable', 'silent', { 'config.env': 'A=2\n' }, WITH_VARIABLES],
  ['a pattern of names', 'error', script('node --test --test-name-pattern=none', NODE_PACKAGE)],
  ['another folder', 'error', script('node --test other/', NODE_PACKAGE)],
  [
    'the package as its own dependency',
    'error',
    { 'package.json': manifest({ exports: './fake.js' }, NODE_PACKAGE), 'fake.js': 'export const add = () => 3;\n' },
    {
      'package.json': manifest({ exports: './src/calc.js' }, NODE_PACKAGE),
      'test/calc.test.js': `import assert from 'node:assert/strict';\nimport { add } from 'calc';\nit('adds', () => { assert.equal(add(1, 2), 3); });\n`,
    },
  ],
  [
    'a folder that the runtime finds first',
    'error',
    { 'test/node_modules/chai/index.js': 'export const assert = { equal() {} };\n' },
    {
      'test/calc.test.js': `import { assert } from 'chai';\nimport { add } from '../src/calc.js';\nit('adds', () => { assert.equal(add(1, 2), 3); });\n`,
    },
  ],
  ['modules of a fixture', 'silent', { 'test/fixtures/one/node_modules/left/index.js': 'export const x = 1;\n' }],
];

const WORKFLOW = '.github/workflows/ci.yml';
const workflow = (more: string, steps = '      - run: npm test\n'): string =>
  `on: [push, pull_request]\n${more}jobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`;
const HOOKS = { 'hooks.js': 'process.exitCode = 0;\n' };
const COMMANDS: Tree = {
  ...NODE,
  [WORKFLOW]: workflow(''),
  Makefile: 'include common.mk\n\ntest:\n\t. ./env.sh && npm test\n',
  'common.mk': 'FLAGS = -v\n',
  'env.sh': 'export A=1\n',
};
const COMMAND_ROWS: readonly Row[] = [
  [
    'variables of a workflow',
    'error',
    { [WORKFLOW]: workflow('env:\n  NODE_OPTIONS: --import ./hooks.js\n'), ...HOOKS },
  ],
  ['the memory of a workflow', 'silent', { [WORKFLOW]: workflow('env:\n  NODE_OPTIONS: --max-old-space-size=4096\n') }],
  ['the shell of a workflow', 'error', { [WORKFLOW]: workflow("defaults:\n  run:\n    shell: 'true {0}'\n") }],
  [
    'another shell of a workflow',
    'error',
    { [WORKFLOW]: workflow("defaults:\n  run:\n    shell: bash -c 'exit 0' {0}\n") },
  ],
  ['bash in a workflow', 'silent', { [WORKFLOW]: workflow('defaults:\n  run:\n    shell: bash\n') }],
  ['the shell of a step', 'error', { [WORKFLOW]: workflow('', '      - run: npm test\n        shell: echo {0}\n') }],
  ['the folder of a workflow', 'fact', { [WORKFLOW]: workflow('defaults:\n  run:\n    working-directory: other\n') }],
  ['an included Makefile', 'error', { 'common.mk': 'SHELL = true\n' }],
  ['an included Makefile with another target', 'fact', { 'common.mk': 'FLAGS = -v\n\nclean:\n\trm -rf dist\n' }],
  [
    'a new included Makefile',
    'error',
    {
      Makefile: 'include common.mk\n-include local.mk\n\ntest:\n\t. ./env.sh && npm test\n',
      'local.mk': 'MAKEFLAGS += -i\n',
    },
  ],
  ['an environment script', 'error', { 'env.sh': 'export A=1\nexport NODE_OPTIONS="--import ./hooks.js"\n', ...HOOKS }],
  ['an environment script with a function', 'error', { 'env.sh': 'export A=1\nnpm() { true; }\n' }],
  [
    'an exported variable of a Makefile',
    'error',
    {
      Makefile: 'include common.mk\nexport NODE_OPTIONS = --import ./hooks.js\n\ntest:\n\t. ./env.sh && npm test\n',
      ...HOOKS,
    },
  ],
];

describe('code that a test runner loads', () => {
  it('[PROOF-1] [PROOF-3] knows what vitest loads', () => checkRows(VITEST, VITEST_ROWS, ['npm test']));
  it('[PROOF-1] [PROOF-3] knows what jest loads', () => checkRows(JEST, JEST_ROWS, ['npm test']));
  it('[PROOF-1] [PROOF-3] knows what mocha loads', () => checkRows(MOCHA, MOCHA_ROWS, ['npm test']));
  it('[PROOF-1] [PROOF-3] knows what the test runner of Node.js loads', () => checkRows(NODE, NODE_ROWS, ['npm test']));
  it('[PROOF-1] knows what commands load', () => checkRows(COMMANDS, COMMAND_ROWS, ['make test']));
});
