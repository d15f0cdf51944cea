import type { Invocation } from './command-reading.ts';

/** Returns the index of the wrapped command; `undefined` if the arguments are not understood. */
type Wrapper = (words: readonly string[]) => number | undefined;

/**
 * The index after flags without a value; `undefined` if no command follows them.
 *
 * @param from the index after the wrapper's name and subcommand
 */
function indexAfterFlags(words: readonly string[], from: number, flags: ReadonlySet<string>): number | undefined {
  let index = from;
  while (index < words.length && flags.has(words[index] ?? '')) index++;
  const word = words[index];
  return word === undefined || word.startsWith('-') ? undefined : index;
}

/** The index after `NAME=value` arguments; `undefined` if no command follows them. */
function indexAfterAssignments(words: readonly string[], from: number): number | undefined {
  let index = from;
  while (index < words.length && /^[A-Za-z_][A-Za-z0-9_]*=/.test(words[index] ?? '')) index++;
  return index < words.length && !(words[index] ?? '').startsWith('-') ? index : undefined;
}

const NO_FLAGS: ReadonlySet<string> = new Set();
const NPX_FLAGS: ReadonlySet<string> = new Set(['-y', '--yes', '--no', '--no-install', '-q', '--quiet', '--']);

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: (words) => indexAfterAssignments(words, 1),
  'cross-env': (words) => indexAfterAssignments(words, 1),
  time: (words) => indexAfterFlags(words, 1, new Set(['-p'])),
  nice: (words) => indexAfterFlags(words, 1, NO_FLAGS),
  timeout: (words) => {
    const limit = indexAfterFlags(words, 1, new Set(['--foreground', '--preserve-status', '-v']));
    return limit !== undefined && /^\d+(\.\d+)?[smhd]?$/.test(words[limit] ?? '') ? limit + 1 : undefined;
  },
  npx: (words) => indexAfterFlags(words, 1, NPX_FLAGS),
  npm: (words) => (words[1] === 'exec' || words[1] === 'x' ? indexAfterFlags(words, 2, NPX_FLAGS) : undefined),
  pnpm: (words) => (words[1] === 'exec' ? indexAfterFlags(words, 2, NPX_FLAGS) : undefined),
  yarn: (words) => (words[1] === 'exec' ? indexAfterFlags(words, 2, NPX_FLAGS) : undefined),
  corepack: (words) => indexAfterFlags(words, 1, NO_FLAGS),
  uv: (words) => (words[1] === 'run' ? indexAfterFlags(words, 2, NO_FLAGS) : undefined),
  poetry: (words) => (words[1] === 'run' ? indexAfterFlags(words, 2, NO_FLAGS) : undefined),
  pipenv: (words) => (words[1] === 'run' ? indexAfterFlags(words, 2, NO_FLAGS) : undefined),
};

/** Wrappers that run programs of their project's environment. */
const ENVIRONMENTS: ReadonlySet<string> = new Set(['npx', 'npm', 'pnpm', 'yarn', 'uv', 'poetry', 'pipenv']);

/** Variables that change where modules are found. */
const PATH_VARIABLES = /^(PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|NODE_PATH|NODE_OPTIONS|PATH)=/;

/** Folders of installed programs, such as `node_modules/.bin/` and `.venv/bin/`. */
const INSTALLED = /^(\/|[A-Za-z]:\/)|(^|\/)(node_modules\/\.bin|\.?venv\/(bin|Scripts))\/[^/]+$/;

/** The name of an installed program without its folder and the extension that Windows adds. */
function programName(word: string): string {
  const path = word.replaceAll('\\', '/');
  const name = INSTALLED.test(path) ? (path.split('/').at(-1) ?? path) : path;
  return name.replace(/\.(exe|cmd|bat)$/i, '');
}

/** Removes wrappers such as env, npx, timeout and uv run from a command. */
export function unwrap(words: readonly string[], folder: string, depth: number): Invocation {
  let rest = [...words];
  let changesModulePaths = false;
  let isElsewhere = false;
  // The limit ends the loop for a command that consists of wrappers only.
  for (let count = 0; count < 10; count++) {
    const program = programName(rest[0] ?? '');
    const index = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program]?.(rest) : undefined;
    if (index === undefined || index >= rest.length) break;
    isElsewhere ||= ENVIRONMENTS.has(program);
    changesModulePaths ||= rest.slice(1, index).some((word) => PATH_VARIABLES.test(word));
    rest = rest.slice(index);
  }
  const [word = '', ...following] = rest;
  isElsewhere ||= /[\\/]/.test(word);
  return { program: programName(word), arguments: following, folder, changesModulePaths, isElsewhere, depth };
}
