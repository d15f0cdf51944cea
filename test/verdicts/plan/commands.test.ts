import assert from 'node:assert/strict';
import { checkChunks, chunk, exists, onlyFinding, messages } from './planning.ts';
import type { PlanSituation } from './planning.ts';

const packageJson = (scripts: Record<string, string>, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ name: 'sample', scripts, devDependencies: { vitest: '1' }, ...more });

/** A tree with TypeScript and Python files. The chunk of each test creates src/new.ts and pkg/new.py. */
const tree: PlanSituation = {
  files: [
    'src/old.ts',
    'src/lib/index.js',
    'pkg/__init__.py',
    'pkg/old.py',
    'space/one.py',
    'scripts/run.sh',
    'scripts/old.mjs',
    'test/old.test.ts',
    'tests/test_old.py',
    'src/app/main.py',
  ],
  texts: {
    'package.json': packageJson(
      {
        old: 'node scripts/old.mjs',
        broken: 'node scripts/gone.mjs',
        outer: 'npm run broken',
        chained: 'tsc && node scripts/gone.mjs',
        shell: 'cat x | node scripts/gone.mjs',
        built: 'node dist/main.js',
      },
      { bin: { own: 'scripts/own.mjs' } },
    ),
    '.gitignore': 'generated/\n',
    'pyproject.toml': '[project]\nname = "app"\n',
  },
};

function check(command: string, situation: PlanSituation = tree): ReturnType<typeof checkChunks> {
  const creates = ['src/new.ts', 'pkg/new.py'];
  return checkChunks(
    [chunk('one', { allowedFiles: creates, postconditions: creates.map(exists), acceptanceCommands: [command] })],
    situation,
  );
}

const missing: readonly (readonly [command: string, path: string])[] = [
  ['python -c "import pkg.gone"', 'pkg/gone.py'],
  ['python3 -c "from pkg.gone import a, b"', 'pkg/gone.py'],
  ['python3.12 -B -u -c "import os, pkg.gone as g; print(g)"', 'pkg/gone.py'],
  ['python -c "import json\nfrom pkg.gone import (\n a,\n b)"', 'pkg/gone.py'],
  ['.venv/bin/python -c "import pkg.gone"', 'pkg/gone.py'],
  ['python -c "import space.two"', 'space/two.py'],
  ['python -c "import app.gone"', 'src/app/gone.py'],
  ['python -m pkg.gone --help', 'pkg/gone.py'],
  ['python scripts/gone.py', 'scripts/gone.py'],
  ['uv run python scripts//gone.py', 'scripts/gone.py'],
  ['python -m pytest tests/test_gone.py -q', 'tests/test_gone.py'],
  ['pytest tests/test_gone.py::test_a', 'tests/test_gone.py'],
  ['bash scripts/gone.sh', 'scripts/gone.sh'],
  ['bash -eu -o pipefail ./scripts/gone.sh a b', 'scripts/gone.sh'],
  ['./scripts/gone.sh', 'scripts/gone.sh'],
  ['timeout 10 sh scripts/gone.sh', 'scripts/gone.sh'],
  ['node scripts/gone.mjs', 'scripts/gone.mjs'],
  ['node --enable-source-maps --import ./scripts/gone.mjs scripts/old.mjs', 'scripts/gone.mjs'],
  ['node --test test/gone.test.ts', 'test/gone.test.ts'],
  ['tsx src/gone.ts', 'src/gone.ts'],
  ['npx --yes tsx src/gone.ts', 'src/gone.ts'],
  ['ts-node --esm -P tsconfig.json src/gone.ts', 'src/gone.ts'],
  ['node -e "require(\'./src/gone\')"', 'src/gone'],
  ['node --input-type=module --eval "import { a } from \'./src/gone.js\'"', 'src/gone.js'],
  ['tsx -e "const m = await import(\'./src/gone.ts\'); m.run()"', 'src/gone.ts'],
  ['npm run gone', 'package.json'],
  ['npm run broken', 'scripts/gone.mjs'],
  ['npm run --silent outer', 'scripts/gone.mjs'],
  ['yarn run chained', 'scripts/gone.mjs'],
  ['npm --prefix web run build', 'web/package.json'],
  ['npx own', 'scripts/own.mjs'],
  ['npx vitest run test/gone.test.ts', 'test/gone.test.ts'],
  ['jest test/gone.test.ts', 'test/gone.test.ts'],
  ['mocha --require tsx test/gone.test.ts', 'test/gone.test.ts'],
];

