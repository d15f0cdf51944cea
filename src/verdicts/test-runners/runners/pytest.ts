import { isWithin, joinPath, nameOf } from '../../../code/resolution/tree-path.ts';
import { PYTEST_OPTIONS } from '../../plan/commands/python.ts';
import type { RunnerConfiguration } from './configuration-values.ts';
import { optionWords, type RunnerCall, type TestRunner } from './test-runner.ts';

/** The folders that pytest does not search (`norecursedirs`), apart from hidden ones. */
const SKIPPED_FOLDERS = /(?:^|\/)(?:\.[^/]+|build|dist|node_modules|venv|_darcs|CVS|[^/]+\.egg|__pycache__)\//;
const DEFAULT_FILES = ['test_*.py', '*_test.py'];
/** Options that select tests by other means, so that a file can have none, which is a failure for pytest. */
const SELECTING = /^(?:-k|-m|--deselect|--last-failed|--lf|--ignore|--ignore-glob|--pyargs|--rootdir)$/;

/** pytest. An operand is a file, a folder, or a test in a file: `tests/test_a.py::test_one`. */
export const pytest: TestRunner = {
  name: 'pytest',
  programs: ['pytest', 'py.test'],
  options: PYTEST_OPTIONS,
  watchOptions: ['--looponfail', '-f'],
  command: 'pytest',
  configurationFiles: /^(?:pytest\.ini|\.pytest\.ini|pyproject\.toml|tox\.ini|setup\.cfg)$/,
  setupKeys: [],
  // Fixtures and hooks of a conftest.py apply to tests that do not import it.
  setupFiles: /^conftest\.py$/,
  selectFiles: (call, configurations) => {
    if (call.options.some(({ name }) => SELECTING.test(name))) return undefined;
    const settings = configurations.map(readSettings).find((one) => one !== undefined);
    const given = call.operands.length > 0 ? call.operands : (settings?.testpaths ?? []);
    if (given.some((path) => /[*?[]|::/.test(path))) return undefined;
    const roots = given.map((path) => joinPath('', path) ?? path);
    const names = (settings?.files ?? DEFAULT_FILES).map(toPattern);
    const isSearched = (file: string): boolean =>
      roots.length === 0 ? !SKIPPED_FOLDERS.test(file) : roots.some((root) => isInside(file, root));
    return {
      isTestFile: (file) =>
        file.endsWith('.py') &&
        (roots.includes(file) || (isSearched(file) && names.some((name) => name.test(nameOf(file))))),
      argumentsFor: (files) => [
        ...optionWords(call, /^--(?:cov.*|ff|failed-first|nf|new-first|stepwise|sw|exitfirst|maxfail)$|^-x$/),
        // Some files never reach a threshold of coverage.
        ...(measuresCoverage(call, configurations) ? ['--no-cov'] : []),
        ...files,
      ],
    };
  },
};

function isInside(file: string, root: string): boolean {
  return root === '' || (isWithin(file, root) && !SKIPPED_FOLDERS.test(file.slice(root.length)));
}

interface PytestSettings {
  readonly testpaths: readonly string[] | undefined;
  readonly files: readonly string[] | undefined;
}

/** The settings of pytest in a configuration file; `undefined` if the file has none. */
function readSettings(configuration: RunnerConfiguration): PytestSettings | undefined {
  const section = sectionOf(configuration);
  if (section === undefined) return undefined;
  return { testpaths: listOf(section, 'testpaths'), files: listOf(section, 'python_files') };
}

/** Whether a text configures pytest, so that its tests run with pytest. */
export function configuresPytest(file: string, text: string): boolean {
  return sectionOf({ folder: '', file, text }) !== undefined;
}

function sectionOf({ file, text }: RunnerConfiguration): string | undefined {
  const name = nameOf(file);
  const heading =
    name === 'pyproject.toml' ? 'tool\\.pytest(?:\\.ini_options)?' : name === 'setup.cfg' ? 'tool:pytest' : 'pytest';
  const section = new RegExp(
    `^\\[${heading}\\][^\\n]*\\n((?:(?!\\[[\\w".:-]+\\]\\s*(?:#.*)?$).*(?:\\n|$))*)`,
    'm',
  ).exec(`${text.replaceAll('\r\n', '\n')}\n`)?.[1];
  // A pytest.ini configures pytest even without a section.
  return section ?? (/^\.?pytest\.ini$/.test(name) ? '' : undefined);
}

/** The values of a setting: a list of TOML, or words on one line or on indented lines. */
function listOf(section: string, key: string): readonly string[] | undefined {
  const value = new RegExp(`^${key}\\s*=\\s*(\\[[^\\]]*\\]|[^\\n]*(?:\\n[ \\t]+[^\\n]+)*)`, 'm').exec(section)?.[1];
  if (value === undefined) return undefined;
  const withoutComments = value.replaceAll(/(?:^|\s)[#;].*$/gm, '');
  const quoted = [...withoutComments.matchAll(/["']([^"'\n]*)["']/g)].map(([, item = '']) => item);
  const items = (quoted.length > 0 ? quoted : [withoutComments]).flatMap((item) => item.split(/\s+/));
  const words = items.filter((item) => item !== '');
  return words.length === 0 ? undefined : words;
}

/** `test_*.py` as an expression. */
function toPattern(glob: string): RegExp {
  const escaped = glob
    .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${escaped}$`);
}

function measuresCoverage({ options }: RunnerCall, configurations: readonly RunnerConfiguration[]): boolean {
  return (
    options.some(({ name }) => name.startsWith('--cov')) || configurations.some(({ text }) => /--cov\b/.test(text))
  );
}
