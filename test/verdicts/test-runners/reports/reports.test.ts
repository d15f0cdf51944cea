import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { prepareReports } from '../../../../src/verdicts/test-runners/reports/report-programs.ts';
import { readReports } from '../../../../src/verdicts/test-runners/reports/read-reports.ts';
import { subprocessEnvironment } from '../../../../src/workspace/environment/subprocess-environment.ts';
import { runCommand } from '../../../../src/workspace/processes/run-command.ts';

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly command: string;
  readonly needs?: readonly string[];
  readonly exitCode: number;
  /** File, name and status of each test; `undefined` if there is no report. */
  readonly results: readonly string[] | undefined;
}

const BODY = "it('one', () => {});\nit('two', () => { throw new Error('no'); });\nit.skip('three', () => {});\n";
const NODE_TEST = `import { it, describe } from 'node:test';\ndescribe('suite', () => {\n${BODY}});\n`;
const PYTEST = `import pytest\n\ndef test_one(): pass\n\ndef test_two(): assert 0\n\n@pytest.mark.skip\ndef test_three(): pass\n\n@pytest.mark.xfail\ndef test_four(): assert 0\n\n@pytest.mark.parametrize("x", [1, 2])\ndef test_each(x): pass\n`;
const UNITTEST = `import unittest


class ATest(unittest.TestCase):
    def test_one(self):
        self.assertTrue(True)

    def test_two(self):
        self.fail()

    @unittest.skip("later")
    def test_three(self):
        pass

    def test_parts(self):
        for part in (1, 2):
            with self.subTest(part):
                self.assertEqual(part, 1)
`;
const GO = {
  'go.mod': 'module example.com/a\n\ngo 1.21\n',
  'b/b_test.go':
    'package b\n\nimport "testing"\n\nfunc TestOne(t *testing.T) {}\n\nfunc TestTwo(t *testing.T) { t.Fatal("no") }\n\nfunc TestThree(t *testing.T) { t.Skip() }\n',
};
const ALL = ['one passed', 'three', 'two failed'];

const CASES: Readonly<Record<string, Case>> = {
  'node:test': {
    files: {
      'test/a.test.mjs': NODE_TEST,
      'test/b.test.mjs': "import { it } from 'node:test';\nit('four', () => {});\n",
    },
    command: 'node --test',
    exitCode: 1,
    results: [...ALL.map((one) => `test/a.test.mjs ${one}`), 'test/b.test.mjs four passed'],
  },
  'a file of node:test without its runner': {
    files: { 'a.mjs': NODE_TEST },
    command: 'node a.mjs',
    exitCode: 1,
    results: ALL.map((one) => `a.mjs ${one}`),
  },
  'package scripts with two runners': {
    files: {
      'package.json':
        '{ "scripts": { "pretest": "node --version", "test": "mocha spec && npm run more", "more": "node --test" } }',
      'spec/a.js': "it('one', () => {});\n",
      'lib/b.test.mjs': NODE_TEST,
    },
    command: 'npm test',
    exitCode: 1,
    results: [...ALL.map((one) => `lib/b.test.mjs ${one}`), 'spec/a.js one passed'],
  },
  mocha: {
    files: { 'test/a.mjs': `describe('suite', () => {\n${BODY}});\n` },
    command: 'mocha',
    exitCode: 1,
    results: ['test/a.mjs one passed', 'test/a.mjs two failed'],
  },
  'mocha in parallel with a configuration': {
    files: { '.mocharc.json': '{ "parallel": true, "require": ["./setup.cjs"] }', 'setup.cjs': '', 'test/a.mjs': BODY },
    command: 'mocha',
    exitCode: 1,
    results: ['test/a.mjs one passed', 'test/a.mjs two failed'],
  },
  'a command with its own reporter is disturbed': {
    files: { 'a.test.mjs': NODE_TEST },
    command: 'node --test-reporter=tap --test',
    exitCode: 1,
    results: undefined,
  },
  'a command without an environment': {
    files: { 'a.test.mjs': NODE_TEST },
    command: 'env -i node --test',
    exitCode: 1,
    results: undefined,
  },
  'a command without tests': { files: { 'a.mjs': '' }, command: 'node a.mjs', exitCode: 0, results: undefined },
  pytest: {
    files: { 'tests/test_a.py': PYTEST },
    command: 'python3 -m pytest -q',
    needs: ['pytest', '--version'],
    exitCode: 1,
    results: [
      ...[
        'test_each[1] passed',
        'test_each[2] passed',
        'test_four',
        'test_one passed',
        'test_three',
        'test_two failed',
      ],
    ].map((one) => `tests/test_a.py ${one}`),
  },
  unittest: {
    files: { 'tests/__init__.py': '', 'tests/test_a.py': UNITTEST },
    command: 'python3 -m unittest',
    needs: ['python3', '--version'],
    exitCode: 1,
    results: ['test_one passed', 'test_parts failed', 'test_three', 'test_two failed'].map(
      (one) => `tests/test_a.py ${one}`,
    ),
  },
  'go test': {
    files: GO,
    command: 'go test ./...',
    needs: ['go', 'version'],
    exitCode: 1,
    results: ['TestOne passed', 'TestThree', 'TestTwo failed'].map((one) => `example.com/a/b ${one}`),
  },
  'go vet': { files: GO, command: 'go vet ./...', needs: ['go', 'version'], exitCode: 0, results: undefined },
};

