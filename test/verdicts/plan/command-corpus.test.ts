/** Commands of real projects: rule R5 must not stop a chunk because of a valid one, and must find the broken ones. */
import assert from 'node:assert/strict';
import { checkChunks, chunk, exists, type PlanSituation } from './planning.ts';

const packageJson = {
  name: 'service',
  workspaces: ['packages/*'],
  scripts: {
    build: 'tsc -p tsconfig.json',
    prebuild: 'rimraf dist',
    test: 'vitest run',
    'test:unit': 'vitest run --dir test',
    lint: 'eslint .',
    start: 'node dist/server.js',
    gone: 'node scripts/gone.mjs',
    e2e: 'npm run build && node scripts/e2e.mjs',
  },
  devDependencies: { typescript: '5', vitest: '3' },
};

/** A repository with a Node service, a Python package and sources of other languages. The chunk creates src/new.ts. */
const repository: PlanSituation = {
  files: [
    'src/server.ts',
    'src/health/check.ts',
    'packages/ui/src/index.ts',
    'test/health.test.ts',
    'scripts/e2e.mjs',
    'scripts/check.sh',
    'app/__init__.py',
    'app/main.py',
    'tests/test_app.py',
    'manage.py',
    'Cargo.toml',
    'src/main.rs',
    'go.mod',
    'cmd/server/main.go',
    'Makefile',
    'build.gradle',
    'gradlew',
    'pom.xml',
    'App.sln',
    'deno.json',
    'tsconfig.json',
  ],
  texts: {
    'package.json': JSON.stringify(packageJson),
    'packages/ui/package.json': JSON.stringify({ name: 'ui', scripts: { build: 'tsc' } }),
  },
};

/** The missing files because of which R5 would stop the chunk, with the command as acceptance or verify command. */
async function findCertain(command: string, use: 'acceptance' | 'verify'): Promise<readonly string[]> {
  const creates = ['src/new.ts'];
  const isAcceptance = use === 'acceptance';
  const plan = chunk('one', {
    allowedFiles: creates,
    postconditions: creates.map(exists),
    ...(isAcceptance ? { acceptanceCommands: [command] } : {}),
  });
  const more = isAcceptance ? {} : { verify: { command } };
  const { findings } = await checkChunks([plan], repository, more);
  return findings.filter(({ rule, severity }) => rule === 'R5' && severity === 'error').map(({ path = '' }) => path);
}

