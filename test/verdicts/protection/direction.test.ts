import assert from 'node:assert/strict';
import type { ProtectedChange } from '../../../src/verdicts/protection/changes/protected-change.ts';
import { findProtectedChanges } from '../../../src/verdicts/protection/find-protected-changes.ts';

type Direction = 'less' | 'fact' | 'silent';

const TREE = [
  'src/a.ts',
  'src/b/c.ts',
  'src/generated/api.ts',
  'test/a.test.ts',
  'test/b/c.test.ts',
  'tests/test_a.py',
];

async function find(path: string, before: string, after: string): Promise<readonly ProtectedChange[]> {
  return findProtectedChanges({
    files: [{ path, before, after }],
    baseFiles: [path, ...TREE],
    baseSettings: [{ path, text: before }],
  });
}

function describeDirection(changes: readonly ProtectedChange[]): Direction {
  if (changes.some(({ direction }) => direction === 'less')) return 'less';
  return changes.length > 0 ? 'fact' : 'silent';
}

/** A kind of file with changes of it: the direction, the text before and the text after. */
type Rows = readonly (readonly [expected: Direction, before: string, after: string])[];

const asScript = (command: string): string => JSON.stringify({ scripts: { test: command } });
const asWorkflow = (steps: string): string =>
  `on: [push, pull_request]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n${steps.replaceAll(/^/gm, '      ')}\n`;

const SCRIPTS: Rows = [
  // What still fails, and judges at least as much.
  ['silent', 'vitest run', 'vitest run --coverage'],
  ['silent', 'vitest', 'eslint . && vitest'],
  ['silent', 'eslint src', 'eslint src test'],
  ['silent', 'eslint src', 'eslint .'],
  ['silent', 'eslint .', 'eslint . --max-warnings 0'],
  ['silent', 'pytest --cov-fail-under 90', 'pytest --cov-fail-under=95'],
  ['silent', 'npx cross-env A=1 vitest run', 'vitest run'],
  ['silent', 'go test ./...', 'go test -race ./...'],
  ['silent', 'vitest || true', 'vitest'],
  ['silent', 'mocha --grep fast', 'mocha'],
  ['silent', 'tsc && vitest', 'npm run build && tsc && vitest --reporter=dot'],
  ['silent', 'mocha test', 'mocha --forbid-only test'],
  // What no longer runs, or cannot fail.
  ['less', 'vitest', 'true'],
  ['less', 'vitest', 'echo vitest'],
  ['less', 'vitest', 'exit 0'],
  ['less', 'vitest', ':'],
  ['less', 'vitest', 'vitest || true'],
  ['less', 'vitest', 'vitest || :'],
  ['less', 'vitest', 'vitest || echo failed'],
  ['less', 'vitest', 'vitest; exit 0'],
  ['less', 'vitest', 'vitest; echo done'],
  ['less', 'vitest', 'vitest & '],
  ['less', 'vitest', '! vitest'],
  ['less', 'vitest', 'vitest | tee log'],
  ['less', 'vitest', 'exit 0; vitest'],
  ['less', 'vitest', 'true || vitest'],
  ['less', 'vitest', 'false && vitest; true'],
  ['less', 'vitest', 'sh -c "vitest || true"'],
  ['less', 'eslint . && vitest', 'vitest'],
  ['less', 'tsc && vitest', 'vitest'],
  ['less', 'npm run lint && vitest', 'vitest'],
  ['less', 'node check.mjs', 'true'],
  ['less', 'vite build && vitest', '(vite build || true) && vitest'],
  // Less of it.
  ['less', 'eslint .', 'eslint src'],
  ['less', 'eslint src test', 'eslint src'],
  ['less', 'mocha', 'mocha test/a.test.ts'],
  ['less', 'mocha "test/**/*.test.ts"', 'mocha test/a.test.ts'],
  ['less', 'pytest', 'pytest -k fast'],
  ['less', 'pytest', 'pytest -m "not slow"'],
  ['less', 'pytest', 'pytest --collect-only'],
  ['less', 'pytest', 'pytest --deselect tests/test_a.py::test_b'],
  ['less', 'pytest --cov-fail-under=95', 'pytest --cov-fail-under=90'],
  ['less', 'go test ./...', 'go test -short ./...'],
  ['less', 'go test -race ./...', 'go test ./...'],
  ['less', 'go test ./...', 'go test ./pkg/...'],
  ['less', 'eslint . --max-warnings 0', 'eslint . --max-warnings 10'],
  ['less', 'eslint . --max-warnings=0', 'eslint .'],
  ['less', 'jest', 'jest --passWithNoTests'],
  ['less', 'vitest run', 'vitest run -t adds'],
  ['less', 'ruff check', 'ruff check --exit-zero'],
  ['less', 'mypy --strict src', 'mypy src'],
  ['less', 'prettier --check . && vitest', 'prettier --write . && vitest'],
  ['less', 'nyc --check-coverage --lines 90 mocha', 'nyc --check-coverage --lines 80 mocha'],
  ['less', 'nyc --check-coverage --lines 90 mocha', 'nyc mocha'],
  ['less', 'c8 --100 node --test', 'c8 node --test'],
  ['less', 'pytest && coverage report --fail-under=100', 'pytest && coverage report --fail-under=90'],
  ['less', 'make check', 'make -i check'],
  ['less', 'jest', 'node -e "process.exit(0)"'],
  ['less', 'run-p lint types', 'run-p lint'],
  // A person has to look.
  ['fact', 'c8 mocha', 'mocha'],
  ['fact', 'mocha -r ts-node/register', 'mocha -r ./setup.js'],
  ['fact', 'jest', 'vitest run'],
  ['fact', 'mocha', 'node run-tests.js'],
  ['fact', 'vitest', 'rm -rf test/a && vitest'],
  ['fact', 'vitest', 'vitest --config other.ts'],
  ['fact', 'vitest', '[ -n "$CI" ] && vitest'],
  ['fact', 'vitest', 'if [ -n "$CI" ]; then vitest; fi'],
  ['fact', 'eslint lib', 'eslint src'],
  ['fact', 'node check.mjs', 'node check-all.mjs'],
];

