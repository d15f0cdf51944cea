import { onlySucceeds, readShellCommands, type ShellOptions } from './shell-commands.ts';

/** What a step proves. `build` and `other` prove nothing themselves, but proofs can depend on them. */
export type StepKind = 'tests' | 'types' | 'lint' | 'build' | 'other';

/** A program that a script, a target or a job runs. */
export interface ProvingStep {
  readonly kind: StepKind;
  /** The program without what starts it: `npx vitest` is `vitest`. A script of a package is `run` and its name. */
  readonly program: string;
  readonly args: readonly string[];
  /** Whether its failure fails nothing. */
  readonly ignored: boolean;
  readonly conditional: boolean;
}

/** Reads the text of a script that a command runs, as `npm run lint` does; `undefined` if it is not known. */
export type ScriptTextReader = (name: string) => string | undefined;

const PROGRAMS: readonly (readonly [kind: StepKind, names: RegExp])[] = [
  [
    'tests',
    /^(?:vitest|jest|_?mocha|ava|tap|tape|uvu|jasmine|karma|cypress|playwright|qunit|wdio|borp|tstyche|poku|lab|brittle|zora|pta|testcafe|nightwatch|pytest|py\.test|nose2|nosetests|unittest|tox|nox|trial|gotestsum|ginkgo|ctest|phpunit|rspec|bats|hyperfine-test|web-test-runner|wtr|aegir)$/,
  ],
  ['types', /^(?:tsc|tsgo|vue-tsc|svelte-check|tsd|dtslint|mypy|dmypy|pyright|basedpyright|pyre|pytype|ty|attw|flow)$/],
  [
    'lint',
    /^(?:eslint|oxlint|standard|semistandard|ts-standard|neostandard|xo|tslint|jshint|stylelint|biome|rome|dprint|knip|publint|markdownlint|markdownlint-cli2|shellcheck|actionlint|yamllint|ruff|flake8|pylint|pycodestyle|pydocstyle|bandit|codespell|vulture|interrogate|golangci-lint|staticcheck|revive|golint|errcheck|gosec|misspell|cspell|sherif|syncpack|unimport|size-limit|prettier|black|isort|gofmt|goimports|deptry|slotscheck)$/,
  ],
  [
    'build',
    /^(?:vite|rollup|webpack|tsup|tsdown|unbuild|esbuild|swc|babel|parcel|obuild|rolldown|microbundle|pyproject-build|make|cmake|ninja)$/,
  ],
];
/** The first arguments that make a proof of a program that does other things, too. */
const SUBCOMMANDS: readonly (readonly [program: RegExp, argument: RegExp, kind: StepKind])[] = [
  [/^go$/, /^test$/, 'tests'],
  [/^go$/, /^(?:vet)$/, 'types'],
  [/^go$/, /^(?:build|generate)$/, 'build'],
  [/^(?:deno|bun|cargo|dotnet|mvn|mvnw|gradle|gradlew|swift|ng|react-scripts|hatch|zig|mix|sbt)$/, /^:?test$/, 'tests'],
  [/^(?:mvn|mvnw|gradle|gradlew)$/, /^(?:verify|check)$/, 'tests'],
  [/^(?:deno|cargo)$/, /^check$/, 'types'],
  [/^(?:deno|ng|vp|next)$/, /^lint$/, 'lint'],
  [/^cargo$/, /^(?:clippy|fmt)$/, 'lint'],
  [/^pre-commit$/, /^run$/, 'lint'],
  [/^(?:cargo|dotnet|mvn|gradle|ng|next|nuxt|nuxi|astro|bun|deno|uv|poetry|hatch|flit)$/, /^build$/, 'build'],
];
/** Programs that only rewrite files without one of these arguments. */
const CHECKING: Readonly<Record<string, RegExp>> = {
  prettier: /^(?:--check|-c|--list-different|-l)$/,
  black: /^--(?:check|diff)$/,
  isort: /^(?:--check|--check-only|-c|--diff)$/,
  gofmt: /^-[ld]/,
  goimports: /^-[ld]/,
};
/** Words that start another program: `npx`, `cross-env A=1`, `uv run`. */
const STARTING =
  /^(?:npx|pnpx|bunx|npm|pnpm|yarn|bun|exec|x|dlx|run|--|env|cross-env|cross-env-shell|dotenv|time|nice|sudo|command|exec|timeout|xvfb-run|c8|nyc|coverage|uv|uvx|poetry|pdm|pipenv|pipx|rye|hatch|conda|python\d?(?:\.\d+)?|py|\d+[smh]?|-.*|[A-Za-z_]\w*=.*|winpty|stdbuf|retry|nix|bash|sh|tool)$/;
const MANAGERS =
  /^(?:npm|pnpm|yarn|bun|just|task|make|gmake|lerna|turbo|nx|hatch|poe|pdm|invoke|inv|rake|grunt|gulp|npm-run-all|run-s|run-p|wireit|vlt|rush|moon|mise)$/;
