/**
 * What an option does with what is proved.
 *
 * - `strict`, `loose`: the value `true` proves more, or less
 * - `minimum`, `maximum`: a limit that the result must reach, or must not exceed
 * - `severity`: the level of a rule
 * - `included`, `excluded`: the files that are judged, or that are not
 * - `enabled`, `disabled`: the rules that judge, or that do not
 * - `limit`: how long or how often a test may fail before it fails. A higher value can hide a fault
 * - `measured`, `unmeasured`: the files whose coverage counts, or does not
 * - `filter`: any value judges fewer tests
 * - `arguments`: arguments of the program `pytest`
 * - `neutral`: it changes what is printed, written or how fast it is
 */
export type OptionEffect =
  | 'strict'
  | 'loose'
  | 'minimum'
  | 'maximum'
  | 'severity'
  | 'included'
  | 'excluded'
  | 'enabled'
  | 'disabled'
  | 'filter'
  | 'limit'
  | 'measured'
  | 'unmeasured'
  | 'arguments'
  | 'neutral';

export interface OptionRule {
  readonly tool: RegExp;
  /** Matches the path of the key in the settings of the tool, without indexes. */
  readonly key: RegExp;
  readonly effect: OptionEffect;
  /** What a list or a switch means without the option. */
  readonly default?: readonly string[] | boolean | undefined;
}

/** The options of TypeScript that `strict` includes. */
export const STRICT_FAMILY =
  /^(?:noImplicitAny|noImplicitThis|alwaysStrict|strict(?:NullChecks|FunctionTypes|BindCallApply|PropertyInitialization|BuiltinIteratorReturn)|useUnknownInCatchVariables)$/;

/** The options of mypy that `strict` includes. */
export const MYPY_STRICT_FAMILY =
  /^(?:warn_(?:unused_configs|redundant_casts|unused_ignores|return_any)|disallow_(?:any_generics|subclassing_any|untyped_calls|untyped_defs|incomplete_defs|untyped_decorators)|check_untyped_defs|no_implicit_(?:reexport|optional)|strict_(?:equality|bytes|concatenate)|extra_checks)$/;

const TYPESCRIPT = /^(?:typescript|deno)$/;
const RUNNER = /^(?:vitest|jest|mocha|ava|playwright|cypress|tap|karma|wdio|pytest|coverage|nyc|c8|deno|lint)$/;
const LINTER = /^(?:eslint|eslintConfig|lint|oxlint|biome|tslint|stylelint|xo|standard|deno|knip|ignore)$/;