const RUN = '- run: npm test\n- run: npm run lint';
const WORKFLOW_STEPS: Rows = [
  ['silent', RUN, `# A comment.\n${RUN}`],
  ['silent', '- run: npm test', RUN],
  ['silent', '- run: npm test', '- run: npm run lint\n- name: Tests\n  run: npm test'],
  ['silent', '- run: npx vitest run', '- run: npx vitest run --coverage'],
  ['silent', '- run: npm test || true', '- run: npm test'],
  ['silent', '- run: npm test\n  continue-on-error: true', '- run: npm test'],
  ['silent', '- run: npm test', '- run: npm test\n- run: npx tsc --noEmit'],
  ['less', RUN, '- run: npm test'],
  ['less', RUN, '- run: npm run lint'],
  ['less', RUN, '- run: npm test || true\n- run: npm run lint'],
  ['less', RUN, '- run: npm test\n  continue-on-error: true\n- run: npm run lint'],
  ['less', RUN, '- run: npm test\n  if: false\n- run: npm run lint'],
  ['less', RUN, '- run: npm test\n  if: ${{ false }}\n- run: npm run lint'],
  ['less', RUN, '- run: npm test | tee log.txt\n- run: npm run lint'],
  ['less', RUN, '- run: |\n    set +e\n    npm test\n    echo done\n- run: npm run lint'],
  ['less', RUN, '- run: echo npm test\n- run: npm run lint'],
  ['less', RUN, '- run: npm test -- test/a.test.ts\n- run: npm run lint'],
  ['less', '- uses: golangci/golangci-lint-action@v6\n- run: go test ./...', '- run: go test ./...'],
  ['less', '- run: |\n    go vet ./...\n    go test ./...', '- run: |\n    go test ./...'],
  ['fact', RUN, '- run: npm run lint\n- run: npm test'],
  ['fact', RUN, "- run: npm test\n  if: github.event_name == 'push'\n- run: npm run lint"],
  ['fact', RUN, '- run: npm test\n  continue-on-error: ${{ matrix.experimental }}\n- run: npm run lint'],
  ['fact', RUN, '- run: npx vitest run\n- run: npm run lint'],
  ['fact', RUN, '- run: ./scripts/ci.sh'],
  ['fact', RUN, `- uses: actions/setup-node@v4\n${RUN}`],
  ['fact', `- uses: actions/checkout@v4\n${RUN}`, `- uses: actions/checkout@v5\n${RUN}`],
  ['fact', RUN, `- run: npm run lint\n- run: npm test\n  env: { A: 1 }`],
];

