import assert from 'node:assert/strict';
import { findProtectedChanges } from '../../../src/verdicts/protection/find-protected-changes.ts';
import type { BaseText } from '../../../src/verdicts/protection/settings/find-overrides.ts';

/** Each change as "area kind: key at file:line". */
async function findChanges(
  path: string,
  before: string | undefined,
  after: string | undefined,
  more: {
    readonly previousPath?: string;
    readonly baseFiles?: readonly string[];
    readonly baseSettings?: readonly BaseText[];
    readonly commands?: readonly string[];
  } = {},
): Promise<string[]> {
  const { previousPath, baseFiles = [], baseSettings = [], commands = [] } = more;
  const files = [{ path, previousPath, before, after }];
  const changes = await findProtectedChanges({
    files,
    baseFiles: before === undefined ? baseFiles : [...baseFiles, previousPath ?? path],
    baseSettings,
    commands,
  });
  return changes.map(({ area, kind, subject, file, line }) => `${area} ${kind}: ${subject} at ${file}:${line}`);
}

const PACKAGE = `{
  "name": "service",
  "scripts": {
    "build": "tsc",
    "test": "mocha"
  },
  "mocha": { "forbidOnly": true },
  "dependencies": { "a": "1" }
}
`;
const TSCONFIG = `{
  // Strict.
  "compilerOptions": { "strict": true, "paths": {} },
  "include": ["src"]
}
`;

