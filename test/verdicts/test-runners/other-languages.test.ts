import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ModuleIndex } from '../../../src/code/index/module-index.ts';
import { findAllDependents } from '../../../src/code/impact/all-dependents.ts';
import {
  detectTestCommand,
  detectTestCommands,
  readTestCommand,
} from '../../../src/verdicts/test-runners/detect-test-command.ts';
import { selectAffectedTests, type AffectedTests } from '../../../src/verdicts/test-runners/select-affected-tests.ts';
import { runCommand } from '../../../src/workspace/processes/run-command.ts';
import { MemoryTree } from '../checks/memory-tree.ts';

type Files = Readonly<Record<string, string>>;

async function detect(files: Files): Promise<string | undefined> {
  return (await detectTestCommand(new MemoryTree(files)))?.command;
}

const TEST = 'def test_a():\n    assert True\n';

const PYTHON: Files = {
  'pyproject.toml':
    '[project]\nname = "shop"\n\n[tool.pytest.ini_options]\npythonpath = ["src"]\ntestpaths = ["tests"]\n',
  'src/shop/__init__.py': 'from .text import slugify\n',
  'src/shop/text.py': 'def slugify(text):\n    return text.lower()\n',
  'src/shop/pages.py': 'from shop.text import slugify\n\ndef path(text):\n    return "/" + slugify(text)\n',
  'src/shop/other.py': 'def other():\n    return 1\n',
  'tests/conftest.py': 'import pytest\n',
  'tests/test_pages.py': 'from shop.pages import path\n\ndef test_path():\n    assert path("A") == "/a"\n',
  'tests/test_other.py': 'from shop.other import other\n\ndef test_other():\n    assert other() == 1\n',
  'tests/test_more.py': TEST,
  'tests/helpers.py': '',
};

const GO: Files = {
  'go.mod': 'module example.com/shop\n\ngo 1.19\n',
  'text/text.go': 'package text\n\nfunc Slugify(s string) string { return s }\n',
  'text/inner.go': 'package text\n\nfunc inner(s string) string { return Slugify(s) }\n',
  'text/text_test.go':
    'package text\n\nimport "testing"\n\nfunc TestSlugify(t *testing.T) { if inner("a") != "a" { t.Fatal() } }\n',
  'pages/pages.go':
    'package pages\n\nimport "example.com/shop/text"\n\nfunc Path(s string) string { return "/" + text.Slugify(s) }\n',
  'pages/pages_test.go':
    'package pages\n\nimport "testing"\n\nfunc TestPath(t *testing.T) { if Path("a") != "/a" { t.Fatal() } }\n',
  'other/other.go': 'package other\n\nfunc Other() int { return 1 }\n',
  'other/other_test.go':
    'package other\n\nimport "testing"\n\nfunc TestOther(t *testing.T) { if Other() != 1 { t.Fatal() } }\n',
  'more/more_test.go': 'package more\n\nimport "testing"\n\nfunc TestMore(t *testing.T) {}\n',
  'tools/go.mod': 'module example.com/tools\n',
  'tools/tools_test.go': 'package tools\n',
  'text/testdata/x_test.go': 'package x\n',
};

async function detectFor(files: Files, changedFiles: readonly string[]): Promise<readonly string[]> {
  return (await detectTestCommands(new MemoryTree(files), changedFiles)).map(({ command }) => command);
}

async function select(files: Files, command: string, changedFiles: readonly string[]): Promise<AffectedTests> {
  const tree = new MemoryTree(files);
  const index = await ModuleIndex.build(tree);
  return selectAffectedTests({
    tree,
    command: await readTestCommand(tree, command),
    changedFiles,
    findDependents: (given) => Promise.resolve(findAllDependents(index, given, (file) => !(file in files))),
    isWindows: false,
  });
}

/** The words of the command that runs the affected tests. */
function wordsOf({ runs }: AffectedTests): readonly string[] | undefined {
  return runs[0]?.steps.at(-1)?.words;
}

