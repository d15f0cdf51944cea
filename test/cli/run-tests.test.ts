import assert from 'node:assert/strict';
import { callHoldfast } from './support/holdfast.ts';
import { Workspace } from './support/workspace.ts';

const FILES = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'src/price.js': 'export function total(a) {\n  return a + 1;\n}\n',
  'src/other.js': 'export function other() {\n  return 1;\n}\n',
  'test/price.test.js': `import assert from 'node:assert/strict';
import test from 'node:test';
import { total } from '../src/price.js';

test('adds one', () => assert.equal(total(1), 2));
test('was wrong before', () => assert.equal(total(1), 5));
`,
  'test/other.test.js': `import test from 'node:test';
import '../src/other.js';

test('passes', () => {});
`,
  'test/third.test.js': "import test from 'node:test';\n\ntest('passes too', () => {});\n",
};

async function run(workspace: Workspace, ...args: readonly string[]) {
  return callHoldfast(workspace.folder, ['check', '--since', 'HEAD', ...args], workspace.environment());
}

describe('The tests that a change affects', () => {
  it('[CHANGE-3] are named with their command', async () => {
    using workspace = new Workspace(FILES);
    workspace.write({ 'src/price.js': FILES['src/price.js'].replace('a + 1', '1 + a') });
    const { code, stdout } = await run(workspace);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^ {2}tests 1 of 3 test files affected: node --test test\/price\.test\.js$/m);
    const report = JSON.parse((await run(workspace, '--format', 'json')).stdout) as {
      changes: { affectedTests: unknown }[];
    };
    assert.deepEqual(report.changes[0]?.affectedTests, {
      files: ['test/price.test.js'],
      commands: ['node --test test/price.test.js'],
      total: 3,
    });
  });

  it('[CHANGE-3] run with --run-tests: one that passed on the base fails the check, one that failed there does not', async () => {
    using workspace = new Workspace(FILES);
    workspace.write({ 'src/price.js': FILES['src/price.js'].replace('a + 1', 'a + 2') });
    const broken = await run(workspace, '--run-tests');
    assert.equal(broken.code, 1, broken.stdout + broken.stderr);
    assert.match(broken.stdout, /^ {2}error Make the test "adds one" pass test\/price\.test\.js:1$/m);
    assert.match(broken.stdout, /^ {2}warning Make the test "was wrong before" pass \(on the base, too\)/m);
    workspace.write({ 'src/price.js': FILES['src/price.js'].replace('a + 1', '1 + a') });
    const kept = await run(workspace, '--run-tests');
    assert.equal(kept.code, 0, kept.stdout);
    workspace.write({
      'src/price.js': FILES['src/price.js'],
      'src/other.js': FILES['src/other.js'].replace('return 1', 'return 2'),
    });
    const passing = await run(workspace, '--run-tests');
    assert.equal(passing.code, 0, passing.stdout);
    assert.match(passing.stdout, /note The affected tests pass: 1 test\./);
  });

  it('[BITE-1] are reported if they were added and pass without the other changes', async () => {
    using workspace = new Workspace({ ...FILES, 'test/price.test.js': "import '../src/price.js';\n" });
    const test = (title: string, expected: string): string => `test('${title}', () => assert.equal(${expected}));\n`;
    workspace.write({
      'src/price.js': `${FILES['src/price.js']}export function half(a) {\n  return a / 2;\n}\n`,
      'test/price.test.js': `import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport * as prices from '../src/price.js';\n\n${test('halves', 'prices.half(2), 1')}${test('adds', 'prices.total(1), 2')}`,
    });
    const { code, stdout } = await run(workspace, '--run-tests');
    assert.equal(code, 0, stdout);
    assert.match(stdout, /An added test passes without the other changes: .*adds.*test\/price\.test\.js:6/);
    assert.doesNotMatch(stdout, /halves/);
  });

  it('[CHANGE-3] that cannot run fail the check', async () => {
    using workspace = new Workspace({
      ...FILES,
      'test/price.test.js': "import '../src/price.js';\n",
    });
    workspace.write({
      'src/price.js': FILES['src/price.js'].replace('a + 1', 'a + 2'),
      'test/price.test.js': "import '../src/price.js';\nprocess.exit(4);\n",
    });
    const { code, stdout } = await run(workspace, '--run-tests', '--may-change', 'tests');
    assert.equal(code, 1, stdout);
    assert.match(stdout, /error Make the (?:affected tests|test ".*") pass/);
  });
});

describe('The report about a change', () => {
  it('[CHANGE-1] begins with the verdict, lists ten findings, and all with --all', async () => {
    const users = Object.fromEntries(
      Array.from({ length: 14 }, (_, index) => [
        `src/u${index}.js`,
        "import { total } from './price.js';\ntotal(1);\n",
      ]),
    );
    using workspace = new Workspace({ ...FILES, ...users });
    workspace.write({ 'src/price.js': FILES['src/price.js'].replace('total', 'sum') });
    const { code, stdout } = await run(workspace);
    assert.equal(code, 1);
    assert.match(stdout, /^NOT OK: 15 errors.*; 1 changed file since /);
    assert.equal(stdout.match(/^ {2}error /gm)?.length, 10);
    assert.match(stdout, /^ {2}and \d+ more: --all lists them$/m);
    assert.match(stdout, /--may-change exports, or HOLDFAST_MAY_CHANGE="exports"/);
    const all = await run(workspace, '--all');
    assert.equal(all.stdout.match(/^ {2}error /gm)?.length, 15);
    assert.doesNotMatch(all.stdout, /more: --all/);
    const accepted = await run(workspace, '--may-change', 'exports');
    assert.equal(accepted.code, 0, accepted.stdout);
    assert.match(accepted.stdout, /^OK: 15 warnings/);
  });

  it('[CHANGE-1] refuses options of a change without --since', async () => {
    using workspace = new Workspace(FILES);
    for (const option of ['--all', '--run-tests']) {
      const { code, stderr } = await callHoldfast(workspace.folder, ['check', option], workspace.environment());
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`${option} needs --since`));
    }
  });
});