describe('changes of scripts and tool configuration', () => {
  it('[TRUST-7] reports changed and removed scripts, and scripts that run with an existing one', async () => {
    assert.deepEqual(await findChanges('package.json', PACKAGE, PACKAGE.replace('mocha"', 'true"')), [
      'scripts changed: scripts.test at package.json:5',
    ]);
    assert.deepEqual(await findChanges('package.json', PACKAGE, PACKAGE.replace('    "build": "tsc",\n', '')), [
      'scripts deleted: scripts.build at package.json:1',
    ]);
    assert.deepEqual(
      await findChanges('package.json', PACKAGE, PACKAGE.replace('"build"', '"pretest": "rm -rf test",\n    "build"')),
      ['scripts changed: scripts.pretest at package.json:4'],
    );
    const twice = PACKAGE.replace('"mocha": {', '"scripts": { "build": "tsc", "test": "true" },\n  "mocha": {');
    assert.deepEqual((await findChanges('package.json', PACKAGE, twice)).length, 1);
    assert.deepEqual(await findChanges('package.json', PACKAGE, undefined), [
      'scripts deleted: package.json at package.json:1',
    ]);
    assert.deepEqual(await findChanges('package.json', PACKAGE, '{'), [
      'scripts unreadable: package.json at package.json:1',
    ]);
  });

  it('[TRUST-7] does not report added scripts, dependencies, order and formatting', async () => {
    const added = PACKAGE.replace('"build"', '"start": "node .",\n    "build"').replace(
      '"a": "1"',
      '"a": "2", "b": "1"',
    );
    assert.deepEqual(await findChanges('package.json', PACKAGE, added), []);
    assert.deepEqual(await findChanges('package.json', PACKAGE, JSON.stringify(JSON.parse(PACKAGE))), []);
    const moved = { previousPath: 'packages/a/package.json' };
    assert.deepEqual(await findChanges('packages/b/package.json', PACKAGE, PACKAGE, moved), []);
  });

  it('[TRUST-7] reports options of compilers, linters and test runners, also in package.json', async () => {
    assert.deepEqual(
      await findChanges('package.json', PACKAGE, PACKAGE.replace('"forbidOnly": true', '"grep": "none"')),
      ['tooling deleted: mocha.forbidOnly at package.json:1', 'tooling changed: mocha.grep at package.json:7'],
    );
    assert.deepEqual(
      await findChanges('tsconfig.json', TSCONFIG, TSCONFIG.replace('"strict": true', '"strict": false')),
      ['tooling changed: compilerOptions.strict at tsconfig.json:3'],
    );
    assert.deepEqual(
      await findChanges(
        'tsconfig.json',
        TSCONFIG,
        TSCONFIG.replace('"strict": true', '"strict": true, "noCheck": true'),
      ),
      ['tooling changed: compilerOptions.noCheck at tsconfig.json:3'],
    );
    assert.deepEqual(
      await findChanges('.mocharc.yml', 'spec: test/**\nretries: 0\n', 'spec: test/a/**\nretries: 0\n'),
      ['tooling changed: spec at .mocharc.yml:1'],
    );
    assert.deepEqual(await findChanges('.eslintignore', 'dist\n', 'dist\nsrc\n'), [
      'tooling changed: src at .eslintignore:2',
    ]);
    assert.deepEqual(await findChanges('.npmrc', 'save-exact=true\n', 'save-exact=true\nscript-shell=/bin/true\n'), [
      'scripts changed: script-shell=/bin/true at .npmrc:2',
    ]);
    assert.deepEqual(await findChanges('Makefile', 'test:\n\tnpm test\n', 'all: test\ntest:\n\ttrue\n'), [
      'scripts changed: test at Makefile:2',
    ]);
  });

  it('[TRUST-7] lets the lists of a compiler grow, and ignores comments', async () => {
    const grown = TSCONFIG.replace('["src"]', '["src", "test"]').replace(
      '"paths": {}',
      '"paths": { "@/*": ["src/*"] }',
    );
    assert.deepEqual(await findChanges('tsconfig.json', TSCONFIG, grown.replace('// Strict.', '')), []);
    assert.deepEqual(await findChanges('tsconfig.json', TSCONFIG, TSCONFIG.replace('["src"]', '["src/a"]')), [
      'tooling changed: include at tsconfig.json:4',
    ]);
  });

  it('[TRUST-7] reports changed properties of configurations that are modules', async () => {
    const before = "export default defineConfig({\n  test: { include: ['test/**'], retry: 0 },\n});\n";
    assert.deepEqual(await findChanges('vitest.config.ts', before, before.replace('test/**', 'test/a/**')), [
      'tooling changed: test.include at vitest.config.ts:2',
    ]);
    assert.deepEqual(
      await findChanges('vitest.config.ts', before, before.replace('retry: 0', 'retry: 0, exclude: ["test/b"]')),
      ['tooling changed: test.exclude at vitest.config.ts:2'],
    );
    const reformatted = before.replace("['test/**']", '["test/**",]').replace('export', '// Tests.\nexport');
    assert.deepEqual(await findChanges('vitest.config.ts', before, reformatted), []);
    const vite = before.replace('test:', 'plugins: [], test:');
    assert.deepEqual(await findChanges('vite.config.ts', vite, vite.replace('plugins: []', 'plugins: [react()]')), []);
    assert.equal((await findChanges('vite.config.ts', vite, vite.replace('test/**', 'none'))).length, 1);
  });

  it('[TRUST-7] reports a new file that overrides a configuration, but not the first one of a tool or a new folder', async () => {
    const baseFiles = ['.eslintrc.json', 'tsconfig.json', 'src/a.ts', 'test/a.test.ts'];
    assert.deepEqual(await findChanges('src/.eslintrc.json', undefined, '{ "root": true }', { baseFiles }), [
      'tooling overridden: src/.eslintrc.json at src/.eslintrc.json:1',
    ]);
    const inNewFolder = await findChanges('packages/new/tsconfig.json', undefined, '{}', { baseFiles });
    assert.deepEqual(inNewFolder, []);
    assert.deepEqual(await findChanges('vitest.config.ts', undefined, 'export default {};\n', { baseFiles }), []);
    assert.deepEqual(await findChanges('tsconfig.build.json', undefined, '{}', { baseFiles }), []);
  });

  it('[TRUST-7] reports the first configuration of a tool that a package.json uses', async () => {
    const text = PACKAGE.replace('"mocha"', '"jest"').replace('  "mocha": { "forbidOnly": true },\n', '');
    const baseFiles = ['package.json', 'test/a.test.ts'];
    const baseSettings = [{ path: 'package.json', text }];
    const added = 'module.exports = { testPathIgnorePatterns: ["test"] };\n';
    assert.deepEqual(await findChanges('jest.config.js', undefined, added, { baseFiles, baseSettings }), [
      'tooling overridden: jest.config.js at jest.config.js:1',
    ]);
    assert.deepEqual(await findChanges('ava.config.js', undefined, added, { baseFiles, baseSettings }), []);
    assert.deepEqual(
      await findChanges('package.json', text, text.replace('"name"', '"jest": { "passWithNoTests": true }, "name"')),
      ['tooling changed: jest.passWithNoTests at package.json:2'],
    );
  });

  it('[TRUST-7] reports files that override another one of their tool, in any letter case', async () => {
    const baseFiles = ['package.json', 'Makefile', 'vite.config.ts', 'test/a.test.ts'];
    const add = (path: string, text: string): Promise<string[]> => findChanges(path, undefined, text, { baseFiles });
    assert.equal((await add('GNUmakefile', 'test:\n\ttrue\n')).length, 1);
    for (const name of ['.npmrc', '.NPMRC', '.yarnrc'])
      assert.equal((await add(name, 'script-shell=true\n')).length, 1);
    assert.equal((await add('.yarnrc.yml', 'yarnPath: ./true.cjs\n')).length, 1);
    assert.deepEqual(await add('.yarnrc.yml', 'nodeLinker: node-modules\n'), []);
    assert.equal((await add('vitest.config.ts', 'export default { test: { include: [] } };\n')).length, 1);
    assert.deepEqual(await add('.github/workflows/new.yml', 'jobs: {}\n'), []);
  });

  it('[TRUST-7] reports files that a configuration loads', async () => {
    const loaded: readonly (readonly [settings: string, text: string, path: string, before: string, after: string])[] =
      [
        [
          'tsconfig.json',
          '{ "extends": "./config/base" }',
          'config/base.json',
          TSCONFIG,
          TSCONFIG.replace('true', 'false'),
        ],
        [
          '.mocharc.json',
          '{ "require": ["./test/setup.js"] }',
          'test/setup.ts',
          'start();\n',
          'globalThis.it = () => {};\n',
        ],
        [
          'eslint.config.js',
          "import rules from './lint/rules.js';\n",
          'lint/rules.js',
          'export default [1];\n',
          'export default [];\n',
        ],
        ['Makefile', 'include build/rules.mk\n', 'build/rules.mk', 'test:\n\tnpm test\n', 'test:\n\ttrue\n'],
        ['package.json', '{ "scripts": { "test": "mocha -r ./setup.cjs" } }', 'setup.cjs', 'start();\n', ''],
      ];
    for (const [settings, text, path, before, after] of loaded) {
      const more = { baseFiles: [settings, 'src/a.ts'], baseSettings: [{ path: settings, text }] };
      assert.notDeepEqual(await findChanges(path, before, after, more), [], path);
      assert.deepEqual(await findChanges(path, before, after, { baseFiles: more.baseFiles }), [], path);
    }
    const scripts = JSON.stringify({
      scripts: {
        start: 'node src/main.js',
        test: 'node --test test/a.test.js',
        lint: 'eslint . && prettier -c src test',
        types: 'tsc -p src && vitest run --project src',
        small: 'mocha -c src -f index',
      },
    });
    for (const path of ['src/main.js', 'src/index.ts']) {
      const more = { baseFiles: ['package.json', path], baseSettings: [{ path: 'package.json', text: scripts }] };
      assert.deepEqual(await findChanges(path, 'start();\n', 'stop();\n', more), [], path);
    }
  });

  it('[TRUST-7] reports scripts that package scripts and commands of the contract run', async () => {
    const text = '{ "scripts": { "test": "node scripts/test.mjs", "clean": "rm -r src/old.js", "count": 1 } }';
    const baseFiles = ['package.json', 'scripts/verify.sh', 'src/cli.mjs', 'src/old.js'];
    const more = {
      baseFiles,
      baseSettings: [{ path: 'package.json', text }],
      commands: ['bash ./scripts/verify.sh --all', 'node src/cli.mjs --help'],
    };
    for (const path of ['scripts/test.mjs', 'scripts/verify.sh']) {
      assert.deepEqual(await findChanges(path, 'npm test\n', 'exit 0\n', more), [
        `scripts changed: ${path} at ${path}:1`,
      ]);
      assert.deepEqual(await findChanges(path, 'npm test\n', 'npm test  \r\n', more), []);
    }
    for (const path of ['src/cli.mjs', 'src/old.js', 'scripts/other.mjs']) {
      assert.deepEqual(await findChanges(path, 'start();\n', 'stop();\n', more), [], path);
    }
  });

  it('[TRUST-7] reports what changes every rule of a Makefile', async () => {
    const before = 'test: build\n\tnpm test $(FLAGS)\n';
    const additions = [
      ['SHELL := /bin/true', 'SHELL'],
      ['export MAKEFLAGS += -n', 'MAKEFLAGS'],
      ['.IGNORE:', '.IGNORE'],
      ['FLAGS = --dry-run', 'FLAGS'],
      ['include other.mk', ''],
      ['none:\n\ttrue', '(default target)'],
    ] as const;
    for (const [added, key] of additions) {
      const changes = await findChanges('Makefile', before, `${added}\n${before}`);
      assert.equal(changes.length, 1, added);
      assert.ok(changes[0]?.includes(`changed: ${key} at Makefile:1`), changes[0]);
    }
    assert.equal((await findChanges('Makefile', before, `${before}lint test:\n\ttrue\n`)).length, 1);
    assert.equal((await findChanges('Makefile', before, before.replace('build\n', 'build\n# \\\n'))).length, 1);
    assert.deepEqual(await findChanges('Makefile', before, `${before}lint:\n\teslint\nLEVEL = 1\n`), []);
  });

  it('[TRUST-7] reports changed jobs of continuous integration, but not new ones', async () => {
    const path = '.github/workflows/ci.yml';
    const before = 'jobs:\n  test:\n    runs-on: ubuntu\n    steps: [{ run: npm test }]\n';
    assert.deepEqual(await findChanges(path, before, before.replace('npm test', 'true')), [
      `scripts changed: jobs.test.steps at ${path}:4`,
    ]);
    assert.deepEqual(await findChanges(path, before, before.replace('runs-on', 'if: false\n    runs-on')), [
      `scripts changed: jobs.test.if at ${path}:3`,
    ]);
    assert.deepEqual(await findChanges(path, before, `${before}  lint:\n    steps: [{ run: eslint }]\n`), []);
  });

  it('[TRUST-7] reports changed settings of Python tools', async () => {
    const before =
      '[project]\nname = "a"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\naddopts = [\n  "-ra",\n]\n';
    const edit = (from: string, to: string): Promise<string[]> =>
      findChanges('pyproject.toml', before, before.replace(from, to));
    const key = 'pytest.tool.pytest.ini_options';
    assert.deepEqual(await edit('"tests"', '"none"'), [`tooling changed: ${key}.testpaths at pyproject.toml:5`]);
    assert.deepEqual(await edit('"-ra"', '"--co"'), [`tooling changed: ${key}.addopts at pyproject.toml:6`]);
    assert.deepEqual(await edit('name = "a"', 'name = "b"'), []);
    assert.equal((await findChanges('pytest.ini', '[pytest]\n', '[pytest]\naddopts = --co\n')).length, 1);
  });

  it('[TRUST-7] reports a test configuration that is added to vite, in any form', async () => {
    const before = 'export default { plugins: [] };\n';
    const added = [
      'export default { plugins: [], test: { exclude: ["**"] } };\n',
      'const test = { exclude: ["**"] };\nexport default { plugins: [], test };\n',
      'const test = { exclude: ["**"] };\nexport default { plugins: [], ...{ test } };\n',
    ];
    for (const after of added) assert.notDeepEqual(await findChanges('vite.config.ts', before, after), [], after);
    assert.deepEqual(await findChanges('vite.config.ts', before, before.replace('[]', '[react()]')), []);
  });

  it('[PROOF-4] follows settings that move to another file or key', async () => {
    type Moved = readonly (readonly [path: string, before: string | undefined, after: string | undefined])[];
    const rows: readonly (readonly [expected: string, files: Moved])[] = [
      [
        '',
        [
          ['setup.cfg', '[mypy]\nstrict = true\n', '[metadata]\n'],
          ['pyproject.toml', '', '[tool.mypy]\nstrict = true\n'],
        ],
      ],
      [
        'less',
        [
          ['setup.cfg', '[mypy]\nstrict = true\n', '[metadata]\n'],
          ['pyproject.toml', '', '[tool.ruff]\n'],
        ],
      ],
      [
        'unknown',
        [
          ['tox.ini', '[testenv]\ncommands = pytest\n', undefined],
          ['pyproject.toml', '', '[tool.tox.env_run_base]\ncommands = [["pytest"]]\n'],
        ],
      ],
      [
        'unknown',
        [
          ['mypy.ini', '[mypy]\nstrict = true\n', undefined],
          ['pyproject.toml', '', '[tool.mypy]\nstrict = true\n'],
        ],
      ],
      [
        'unknown',
        [
          ['jest.config.json', '{"coverageThreshold":{"lines":90}}', undefined],
          ['vitest.config.ts', undefined, 'export default {};\n'],
        ],
      ],
      [
        '',
        [
          [
            'vitest.config.ts',
            'export default { test: { coverage: { thresholds: { lines: 90 } } } };\n',
            'export default { test: { coverage: { all: { thresholds: { lines: 90 } } } } };\n',
          ],
        ],
      ],
      ['', [['.eslintrc.json', '{"rules":{"no-shadow":"error"}}', '{"rules":{"a/no-shadow":"error"}}']]],
      ['less', [['.eslintrc.json', '{"rules":{"no-shadow":"error"}}', '{"rules":{"a/no-undef":"error"}}']]],
    ];
    for (const [expected, files] of rows) {
      const changes = await findProtectedChanges({
        files: files.map(([path, before, after]) => ({ path, before, after })),
        baseFiles: files.flatMap(([path, before]) => (before === undefined ? [] : [path])),
        baseSettings: [],
      });
      assert.equal([...new Set(changes.map(({ direction }) => direction))].join(), expected, JSON.stringify(files));
    }
  });

  it('[PROOF-4] prints the parts that differ, once for each file', async () => {
    const step = (name: string, version: string): string =>
      `      - name: ${name}\n        uses: actions/${name}@${version}\n`;
    const job = (name: string, version: string): string =>
      `  ${name}:\n    steps:\n${step('checkout', version)}${step('setup-node', version)}      - run: npm run ${name}\n`;
    const workflow = (version: string): string =>
      `on: push\njobs:\n${['test', 'lint', 'types'].map((name) => job(name, version)).join('')}`;
    const path = '.github/workflows/ci.yml';
    const describeChanges = async (file: string, before: string, after: string): Promise<string[]> => {
      const changes = await findProtectedChanges({
        files: [{ path: file, before, after }],
        baseFiles: [file],
        baseSettings: [],
      });
      return changes.map(({ subject, expected, actual }) => `${subject}: ${expected} → ${actual}`);
    };
    assert.deepEqual(await describeChanges(path, workflow('v4'), workflow('v5')), [
      'jobs.test.steps, jobs.lint.steps, jobs.types.steps: uses: actions/checkout@v4; uses: actions/setup-node@v4 → uses: actions/checkout@v5; uses: actions/setup-node@v5',
    ]);
    const long = 'echo a long text of a script that has to be longer than what a line of a report can show; '.repeat(4);
    const [text = ''] = await describeChanges(
      'package.json',
      JSON.stringify({ scripts: { build: `${long}tsup src` } }),
      JSON.stringify({ scripts: { build: `${long}tsup lib` } }),
    );
    assert.match(text, /^scripts\.build: ….{0,40}tsup src → ….{0,40}tsup lib$/);
    const tox = (names: string): string => `[tool.tox]\nenv_list = [${names}]\n`;
    assert.deepEqual(
      await describeChanges('pyproject.toml', tox('"py39", "py310", "style"'), tox('"py310", "py311", "style"')),
      ['tox.tool.tox.env_list: env_list: py39 → env_list: py311'],
    );
    // Permissions of a token, and workflows that prove nothing, are of no interest.
    assert.deepEqual(
      await describeChanges(path, workflow('v4'), workflow('v4').replace('jobs:', 'permissions: {}\njobs:')),
      [],
    );
    const release = 'on: push\njobs:\n  release:\n    steps: [{ uses: a/b@v1 }]\n';
    assert.deepEqual(await describeChanges('.github/workflows/release.yml', release, release.replace('v1', 'v2')), []);
  });

  it('[TRUST-7] reports a configuration that was deleted or moved away', async () => {
    assert.deepEqual(await findChanges('tsconfig.json', TSCONFIG, undefined), [
      'tooling deleted: tsconfig.json at tsconfig.json:1',
    ]);
    const module = "export default { test: { include: ['test/**'] } };\n";
    const renamed = { previousPath: 'vitest.config.ts' };
    assert.deepEqual(await findChanges('vitest.config.mjs', module, module, renamed), []);
    assert.deepEqual(await findChanges('old/tsconfig.json', TSCONFIG, TSCONFIG, { previousPath: 'tsconfig.json' }), [
      'tooling deleted: tsconfig.json at tsconfig.json:1',
    ]);
  });

  it('[PROOF-4] let a list of files follow the files that the change moves or deletes', async () => {
    const settings = (list: string): string => `[tool.mypy]\nfiles = ${list}\n`;
    const text = 'x = 1\n';
    const judge = async (list: string, moved: string | undefined): Promise<readonly string[]> => {
      const changes = await findProtectedChanges({
        files: [
          { path: 'pyproject.toml', before: settings('["src", "checks/typing"]'), after: settings(list) },
          moved === undefined
            ? { path: 'checks/typing/a.py', before: text, after: undefined }
            : { path: moved, previousPath: 'checks/typing/a.py', before: text, after: text },
        ],
        baseFiles: ['pyproject.toml', 'src/app.py', 'checks/typing/a.py', 'checks/other.py'],
        baseSettings: [],
      });
      return changes.flatMap(({ direction, subject }) => (direction === 'less' ? [subject] : []));
    };
    const lost = ['mypy.tool.mypy.files'];
    assert.deepEqual(await judge('["src", "checks/types"]', 'checks/types/a.py'), []);
    assert.deepEqual(await judge('["src", "checks"]', 'checks/types/a.py'), []);
    assert.deepEqual(await judge('["src"]', undefined), []);
    assert.deepEqual(await judge('["src"]', 'checks/types/a.py'), lost);
    assert.deepEqual(await judge('["src", "checks/types"]', 'checks/others/a.py'), lost);
    assert.deepEqual(await judge('["checks/types"]', 'checks/types/a.py'), lost);
    assert.deepEqual(await judge('["src"]', 'checks/typing/a.py'), lost);
  });
});
