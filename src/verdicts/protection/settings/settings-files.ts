import type { ProtectedArea } from '../../../contract/model.ts';

/** How the settings of a file are read. */
export type SettingsFormat = 'package' | 'data' | 'module' | 'lines' | 'sections' | 'targets' | 'text';

/**
 * Which settings can be added to a file without a change of what it does: none, new entries of its collections, such as
 * jobs and tasks, or new targets of a Makefile.
 */
export type FreeAdditions = 'none' | 'entries' | 'targets';

/** A kind of file with scripts, or with the configuration of a compiler, linter or test runner. */
export interface SettingsFile {
  readonly area: Exclude<ProtectedArea, 'tests'>;
  /** The tool that reads the file. A new file of a tool can override an existing one. */
  readonly tool: string;
  readonly format: SettingsFormat;
  /** The protected top-level keys. Default: every key. */
  readonly keys?: readonly string[] | undefined;
  /** Default: none. */
  readonly freeAdditions?: FreeAdditions | undefined;
  /** The tool to which a new file applies, if not to its own tool: `.npmrc` changes what npm does. */
  readonly appliesTo?: string | undefined;
  /** Lists that may grow, such as the included files of a compiler. */
  readonly growingKeys?: readonly string[] | undefined;
}

const SCRIPT_EXTENSION = '[cm]?[jt]s';

/** The files by name, in lower case. The first match applies. */
const SETTINGS_FILES: readonly (readonly [name: RegExp, file: SettingsFile])[] = [
  [/^package\.json$/, { area: 'scripts', tool: 'npm', format: 'package' }],
  [
    /^(gnumakefile|makefile|\.?justfile)$/,
    { area: 'scripts', tool: 'make', format: 'targets', freeAdditions: 'targets' },
  ],
  [/^taskfile\.ya?ml$/, { area: 'scripts', tool: 'task', format: 'data', freeAdditions: 'entries' }],
  [/^(turbo|nx)\.jsonc?$/, { area: 'scripts', tool: 'monorepo', format: 'data', freeAdditions: 'entries' }],
  [/^\.(npmrc|yarnrc)$/, { area: 'scripts', tool: 'npm-settings', format: 'lines', appliesTo: 'npm' }],
  [
    /^\.yarnrc\.yml$/,
    { area: 'scripts', tool: 'yarn', format: 'data', keys: ['yarnPath', 'plugins', 'enableScripts'], appliesTo: 'npm' },
  ],
  [
    /^pnpm-workspace\.yaml$/,
    {
      area: 'scripts',
      tool: 'pnpm',
      format: 'data',
      keys: ['scriptShell', 'ignoreScripts', 'enablePrePostScripts', 'nodeOptions', 'pnpmfile', 'shellEmulator'],
      appliesTo: 'npm',
    },
  ],
  [
    /^deno\.jsonc?$/,
    { area: 'tooling', tool: 'deno', format: 'data', keys: ['tasks', 'compilerOptions', 'lint', 'test'] },
  ],
  [/^bunfig\.toml$/, { area: 'tooling', tool: 'bun', format: 'lines' }],
  [
    /^(ts|js)config([.-].+)?\.json$/,
    {
      area: 'tooling',
      tool: 'typescript',
      format: 'data',
      growingKeys: [
        'include',
        'files',
        'references',
        'compilerOptions.paths',
        'compilerOptions.types',
        'compilerOptions.lib',
      ],
    },
  ],
  ...toolFiles('eslint', ['eslint', 'eslintrc']),
  ...toolFiles('mocha', ['mocharc']),
  ...toolFiles('jest', ['jest']),
  ...toolFiles('vitest', ['vitest']),
  [/^vitest\.workspace\.[a-z]+$/, { area: 'tooling', tool: 'vitest', format: 'module' }],
  ...toolFiles('playwright', ['playwright', 'playwright-ct']),
  ...toolFiles('cypress', ['cypress']),
  ...toolFiles('ava', ['ava']),
  ...toolFiles('wdio', ['wdio']),
  ...toolFiles('babel', ['babel', 'babelrc']),
  ...toolFiles('prettier', ['prettier', 'prettierrc']),
  ...toolFiles('stylelint', ['stylelint', 'stylelintrc']),
  ...toolFiles('swc', ['swcrc']),
  ...toolFiles('coverage', ['nyc', 'nycrc', 'c8', 'c8rc']),
  ...toolFiles('knip', ['knip']),
  [/^karma\.conf\.[cm]?[jt]s$/, { area: 'tooling', tool: 'karma', format: 'module' }],
  [/^biome\.jsonc?$/, { area: 'tooling', tool: 'biome', format: 'data' }],
  [/^\.(oxlintrc|jshintrc|taprc)(\.json)?$/, { area: 'tooling', tool: 'lint', format: 'data' }],
  [/^tslint\.json$/, { area: 'tooling', tool: 'tslint', format: 'data' }],
  [/^\.(eslint|prettier|stylelint|biome)ignore$/, { area: 'tooling', tool: 'ignore', format: 'lines' }],
  [/^vite\.config\.[cm]?[jt]s$/, { area: 'tooling', tool: 'vitest', format: 'module', keys: ['test'] }],
  [
    /^\.?(pytest|tox|mypy)\.ini$|^\.(flake8|coveragerc|pylintrc)$/,
    { area: 'tooling', tool: 'python', format: 'sections' },
  ],
  [/^\.?pytest\.toml$/, { area: 'tooling', tool: 'python', format: 'sections' }],
  [/^\.?ruff\.toml$/, { area: 'tooling', tool: 'ruff', format: 'sections' }],
  [
    /^(pyproject\.toml|setup\.cfg)$/,
    {
      area: 'tooling',
      tool: 'python',
      format: 'sections',
      keys: ['pytest', 'mypy', 'ruff', 'flake8', 'pylint', 'coverage', 'tox', 'pyright', 'hatch', 'poe'],
    },
  ],
];