const accepted: readonly string[] = [
  'python -c "import pkg.new, pkg.old, pkg"',
  'python -c "from pkg import anything"',
  'python -c "import os.path, xml.etree.ElementTree, tomllib, distutils"',
  'python -c "import numpy, yaml"',
  'python -c "import space.one"',
  'python -c "import app.main"',
  'python -c "try:\n import gone\nexcept ImportError:\n pass"',
  'python -c "if False: import gone"',
  'python -c "import sys; sys.path.insert(0, \'vendor\'); import gone"',
  'python -c "x = \'import gone\'  # import gone"',
  'python -c "unclosed = \'"',
  'python -I -c "import gone"',
  'env PYTHONPATH=lib python -c "import gone"',
  'python -m json.tool',
  'python -m venv .venv',
  'python -m pytest -q',
  'pytest tests -k test_gone.py',
  'python -m http.server',
  'bash -c "bash scripts/gone.sh"',
  'bash scripts/run.sh',
  '/opt/tool.sh scripts/gone.sh',
  'test -d src/gone',
  'node src/new.ts',
  'node src/new',
  'node src/lib',
  'node --unknown-option scripts/gone.mjs',
  'node dist/main.js',
  'node generated/main.js',
  'node node_modules/tool/cli.js',
  'tsx src/new.js',
  "node -e \"require('left-pad'); require('node:fs'); require('fs/promises')\"",
  'node -e "try { require(\'./gone\') } catch {}"',
  'node -e "assert.throws(() => require(\'./gone\'))"',
  "tsx -e \"import type { A } from './src/gone.ts'; import './src/new.ts'\"",
  'node -e "console.log(\'import ./gone\')"',
  'npm run old',
  'npm run built',
  'npm run shell',
  'npm run --if-present gone',
  'npm run -w web gone',
  'npm ci',
  'pnpm install',
  'yarn gone',
  'npx cowsay',
  'npx tsc --noEmit',
  'npx vitest run',
  'npx vitest run gone',
  'npx vitest run test/old.test.ts',
  'npx vitest run --passWithNoTests test/gone.test.ts',
  'jest gone',
  'mocha "test/**/*.test.ts"',
  'mocha test',
  'make all',
  'deno run -A src/gone.ts',
  'bun src/gone.ts',
  // Modules that are not part of the repository or the plan can be installed.
  'python -c "import solver"',
  'python -c "from flask_sqlalchemy import SQLAlchemy"',
  'python -m uvicorn_worker',
  // Build outputs and virtual environments do not belong to any chunk.
  'node -e "require(\'./dist/index.js\')"',
  'node -e "require(\'./lib\')"',
  'node -e "import(\'./generated/main.js\')"',
  'test -f dist/index.js',
  'bash dist/run.sh',
  './dist/run.sh',
  './tool --version',
  '.venv/bin/python -c "import pkg.old"',
  'venv/bin/pytest -q',
  'cargo test',
  'go test ./...',
  'unknown scripts/gone.sh',
];

/** Imports in a tree that nothing installs, with the file that Python does not find. */
const doubtful: readonly (readonly [
  command: string,
  allowed: string,
  path: string | undefined,
  files?: readonly string[],
])[] = [
  ['python -c "from calc.core import add; assert add(1, 2) == 3"', 'src/calc/core.py', 'calc/core.py'],
  ['python3 -c "import calc.core"', 'src/calc/core.py', 'calc/core.py'],
  ['python -m calc', 'src/calc/__main__.py', 'calc.py'],
  ['python -m calc.core', 'lib/calc/core.py', 'calc/core.py'],
  ['python -c "import calc"', 'src/calc.py', 'calc.py'],
  ['python -c "import calc"', 'python/calc/__init__.py', 'calc.py'],
  ['python -c "import calc.core"', 'calc/core.py', undefined],
  ['python -c "import calc.core"', 'src/calc/core.py', undefined, ['pyproject.toml']],
  ['python -c "import calc.core"', 'src/calc/core.py', undefined, ['setup.py']],
  ['python -c "import calc.core"', 'src/calc/core.py', undefined, ['calc/core.py']],
  ['env PYTHONPATH=src python -c "import calc.core"', 'src/calc/core.py', undefined],
  ['python -c "import sys; sys.path.insert(0, \'src\'); import calc.core"', 'src/calc/core.py', undefined],
  ['python -c "import other"', 'src/calc/core.py', undefined],
];

