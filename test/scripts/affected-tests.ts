/**
 * Measures the selection of affected tests on a repository with installed packages. Breaks one file at a time, runs the
 * affected tests and then all tests, and prints a table. Exits with 1 if a failing test file is not among the affected ones.
 *
 *     node test/scripts/affected-tests.ts FOLDER FILE…
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAnalysis } from '../../src/verdicts/analysis/in-process-analysis.ts';
import { loadTypeScript, type TypeScript } from '../../src/code/language/typescript-parser.ts';
import { detectTestCommand } from '../../src/verdicts/test-runners/detect-test-command.ts';
import { selectAffectedTests, type AffectedTests } from '../../src/verdicts/test-runners/select-affected-tests.ts';
import { listGitFiles } from '../../src/workspace/files/file-listing.ts';
import { DiskTree } from '../../src/workspace/files/disk-tree.ts';

interface TestRun {
  readonly seconds: number;
  readonly failed: readonly string[];
}

const [folder = '', ...files] = process.argv.slice(2);
if (files.length === 0) {
  console.error('Usage: node test/scripts/affected-tests.ts FOLDER FILE…');
  process.exit(2);
}

const ts = await loadTypeScript();
const tree = new DiskTree(folder, { listFiles: (signal) => listGitFiles(folder, signal) });
const analysis = createAnalysis({ environment: () => undefined });
let missed = 0;
console.log(
  '| file | affected | of | selection | affected tests | all tests | failing, affected | failing, all | missed |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
for (const file of files) missed += await measure(file);
process.exitCode = missed === 0 ? 0 : 1;

/** Prints the row of a file. Returns the number of failing test files that are not affected. */
async function measure(file: string): Promise<number> {
  const path = join(folder, file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, breakFunction(ts, original));
  try {
    const start = performance.now();
    const selected = await select(file);
    const selectionMs = Math.round(performance.now() - start);
    const affected = runSteps(selected);
    const all = run((await detectTestCommand(tree))?.command.split(' ') ?? [], '');
    const lost = all.failed.filter((failed) => !selected.files.includes(failed));
    const first = affected === undefined ? 'all at once' : `${affected.seconds.toFixed(1)} s`;
    const cells = [
      ...[
        `\`${file}\``,
        selected.files.length,
        selected.total,
        `${selectionMs} ms`,
        first,
        `${all.seconds.toFixed(1)} s`,
      ],
      ...[affected?.failed.length ?? '', all.failed.length, lost.length],
    ];
    console.log(`| ${cells.join(' | ')} |`);
    for (const one of lost) console.error(`Not selected for ${file}: ${one}`);
    return lost.length;
  } finally {
    writeFileSync(path, original);
    await analysis.filesChanged(folder, [file]);
  }
}

async function select(file: string): Promise<AffectedTests> {
  const command = await detectTestCommand(tree);
  if (command === undefined) throw new Error(`No test command was found in ${folder}.`);
  await analysis.filesChanged(folder, [file]);
  return selectAffectedTests({
    tree,
    command,
    changedFiles: [file],
    findDependents: (paths) => analysis.allDependents(folder, paths),
    isWindows: process.platform === 'win32',
  });
}

/** Runs the affected tests; `undefined` if all tests run at once. */
function runSteps({ runs }: AffectedTests): TestRun | undefined {
  const results = runs.flatMap(({ steps }) => steps).map(({ words, folder: cwd }) => run(words, cwd));
  if (results.length === 0) return undefined;
  return {
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
    failed: results.flatMap(({ failed }) => failed),
  };
}

function run([program = '', ...words]: readonly string[], cwd: string): TestRun {
  const start = performance.now();
  const bin = join(folder, 'node_modules/.bin');
  const { stdout, stderr } = spawnSync(program, words, {
    cwd: join(folder, cwd),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1', PATH: `${bin}:${process.env['PATH'] ?? ''}` },
  });
  // vitest and jest print a line with the path of each file that fails.
  const failed = [...`${stdout}\n${stderr}`.matchAll(/^ *FAIL +(\S+\.\w+)/gm)].map(([, name = '']) => name);
  return { seconds: (performance.now() - start) / 1000, failed: [...new Set(failed)].sort() };
}

/** Makes the function that contains the last `return` of a file fail there. */
function breakFunction(
  { createSourceFile, forEachChild, isReturnStatement, ScriptTarget }: TypeScript,
  text: string,
): string {
  const source = createSourceFile('file.ts', text, ScriptTarget.Latest, true);
  let position = -1;
  const visit = (node: Parameters<typeof forEachChild>[0]): void => {
    if (isReturnStatement(node)) position = node.getStart(source);
    forEachChild(node, visit);
  };
  visit(source);
  if (position < 0) throw new Error('The file has no function with a return statement.');
  return `${text.slice(0, position)}throw new Error('broken'); ${text.slice(position)}`;
}