describe('the test command of a repository in Python or Go', () => {
  it('[LANG-1] is pytest if a file configures it or tests exist, in the environment of the lock file', async () => {
    assert.equal(await detect(PYTHON), 'pytest');
    assert.equal(await detect({ 'pytest.ini': '' }), 'pytest');
    assert.equal(await detect({ 'tox.ini': '[tox]\n\n[pytest]\naddopts = -q\n' }), 'pytest');
    assert.equal(await detect({ 'setup.cfg': '[metadata]\nname = a\n[tool:pytest]\n' }), 'pytest');
    assert.equal(await detect({ 'tests/test_a.py': TEST, 'uv.lock': '' }), 'uv run pytest');
    assert.equal(await detect({ 'tests/test_a.py': TEST, 'poetry.lock': '' }), 'poetry run pytest');
    assert.equal(await detect({ 'package.json': '{"scripts":{"build":"x"}}', 'pytest.ini': '' }), 'pytest');
    // Nothing says that there are tests.
    assert.equal(await detect({ 'pyproject.toml': '[project]\nname = "a"\n', 'a.py': '' }), undefined);
    assert.equal(await detect({ 'tox.ini': '[tox]\n' }), undefined);
    assert.equal(await detect({ 'test_data.py': 'DATA = 1\n' }), undefined);
    assert.equal(await detect({ '.venv/lib/site-packages/x/test_a.py': TEST }), undefined);
  });

  it('[LANG-1] is go test for a module with files, and a package script comes first', async () => {
    assert.equal(await detect(GO), 'go test ./...');
    assert.equal(await detect({ 'go.mod': 'module a\n' }), undefined);
    assert.equal(await detect({ ...GO, 'package.json': '{"scripts":{"test":"node --test"}}' }), 'npm test');
    assert.equal(await detect({ ...GO, 'tests/test_a.py': TEST }), 'go test ./...');
  });
});

describe('the affected tests of Python', () => {
  it('[LANG-1] are those that import the change, directly or not', async () => {
    const affected = await select(PYTHON, 'pytest -q --cov=shop -x', ['src/shop/text.py']);
    assert.deepEqual(affected.files, ['tests/test_pages.py']);
    assert.equal(affected.total, 3);
    assert.deepEqual(wordsOf(affected), ['pytest', '-q', '--no-cov', 'tests/test_pages.py']);
    const wrapped = await select(PYTHON, 'uv run python -m pytest tests', ['src/shop/other.py']);
    assert.deepEqual(wordsOf(wrapped), ['uv', 'run', 'python', '-m', 'pytest', 'tests/test_other.py']);
  });

  it('[LANG-1] are all tests if the change reaches conftest.py, the configuration, or a command that selects otherwise', async () => {
    const conftest = await select(PYTHON, 'pytest', ['tests/conftest.py']);
    assert.match(conftest.reason ?? '', /reaches tests\/conftest\.py, which applies to every test/);
    const configured = await select(PYTHON, 'pytest', ['pyproject.toml']);
    assert.match(configured.reason ?? '', /pyproject\.toml changed/);
    for (const command of ['pytest -k path', 'pytest tests/test_pages.py::test_path', 'pytest --unknown value']) {
      const affected = await select(PYTHON, command, ['src/shop/text.py']);
      assert.match(affected.reason ?? '', /no known test runner in a way that takes single files/, command);
    }
  });

  it('[LANG-1] follow testpaths and python_files of each form of configuration', async () => {
    const files = { 'check/check_a.py': TEST, 'check/test_b.py': TEST, 'test_c.py': TEST, 'a.py': '', 'b.py': '' };
    const configurations: Files = {
      'pytest.ini': '[pytest]\ntestpaths = check ; here\npython_files = check_*.py\n',
      'tox.ini': '[tox]\n[pytest]\npython_files =\n    check_*.py\ntestpaths = check\n[other]\npython_files = *.py\n',
      'pyproject.toml':
        '[tool.pytest.ini_options]\ntestpaths = [\n  "check", # one\n]\npython_files = "check_*.py"\r\n[tool.x]\n',
      'setup.cfg': '[tool:pytest]\npython_files = check_*.py\ntestpaths = check\n',
    };
    for (const [file, text] of Object.entries(configurations)) {
      const command = await readTestCommand(new MemoryTree({ ...files, [file]: text }), 'pytest');
      const tests = Object.keys(files).filter((one) => command.isTestFile?.(one) === true);
      assert.deepEqual(tests, ['check/check_a.py'], file);
    }
  });
});

