import assert from 'node:assert/strict';
import { checkChunks, chunk, exists, onlyFinding, told } from './planning.ts';
import type { PlanSituation } from './planning.ts';

const packageJson = (scripts: Record<string, string>, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ name: 'sample', scripts, devDependencies: { vitest: '1' }, ...more });

/** A tree of two languages, and one chunk that creates src/new.ts and pkg/new.py. */
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
    Makefile: '.PHONY: all lint\nVERSION := 1\nall: build\nbuild test: src/old.ts\n\techo a:b\n',
    '.gitignore': 'generated/\n',
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
  ['python -c "import solver"', 'solver.py'],
  ['python -c "import json\nfrom solver import (\n a,\n b)"', 'solver.py'],
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
  ['test -f src/gone.ts', 'src/gone.ts'],
  ['node scripts/gone.mjs', 'scripts/gone.mjs'],
  ['node --enable-source-maps --import ./scripts/gone.mjs scripts/old.mjs', 'scripts/gone.mjs'],
  ['node --test test/gone.test.ts', 'test/gone.test.ts'],
  ['tsx src/gone.ts', 'src/gone.ts'],
  ['npx --yes tsx src/gone.ts', 'src/gone.ts'],
  ['ts-node --esm -P tsconfig.json src/gone.ts', 'src/gone.ts'],
  ['deno run -A src/gone.ts', 'src/gone.ts'],
  ['deno test --allow-read test/gone.test.ts', 'test/gone.test.ts'],
  ['bun run src/gone.ts', 'src/gone.ts'],
  ['bun src/gone.ts', 'src/gone.ts'],
  ['node -e "require(\'./src/gone\')"', 'src/gone'],
  ['node --input-type=module --eval "import { a } from \'./src/gone.js\'"', 'src/gone.js'],
  ['tsx -e "const m = await import(\'./src/gone.ts\'); m.run()"', 'src/gone.ts'],
  ['bun -e "import \'./src/gone.ts\'"', 'src/gone.ts'],
  ['npm run gone', 'package.json'],
  ['npm run broken', 'scripts/gone.mjs'],
  ['pnpm outer', 'ignored'],
  ['npm run --silent outer', 'scripts/gone.mjs'],
  ['yarn run chained', 'scripts/gone.mjs'],
  ['npm --prefix web run build', 'web/package.json'],
  ['npx own', 'scripts/own.mjs'],
  ['npx vitest run test/gone.test.ts', 'test/gone.test.ts'],
  ['jest test/gone.test.ts', 'test/gone.test.ts'],
  ['mocha --require tsx test/gone.test.ts', 'test/gone.test.ts'],
  ['make gone', 'Makefile'],
  ['make -C web build', 'web/Makefile'],
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
  'make',
  'make all build test lint',
  'make src/old.ts',
  'make -j 4 V=1 build',
  'cargo test',
  'go test ./...',
  'unknown scripts/gone.sh',
];

describe('what commands depend on', () => {
  for (const [command, path] of missing) {
    if (path === 'ignored') continue;
    it(`[COMP-R5] ${JSON.stringify(command)} needs ${path}`, async () => {
      const finding = onlyFinding(await check(command));
      assert.equal(finding.rule, 'R5');
      assert.equal(finding.path, path);
      assert.deepEqual(finding.at, ['chunks', 0, 'acceptanceCommands', 0]);
    });
  }

  for (const command of accepted) {
    it(`[COMP-R5] ${JSON.stringify(command)} is no reason for alarm`, async () => {
      assert.deepEqual(told(await check(command)), []);
    });
  }

  it('[COMP-R5] a package.json that a chunk may write is not held to what it says now', async () => {
    const may = chunk('one', { allowedFiles: ['package.json'], acceptanceCommands: ['npm run soon'] });
    assert.deepEqual(told(await checkChunks([may], tree)), []);
    const created = [
      chunk('one', { allowedFiles: ['package.json'], postconditions: [exists('package.json')] }),
      chunk('two', { allowedFiles: ['a.ts'], acceptanceCommands: ['npm run soon'] }),
    ];
    assert.deepEqual(told(await checkChunks(created)), []);
    assert.equal(onlyFinding(await checkChunks([created[1]])).path, 'package.json');
  });

  it('[COMP-R5] a file that a pattern or a chunk without promises may bring is no reason for alarm', async () => {
    const commands = ['node src/gone.ts', 'python -c "import tools.gone"'];
    for (const allowedFiles of [[], ['src/**', 'tools/**'], ['src/gone.ts', 'tools/gone.py']]) {
      const chunks = [
        chunk('one', { allowedFiles }),
        chunk('two', { allowedFiles: ['x.ts'], acceptanceCommands: commands }),
      ];
      assert.deepEqual(told(await checkChunks(chunks, tree)), [], JSON.stringify(allowedFiles));
    }
  });

  it('[COMP-R5] a file that only a chunk beside creates is missed, and waiting for that chunk is offered', async () => {
    const chunks = [
      chunk('base', { allowedFiles: ['z.ts'] }),
      chunk('one', { dependsOn: ['base'], allowedFiles: ['a.ts'], postconditions: [exists('a.ts')] }),
      chunk('two', { dependsOn: ['base'], allowedFiles: ['b.ts'], acceptanceCommands: ['node a.ts'] }),
    ];
    const finding = onlyFinding(await checkChunks(chunks));
    assert.equal(finding.fix?.title, 'Add "one" to dependsOn of two');
  });

  it('[COMP-R5] the verify command is held to its files once it is due', async () => {
    const more = { verify: { command: 'bash scripts/check.sh', requires: [exists('b.ts')] } };
    const two = chunk('two', { allowedFiles: ['b.ts'], postconditions: [exists('b.ts')] });
    const early = chunk('one', { allowedFiles: ['a.ts'], postconditions: [exists('a.ts')] });
    const late = chunk('three', { allowedFiles: ['scripts/check.sh'], postconditions: [exists('scripts/check.sh')] });
    const finding = onlyFinding(await checkChunks([early, two, late], {}, more));
    assert.equal(finding.path, 'scripts/check.sh');
    assert.deepEqual(finding.at, ['verify', 'command']);
    assert.deepEqual(told(await checkChunks([early, late, two], {}, more)), []);
  });
});