const WHOLE_FILES: readonly (readonly [path: string, rows: Rows])[] = [
  [
    '.github/workflows/ci.yml',
    [
      [
        'fact',
        asWorkflow(RUN).replace(
          'runs-on: ubuntu-latest',
          'runs-on: ${{ matrix.os }}\n    strategy: { matrix: { os: [a, b] } }',
        ),
        asWorkflow(RUN).replace(
          'runs-on: ubuntu-latest',
          'runs-on: ${{ matrix.os }}\n    strategy: { matrix: { os: [b] } }',
        ),
      ],
      ['less', asWorkflow(RUN), asWorkflow(RUN).replace('[push, pull_request]', 'workflow_dispatch')],
      [
        'fact',
        asWorkflow(RUN),
        asWorkflow(RUN).replace('[push, pull_request]', '{ push: { branches: [main] }, pull_request: }'),
      ],
      ['less', asWorkflow(RUN), asWorkflow(RUN).replace('    runs-on', '    continue-on-error: true\n    runs-on')],
      ['less', asWorkflow(RUN), asWorkflow(RUN).replace('    runs-on', '    if: false\n    runs-on')],
      ['less', asWorkflow(RUN), 'on: [push, pull_request]\njobs:\n  other:\n    steps: [{ run: npm publish }]\n'],
      ['fact', asWorkflow(RUN), asWorkflow(RUN).replace('  test:', '  tests:')],
      [
        'fact',
        asWorkflow(RUN),
        'on: [push, pull_request]\njobs:\n  test:\n    uses: org/ci/.github/workflows/all.yml@v1\n',
      ],
      ['silent', asWorkflow(RUN), `${asWorkflow(RUN)}  more:\n    steps: [{ run: npm run types }]\n`],
    ],
  ],
  [
    '.gitlab-ci.yml',
    [
      ['less', 'test:\n  script: [npm test]\n', 'test:\n  script: [npm test]\n  allow_failure: true\n'],
      ['less', 'test:\n  script: [npm test]\n', 'test:\n  script: [npm test]\n  when: manual\n'],
      ['less', 'test:\n  script: [npm test, npm run lint]\n', 'test:\n  script: [npm test]\n'],
      ['fact', 'test:\n  image: node:20\n  script: [npm test]\n', 'test:\n  image: node:22\n  script: [npm test]\n'],
    ],
  ],
  [
    'package.json',
    [
      [
        'fact',
        '{"scripts":{"unit":"vitest","test":"npm run unit"}}',
        '{"scripts":{"test:unit":"vitest","test":"npm run test:unit"}}',
      ],
      ['silent', '{"scripts":{"dev":"vite","test":"vitest"}}', '{"scripts":{"dev":"vite --open","test":"vitest"}}'],
      ['fact', '{"scripts":{"build":"tsup","test":"vitest"}}', '{"scripts":{"build":"tsdown","test":"vitest"}}'],
      ['less', '{"scripts":{"build":"tsup","test":"vitest"}}', '{"scripts":{"build":"tsup || true","test":"vitest"}}'],
      ['less', '{"scripts":{"build":"tsup","test":"vitest"}}', '{"scripts":{"build":"echo built","test":"vitest"}}'],
      ['less', '{"scripts":{"lint":"eslint .","test":"vitest"}}', '{"scripts":{"test":"vitest"}}'],
      [
        'fact',
        '{"scripts":{"lint":"eslint .","test":"npm run lint && vitest"}}',
        '{"scripts":{"lint":"eslint .","test":"vitest"}}',
      ],
      [
        'less',
        '{"jest":{"coverageThreshold":{"global":{"lines":90}}}}',
        '{"jest":{"coverageThreshold":{"global":{"lines":80}}}}',
      ],
      [
        'silent',
        '{"jest":{"coverageThreshold":{"global":{"lines":90}}}}',
        '{"jest":{"coverageThreshold":{"global":{"lines":95}}}}',
      ],
    ],
  ],
  [
    'Makefile',
    [
      ['less', 'test:\n\tgo test ./...\n', 'test:\n\t-go test ./...\n'],
      ['less', 'test:\n\tgo test ./...\n', 'test:\n\t@echo ok\n'],
      ['less', 'check: lint test\nlint:\n\truff check\ntest:\n\tpytest\n', 'check: test\ntest:\n\tpytest\n'],
      ['less', 'test:\n\t$(GO) test -race ./...\n', 'test:\n\t$(GO) test ./...\n'],
      ['silent', 'test:\n\tgo test ./...\n', 'test:\n\tgo vet ./...\n\tgo test ./...\n'],
      ['less', 'test:\n\tgo test ./...\n', '.IGNORE:\ntest:\n\tgo test ./...\n'],
      ['less', 'test:\n\tgo test ./...\n', 'SHELL := /bin/true\ntest:\n\tgo test ./...\n'],
      ['fact', 'test:\n\tgo test ./...\n', 'test:\n\tcp a b\n\tgo test ./...\n'],
    ],
  ],
  [
    'tsconfig.json',
    [
      ['silent', '{"compilerOptions":{"strict":false}}', '{"compilerOptions":{"strict":true}}'],
      ['silent', '{"compilerOptions":{}}', '{"compilerOptions":{"noUnusedLocals":true}}'],
      ['silent', '{"compilerOptions":{"strict":true,"noImplicitAny":true}}', '{"compilerOptions":{"strict":true}}'],
      ['silent', '{"compilerOptions":{"outDir":"a"}}', '{"compilerOptions":{"outDir":"b","sourceMap":true}}'],
      ['silent', '{"compilerOptions":{"skipLibCheck":true}}', '{"compilerOptions":{"skipLibCheck":false}}'],
      ['silent', '{"include":["src"]}', '{"include":["src","test"]}'],
      ['silent', '{"exclude":["dist"]}', '{"exclude":["dist","coverage"]}'],
      ['less', '{"compilerOptions":{"strict":true}}', '{"compilerOptions":{"strict":false}}'],
      ['less', '{"compilerOptions":{"strict":true}}', '{"compilerOptions":{}}'],
      ['less', '{"compilerOptions":{"strict":true}}', '{"compilerOptions":{"strict":true,"noImplicitAny":false}}'],
      ['less', '{"compilerOptions":{}}', '{"compilerOptions":{"noCheck":true}}'],
      ['less', '{"compilerOptions":{}}', '{"compilerOptions":{"skipLibCheck":true}}'],
      ['less', '{"include":["src","test"]}', '{"include":["src"]}'],
      ['less', '{"exclude":[]}', '{"exclude":["**/*.test.ts"]}'],
      ['fact', '{"extends":"a","compilerOptions":{"strict":true}}', '{"extends":"a","compilerOptions":{}}'],
      ['fact', '{"compilerOptions":{"target":"es2020"}}', '{"compilerOptions":{"target":"es2022"}}'],
    ],
  ],
  [
    '.eslintrc.json',
    [
      ['silent', '{"rules":{"no-undef":"warn"}}', '{"rules":{"no-undef":"error"}}'],
      ['silent', '{"rules":{"no-undef":0}}', '{"rules":{"no-undef":[2,{"a":1}]}}'],
      ['silent', '{"rules":{}}', '{"rules":{"no-undef":"error"}}'],
      ['less', '{"rules":{"no-undef":"error"}}', '{"rules":{"no-undef":"warn"}}'],
      ['less', '{"rules":{"no-undef":["error",{}]}}', '{"rules":{"no-undef":"off"}}'],
      ['less', '{"rules":{"no-undef":2}}', '{"rules":{}}'],
      ['less', '{"ignorePatterns":[]}', '{"ignorePatterns":["src/b"]}'],
      ['silent', '{"ignorePatterns":[]}', '{"ignorePatterns":["dist"]}'],
      ['fact', '{"extends":"a","rules":{}}', '{"extends":"a","rules":{"no-undef":"off"}}'],
    ],
  ],
  [
    'eslint.config.js',
    [
      ['silent', 'export default [{ rules: { a: "warn" } }];\n', 'export default [{ rules: { a: "error" } }];\n'],
      ['less', 'export default [{ rules: { a: "error" } }];\n', 'export default [{ rules: { a: "off" } }];\n'],
      [
        'fact',
        'export default [{ rules: { a: "error" } }];\n',
        'export default [{ rules: { a: "off" } }, { rules: { a: "error" } }];\n',
      ],
      [
        'fact',
        'export default [{ rules: { a: "error" } }];\n',
        'import b from "b";\nexport default [b, { rules: { a: "error" } }];\n',
      ],
    ],
  ],
  [
    'biome.json',
    [
      ['less', '{"linter":{"enabled":true}}', '{"linter":{"enabled":false}}'],
      [
        'less',
        '{"linter":{"rules":{"style":{"useConst":"error"}}}}',
        '{"linter":{"rules":{"style":{"useConst":"off"}}}}',
      ],
      ['silent', '{"formatter":{"lineWidth":80}}', '{"formatter":{"lineWidth":100}}'],
    ],
  ],
  ['.prettierrc', [['silent', '{"semi":true}', '{"semi":false}']]],
  [
    'vitest.config.ts',
    [
      [
        'silent',
        'export default { test: { coverage: { thresholds: { lines: 80 } } } };\n',
        'export default { test: { coverage: { thresholds: { lines: 90 } } } };\n',
      ],
      [
        'less',
        'export default { test: { coverage: { thresholds: { lines: 90 } } } };\n',
        'export default { test: { coverage: { thresholds: { lines: 80 } } } };\n',
      ],
      [
        'less',
        'export default { test: { coverage: { thresholds: { lines: 90 } } } };\n',
        'export default { test: { coverage: { } } };\n',
      ],
      [
        'silent',
        'export default { test: { include: ["test/*.test.ts"] } };\n',
        'export default { test: { include: ["test/**/*.test.ts"] } };\n',
      ],
      [
        'less',
        'export default { test: { include: ["test/**/*.test.ts"] } };\n',
        'export default { test: { include: ["test/*.test.ts"] } };\n',
      ],
      ['less', 'export default { test: { exclude: [] } };\n', 'export default { test: { exclude: ["test/b/**"] } };\n'],
      ['less', 'export default { test: { } };\n', 'export default { test: { passWithNoTests: true } };\n'],
      ['less', 'export default { test: { } };\n', 'export default { test: { testNamePattern: "a" } };\n'],
      [
        'fact',
        'export default { test: { coverage: { exclude: [] } } };\n',
        'export default { test: { coverage: { exclude: ["src/b/**"] } } };\n',
      ],
      ['silent', 'export default { test: { } };\n', 'export default { test: { reporters: "dot" } };\n'],
      ['fact', 'export default { test: { } };\n', 'export default { test: { retry: 3 } };\n'],
      ['fact', 'export default { test: { } };\n', 'export default { test: { setupFiles: ["./setup.ts"] } };\n'],
    ],
  ],
  [
    'pyproject.toml',
    [
      ['silent', '[tool.coverage.report]\nfail_under = 90\n', '[tool.coverage.report]\nfail_under = 95\n'],
      ['less', '[tool.coverage.report]\nfail_under = 90\n', '[tool.coverage.report]\nfail_under = 80\n'],
      ['less', '[tool.coverage.report]\nfail_under = 90\n', '[tool.coverage.report]\n'],
      ['less', '[tool.mypy]\nstrict = true\n', '[tool.mypy]\nstrict = false\n'],
      ['silent', '[tool.mypy]\nstrict = false\n', '[tool.mypy]\nstrict = true\n'],
      ['silent', '[tool.mypy]\ndisallow_untyped_defs = true\nwarn_return_any = true\n', '[tool.mypy]\nstrict = true\n'],
      ['less', '[tool.mypy]\nstrict = true\n', '[tool.mypy]\nstrict = true\ndisallow_untyped_defs = false\n'],
      ['less', '[tool.mypy]\n', '[tool.mypy]\nignore_errors = true\n'],
      ['less', '[tool.ruff.lint]\nselect = ["E", "F"]\n', '[tool.ruff.lint]\nselect = ["E"]\n'],
      ['silent', '[tool.ruff.lint]\nselect = ["E"]\n', '[tool.ruff.lint]\nselect = ["E", "F"]\n'],
      [
        'less',
        '[tool.ruff.lint]\nselect = ["E"]\nignore = []\n',
        '[tool.ruff.lint]\nselect = ["E"]\nignore = ["E501"]\n',
      ],
      [
        'less',
        '[tool.pytest.ini_options]\naddopts = "-ra"\n',
        '[tool.pytest.ini_options]\naddopts = "-ra --ignore=tests/test_a.py"\n',
      ],
      [
        'silent',
        '[tool.pytest.ini_options]\naddopts = "-ra"\n',
        '[tool.pytest.ini_options]\naddopts = "-ra --strict-markers"\n',
      ],
      [
        'less',
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
        '[tool.pytest.ini_options]\ntestpaths = ["tests/unit"]\n',
      ],
      ['silent', '[tool.pytest.ini_options]\nmarkers = ["a"]\n', '[tool.pytest.ini_options]\nmarkers = ["a", "b"]\n'],
      ['fact', '[tool.coverage.run]\nomit = []\n', '[tool.coverage.run]\nomit = ["src/a.py"]\n'],
    ],
  ],
];