describe('the affected tests of Go', () => {
  it('[LANG-1] are the packages of the changed files and those that import them, each package as a whole', async () => {
    const affected = await select(GO, 'go test -race -coverprofile=c.out ./...', ['text/text.go']);
    assert.deepEqual(affected.files, ['pages/pages_test.go', 'text/text_test.go']);
    assert.equal(affected.total, 4);
    assert.deepEqual(wordsOf(affected), ['go', 'test', '-race', './pages', './text']);
    const one = await select(GO, 'go test ./...', ['other/other.go']);
    assert.deepEqual(wordsOf(one), ['go', 'test', './other']);
  });

  it('[LANG-1] are those of every module that the workspace file uses', async () => {
    const workspace = { ...GO, 'go.work': 'go 1.19\n\nuse (\n\t. // the shop\n\t./tools\n\t./missing\n)\n' };
    const command = 'go test ./... ./tools/...';
    assert.equal(await detect(workspace), command);
    assert.equal(await detect({ ...GO, 'go.work': 'use ./tools\n' }), 'go test ./tools/...');
    const changed = await select(workspace, command, ['tools/tools_test.go', 'text/text.go']);
    assert.deepEqual(changed.files, ['pages/pages_test.go', 'text/text_test.go', 'tools/tools_test.go']);
    assert.deepEqual(wordsOf(changed), ['go', 'test', './pages', './text', './tools']);
  });

  it('[LANG-1] are all tests after a change of go.mod, and for import paths', async () => {
    assert.match((await select(GO, 'go test ./...', ['go.mod'])).reason ?? '', /go\.mod changed/);
    assert.match((await select(GO, 'go test example.com/shop/text', ['text/text.go'])).reason ?? '', /single files/);
  });
});

describe('the commands of affected tests', () => {
  for (const { program, args, files, command, changed } of [
    { program: 'pytest', args: ['--version'], files: PYTHON, command: 'pytest', changed: 'src/shop/text.py' },
    { program: 'go', args: ['version'], files: GO, command: 'go test ./...', changed: 'text/text.go' },
  ]) {
    it(`[LANG-1] run with ${program}, if it is installed`, async function () {
      if (spawnSync(program, args, { stdio: 'ignore' }).status !== 0) this.skip();
      const root = mkdtempSync(join(tmpdir(), 'holdfast-runners-'));
      try {
        for (const [file, text] of Object.entries(files)) {
          mkdirSync(dirname(join(root, file)), { recursive: true });
          writeFileSync(join(root, file), text);
        }
        const words = wordsOf(await select(files, command, [changed]));
        assert.ok(words !== undefined);
        const run = await runCommand({ command: words, cwd: root, timeoutMs: 120_000 });
        assert.equal(run.exitCode, 0, run.output);
        writeFileSync(
          join(root, changed),
          changed.endsWith('.py')
            ? 'def slugify(text):\n    return ""\n'
            : 'package text\n\nfunc Slugify(s string) string { return "" }\n',
        );
        const failed = await runCommand({ command: words, cwd: root, timeoutMs: 120_000 });
        assert.equal(failed.exitCode, 1, failed.output);
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    }).timeout(300_000);
  }
});

describe('the test commands of a change', () => {
  const both = { ...PYTHON, ...GO };
  const script = { ...both, 'package.json': '{ "scripts": { "test": "node --test" } }', 'src/a.js': '' };

  it('[GATE-1] are those of the languages of the changed files', async () => {
    assert.deepEqual(await detectFor(both, ['text/text.go']), ['go test ./...']);
    assert.deepEqual(await detectFor(both, ['src/shop/text.py']), ['pytest']);
    assert.deepEqual(await detectFor(both, ['src/shop/text.py', 'text/text.go']), ['pytest', 'go test ./...']);
  });

  it('[GATE-1] include the test script of the repository', async () => {
    assert.deepEqual(await detectFor(script, ['src/a.js']), ['npm test']);
    assert.deepEqual(await detectFor(script, ['text/text.go']), ['npm test', 'go test ./...']);
    const runsPytest = { ...script, 'package.json': '{ "scripts": { "test": "pytest" } }' };
    assert.deepEqual(await detectFor(runsPytest, ['src/shop/text.py']), ['npm test']);
  });

  it('[GATE-1] are the usual one for files of no language, and all without a change', async () => {
    assert.deepEqual(await detectFor(both, ['README.md']), ['pytest']);
    assert.deepEqual(await detectFor(both, []), ['pytest', 'go test ./...']);
    assert.deepEqual(await detectFor(script, []), ['npm test']);
    assert.deepEqual(await detectFor({ 'README.md': '' }, []), []);
  });
});