describe('the reports of test runners', () => {
  for (const [name, { files, command, needs, exitCode, results }] of Object.entries(CASES)) {
    it(`[PROOF-2] are written without a change of the repository: ${name}`, async function () {
      const [program, ...args] = needs ?? [];
      const isMissing = program !== undefined && spawnSync(program, args, { stdio: 'ignore' }).status !== 0;
      if (isMissing || (process.platform === 'win32' && /^(?:env|go) /.test(command))) this.skip();
      using folders = new Folders(files);
      const variables = await prepareReports(folders.reports, subprocessEnvironment());
      const ended = await runCommand({ command, cwd: folders.root, timeoutMs: 120_000, variables });
      assert.equal(ended.exitCode, exitCode, ended.output);
      const read = await readReports(folders.reports, folders.root);
      const found = read?.map(({ file, name: title, passed, failed }) =>
        [file, title, ...(passed ? ['passed'] : []), ...(failed ? ['failed'] : [])].join(' '),
      );
      assert.deepEqual(found?.sort(), results === undefined ? undefined : [...results].sort());
    });
  }

  it('[PROOF-2] keep the options that a command has', async () => {
    using folders = new Folders({});
    const before = { NODE_OPTIONS: '--no-warnings', MOCHA_OPTIONS: '--bail', PYTEST_ADDOPTS: '-q', PYTHONPATH: '/a' };
    const variables = await prepareReports(folders.reports, { ...before, PATH: '/usr/bin' });
    for (const [name, value] of Object.entries(before)) {
      assert.ok(variables[name]?.startsWith(value), name);
      assert.notEqual(variables[name], value);
    }
    assert.match(variables['PATH'] ?? '', /\/usr\/bin$/);
  });

  it('[PROOF-2] are read only from regular files with the expected form', async () => {
    using folders = new Folders({ 'secret.jsonl': '{"file":"a","name":"b","status":"passed"}\n' });
    assert.equal(await readReports(folders.reports, folders.root), undefined);
    mkdirSync(join(folders.reports, 'folder.json'));
    if (process.platform !== 'win32') spawnSync('mkfifo', [join(folders.reports, 'pipe.jsonl')]);
    writeFileSync(join(folders.reports, 'a.jsonl'), 'no JSON\n{"file":1}\n{"name":"x"}\n');
    writeFileSync(join(folders.reports, 'b.json'), '{"testResults":[{"name":7}]}');
    writeFileSync(
      join(folders.reports, 'c.json'),
      JSON.stringify({
        testResults: [
          { name: join(folders.root, 'a.test.js'), assertionResults: [{ title: 'in', status: 'passed' }] },
          { name: '/elsewhere/a.test.js', assertionResults: [{ title: 'out', status: 'passed' }] },
        ],
      }),
    );
    const read = await readReports(folders.reports, folders.root);
    assert.deepEqual(read, [
      { file: '', isInTree: false, name: 'x', passed: false, failed: false },
      { file: 'a.test.js', isInTree: true, name: 'in', passed: true, failed: false },
    ]);
  });
});

/** A folder with files and the packages of this repository, and a folder for reports. */
class Folders implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'holdfast-reported-'));
  readonly reports = mkdtempSync(join(tmpdir(), 'holdfast-reports-'));

  constructor(files: Readonly<Record<string, string>>) {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      writeFileSync(join(this.root, file), text);
    }
    symlinkSync(resolve(import.meta.dirname, '../../../node_modules'), join(this.root, 'node_modules'), 'junction');
  }

  [Symbol.dispose](): void {
    for (const folder of [this.root, this.reports]) rmSync(folder, { recursive: true, force: true });
  }
}
