import assert from 'node:assert/strict';
import { detectTestCommand } from '../../../src/verdicts/test-runners/detect-test-command.ts';
import { MemoryTree } from '../checks/memory-tree.ts';

interface Detected {
  readonly command: string;
  readonly runner: string | undefined;
  readonly forFiles: readonly string[] | undefined;
}

/** Detects the test command of a tree with a package.json and other files. */
async function detect(manifest: object, files: Readonly<Record<string, string>> = {}): Promise<Detected | undefined> {
  const tree = new MemoryTree({ 'package.json': JSON.stringify(manifest), ...files });
  const found = await detectTestCommand(tree);
  return found && { command: found.command, runner: found.runner, forFiles: found.argsForFiles?.(['test/a.test.js']) };
}

describe('the test command of a repository', () => {
  it('[GATE-1] reads the runner from the test script, and replaces its files with the given ones', async () => {
    assert.deepEqual(await detect({ scripts: { test: "mocha --require tsx 'test/**/*.test.ts'" } }), {
      command: 'npm test',
      runner: 'mocha',
      forFiles: ['mocha', '--require=tsx', 'test/a.test.js'],
    });
    assert.deepEqual(await detect({ scripts: { test: 'node --test test/*.test.js' } }), {
      command: 'npm test',
      runner: 'node',
      forFiles: ['node', '--test', 'test/a.test.js'],
    });
    assert.deepEqual(await detect({ scripts: { test: 'vitest --coverage' } }, { 'pnpm-lock.yaml': '' }), {
      command: 'pnpm test',
      runner: 'vitest',
      forFiles: ['vitest', 'run', '--coverage.enabled=false', '--passWithNoTests', 'test/a.test.js'],
    });
    assert.deepEqual(await detect({ scripts: { test: 'cross-env CI=1 jest -c jest.json' } }, { 'yarn.lock': '' }), {
      command: 'yarn test',
      runner: 'jest',
      forFiles: [
        ...['cross-env', 'CI=1', 'jest', '-c', 'jest.json', '--coverage=false', '--passWithNoTests'],
        'test/a.test.js$',
      ],
    });
  });

  it('[GATE-1] reads scripts that run other scripts, variables, coverage tools and globs that a shell expands', async () => {
    const scripts = { test: 'npm run lint && npm run unit -- --retries 2', unit: 'NODE_ENV=test c8 mocha test/*.js' };
    assert.deepEqual(await detect({ scripts: { ...scripts, lint: 'eslint .' } }), {
      command: 'npm test',
      runner: 'mocha',
      forFiles: ['env', 'NODE_ENV=test', 'mocha', '--retries=2', 'test/a.test.js'],
    });
  });

  it('[GATE-1] reads scripts that are run without "run", and variables with quoted values', async () => {
    const scripts = { test: 'pnpm unit run --silent', unit: 'NODE_OPTIONS="--one --two" vitest' };
    assert.deepEqual(await detect({ scripts }, { 'pnpm-lock.yaml': '' }), {
      command: 'pnpm test',
      runner: 'vitest',
      forFiles: [
        ...['env', 'NODE_OPTIONS=--one --two', 'vitest', 'run', '--silent', '--coverage.enabled=false'],
        ...['--passWithNoTests', 'test/a.test.js'],
      ],
    });
  });

  it('[GATE-1] runs all tests only, if the script needs a shell or its runner is not known', async () => {
    for (const test of ['mocha | tee log', 'ava', 'cd packages/a && mocha']) {
      assert.deepEqual(await detect({ scripts: { test } }), {
        command: 'npm test',
        runner: undefined,
        forFiles: undefined,
      });
    }
  });

  it('[GATE-1] without a test script, takes the runner that is configured or installed', async () => {
    const placeholder = { test: 'echo "Error: no test specified" && exit 1' };
    assert.equal((await detect({ scripts: placeholder, devDependencies: { vitest: '3' } }))?.command, 'npx vitest run');
    assert.equal((await detect({}, { 'jest.config.cjs': '', 'bun.lock': '' }))?.command, 'bun x jest');
    assert.equal((await detect({ mocha: {} }, { 'yarn.lock': '' }))?.command, 'yarn run mocha');
    assert.equal(await detect({ scripts: placeholder }), undefined);
  });

  it('[GATE-1] does not take a script that waits for changes', async () => {
    const scripts = { test: 'vitest --watch', 'test:ci': 'vitest run' };
    assert.equal((await detect({ scripts }))?.command, 'npm run test:ci');
  });

  it('[GATE-1] runs the tests of every package, if only packages of the workspace have tests', async () => {
    const member = { 'packages/a/package.json': JSON.stringify({ scripts: { test: 'vitest run' } }) };
    assert.equal((await detect({ workspaces: ['packages/*'] }, member))?.command, 'npm test --workspaces --if-present');
    assert.equal(
      (await detect({}, { ...member, 'pnpm-workspace.yaml': 'packages: [packages/*]' }))?.command,
      'pnpm --recursive --if-present run test',
    );
  });
});