describe('the files that commands need', () => {
  it('[COMP-R5] warns of a module in a source folder that nothing makes importable', async () => {
    for (const [command, allowed, path, files = []] of doubtful) {
      const order = chunk('one', {
        allowedFiles: [allowed],
        postconditions: [exists(allowed)],
        acceptanceCommands: [command],
      });
      const { findings, ok } = await checkChunks([order], { files });
      const found = findings.filter(({ rule }) => rule === 'R5');
      const what = `${command} with ${allowed} ${files.join()}`;
      assert.deepEqual(
        found.map((one) => [one.severity, one.path]),
        path === undefined ? [] : [['warning', path]],
        what,
      );
      assert.equal(ok, true, what);
      if (path !== undefined)
        assert.match(found[0]?.satisfiedBy ?? '', /PYTHONPATH=(src|lib|python) python.*pyproject\.toml/);
    }
  });

  for (const [command, path] of missing) {
    it(`[COMP-R5] ${JSON.stringify(command)} needs ${path}`, async () => {
      const finding = onlyFinding(await check(command));
      assert.equal(finding.rule, 'R5');
      assert.equal(finding.path, path);
      assert.deepEqual(finding.at, ['chunks', 0, 'acceptanceCommands', 0]);
    });
  }

  for (const command of accepted) {
    it(`[COMP-R5] ${JSON.stringify(command)} is accepted`, async () => {
      assert.deepEqual(messages(await check(command)), []);
    });
  }

  it('[COMP-R5] ignores the scripts of a package.json that a chunk can change', async () => {
    const optional = chunk('one', { allowedFiles: ['package.json'], acceptanceCommands: ['npm run soon'] });
    assert.deepEqual(messages(await checkChunks([optional], tree)), []);
    const created = [
      chunk('one', { allowedFiles: ['package.json'], postconditions: [exists('package.json')] }),
      chunk('two', { allowedFiles: ['a.ts'], acceptanceCommands: ['npm run soon'] }),
    ];
    assert.deepEqual(messages(await checkChunks(created)), []);
    assert.equal(onlyFinding(await checkChunks([created[1]])).path, 'package.json');
  });

  it('[COMP-R5] accepts a file that a pattern or a chunk without postconditions can create', async () => {
    const commands = ['node src/gone.ts', 'python -c "import tools.gone"'];
    for (const allowedFiles of [[], ['src/**', 'tools/**'], ['src/gone.ts', 'tools/gone.py']]) {
      const chunks = [
        chunk('one', { allowedFiles }),
        chunk('two', { allowedFiles: ['x.ts'], acceptanceCommands: commands }),
      ];
      assert.deepEqual(messages(await checkChunks(chunks, tree)), [], JSON.stringify(allowedFiles));
    }
  });

  it('[COMP-R5] reports a file that only a parallel chunk creates, and offers a dependency as a fix', async () => {
    const chunks = [
      chunk('base', { allowedFiles: ['z.ts'] }),
      chunk('one', { dependsOn: ['base'], allowedFiles: ['a.ts'], postconditions: [exists('a.ts')] }),
      chunk('two', { dependsOn: ['base'], allowedFiles: ['b.ts'], acceptanceCommands: ['node a.ts'] }),
    ];
    const finding = onlyFinding(await checkChunks(chunks));
    assert.deepEqual(finding.fix?.action, { kind: 'add-to-list', item: 'one', key: 'dependsOn', chunk: 'two' });
  });

  it('[COMP-R5] checks the files of the verify command at the first chunk that is not exempt', async () => {
    const more = { verify: { command: 'bash scripts/check.sh', requires: [exists('b.ts')] } };
    const two = chunk('two', { allowedFiles: ['b.ts'], postconditions: [exists('b.ts')] });
    const early = chunk('one', { allowedFiles: ['a.ts'], postconditions: [exists('a.ts')] });
    const late = chunk('three', { allowedFiles: ['scripts/check.sh'], postconditions: [exists('scripts/check.sh')] });
    const finding = onlyFinding(await checkChunks([early, two, late], {}, more));
    assert.equal(finding.path, 'scripts/check.sh');
    assert.deepEqual(finding.at, ['verify', 'command']);
    assert.deepEqual(messages(await checkChunks([early, late, two], {}, more)), []);
  });
});
