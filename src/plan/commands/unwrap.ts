import type { Invocation } from './command-context.ts';

/** Words that only wrap another command: how many words before that command belong to the wrapper. */
type Wrapper = (words: readonly string[]) => number | undefined;

const isAssignment = (word: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*=/.test(word);

/** After the wrapper's own name (and verb): options that take no value, then the command. */
function afterFlags(words: readonly string[], from: number, flags: ReadonlySet<string>): number | undefined {
  let index = from;
  while (index < words.length && flags.has(words[index] ?? '')) index++;
  const word = words[index];
  return word === undefined || word.startsWith('-') ? undefined : index;
}

const NO_FLAGS: ReadonlySet<string> = new Set();
const NPX_FLAGS: ReadonlySet<string> = new Set(['-y', '--yes', '--no', '--no-install', '-q', '--quiet', '--', '--bun']);

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: (words) => afterAssignments(words, 1),
  'cross-env': (words) => afterAssignments(words, 1),
  time: (words) => afterFlags(words, 1, new Set(['-p'])),
  nice: (words) => afterFlags(words, 1, NO_FLAGS),
  timeout: (words) => {
    const limit = afterFlags(words, 1, new Set(['--foreground', '--preserve-status', '-v']));
    return limit !== undefined && /^\d+(\.\d+)?[smhd]?$/.test(words[limit] ?? '') ? limit + 1 : undefined;
  },
  npx: (words) => afterFlags(words, 1, NPX_FLAGS),
  bunx: (words) => afterFlags(words, 1, NPX_FLAGS),
  npm: (words) => (words[1] === 'exec' || words[1] === 'x' ? afterFlags(words, 2, NPX_FLAGS) : undefined),
  pnpm: (words) => (words[1] === 'exec' ? afterFlags(words, 2, NPX_FLAGS) : undefined),
  yarn: (words) => (words[1] === 'exec' ? afterFlags(words, 2, NPX_FLAGS) : undefined),
  corepack: (words) => afterFlags(words, 1, NO_FLAGS),
  uv: (words) => (words[1] === 'run' ? afterFlags(words, 2, NO_FLAGS) : undefined),
  poetry: (words) => (words[1] === 'run' ? afterFlags(words, 2, NO_FLAGS) : undefined),
  pipenv: (words) => (words[1] === 'run' ? afterFlags(words, 2, NO_FLAGS) : undefined),
};

function afterAssignments(words: readonly string[], from: number): number | undefined {
  let index = from;
  while (index < words.length && isAssignment(words[index] ?? '')) index++;
  return index < words.length && !(words[index] ?? '').startsWith('-') ? index : undefined;
}

/** Where modules are looked for is said by these variables. */
const PATH_VARIABLES = /^(PYTHONPATH|PYTHONHOME|PYTHONSTARTUP|NODE_PATH|NODE_OPTIONS|PATH)=/;

/** A program's name without the folder of an installation and without the ending that Windows gives it. */
function programName(word: string): string {
  const path = word.replaceAll('\\', '/');
  const installed = path.startsWith('/') || /^[A-Za-z]:\//.test(path) || /(^|\/)node_modules\/\.bin\/[^/]+$/.test(path);
  const name = installed ? (path.split('/').at(-1) ?? path) : path;
  return name.replace(/\.(exe|cmd|bat)$/i, '');
}

/** Takes off what only wraps a command: env, npx, timeout, uv run, … */
export function unwrap(words: readonly string[], folder: string, depth: number): Invocation {
  let rest = [...words];
  let otherPaths = false;
  for (let guard = 0; guard < 10; guard++) {
    const program = programName(rest[0] ?? '');
    const at = Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program]?.(rest) : undefined;
    if (at === undefined || at >= rest.length) break;
    otherPaths ||= rest.slice(1, at).some((word) => PATH_VARIABLES.test(word));
    rest = rest.slice(at);
  }
  return { program: programName(rest[0] ?? ''), words: rest.slice(1), folder, otherPaths, depth };
}
