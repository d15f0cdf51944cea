import type {
  CommandReadingContext,
  CommandNeed,
  CommandRefusal,
  Invocation,
  InvocationReader,
  InvocationReading,
} from './command-reading.ts';
import { readOptions, type OptionForms } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';
import { pythonImports } from './python-imports.ts';

const FLAGS = /^-[bBdEiIOPqsSuvx]+$/;
/** A cluster of flags that ends in -c or -m, whose value can follow directly. */
const CODE_OR_MODULE = /^-([bBdEiIOPqsSuvx]*)([cm])(.*)$/s;
/** Isolated mode and safe paths, in which the current folder is not searched for modules. */
const ISOLATES = /^-.*[IP]/;

/** `python -c`, `python -m` and `python script.py`. */
export const readPython: InvocationReader = async (invocation, context) => {
  const { program, arguments: words, folder } = invocation;
  if (!/^(python(\d(\.\d+)?)?|py|pypy3?)$/.test(program)) return undefined;
  const flags: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const match = CODE_OR_MODULE.exec(word);
    if (match) {
      const [, ownFlags = '', kind, attached = ''] = match;
      const value = attached === '' ? words[index + 1] : attached;
      const rest = words.slice(index + (attached === '' ? 2 : 1));
      const isIsolated = [...flags, `-${ownFlags}`].some((flag) => ISOLATES.test(flag));
      if (value === undefined) return undefined;
      const refusal = kind === 'c' ? await refuseCode(value, invocation, context) : undefined;
      if (refusal) return { needs: [], refusal };
      if (isIsolated || invocation.changesModulePaths) return undefined;
      return kind === 'c' ? readCode(value, folder, context) : readModule(value, rest, folder, context);
    }
    if (FLAGS.test(word)) {
      flags.push(word);
    } else if (word === '-X' || word === '-W') {
      index++;
    } else if (word.startsWith('-')) {
      return undefined;
    } else {
      return readScript(word, words.slice(index + 1), folder, context);
    }
  }
  return undefined;
};

function readScript(
  script: string,
  rest: readonly string[],
  folder: string,
  context: CommandReadingContext,
): InvocationReading | undefined {
  const path = pathInFolder(folder, script);
  if (path === undefined) return undefined;
  const files = path.endsWith('.py') ? [path] : [path, `${path}/__main__.py`];
  return {
    needs: context.isGenerated(path) ? [] : [{ path, files, purpose: `runs ${path}` }],
    canonical: ['python', path, ...rest],
  };
}

/** Code with a syntax error. A Python of another version than the one on the PATH can have another syntax. */
async function refuseCode(
  code: string,
  { program, isElsewhere }: Invocation,
  context: CommandReadingContext,
): Promise<CommandRefusal | undefined> {
  if (isElsewhere || !/^(python3?|py)$/.test(program)) return undefined;
  const error = await context.findPythonError(code);
  if (error === undefined) return undefined;
  return {
    reason: `its inline code has a syntax error: ${error}`,
    hint: 'Fix the code, or move it to a script file and run that.',
  };
}

function readCode(code: string, folder: string, context: CommandReadingContext): InvocationReading {
  const modules = pythonImports(code) ?? [];
  return { needs: modules.flatMap((module) => moduleNeed(module, folder, context, 'imports') ?? []) };
}

function readModule(
  module: string,
  rest: readonly string[],
  folder: string,
  context: CommandReadingContext,
): InvocationReading | undefined {
  if (module === 'pytest') return { needs: pytestNeeds(rest, folder, context), canonical: ['pytest', ...rest] };
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(module)) return undefined;
  const need = moduleNeed(module, folder, context, 'runs the module');
  return { needs: need ? [need] : [] };
}

/** `pytest path/to/test_file.py::name`. */
export const readPytest: InvocationReader = ({ program, arguments: words, folder }, context) => {
  if (program !== 'pytest' && program !== 'py.test') return undefined;
  return { needs: pytestNeeds(words, folder, context), canonical: ['pytest', ...words] };
};