/** Words of package managers that are no scripts. */
const NO_SCRIPT =
  /^(?:i|install|ci|add|init|publish|pack|link|config|set|version|audit|outdated|update|up|upgrade|remove|rm|uninstall|prune|cache|login|whoami|info|view|dedupe|import|fetch|store|rebuild|bootstrap|create|global|--version|-v|--help|workspaces|exec|x|dlx|env|pkg|sync|lock|self|build-wheel)$/;
/** The options of package managers that have a value. */
const VALUED_OPTION =
  /^(?:-C|--cwd|--dir|--prefix|-F|--filter|--scope|-w|--workspace|-f|--parallel-jobs|-t|--targets?)$/;
const MAX_DEPTH = 6;

/** The steps of a shell text. Scripts that it runs are read, too, if their text is known. */
export function readProvingSteps(
  text: string,
  options: ShellOptions,
  readScript: ScriptTextReader = () => undefined,
): readonly ProvingStep[] {
  return readSteps(text, options, readScript, 0);
}

function readSteps(text: string, options: ShellOptions, readScript: ScriptTextReader, depth: number): ProvingStep[] {
  return readShellCommands(text, options).flatMap(({ words, ignored, conditional }) => {
    const inherit = (steps: readonly ProvingStep[]): ProvingStep[] =>
      steps.map((step) => ({
        ...step,
        ignored: step.ignored || ignored,
        conditional: step.conditional || conditional,
      }));
    return readCommand(words).flatMap((step): ProvingStep[] => {
      const inner = depth < MAX_DEPTH ? innerText(step, readScript) : undefined;
      if (inner === undefined) return inherit([{ ...step, ignored, conditional }]);
      const steps = readSteps(inner, { stopsAtFailure: false }, readScript, depth + 1);
      // The arguments of a script are those of its last command.
      const last = steps.at(-1);
      const passed = step.args.filter((word) => word !== '--');
      if (last !== undefined) steps[steps.length - 1] = { ...last, args: [...last.args, ...passed] };
      return inherit(steps);
    });
  });
}

function innerText({ program, args }: Step, readScript: ScriptTextReader): string | undefined {
  if (program.startsWith('run ')) return readScript(program.slice(4));
  if (/^(?:bash|sh|zsh)$/.test(program) && /^-\w*c$/.test(args[0] ?? '')) return args[1];
  return undefined;
}

type Step = Pick<ProvingStep, 'kind' | 'program' | 'args'>;

function readCommand(words: readonly string[]): readonly Step[] {
  const coverage = readCoverage(words);
  return coverage === undefined ? readOneCommand(words) : [...readOneCommand(words), coverage];
}

/** The threshold that a program around the tests checks: `nyc --lines 90 mocha`, `coverage report --fail-under=90`. */
function readCoverage(words: readonly string[]): Step | undefined {
  const start = words.findIndex((word) => /^(?:c8|nyc|coverage)$/.test(word));
  if (start < 0 || words.slice(0, start).some((word) => !STARTING.test(word))) return undefined;
  const [program = '', ...args] = words.slice(start);
  const options: string[] = [];
  for (const [index, word] of args.entries()) {
    const isValue = /^\d+$/.test(word) && args[index - 1]?.startsWith('-') === true;
    if (word.startsWith('-') || isValue) options.push(word);
    else if (program !== 'coverage') break;
  }
  const hasThreshold = options.some((word) =>
    /^--(?:check-coverage|100|lines|branches|functions|statements|fail-under)/.test(word),
  );
  return { kind: hasThreshold ? 'lint' : 'other', program: `${program} coverage`, args: options };
}

function readOneCommand(words: readonly string[]): readonly Step[] {
  let start = 0;
  while (/^[A-Za-z_]\w*=/.test(words[start] ?? '')) start++;
  const rest = words.slice(start).map((word, index) => (index === 0 ? programName(word) : word));
  const [program = '', ...args] = rest;
  if (program === '' || onlySucceeds(rest)) return [];
  if (/^(?:npm-run-all\d?|run-s|run-p|concurrently)$/.test(program)) {
    const names = args.filter((word) => !word.startsWith('-'));
    return names.flatMap((name) => (/\s/.test(name) ? readCommand(name.split(/\s+/)) : [scriptStep(name, [])]));
  }
  const script = MANAGERS.test(program) ? readScriptStep(program, args) : undefined;
  if (script !== undefined) return script;
  if (program === 'node' || program === 'tsx' || program === 'ts-node') return [readNode(program, args)];
  const own = readProgram(rest);
  if (own !== undefined) return [own];
  if (STARTING.test(program)) {
    for (let index = 0; index < rest.length; index++) {
      const found = index === 0 ? undefined : readProgram([programName(rest[index] ?? ''), ...rest.slice(index + 1)]);
      if (found !== undefined) return [found];
      if (/^(?:bash|sh)$/.test(rest[index] ?? '')) break;
      const inner = index > 0 && /^(?:npm|pnpm|yarn|node|make)$/.test(rest[index] ?? '');
      if (inner) return readCommand(rest.slice(index));
      if (!STARTING.test(rest[index] ?? '')) break;
    }
  }
  return [{ kind: 'other', program, args }];
}

