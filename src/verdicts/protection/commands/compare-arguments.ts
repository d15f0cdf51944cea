import { combineDirections, type Direction } from '../direction/direction.ts';
import { compareFiles } from '../direction/compare-files.ts';
import type { ProvingStep } from './proving-steps.ts';

type Effect = 'weakens' | 'strengthens' | 'neutral';

interface OptionRule {
  readonly name: RegExp;
  readonly effect: Effect | 'minimum' | 'maximum';
  /** The programs with this meaning. Default: all. */
  readonly program?: RegExp;
}

/** The options of test runners, compilers and linters. The first match applies; any other option is unknown. */
const OPTIONS: readonly OptionRule[] = [
  // What runs, but does not judge, or judges nothing.
  {
    name: /^--(?:pass-?with-?no-?tests|passWithNoTests|exit-zero|no-error-on-unmatched-pattern)$/,
    effect: 'weakens',
  },
  {
    name: /^--(?:collect-only|co|list-?tests|listTests|list-files|listFilesOnly|showConfig|help|version|print-config)$/,
    effect: 'weakens',
  },
  { name: /^--(?:list|dry-run)$/, effect: 'weakens' },
  {
    name: /^--(?:noCheck|skipLibCheck|suppress-all|ignore-errors|ignore-missing-imports|no-typecheck|allow-untyped-\w+|transpileOnly)$/,
    effect: 'weakens',
  },
  // Which of the tests or files.
  { name: /^-(?:k|m)$/, program: /^pytest$/, effect: 'weakens' },
  {
    name: /^--(?:deselect|ignore|ignore-glob|lf|last-failed|ff|sw|no-summary-fail)$/,
    program: /^pytest$/,
    effect: 'weakens',
  },
  { name: /^-(?:run|skip|short|n)$/, program: /^go test$/, effect: 'weakens' },
  { name: /^-(?:g|f)$/, program: /^(?:mocha|_mocha|playwright)$/, effect: 'weakens' },
  { name: /^-(?:t|o)$/, program: /^(?:jest|vitest)$/, effect: 'weakens' },
  { name: /^-m$/, program: /^ava$/, effect: 'weakens' },
  {
    name: /^--(?:grep|grep-invert|fgrep|invert|match|test-?name-?pattern|testNamePattern|test-skip-pattern|testPathPatterns?|testPathIgnorePatterns|only-?changed|onlyChanged|changed|changedSince|only-failures|onlyFailures|findRelatedTests|related|lastCommit|exclude|extend-exclude|ignore-pattern|ignore-path|ignorePattern|test-only|skip|extend-ignore|disable|disable-error-code|per-file-ignores|fail-never|no-fail.*|allow-only|allowOnly)$/,
    effect: 'weakens',
  },
  { name: /^--(?:max-warnings|max-failures-allowed)$/, effect: 'maximum' },
  {
    name: /^--(?:cov-)?fail-under$|^--(?:coverage\.)?(?:thresholds?\.)?(?:branches|lines|functions|statements)$|^--(?:check-coverage-)?threshold$/,
    effect: 'minimum',
  },
  {
    name: /^--(?:strict.*|forbid-only|forbidOnly|forbid-pending|check|check-only|check-coverage|100|typecheck|race|report-unused-.*|error-on-.*|fail-on-.*|detectOpenHandles|detect-open-handles|disallow-.*|warn-.*|werror|noUnused\w+|noImplicit\w+|select|extend-select|enable|enable-error-code|with-coverage|experimental-test-coverage|cov.*|coverage.*|doctest-modules)$/,
    effect: 'strengthens',
  },
  { name: /^-(?:race|cover|coverprofile|covermode|coverpkg|vet|shuffle|W|Werror)$/, effect: 'strengthens' },
  {
    name: /^--(?:reporters?|reporter-\w+|test-reporter.*|colou?rs?|no-colou?rs?|colou?r=.*|verbose|silent|quiet-reporter|run|watch|no-watch|watchAll|ci|cache.*|no-cache|log-?level|log-heap-usage|logHeapUsage|bail|no-bail|fail-fast|no-fail-fast|maxWorkers|max-workers|workers|parallel|concurrency|jobs|threads|no-threads|numprocesses|dist|durations.*|tb|show-.*|pretty|no-pretty|preserveWatchOutput|incremental|noEmit|emitDeclarationOnly|build|expose-gc|enable-source-maps|no-warnings|output.*|format|stats|no-progress|no-stats|clearCache|clear-cache|ui|open|slow|full-trace|exit|no-exit|run-?in-?band|runInBand|dangerouslyIgnore0|concise|content-unchanged|write|fix-dry-run|cov-report.*|coverage\.reporter|junit.*|junitxml|json|outFile|out-file|log-opts)$/,
    effect: 'neutral',
  },
  {
    name: /^-(?:v+|q+|s|x|R|n|j|b|i|w|u|count|p|parallel|failfast|json|timeout|bench|benchmem|ra\w*|l|c|d)$/,
    program: /^(?:pytest|go test|mocha|_mocha|jest|vitest|tsc|prettier|black|tap|ava|borp|gotestsum)$/,
    effect: 'neutral',
  },
];
/** The options whose value is the next word. */
const VALUED =
  /^(?:--(?:max-warnings|(?:cov-)?fail-under|threshold|branches|lines|functions|statements|reporters?|test-reporter|grep|fgrep|match|test-?[nN]ame-?[pP]attern|testPathPatterns?|testPathIgnorePatterns|exclude|ignore|ignore-pattern|ignore-path|deselect|config|project|require|import|loader|ext|max-?[wW]orkers|timeout|retries|retry|concurrency|jobs|select|extend-select|extend-ignore|tb|durations|cov|numprocesses|dist|rootDir|outDir|shard|seed|format|out-?[fF]ile|cache-location|cache-strategy|environment|env|plugin|parser|log-?level)|-(?:k|m|g|f|t|R|n|j|c|p|r|W|run|skip|count|timeout|coverprofile|covermode|coverpkg|tags|bench|e|parallel))$/;