const valid: readonly string[] = [
  // npm, npx
  'npm ci',
  'npm install --no-audit --no-fund',
  'npm test',
  'npm t',
  'npm run build',
  'npm run build --silent -- --watch=false',
  'npm --workspace packages/ui run build',
  'npm run build -w packages/ui --if-present',
  'npm --prefix packages/ui run build',
  'npm run test:unit -- test/health.test.ts',
  'npm exec -- tsc --noEmit',
  'npm run start',
  'npm run e2e',
  'npm pack --dry-run',
  'npm audit --omit=dev',
  'npx tsc --noEmit -p tsconfig.json',
  'npx --no-install vitest run test/health.test.ts',
  'npx eslint "src/**/*.ts" --max-warnings 0',
  'npx -y prettier --check .',
  'npx --package typescript tsc --version',
  // pnpm, yarn, bun, deno
  'pnpm install --frozen-lockfile',
  'pnpm build',
  'pnpm -r run build',
  'pnpm --filter ui run build',
  'pnpm exec vitest run',
  'pnpm dlx cowsay hello',
  'yarn',
  'yarn install --immutable',
  'yarn test --coverage',
  'yarn workspace ui build',
  'yarn dlx tsx src/new.ts',
  'bun install',
  'bun test',
  'bun run build',
  'bunx tsc --noEmit',
  'deno test --allow-read',
  'deno task build',
  'deno check src/new.ts',
  // node
  'node src/new.ts',
  'node --test',
  'node --test "test/**/*.test.ts"',
  'node --experimental-strip-types --test test/health.test.ts',
  'node -e "process.exit(0)"',
  'node -p "1 + 1"',
  'node --check scripts/e2e.mjs',
  'node -e "require(\'./dist/server.js\')"',
  'node --import tsx --test test/health.test.ts',
  'node -r dotenv/config dist/server.js',
  // make, cargo, go, gradle, mvn, dotnet
  'make',
  'make -j4 test',
  'make -C packages/ui all',
  'cargo build --release',
  'cargo test --workspace --all-features',
  'cargo run --bin server -- --help',
  'cargo clippy -- -D warnings',
  'go build ./...',
  'go test -race ./cmd/...',
  'go run ./cmd/server',
  'go vet ./...',
  'gradle build',
  './gradlew test --no-daemon',
  'gradlew.bat test',
  'mvn -q -B verify',
  './mvnw test',
  'dotnet build App.sln',
  'dotnet test --no-build',
  // Python
  'python -m pytest -q',
  'python3 -m pytest tests/test_app.py::test_name -x',
  'pytest tests -k "name and not slow"',
  'pytest --cov=app --cov-report=term-missing',
  'python -m unittest discover -s tests',
  'python manage.py test',
  'python -m app.main --check',
  'python -c "import app.main"',
  'python -m mypy app',
  'python -m build',
  'uv run pytest',
  'poetry run pytest tests/test_app.py',
  'pipenv run python manage.py check',
  'tox -e py312',
  'ruff check app',
  '.venv/bin/python -m pytest',
  // shells: built-ins, pipes, assignments, folders, subshells, quotes
  'test -f src/new.ts',
  'test -d dist',
  '[ -f dist/server.js ]',
  'bash -c "cd packages/ui && npm run build"',
  'bash -c "set -euo pipefail; npm test | tee report.txt"',
  "sh -c 'NODE_ENV=test node src/new.ts'",
  'sh -c "(cd packages/ui && npm run build)"',
  'bash -c "if [ -f gone.sh ]; then bash gone.sh; fi"',
  'bash -c "for f in scripts/*.sh; do bash \\"$f\\"; done"',
  'bash -c "node scripts/gone.mjs || true"',
  'bash -c "! grep -rn TODO src"',
  'bash -c "mkdir -p out && cp scripts/check.sh out/run.sh && bash out/run.sh"',
  'bash -c "node $(git rev-parse --show-toplevel)/scripts/e2e.mjs"',
  'bash -lc "source .venv/bin/activate && pytest"',
  'bash scripts/check.sh --fast',
  'env CI=1 FORCE_COLOR=0 npm test',
  'env -u NODE_OPTIONS node src/new.ts',
  'cross-env NODE_ENV=test npm test',
  'time npm test',
  'timeout 60 npm test',
  'nice -n 10 make test',
  'grep -q "export" src/new.ts',
  'git diff --exit-code',
  'docker compose run --rm app npm test',
  'curl --fail http://localhost:3000/health',
  'xvfb-run -a npm test',
  '"/usr/bin/env" node src/new.ts',
  // Windows
  'cmd /c npm test',
  'cmd.exe /d /s /c "npm run build"',
  'npm.cmd test',
  'npx.cmd tsc --noEmit',
  'powershell -NoProfile -Command "npm test"',
  'node.exe src\\new.ts',
  'py -3 -m pytest',
  '.venv\\Scripts\\python.exe -m pytest',
  '.\\gradlew.bat test',
];

const broken: readonly (readonly [command: string, path: string])[] = [
  ['node scripts/gone.mjs', 'scripts/gone.mjs'],
  ['node ./scripts/gone.mjs --flag', 'scripts/gone.mjs'],
  ['env CI=1 node scripts/gone.mjs', 'scripts/gone.mjs'],
  ['timeout 60 node scripts/gone.mjs', 'scripts/gone.mjs'],
  ['npx tsx src/gone.ts', 'src/gone.ts'],
  ['npm run missing', 'package.json'],
  ['npm run gone', 'scripts/gone.mjs'],
  ['yarn run missing', 'package.json'],
  ['pnpm run missing', 'package.json'],
  ['npm --prefix packages/api test', 'packages/api/package.json'],
  ['npx vitest run test/gone.test.ts', 'test/gone.test.ts'],
  ['node --test test/gone.test.ts', 'test/gone.test.ts'],
  ['bash scripts/gone.sh', 'scripts/gone.sh'],
  ['./scripts/gone.sh', 'scripts/gone.sh'],
  ['python tools/gone.py', 'tools/gone.py'],
  ['python -m pytest tests/test_gone.py', 'tests/test_gone.py'],
  ['python -c "import app.gone"', 'app/gone.py'],
  ['python -m app.gone', 'app/gone.py'],
  ['uv run python tools/gone.py', 'tools/gone.py'],
  ['node -e "require(\'./src/gone\')"', 'src/gone'],
];

describe('rule R5 on commands of real projects', () => {
  for (const use of ['acceptance', 'verify'] as const) {
    it(`[COMP-R5] stops no chunk because of a valid ${use} command`, async () => {
      const alarms: string[] = [];
      for (const command of valid) {
        for (const path of await findCertain(command, use)) alarms.push(`${command} → ${path}`);
      }
      assert.deepEqual(alarms, []);
    });

    it(`[COMP-R5] finds the file that a broken ${use} command needs`, async () => {
      const missed: string[] = [];
      for (const [command, path] of broken) {
        const found = await findCertain(command, use);
        if (found.length !== 1 || found[0] !== path) missed.push(`${command} → ${found.join(', ') || 'nothing'}`);
      }
      assert.deepEqual(missed, []);
    });
  }
});
