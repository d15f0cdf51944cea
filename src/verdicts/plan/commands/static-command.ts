import type { Invocation } from './command-reading.ts';

/** Programs that compile, lint or format code, or only look at files. They run neither the code nor its tests. */
const STATIC_PROGRAMS: ReadonlySet<string> = new Set([
  ...['tsc', 'vue-tsc', 'svelte-check', 'tsup', 'esbuild', 'rollup', 'webpack', 'parcel', 'swc', 'babel', 'unbuild'],
  ...['eslint', 'prettier', 'biome', 'oxlint', 'stylelint', 'markdownlint', 'knip', 'depcruise', 'madge', 'attw'],
  ...[
    'mypy',
    'pyright',
    'ruff',
    'flake8',
    'pylint',
    'black',
    'isort',
    'gofmt',
    'golangci-lint',
    'rustfmt',
    'shellcheck',
  ],
  ...['test', '[', 'true', 'echo', 'ls', 'cat', 'grep', 'git', 'rm', 'mkdir', 'cp', 'mv', 'rimraf', 'wc', 'head'],
]);

/** Subcommands of programs that have other subcommands, too: `vite build`, but not `vite preview`. */
const STATIC_SUBCOMMANDS: Readonly<Record<string, ReadonlySet<string>>> = {
  vite: new Set(['build']),
  next: new Set(['build', 'lint']),
  nuxt: new Set(['build', 'typecheck']),
  astro: new Set(['build', 'check']),
  ng: new Set(['build', 'lint']),
  go: new Set(['build', 'vet', 'fmt']),
  cargo: new Set(['build', 'check', 'clippy', 'fmt']),
  dotnet: new Set(['build', 'format']),
  npm: new Set(['ci', 'install', 'pack', 'ls', 'audit']),
  pnpm: new Set(['install', 'pack', 'audit']),
  yarn: new Set(['install', 'pack', 'audit']),
};

/** Names of scripts and targets that build or lint: `build`, `build:types`, `scripts/build.mjs`, `esbuild.config.js`. */
const STATIC_NAME =
  /^(build|compile|bundle|esbuild|rollup|webpack|transpile|lint|eslint|format|fmt|prettier|tsc|types|typecheck|type-check|check-types|check-format|clean)(?=$|[.:_-])/i;

/** Part of a name that suggests tests: `build-and-test`, `lint:ci`. */
const TESTING_NAME = /(^|[.:_-])(tests?|specs?|verify|ci|e2e|smoke)(?=$|[.:_-])/i;

const SCRIPT_RUNNERS: ReadonlySet<string> = new Set([
  'node',
  'tsx',
  'ts-node',
  'python',
  'python3',
  'bash',
  'sh',
  'zsh',
]);
const SYNTAX_CHECKS: ReadonlySet<string> = new Set(['--check', '-c', '-n']);

/** Whether a script or target only builds, lints or formats, judged by its name alone. */
export function isStaticName(name: string): boolean {
  return STATIC_NAME.test(name) && !TESTING_NAME.test(name);
}

/**
 * Whether a command certainly runs neither the code under work nor its tests: it compiles, lints, formats, or only looks
 * at files. `false` for every command that is not known.
 */
export function isStaticCommand({ program, arguments: words }: Invocation): boolean {
  if (STATIC_PROGRAMS.has(program)) return true;
  const [first = ''] = words;
  if (Object.hasOwn(STATIC_SUBCOMMANDS, program)) return STATIC_SUBCOMMANDS[program]?.has(first) === true;
  if (program === 'make' || program === 'just' || program === 'task')
    return words.length > 0 && words.every((word) => isStaticName(word));
  if (SCRIPT_RUNNERS.has(program)) return isStaticScript(program, words);
  return program.includes('/') && isStaticName(fileName(program));
}

/** `node scripts/build.mjs`, `node --check a.js`, `bash -n a.sh`, `python -m mypy src`. */
function isStaticScript(program: string, words: readonly string[]): boolean {
  const [first = '', second = ''] = words;
  if (first.startsWith('-')) {
    if (program.startsWith('python')) return first === '-m' && (STATIC_PROGRAMS.has(second) || second === 'py_compile');
    return SYNTAX_CHECKS.has(first) && (first !== '-c' || program === 'node');
  }
  return isStaticName(fileName(first));
}

function fileName(path: string): string {
  return path.replaceAll('\\', '/').split('/').at(-1) ?? path;
}