interface ParsedArguments {
  /** The values of each option. Without one it is an empty text. */
  readonly options: ReadonlyMap<string, readonly string[]>;
  readonly targets: readonly string[];
}

/** What a change of the arguments of a program does to what the program proves. */
export function compareArguments(before: ProvingStep, after: ProvingStep): Direction {
  const [one, other] = [parseArguments(before), parseArguments(after)];
  const names = new Set([...one.options.keys(), ...other.options.keys()]);
  const directions = [...names].map((name) =>
    compareOption(before.program, name, one.options.get(name), other.options.get(name)),
  );
  return combineDirections([...directions, compareTargets(before, one.targets, other.targets)]);
}

function parseArguments({ program, args }: ProvingStep): ParsedArguments {
  const options = new Map<string, string[]>();
  const targets: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--' || (index === 0 && /^(?:run|watch|check|lint|dev|--run)$/.test(word))) continue;
    if (!word.startsWith('-')) {
      targets.push(word);
      continue;
    }
    const [, name = word, value] = /^(-[^=]*)(?:=([^]*))?$/.exec(word) ?? [];
    const next = args[index + 1];
    const takesNext = value === undefined && next !== undefined && !next.startsWith('-') && isValued(program, name);
    if (takesNext) index++;
    options.set(name, [...(options.get(name) ?? []), value ?? (takesNext ? next : '')]);
  }
  return { options, targets };
}

function isValued(program: string, name: string): boolean {
  // `mocha -f`, `jest -t`, but `ava -m`; `vitest --coverage src` and `-v` have none.
  return VALUED.test(name) && !(name === '-n' && program === 'mocha');
}

function compareOption(
  program: string,
  name: string,
  before: readonly string[] | undefined,
  after: readonly string[] | undefined,
): Direction {
  if (before?.join('\0') === after?.join('\0')) return 'tighter';
  const rule = OPTIONS.find((one) => one.name.test(name) && one.program?.test(program) !== false);
  if (rule === undefined) return 'unknown';
  const isOff = (values: readonly string[] | undefined): boolean =>
    values === undefined || values.every((value) => /^(?:false|0|no)$/i.test(value));
  switch (rule.effect) {
    case 'neutral':
      return 'tighter';
    case 'weakens':
      if (isOff(after) || after === undefined) return 'tighter';
      if (isOff(before)) return 'less';
      return before !== undefined && before.every((value) => after.includes(value)) ? 'less' : 'unknown';
    case 'strengthens':
      if (isOff(before)) return 'tighter';
      return isOff(after) ? lossOf(name) : 'unknown';
    case 'maximum':
      return compareNumbers(numberOf(after) ?? Infinity, numberOf(before) ?? Infinity);
    case 'minimum':
      return compareNumbers(numberOf(before) ?? 0, numberOf(after) ?? 0);
  }
}

/** To measure the coverage proves nothing without a threshold, which can be in a configuration. */
function lossOf(name: string): Direction {
  return /^--?(?:with-)?cov|coverage|select|enable|^-W|doctest/.test(name) ? 'unknown' : 'less';
}

function numberOf(values: readonly string[] | undefined): number | undefined {
  const value = values?.at(-1);
  return value === undefined || value === '' || Number.isNaN(Number(value)) ? undefined : Number(value);
}

/** `less` if the smaller number must not be above the larger one, and is. */
function compareNumbers(smaller: number, larger: number): Direction {
  return smaller > larger ? 'less' : 'tighter';
}

function compareTargets(step: ProvingStep, before: readonly string[], after: readonly string[]): Direction {
  if (before.length === 0 && after.length === 0) return 'tighter';
  // `tsc -p` and scripts get no files, and `node` reads other files.
  if (step.kind === 'types' && step.program === 'tsc') return before.join() === after.join() ? 'tighter' : 'unknown';
  if (step.kind !== 'tests' && step.kind !== 'lint' && step.kind !== 'types') {
    return before.join() === after.join() ? 'tighter' : 'unknown';
  }
  // `npm test a` passes the argument to a program that is not known.
  if (before.length === 0) return 'less';
  if (after.length === 0) return 'tighter';
  return compareFiles(before, after);
}