/** The first match applies. The direction of any other option is unknown. */
export const OPTION_RULES: readonly OptionRule[] = [
  // TypeScript
  {
    tool: TYPESCRIPT,
    key: /^compilerOptions\.(?:strict\w*|no(?:Implicit\w+|Unused\w+|UncheckedIndexedAccess|UncheckedSideEffectImports|FallthroughCasesInSwitch|PropertyAccessFromIndexSignature|EmitOnError)|useUnknownInCatchVariables|alwaysStrict|exactOptionalPropertyTypes|forceConsistentCasingInFileNames|isolatedModules|isolatedDeclarations|verbatimModuleSyntax|erasableSyntaxOnly|checkJs|allowJs)$/,
    effect: 'strict',
  },
  {
    tool: TYPESCRIPT,
    key: /^compilerOptions\.(?:noCheck|skipLibCheck|skipDefaultLibCheck|suppress\w+|noStrictGenericChecks|allowUnreachableCode|allowUnusedLabels)$/,
    effect: 'loose',
  },
  {
    tool: TYPESCRIPT,
    key: /^(?:compilerOptions\.(?:outDir|outFile|rootDir|sourceMap|inlineSourceMap|inlineSources|declaration|declarationMap|declarationDir|composite|incremental|tsBuildInfoFile|removeComments|emitDeclarationOnly|noEmit|importHelpers|downlevelIteration|newLine|stripInternal|preserveConstEnums|emitBOM|sourceRoot|mapRoot|pretty|noErrorTruncation|ignoreDeprecations|plugins.*|assumeChangesOnlyAffectDirectDependencies|disable\w+)|\$schema|display|compileOnSave|typedocOptions.*|ts-node.*|watchOptions.*|buildOptions.*)$/,
    effect: 'neutral',
  },
  { tool: TYPESCRIPT, key: /^(?:include|files|references)$/, effect: 'included' },
  { tool: TYPESCRIPT, key: /^compilerOptions\.(?:paths|types|lib)$/, effect: 'enabled' },
  { tool: TYPESCRIPT, key: /^exclude$/, effect: 'excluded' },
  // Coverage
  {
    tool: /./,
    key: /(?:^|[._-])(?:thresholds?|coverageThreshold|fail[_-]under|check-coverage)(?:\.|$).*(?:branches|lines|functions|statements)$|(?:^|\.)fail[_-]under$|^minimum_coverage$/i,
    effect: 'minimum',
  },
  { tool: /^(?:nyc|c8|coverage)$/, key: /^(?:branches|lines|functions|statements)$/, effect: 'minimum' },
  { tool: /./, key: /(?:^|\.)thresholds\.(?:100|perFile)$|(?:^|\.)check-?[cC]overage$/, effect: 'strict' },
  { tool: /./, key: /(?:^|\.)thresholds\.autoUpdate$/, effect: 'neutral' },
  { tool: /./, key: /(?:^|\.)(?:coverage\.include|collectCoverageFrom|source_pkgs)$/, effect: 'measured' },
  {
    tool: /./,
    key: /(?:^|\.)(?:coverage\.exclude|coveragePathIgnorePatterns|omit)$|^(?:exclude_(?:lines|also)|report\.exclude_(?:lines|also))$/,
    effect: 'unmeasured',
  },
  { tool: /^(?:nyc|c8|coverage)$/, key: /^exclude$/, effect: 'unmeasured' },
  // Test runners
  {
    tool: RUNNER,
    key: /(?:^|\.)(?:retry|retries|timeout|testTimeout|hookTimeout|teardownTimeout|reruns|slowTestThreshold)$/,
    effect: 'limit',
  },
  {
    tool: RUNNER,
    key: /(?:^|\.)(?:forbidOnly|forbidPending|forbid-only|forbid-pending|failZero|errorOnDeprecated|xfail_strict|failOnConsole|mockReset|restoreMocks|typecheck\.enabled|failOnFlakyTests|strict|strict_markers|strict_config)$/,
    effect: 'strict',
  },
  {
    tool: RUNNER,
    key: /(?:^|\.)(?:passWithNoTests|allowOnly|allow-only|dangerouslyIgnoreUnhandledErrors|pass-with-no-tests|allowUncaught|allow-uncaught|ignoreSourceErrors|dry-?[rR]un|onlyChanged|onlyFailures|failWithoutAssertions0|ignore_errors|automock)$/,
    effect: 'loose',
  },
  { tool: RUNNER, key: /(?:^|\.)failWithoutAssertions$/, effect: 'strict', default: true },
  { tool: RUNNER, key: /(?:^|\.)(?:grep|g|fgrep|f|testNamePattern|grepInvert|invert|match)$/, effect: 'filter' },
  {
    tool: /^(?:vitest|jest|mocha|ava|playwright|cypress|tap|karma|wdio|deno)$/,
    key: /^(?:.*(?:^|\.)(?:test|projects))?\.?(?:include|testMatch|spec|files|specPattern|tests|roots)$/,
    effect: 'included',
  },
  { tool: /^pytest$/, key: /(?:^|\.)testpaths$/, effect: 'included', default: ['.'] },
  { tool: /^pytest$/, key: /(?:^|\.)python_(?:files|functions|classes)$/, effect: 'enabled' },
  { tool: /^pytest$/, key: /(?:^|\.)addopts$/, effect: 'arguments' },
  { tool: /^pytest$/, key: /(?:^|\.)(?:norecursedirs|collect_ignore\w*)$/, effect: 'excluded' },
  {
    tool: /^pytest$/,
    key: /(?:^|\.)(?:markers|log_\w+|console_output_style|junit_\w+|minversion|asyncio_default\w*|doctest_optionflags|tmp_path\w*|cache_dir|required_plugins|verbosity\w*)$/,
    effect: 'neutral',
  },
  {
    tool: /^(?:vitest|jest|mocha|ava|playwright|cypress|tap|karma|wdio)$/,
    key: /^(?!.*coverage).*?(?:^|\.)(?:exclude|ignore|ignorePatterns|testPathIgnorePatterns|modulePathIgnorePatterns|testIgnore|excludeSpecPattern|ignoredFiles)$/,
    effect: 'excluded',
  },
  {
    tool: RUNNER,
    key: /(?:^|\.)(?:reporters?|outputFile|verbose|silent|colou?rs?|display|name|cache\w*|maxWorkers|minWorkers|workers|parallel|jobs|pool\w*|poolOptions.*|bail|fullyParallel|clearMocks|slow|recursive|open|host|port|outputDir|preserveOutput|extension|ui|watch\w*|notify\w*|logHeapUsage|css|coverage\.reporters?|coverageReporters|coverageDirectory|reportsDirectory|coverageProvider|coverage\.(?:provider|reporter|reportsDirectory|clean|all|enabled)|benchmark.*|show_missing|skip_covered|skip_empty|precision|report-dir|temp-dir|clean|sort|html.*|title)$/,
    effect: 'neutral',
  },
  // Linters
  {
    tool: LINTER,
    key: /(?:^|\.)(?:rules|categories)\.[^.]+(?:\.[^.]+)?(?:\.level)?$|(?:^|\.)reportUnusedDisableDirectives$/,
    effect: 'severity',
  },
  {
    tool: LINTER,
    key: /(?:^|\.)(?:linter|formatter|assist|organizeImports)\.enabled$/,
    effect: 'strict',
    default: true,
  },
  { tool: LINTER, key: /(?:^|\.)(?:noInlineConfig|recommended|typeAware|typeCheck)$/, effect: 'strict' },
  {
    tool: LINTER,
    key: /(?:^|\.)(?:ignores|ignorePatterns|ignore|excludedFiles|lint\.exclude|ignoreFiles|ignoreUnmatched)$/,
    effect: 'excluded',
  },
  { tool: LINTER, key: /^(?:files\.includes?|lint\.include|entry|project)$/, effect: 'included' },
  { tool: LINTER, key: /(?:^|\.)maxWarnings$/, effect: 'maximum' },
  {
    tool: LINTER,
    key: /^(?:\$schema|root|formatter\..*|javascript\.formatter\..*|json\.formatter\..*|assist\..*|vcs\..*)$/,
    effect: 'neutral',
  },
  // A package manager runs scripts with this program. Only a shell executes them.
  { tool: /^npm-settings$/, key: /^script-shell[\s=]+(?!.*\b(?:bash|sh|zsh|pwsh|powershell|cmd)\b)/, effect: 'filter' },
  { tool: /^ignore$/, key: /./, effect: 'excluded' },
  // Formatters prove the same in any style.
  { tool: /^(?:prettier|dprint)$/, key: /./, effect: 'neutral' },
  // Python
  // On since mypy 0.990.
  { tool: /^mypy$/, key: /(?:^|\.)no_implicit_optional$/, effect: 'strict', default: true },
  {
    tool: /^(?:mypy|pyright|basedpyright)$/,
    key: /(?:^|\.)(?:strict\w*|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|extra_checks|report\w+)$/,
    effect: 'strict',
  },
  {
    tool: /^mypy$/,
    key: /(?:^|\.)(?:ignore_errors|ignore_missing_imports|allow_\w+|implicit_\w+|follow_imports_for_stubs)$/,
    effect: 'loose',
  },
  {
    tool: /^(?:mypy|ruff|flake8|pylint|pyright|coverage)$/,
    key: /(?:^|\.)(?:select|extend-select|enable|enable_error_code|extend_select)$/,
    effect: 'enabled',
  },
  {
    tool: /^(?:mypy|ruff|flake8|pylint)$/,
    key: /(?:^|\.)(?:ignore|extend-ignore|extend_ignore|disable|disable_error_code)$/,
    effect: 'disabled',
  },
  {
    tool: /^(?:mypy|ruff|flake8|pyright|pylint)$/,
    key: /(?:^|\.)(?:exclude|extend-exclude|extend_exclude|ignore|ignore-paths)$/,
    effect: 'excluded',
  },
  { tool: /^(?:mypy|pyright)$/, key: /(?:^|\.)(?:files|packages|include)$/, effect: 'included' },
  { tool: /^(?:ruff|flake8|pylint)$/, key: /(?:^|\.)(?:max[-_]complexity|max[-_]\w+)$/, effect: 'maximum' },
  {
    tool: /^(?:mypy|ruff|pytest|coverage)$/,
    key: /(?:^|\.)(?:pretty|show_\w+|cache[-_]dir|output[-_]format|line-length|indent-width|python_version|target-version|src|unsafe-fixes|fix|preview|known-first-party|quote-style|docstring-code-format)$/,
    effect: 'neutral',
  },
];