const MORE_COMMANDS: readonly (readonly [path: string, rows: Rows])[] = [
  [
    'deno.json',
    [
      ['less', '{"tasks":{"test":"deno test"}}', '{"tasks":{"test":"true"}}'],
      ['less', '{"tasks":{"test":"deno lint && deno test"}}', '{"tasks":{"test":"deno test"}}'],
      ['less', '{"compilerOptions":{"strict":true}}', '{"compilerOptions":{"strict":false}}'],
      ['silent', '{"tasks":{"test":"deno test"}}', '{"tasks":{"test":"deno lint && deno test"}}'],
    ],
  ],
  [
    'tox.ini',
    [
      ['less', '[testenv]\ncommands = pytest\n', '[testenv]\ncommands = - pytest\n'],
      ['less', '[testenv]\ncommands =\n  mypy src\n  pytest\n', '[testenv]\ncommands =\n  pytest\n'],
      ['less', '[testenv]\ncommands = pre-commit run --all-files\n', '[testenv]\ncommands = echo ok\n'],
      ['silent', '[testenv:update]\ncommands = pre-commit autoupdate\n', '[testenv:update]\ncommands = pip list\n'],
      ['fact', '[tox]\nenvlist = py38,py39\n', '[tox]\nenvlist = py39\n'],
    ],
  ],
  [
    'pyproject.toml',
    [
      ['less', '[tool.poe.tasks]\ntest = "pytest"\n', '[tool.poe.tasks]\ntest = "echo ok"\n'],
      [
        'less',
        '[tool.hatch.envs.default.scripts]\ncheck = "ruff check && pytest"\n',
        '[tool.hatch.envs.default.scripts]\ncheck = "pytest"\n',
      ],
    ],
  ],
  [
    'Taskfile.yml',
    [
      ['less', 'tasks:\n  test:\n    cmds: [go test ./...]\n', 'tasks:\n  test:\n    cmds: [echo ok]\n'],
      [
        'less',
        'tasks:\n  test:\n    cmds: [go test ./...]\n',
        'tasks:\n  test:\n    cmds: [go test ./...]\n    ignore_error: true\n',
      ],
    ],
  ],
  [
    '.travis.yml',
    [
      ['less', 'language: node_js\nscript: [npm test, npm run lint]\n', 'language: node_js\nscript: [npm test]\n'],
      ['fact', 'node_js: [18, 20]\nscript: npm test\n', 'node_js: [20]\nscript: npm test\n'],
    ],
  ],
  [
    '.circleci/config.yml',
    [
      [
        'less',
        'jobs:\n  test:\n    steps: [{ run: { command: npm test } }]\n',
        'jobs:\n  test:\n    steps: [{ run: { command: npm test || true } }]\n',
      ],
    ],
  ],
  [
    'azure-pipelines.yml',
    [['less', 'steps: [{ script: npm test }]\n', 'steps: [{ script: npm test, continueOnError: true }]\n']],
  ],
  [
    '.npmrc',
    [
      ['less', 'save-exact=true\n', 'save-exact=true\nscript-shell=/bin/true\n'],
      ['fact', 'save-exact=true\n', 'save-exact=true\nscript-shell=bash\n'],
    ],
  ],
  [
    '.eslintignore',
    [
      ['less', 'dist\n', 'dist\nsrc\n'],
      ['silent', 'dist\n', 'dist\nbuild\n'],
      ['silent', 'src\n', 'dist\n'],
    ],
  ],
  [
    '.husky/pre-commit',
    [
      ['less', 'npm test\n', 'exit 0\n'],
      ['less', 'npx lint-staged\nnpm test\n', 'npx lint-staged\n'],
    ],
  ],
];

describe('the direction of changes of settings', () => {
  const check = async (path: string, rows: Rows, wrap: (text: string) => string = (text) => text): Promise<void> => {
    const wrong: string[] = [];
    for (const [expected, before, after] of rows) {
      const changes = await find(path, wrap(before), wrap(after));
      const actual = describeDirection(changes);
      if (actual !== expected)
        wrong.push(`${JSON.stringify(before)} → ${JSON.stringify(after)}: ${actual}, not ${expected}`);
    }
    assert.deepEqual(wrong, []);
  };

  it('[PROOF-4] [TRUST-7] decides about commands of scripts', () => check('package.json', SCRIPTS, asScript));

  it('[PROOF-4] [TRUST-7] decides about steps of continuous integration', () =>
    check('.github/workflows/ci.yml', WORKFLOW_STEPS, asWorkflow));

  it('[PROOF-4] [TRUST-7] decides about commands of further tools', async () => {
    for (const [path, rows] of MORE_COMMANDS) await check(path, rows);
  });

  for (const [path, rows] of WHOLE_FILES) {
    it(`[PROOF-4] [TRUST-7] decides about changes of ${path}`, () => check(path, rows));
  }
});
