import type { CommandContext, Invocation, InvocationReader, InvocationReading } from './command-context.ts';
import type { CommandNeed } from './command-reading.ts';
import { readOptions } from './operands.ts';
import { pathInFolder } from './path-in-folder.ts';
import { PYTHON_STANDARD_LIBRARY } from './python-standard-library.ts';
import { pythonImports } from './python-statements.ts';
import { WELL_KNOWN_PYTHON_MODULES } from './well-known-python-modules.ts';

const FLAGS = /^-[bBdEiIOPqsSuvx]+$/;

/** `python -c`, `python -m` and `python script.py`. */
export const readPython: InvocationReader = (invocation, context) => {
  const { program, words, folder } = invocation;
  if (!/^(python(\d(\.\d+)?)?|py|pypy3?)$/.test(program)) return undefined;
  const before: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const joined = /^-([bBdEiIOPqsSuvx]*)([cm])(.*)$/s.exec(word);
    if (joined) {
      const [, flags = '', kind, attached = ''] = joined;
      const value = attached === '' ? words[index + 1] : attached;
      const rest = words.slice(index + (attached === '' ? 2 : 1));
      const isolated = invocation.otherPaths || [...before, `-${flags}`].some((flag) => /^-.*[IP]/.test(flag));
      if (value === undefined || isolated) return undefined;
      if (kind === 'c') return { needs: inlineNeeds(value, folder, context) };
      return readModuleRun(invocation, value, rest, context);
    }
    if (FLAGS.test(word)) {
      before.push(word);
    } else if (word === '-X' || word === '-W') {
      index++;
    } else if (word.startsWith('-')) {
      return undefined;
    } else {
      const path = pathInFolder(folder, word);
      if (path === undefined) return undefined;
      const files = path.endsWith('.py') ? [path] : [path, `${path}/__main__.py`];
      return {
        needs: [{ shown: path, files, because: `runs ${path}` }],
        canonical: ['python', path, ...words.slice(index + 1)],
      };
    }
  }
  return undefined;
};

/** `pytest path/to/test_file.py::name`, on its own or as a module. */
export const readPytest: InvocationReader = ({ program, words, folder }, context) => {
  if (program !== 'pytest' && program !== 'py.test') return undefined;
  return { needs: pytestNeeds(words, folder, context), canonical: ['pytest', ...words] };
};

function readModuleRun(
  { folder }: Invocation,
  module: string,
  words: readonly string[],
  context: CommandContext,
): InvocationReading | undefined {
  if (module === 'pytest') return { needs: pytestNeeds(words, folder, context), canonical: ['pytest', ...words] };
  if (module === 'py_compile') {
    const needs = words.flatMap((word): CommandNeed[] => {
      const path = pathInFolder(folder, word);
      return path?.endsWith('.py') === true ? [{ shown: path, files: [path], because: `compiles ${path}` }] : [];
    });
    return { needs };
  }
  if (!/^[A-Za-z_]\w*(\.[A-Za-z_]\w*)*$/.test(module)) return undefined;
  const need = moduleNeed(module, folder, context, 'runs the module');
  return { needs: need ? [need] : [] };
}

function pytestNeeds(words: readonly string[], folder: string, context: CommandContext): readonly CommandNeed[] {
  const read = readOptions(words, {
    valued: new Set([
      '-k',
      '-m',
      '-n',
      '-p',
      '-c',
      '-o',
      '-W',
      '--maxfail',
      '--timeout',
      '--rootdir',
      '--tb',
      '--durations',
    ]),
    isFlag: (word) => /^-[qvxsl]+$/.test(word) || /^--(quiet|verbose|exitfirst|no-header|lf|ff)$/.test(word),
    stopsAtOperand: false,
  });
  return (read?.operands ?? []).flatMap((operand): CommandNeed[] => {
    const path = pathInFolder(folder, operand.replace(/::.*$/s, ''));
    if (path?.endsWith('.py') !== true || context.isGenerated(path)) return [];
    return [{ shown: path, files: [path], because: `runs the tests of ${path}` }];
  });
}

function inlineNeeds(code: string, folder: string, context: CommandContext): readonly CommandNeed[] {
  const needs: CommandNeed[] = [];
  for (const { module } of pythonImports(code) ?? []) {
    const need = moduleNeed(module, folder, context, 'imports');
    if (need) needs.push(need);
  }
  return needs;
}

/** Where the modules of a project are looked for beside its root. */
const SOURCE_FOLDERS = ['', 'src/', 'lib/', 'python/'];

/** The files that a module may be; undefined where it is not, or not surely, a module of the project. */
function moduleNeed(module: string, folder: string, context: CommandContext, verb: string): CommandNeed | undefined {
  const [top = ''] = module.split('.');
  if (PYTHON_STANDARD_LIBRARY.has(top)) return undefined;
  const base = folder === '' ? '' : `${folder}/`;
  const homes = SOURCE_FOLDERS.map((source) => `${base}${source}`);
  const own = homes.filter(
    (home) => context.everFile(`${home}${top}.py`) || context.everFile(`${home}${top}/__init__.py`),
  );
  if (own.length === 0 && (WELL_KNOWN_PYTHON_MODULES.has(top) || declaresPackages(base, context))) return undefined;
  const namespaces = own.length > 0 ? own : homes.filter((home) => context.everBelow(`${home}${top}/`));
  const path = module.replaceAll('.', '/');
  const places = (namespaces.length === 0 ? [base] : namespaces).map((home) => `${home}${path}`);
  if (places.some((place) => context.isGenerated(`${place}.py`))) return undefined;
  return {
    shown: `${places[0] ?? path}.py`,
    files: places.flatMap((place) => [`${place}.py`, `${place}/__init__.py`]),
    // A folder without __init__.py is a namespace package, and an extension module has an ending of its own.
    prefixes: places.flatMap((place) => [
      `${place}/`,
      `${place}.cpython-`,
      `${place}.pyd`,
      `${place}.so`,
      `${place}.pyx`,
    ]),
    because: `${verb} ${module}`,
  };
}

const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile', 'environment.yml', 'poetry.lock', 'uv.lock'];
const REQUIREMENTS = ['requirements.txt', 'requirements.in', 'requirements-', 'requirements_', 'requirements/'];

/**
 * Whether the project says what it has installed. The names of packages are not those of their modules (Pillow is
 * imported as PIL), so where it does, a module that is not the project's own may be any package's.
 */
function declaresPackages(base: string, context: CommandContext): boolean {
  return [...new Set([base, ''])].some(
    (home) =>
      MANIFESTS.some((name) => context.everFile(`${home}${name}`)) ||
      REQUIREMENTS.some((prefix) => context.everBelow(`${home}${prefix}`)),
  );
}