/** The name without folder, extension and variable: `./node_modules/.bin/jest`, `$(GO)`, `eslint@9`. */
function programName(word: string): string {
  const variable = /^\$[({]?(\w+)[)}]?$/.exec(word)?.[1];
  if (variable !== undefined) return variable.toLowerCase();
  return /^[@-]/.test(word) ? word : word.replace(/^.*\/(?:bin|\.bin)\//, '').replace(/(?<=.)@[\w.^~-]+$/, '');
}

function readProgram([program = '', ...args]: readonly string[]): Step | undefined {
  const [first = ''] = args;
  const sub = SUBCOMMANDS.find(([name, argument]) => name.test(program) && argument.test(first));
  if (sub !== undefined) return { kind: sub[2], program: `${program} ${first}`, args: args.slice(1) };
  const kind = PROGRAMS.find(([, names]) => names.test(program))?.[0];
  if (kind === undefined) return undefined;
  const needed = CHECKING[program];
  if (needed !== undefined && !args.some((word) => needed.test(word))) return { kind: 'other', program, args };
  if (program === 'ruff' && first === 'format' && !args.some((word) => /^--(?:check|diff)$/.test(word))) {
    return { kind: 'other', program, args };
  }
  if (kind === 'build' && program === 'make') return undefined;
  return { kind, program, args };
}

function readNode(program: string, args: readonly string[]): Step {
  if (args.some((word) => /^--test(?:=|$)/.test(word))) {
    return { kind: 'tests', program: `${program} --test`, args: args.filter((word) => word !== '--test') };
  }
  for (const [index, word] of args.entries()) {
    const isValue = /^(?:-r|--(?:import|require|loader|experimental-loader|env-file|conditions))$/.test(
      args[index - 1] ?? '',
    );
    if (word.startsWith('-') || isValue) continue;
    const name = /(?:^|\/)node_modules\/(?:\.bin\/)?((?:@[^/]+\/)?[^/]+)/.exec(word)?.[1];
    const found = name === undefined ? undefined : readProgram([name, ...args.slice(index + 1)]);
    if (found !== undefined) return found;
    break;
  }
  return { kind: 'other', program, args };
}

/** `npm test`, `pnpm -r run lint`, `make check`; `undefined` if the command starts a program instead. */
function readScriptStep(manager: string, args: readonly string[]): readonly Step[] | undefined {
  const words: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (words.length > 0 && word === '--') {
      words.push(...args.slice(index));
      break;
    }
    if (VALUED_OPTION.test(word)) index++;
    else if (words.length > 0 || !word.startsWith('-')) words.push(word);
  }
  let [first = '', ...others] = words;
  if (
    first === 'run' ||
    first === 'run-script' ||
    first === 'recursive' ||
    first === 'run-many' ||
    first === 'workspaces'
  ) {
    [first = '', ...others] = others;
    if (first === 'run') [first = '', ...others] = others;
  } else if (manager === 'bun' && first === 'test') return undefined;
  if (manager === 'npm' && /^t(?:st)?$/.test(first)) first = 'test';
  if (manager === 'npm' && words[0] === first && !/^(?:test|start|stop|restart)$/.test(first)) return undefined;
  if (first === '' || (words[0] === first && NO_SCRIPT.test(first)) || first.startsWith('-')) return undefined;
  if (
    readProgram([first, ...others])?.kind !== undefined &&
    words[0] === first &&
    !/^(?:make|just|task)$/.test(manager)
  ) {
    return undefined;
  }
  // `make -i` succeeds, and `make -n` runs nothing.
  const isIgnoring =
    /^g?make$/.test(manager) && args.some((word) => /^-[a-z]*[in]|^--(?:ignore-errors|dry-run|just-print)$/.test(word));
  // A manager can run several: `make lint test`.
  const isMany = /^(?:make|gmake|just|task|turbo|nx|lerna|rush|moon)$/.test(manager);
  const names = isMany
    ? [first, ...others.filter((word) => /^[\w:.-]+$/.test(word) && !word.startsWith('-'))]
    : [first];
  return names.map((name) => scriptStep(name, isIgnoring ? ['--ignore-errors'] : isMany ? [] : others));
}

function scriptStep(name: string, args: readonly string[]): Step {
  return { kind: kindOfName(name), program: `run ${name}`, args };
}

/** What a script with a name usually proves. */
export function kindOfName(name: string): StepKind {
  if (/(?:^|[^a-z])(?:un)?types?(?:[^a-z]|$)|typecheck|type-check|tsc|tsd|mypy/i.test(name)) return 'types';
  if (/(?:^|[^a-z])(?:tests?|spec|unit|e2e|coverage|cov|integration|pytest|vitest|jest)(?:[^a-z]|$)/i.test(name))
    return 'tests';
  if (/lint|check|verify|validate|style|standard/i.test(name)) return 'lint';
  return /(?:^|[^a-z])(?:build|compile|bundle|prepare|prepack)(?:[^a-z]|$)/i.test(name) ? 'build' : 'other';
}

/** Whether a step proves something itself. */
export function isProof({ kind }: Pick<ProvingStep, 'kind'>): boolean {
  return kind === 'tests' || kind === 'types' || kind === 'lint';
}
