import assert from 'node:assert/strict';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { findAllDependents } from '../../../src/code/impact/all-dependents.ts';
import { readTestCommand } from '../../../src/verdicts/test-runners/detect-test-command.ts';
import { selectAffectedTests, type AffectedTests } from '../../../src/verdicts/test-runners/select-affected-tests.ts';
import { MemoryTree } from '../checks/memory-tree.ts';

type Files = Readonly<Record<string, string>>;

const SOURCES: Files = {
  'src/core.ts': 'export const core = 1;',
  'src/barrel.ts': "export * from './core.js';",
  'src/lazy.ts': "export const load = () => import('./core.js');",
  'src/common.cjs': "exports.value = require('./lone.cjs');",
  'src/lone.cjs': 'exports.lone = 1;',
  'src/island.ts': 'export const island = 1;',
  'data/values.json': '{}',
  'README.md': 'Read me.',
};
const TESTS: Files = {
  'test/barrel.test.ts': "import '../src/barrel.js';",
  'test/lazy.test.ts': "import '../src/lazy.js';",
  'test/common.test.ts': "import '../src/common.cjs';",
  'test/first.test.ts': '',
  'test/second.test.ts': '',
  'test/third.test.ts': '',
  'src/island.test.ts': '// Computes the name of the module that it loads.',
  'test/__snapshots__/first.test.ts.snap': '',
};

async function select(
  changedFiles: readonly string[],
  { files = {}, test = 'vitest run', isWindows = false }: { files?: Files; test?: string; isWindows?: boolean } = {},
): Promise<AffectedTests> {
  const scripts = { 'package.json': JSON.stringify({ scripts: { test } }) };
  const tree = new MemoryTree({ ...scripts, ...SOURCES, ...TESTS, ...files });
  const index = await ModuleIndex.build(tree);
  const listed = new Set(await tree.listFiles());
  return selectAffectedTests({
    tree,
    command: await readTestCommand(tree, 'npm test'),
    changedFiles,
    findDependents: (starts) => Promise.resolve(findAllDependents(index, starts, (file) => !listed.has(file))),
    isWindows,
  });
}

async function filesFor(...changed: readonly string[]): Promise<readonly string[]> {
  return (await select(changed)).files;
}

describe('the tests that a change affects', () => {
  it('[GATE-1] are those that reach it by imports, re-exports, import() and require', async () => {
    assert.deepEqual(await filesFor('src/core.ts'), ['test/barrel.test.ts', 'test/lazy.test.ts']);
    assert.deepEqual(await filesFor('src/lone.cjs'), ['test/common.test.ts']);
    assert.deepEqual(await filesFor('src/lone.cjs', 'README.md'), ['test/common.test.ts']);
  });

  it('[GATE-1] are a changed test, the test of a changed snapshot, and a test that is named for a changed file', async () => {
    assert.deepEqual(await filesFor('test/second.test.ts'), ['test/second.test.ts']);
    assert.deepEqual(await filesFor('test/__snapshots__/first.test.ts.snap'), ['test/first.test.ts']);
    assert.deepEqual(await filesFor('src/island.ts'), ['src/island.test.ts']);
  });

  it('[GATE-1] are those that import a deleted file', async () => {
    const files = { 'src/barrel.ts': "export * from './deleted.js';" };
    assert.deepEqual((await select(['src/deleted.ts'], { files })).files, ['test/barrel.test.ts']);
  });

  it('[GATE-1] are not known if imports do not show who reads the change, and all tests run', async () => {
    for (const file of ['data/values.json', 'package.json', 'tsconfig.json', 'vitest.config.ts', 'test/data.md']) {
      const { runs, reason, total } = await select([file, 'src/core.ts']);
      assert.deepEqual([runs, total], [[], 7]);
      assert.equal(reason, `${file} changed, and imports do not show which tests depend on it.`);
    }
  });

  it('[GATE-1] are all tests, if the change reaches a setup file of the configuration', async () => {
    const files = {
      'vitest.config.ts': "export default { test: { setupFiles: ['./test/setup.ts'] } };",
      'test/setup.ts': "import '../src/core.js';",
    };
    const { runs, reason } = await select(['src/core.ts'], { files });
    assert.deepEqual([runs, reason], [[], 'The change reaches test/setup.ts, which applies to every test.']);
  });

  it('[GATE-1] are chosen among the files of the configuration', async () => {
    const files = {
      'vitest.config.ts':
        "export default { test: { include: ['src/**/check.ts'], coverage: { include: ['src/**'] } } };",
      'src/a/check.ts': "import '../core.js';",
      'src/b/check.ts': '',
    };
    const { files: chosen, total } = await select(['src/core.ts'], { files });
    assert.deepEqual([chosen, total], [['src/a/check.ts'], 2]);
  });

  it('[GATE-1] do not run first if they are most tests, or if their list is too long', async () => {
    const most = {
      files: { 'test/first.test.ts': "import '../src/core.js'", 'test/second.test.ts': "import '../src/core.js'" },
    };
    const importing = Object.fromEntries(
      ['third', 'fourth'].map((name) => [`test/${name}.test.ts`, "import '../src/core.js'"]),
    );
    const { reason } = await select(['src/core.ts'], { files: { ...most.files, ...importing } });
    assert.equal(reason, 'The change affects 6 of 8 test files.');

    const name = (index: number): string => `test/${'long-name-'.repeat(10)}${index}.test.ts`;
    const many: Files = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [name(index), index < 100 ? "import '../src/core.js'" : '']),
    );
    assert.equal((await select(['src/core.ts'], { files: many })).runs.length, 1);
    const onWindows = await select(['src/core.ts'], { files: many, isWindows: true });
    assert.deepEqual([onWindows.runs, onWindows.files.length], [[], 102]);
    assert.match(onWindows.reason ?? '', /too long for a command line/);
  });

  it('[GATE-1] run in their packages, if the command runs the tests of all packages', async () => {
    const files = {
      'packages/a/package.json': '{ "name": "a", "scripts": { "test": "mocha" } }',
      'packages/a/test/a.js': "require('../src/a.js');",
      'packages/a/test/z.js': '',
      'packages/a/src/a.js': 'exports.a = 1;',
      'packages/b/package.json': '{ "name": "b", "scripts": { "test": "jest" } }',
      'packages/b/b.test.js': "require('../a/src/a.js');",
      'packages/b/c.test.js': '',
    };
    const { runs, total } = await select(['packages/a/src/a.js'], { files, test: 'turbo run test' });
    assert.deepEqual(
      runs.map(({ runner, files: chosen, steps }) => [runner, chosen, steps]),
      [
        ['mocha', ['packages/a/test/a.js'], [{ words: ['mocha', 'test/a.js'], folder: 'packages/a' }]],
        [
          'jest',
          ['packages/b/b.test.js'],
          [{ words: ['jest', '--coverage=false', '--passWithNoTests', 'b.test.js$'], folder: 'packages/b' }],
        ],
      ],
    );
    assert.equal(total, 4);
  });

  it('[GATE-1] run at once with all tests, if the runner is not known', async () => {
    const { runs, reason } = await select(['src/core.ts'], { test: 'ava' });
    assert.deepEqual(runs, []);
    assert.match(reason ?? '', /no known test runner/);
  });
});