/** The options of pytest that are known. */
export const PYTEST_OPTIONS: OptionForms = {
  valued: new Set([
    ...['-k', '-m', '-n', '-p', '-c', '-o', '-W', '-r'],
    ...['--maxfail', '--timeout', '--rootdir', '--tb', '--durations', '--ignore', '--deselect', '--basetemp'],
    ...['--junitxml', '--log-level', '--override-ini', '--import-mode', '--numprocesses', '--dist'],
  ]),
  isFlag: (word) =>
    /^-[qvxslf]+$/.test(word) ||
    /^-r[A-Za-z]+$/.test(word) ||
    /^--(quiet|verbose|exitfirst|no-header|no-summary|lf|ff|nf|last-failed|failed-first|new-first|stepwise|sw|strict|strict-markers|strict-config|cov|no-cov|showlocals|pdb|looponfail|disable-warnings|capture|color|pyargs|doctest-modules)$/.test(
      word,
    ),
  stopsAtOperand: false,
};

function pytestNeeds(words: readonly string[], folder: string, context: CommandReadingContext): readonly CommandNeed[] {
  return (readOptions(words, PYTEST_OPTIONS)?.operands ?? []).flatMap((operand): CommandNeed[] => {
    const path = pathInFolder(folder, operand.replace(/::.*$/s, ''));
    if (path?.endsWith('.py') !== true || context.isGenerated(path)) return [];
    return [{ path, files: [path], purpose: `runs the tests of ${path}` }];
  });
}

/** The folders, relative to the working folder, in which projects have their packages. */
const SOURCE_FOLDERS = ['', 'src/', 'lib/', 'python/'];

/** Files that install the packages of a project, or change where its modules are found. */
const INSTALLERS = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'Pipfile',
  'environment.yml',
  'sitecustomize.py',
  'tox.ini',
];

/** Whether the packages of a project can be installed, so that their modules are found in every folder. */
function isInstallable(base: string, context: CommandReadingContext): boolean {
  return INSTALLERS.some((file) => context.isKnownFile(base + file));
}

/**
 * A module in a source folder, in a project that nothing installs: Python finds the modules of the working folder only. The
 * environment of a person can still know it.
 */
function unreachable(module: string, base: string, path: string, verb: string): CommandNeed {
  const own = `${base}${module.replaceAll('.', '/')}`;
  const folder = path.slice(0, path.length - module.length - 1);
  return {
    path: `${own}.py`,
    files: [`${own}.py`, `${own}/__init__.py`],
    prefixes: [`${own}/`],
    purpose: `${verb} ${module}`,
    isDoubtful: true,
    remedy: `Python does not search ${folder} for modules. Write "env PYTHONPATH=${folder} python …", or add a pyproject.toml that installs the package.`,
  };
}

/**
 * The files that an import of a project's own module needs; `undefined` for any other or generated module. A module is
 * the project's own if the repository or the plan has its top-level package. Any other module can be installed, so its
 * import is never an error.
 */
function moduleNeed(
  module: string,
  folder: string,
  context: CommandReadingContext,
  verb: string,
): CommandNeed | undefined {
  const [top = ''] = module.split('.');
  const base = folder === '' ? '' : `${folder}/`;
  const sourceFolders = SOURCE_FOLDERS.map((source) => `${base}${source}`).filter(
    (source) => context.isKnownFile(`${source}${top}.py`) || context.hasKnownFileIn(`${source}${top}/`, '.py'),
  );
  const modulePath = module.replaceAll('.', '/');
  const paths = sourceFolders.map((source) => `${source}${modulePath}`);
  const [first] = paths;
  if (first === undefined || paths.some((path) => context.isGenerated(`${path}.py`))) return undefined;
  if (!sourceFolders.includes(base) && !isInstallable(base, context)) return unreachable(module, base, first, verb);
  return {
    path: `${first}.py`,
    files: paths.flatMap((path) => [`${path}.py`, `${path}/__init__.py`]),
    // A folder without __init__.py is a namespace package. Extension modules have other extensions.
    prefixes: paths.flatMap((path) => [`${path}/`, `${path}.cpython-`, `${path}.pyd`, `${path}.so`, `${path}.pyx`]),
    purpose: `${verb} ${module}`,
    // Version files and protocol modules, for example, are generated.
    canBeGenerated: true,
  };
}
