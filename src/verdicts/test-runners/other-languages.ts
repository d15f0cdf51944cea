import { readUsedFolders } from '../../code/languages/go/module-files.ts';
import { isIndexedPath } from '../../code/languages/language-table.ts';
import { configuresPytest, pytest } from './runners/pytest.ts';
import { goTest } from './runners/go-test.ts';
import type { TestTree } from './test-package.ts';

/** Lock files of Python and the command that runs a program of the environment that they describe. */
const PYTHON_ENVIRONMENTS: readonly (readonly [file: string, start: string])[] = [
  ['uv.lock', 'uv run '],
  ['poetry.lock', 'poetry run '],
  ['Pipfile.lock', 'pipenv run '],
];
const PYTHON_TEST = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
const MAX_READ_FILES = 20;

/**
 * The command that runs all tests of Python or Go: pytest if a file configures it, else `go test` if there is a go.mod,
 * else pytest if there are tests that it runs. `undefined` if there is none.
 *
 * @param language the id of the only language in question. Default: any.
 */
export async function findOtherCommand(tree: TestTree, language?: string): Promise<string | undefined> {
  const files = await tree.listFiles();
  if (language !== 'go' && (await configuresTests(tree, files))) return pytestCommand(tree);
  const isModule =
    (files.includes('go.mod') || files.includes('go.work')) &&
    files.some((file) => file.endsWith('.go') && isIndexedPath(file));
  if (language !== 'python' && isModule) return goTestCommand(tree, files);
  return language !== 'go' && (await hasPythonTests(tree, files)) ? pytestCommand(tree) : undefined;
}

/** `./...` leaves out the packages of other modules. A workspace file lets one command run the tests of several. */
async function goTestCommand(tree: TestTree, files: readonly string[]): Promise<string> {
  const folders = readUsedFolders((await tree.readText('go.work')) ?? '').filter((folder) =>
    files.includes(folder === '' ? 'go.mod' : `${folder}/go.mod`),
  );
  const isPlain = folders.length > 0 && folders.every((folder) => /^[\w./-]*$/.test(folder));
  const packages = folders.map((folder) => (folder === '' ? './...' : `./${folder}/...`));
  return isPlain ? ['go', 'test', ...packages].join(' ') : goTest.command;
}

async function configuresTests(tree: TestTree, files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    if (file.includes('/') || !pytest.configurationFiles.test(file)) continue;
    if (configuresPytest(file, (await tree.readText(file)) ?? '')) return true;
  }
  return false;
}

async function pytestCommand(tree: TestTree): Promise<string> {
  for (const [file, start] of PYTHON_ENVIRONMENTS) {
    if ((await tree.kindOf(file)) === 'file') return start + pytest.command;
  }
  return pytest.command;
}

/** Whether files that are called like tests contain tests. */
async function hasPythonTests(tree: TestTree, files: readonly string[]): Promise<boolean> {
  const candidates = files.filter((file) => PYTHON_TEST.test(file) && isIndexedPath(file));
  for (const file of candidates.slice(0, MAX_READ_FILES)) {
    const text = (await tree.readText(file)) ?? '';
    if (/^\s*(?:async\s+)?def\s+test_|^class\s+Test|\bunittest\b|^import\s+pytest\b/m.test(text)) return true;
  }
  return false;
}