/** The files by path, in lower case: those of continuous integration and of hooks. */
const PIPELINE_FILES: readonly (readonly [path: RegExp, file: SettingsFile])[] = [
  [
    /(^|\/)\.(github|gitea|forgejo)\/(workflows\/[^/]+|actions\/.+\/action)\.ya?ml$/,
    { area: 'scripts', tool: 'pipeline', format: 'data', freeAdditions: 'entries' },
  ],
  [
    /(^|\/)(\.gitlab-ci|azure-pipelines|bitbucket-pipelines|\.travis|\.circleci\/config|\.drone|\.woodpecker)\.ya?ml$/,
    { area: 'scripts', tool: 'pipeline', format: 'data', freeAdditions: 'entries' },
  ],
  // The hooks of git, and the tools that run them.
  [/(^|\/)\.(husky|githooks)\/[\w-]+(\.sh)?$/, { area: 'scripts', tool: 'script', format: 'text' }],
  [
    /(^|\/)\.?lefthook(-local)?\.ya?ml$/,
    { area: 'scripts', tool: 'pipeline', format: 'data', freeAdditions: 'entries' },
  ],
  [/(^|\/)\.pre-commit-config\.ya?ml$/, { area: 'scripts', tool: 'pre-commit', format: 'data' }],
  [/(^|\/)jenkinsfile$/, { area: 'scripts', tool: 'pipeline', format: 'lines' }],
];

/** The files of one tool: `eslint.config.js`, `.eslintrc`, `.eslintrc.json`, `.eslintrc.cjs`. */
function toolFiles(tool: string, names: readonly string[]): [RegExp, SettingsFile][] {
  return names.flatMap((name): [RegExp, SettingsFile][] => {
    const stem = name.endsWith('rc') ? `\\.${name}` : `\\.?${name}\\.config`;
    return [
      [new RegExp(`^${stem}\\.${SCRIPT_EXTENSION}$`), { area: 'tooling', tool, format: 'module' }],
      [new RegExp(`^${stem}(\\.(jsonc?|ya?ml))?$`), { area: 'tooling', tool, format: 'data' }],
    ];
  });
}

/** The keys of package.json that configure a compiler, linter or test runner. */
export const PACKAGE_TOOLING_KEYS: ReadonlySet<string> = new Set([
  ...['jest', 'mocha', 'ava', 'vitest', 'tap', 'c8', 'nyc', 'playwright', 'cypress'],
  ...['eslintConfig', 'eslintIgnore', 'prettier', 'stylelint', 'babel', 'knip', 'xo', 'standard', 'tsd'],
]);

/** Whether a path is that of scripts or of the configuration of a tool. */
export function isSettingsPath(path: string): boolean {
  return settingsFileOf(path) !== undefined;
}

/** The kind of a settings file; `undefined` for any other file. */
export function settingsFileOf(path: string): SettingsFile | undefined {
  // File systems that ignore letter case find `.NPMRC`, too.
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf('/') + 1);
  return (
    SETTINGS_FILES.find(([pattern]) => pattern.test(name))?.[1] ??
    PIPELINE_FILES.find(([pattern]) => pattern.test(lower))?.[1]
  );
}
