import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NOTHING_VISIBLE } from '../../../src/workspace/confinement/confinement-rules.ts';
import { findSandbox } from '../../../src/workspace/confinement/find-sandbox.ts';
import { findOnPath } from '../../../src/workspace/environment/find-program.ts';
import { runCommand } from '../../../src/workspace/processes/run-command.ts';
import { limitOfMachine } from '../../scripts/machine-speed.ts';
import { projectRoot } from '../../scripts/project.ts';
import { median, type BenchMeasurement, type BenchRow } from '../row.ts';

const ROUNDS = 15;
/** What a sandbox may add to each command, in milliseconds. */
const LIMIT_MS = 40;
const MODULES = 200;
const TEST_FILES = 40;
const GO_PACKAGES = 8;
const GO_TEST = `package one

import (
	"net/http/httptest"
	"testing"
)

func TestRecorder(t *testing.T) {
	if httptest.NewRecorder().Code != 200 {
		t.Fatal("wrong")
	}
}
`;

export const confinement: BenchMeasurement = {
  title: 'commands in a sandbox and without one: what is added to each, and warm builds and tests',
  async measure(say) {
    const sandbox = await findSandbox();
    if ('reason' in sandbox) {
      say(`skipped: ${sandbox.reason}`);
      return [];
    }
    const home = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-confinement-')));
    try {
      const tree = join(home, 'tree');
      await writeProject(tree);
      const tsc = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
      const mocha = join(projectRoot, 'node_modules', 'mocha', 'bin', 'mocha.js');
      const commands: readonly (readonly [name: string, command: readonly string[]])[] = [
        ['tsc-b', [process.execPath, tsc, '-b']],
        ['mocha', [process.execPath, mocha, 'test/*.test.mjs']],
        ['node-test', [process.execPath, '--test', 'test/*.test.mjs']],
        ...((await findOnPath('go', process.env['PATH'] ?? '')) === undefined
          ? []
          : [['go-test', ['go', 'test', '-count=1', './...']] as const]),
      ];
      const rows: BenchRow[] = [];
      const start = await compare(tree, home, ['true']);
      say(`true: ${start.confined.toFixed(1)} ms in a sandbox, ${start.plain.toFixed(1)} ms without`);
      rows.push({
        id: 'confined-command/machine',
        ours: start.confined - start.plain,
        peer: limitOfMachine(LIMIT_MS),
        unit: 'ms',
      });
      for (const [name, command] of commands) {
        const { confined, plain } = await compare(tree, home, command);
        rows.push({ id: `confined-${name}/unconfined`, ours: confined, peer: plain, unit: 'ms' });
      }
      return rows;
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** A project whose tools have something to do: a file of it changes before each command. */
async function writeProject(tree: string): Promise<void> {
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  };
  const options = { composite: true, outDir: 'out', rootDir: 'src', strict: true, types: [] };
  await write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src'] }));
  for (let index = 0; index < MODULES; index++) {
    await write(`src/m${index}.ts`, `export const value${index} = (text: string): number => text.length + ${index};\n`);
  }
  for (let index = 0; index < TEST_FILES; index++) {
    await write(
      `test/t${index}.test.mjs`,
      "import assert from 'node:assert';\nconst run = globalThis.it ?? (await import('node:test')).test;\nrun('sum', () => assert.equal(1 + 1, 2));\n",
    );
  }
  await write('go.mod', 'module example.com/one\n\ngo 1.21\n');
  for (let index = 0; index < GO_PACKAGES; index++) await write(`p${index}/one_test.go`, GO_TEST);
}

/** The medians of both kinds, measured in turn. The first call of each kind fills caches and does not count. */
async function compare(
  tree: string,
  home: string,
  command: readonly string[],
): Promise<{ readonly confined: number; readonly plain: number }> {
  const visible = [dirname(process.execPath), join(projectRoot, 'node_modules')];
  const rules = { ...NOTHING_VISIBLE, visible, tree, read: [], write: [], network: false };
  let changes = 0;
  const run = async (mode: 'auto' | 'off'): Promise<number> => {
    changes += 1;
    await writeFile(join(tree, 'src', 'm0.ts'), `export const value0 = ${changes};\n`);
    const outcome = await runCommand({
      command,
      cwd: tree,
      timeoutMs: 120_000,
      rules: { passedVariables: [], confinement: { ...rules, mode, privateFolder: join(home, 'private') } },
    });
    if (outcome.exitCode !== 0) throw new Error(outcome.startError ?? outcome.output);
    return outcome.durationMs;
  };
  const times: Record<'auto' | 'off', number[]> = { auto: [], off: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    for (const mode of ['auto', 'off'] as const) {
      const duration = await run(mode);
      if (round > 0) times[mode].push(duration);
    }
  }
  return { confined: median(times.auto), plain: median(times.off) };
}
