import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { commandSuite, mochaSuite, type Suite } from './suite-kinds.ts';
import { packageScript } from './processes.ts';
import { cacheFolder, projectRoot } from './project.ts';

const minute = 60_000;
const cores = availableParallelism();
/** Tests that start and end processes depend on the machine. A test that passes only when it is run again is reported. */
const retries = 1;
/** How many random attacks the full run makes. `npm run faults -- --seeds N` makes more. */
const FULL_SEEDS = 200;
const scriptPath = (name: string) => join(projectRoot, 'test', 'scripts', name);

/** What the lowest VS Code must do in every test run: activate, check, report problems, and complete. */
const SMOKE_FILES = ['installed-package', 'diagnostics', 'languages', 'language-features'];

/** Folders under test/ that are not part of the suite `unit`. */
const outsideUnit = ['vscode', 'ui', 'agent-clients', 'cli', 'faults', 'pipeline', 'architecture', 'bench', 'fixtures'];

/**
 * All suites of `npm test`, in the order in which they start. Two of them run at the same time, and one of the two uses both
 * cores: its tests also wait for processes and time limits, which leaves time for the other. The long suites are first, so
 * that no suite ends long after the others. The windows of the suite `ui` draw with the processor, so it runs alone.
 */
export const suites: readonly Suite[] = [
  commandSuite('build', 'esbuild and the .vsix', [scriptPath('package.ts')]),
  mochaSuite('unit', 'each part, without an editor', ['test/**/*.test.ts'], {
    // The tests of the panels load the built pages.
    after: ['build'],
    ignore: outsideUnit.map((folder) => `test/${folder}/**`),
    jobs: cores,
    batch: 12,
    retries,
  }),
  commandSuite('lint', 'oxlint: rules and types', [packageScript('oxlint', 'bin', 'oxlint'), '.']),
  // TypeScript 7, which oxlint uses, rejects the types of AssemblyScript.
  commandSuite('types-assembly', 'the type checker on AssemblyScript', [
    packageScript('typescript', 'bin', 'tsc'),
    '-p',
    join(projectRoot, 'src/code/lexer/assembly'),
    ...['--incremental', '--tsBuildInfoFile', join(cacheFolder, 'types-assembly.tsbuildinfo')],
  ]),
  commandSuite('format', 'prettier', [
    packageScript('prettier', 'bin', 'prettier.cjs'),
    '--check',
    '--log-level=warn',
    ...['--cache', '--cache-strategy=content', '--cache-location', join(cacheFolder, 'prettier-cache')],
    '.',
  ]),
  commandSuite('unused', 'knip', [packageScript('knip', 'bin', 'knip.js'), '--no-progress']),
  commandSuite('unused-shipped', 'knip without the tests', [
    packageScript('knip', 'bin', 'knip.js'),
    '--production',
    '--no-progress',
  ]),
  commandSuite('trace', 'requirement ids in test titles', [scriptPath('trace.ts')]),
  mochaSuite('architecture', 'the layers, the bundles and the package', ['test/architecture/**/*.test.ts'], {
    after: ['build'],
    testTimeoutMs: minute,
  }),
  mochaSuite('cli', 'the command line as a process', ['test/cli/**/*.test.ts'], {
    after: ['build'],
    batch: 8,
    retries,
    testTimeoutMs: minute,
    limitMs: 40 * minute,
  }),
  mochaSuite('pipeline', 'work items: states, forges, stages, killed steps', ['test/pipeline/**/*.test.ts'], {
    jobs: cores,
    batch: 3,
    first: [
      'merged-stacks',
      'stacked-pull-requests',
      'document-executors',
      'generation',
      'killed-processes',
      'real-judges',
      'parallel-sub-items',
      'parallel-steps',
      'judged-changes',
    ].map((name) => `test/pipeline/**/${name}.test.ts`),
    retries,
    testTimeoutMs: 4 * minute,
    limitMs: 25 * minute,
  }),
  mochaSuite('faults', 'kills, broken servers, concurrent edits', ['test/faults/**/*.test.ts'], {
    after: ['build'],
    jobs: cores,
    batch: 6,
    retries,
    testTimeoutMs: 5 * minute,
    limitMs: 10 * minute,
  }),
  commandSuite('soak', '500 chunks in one process', [scriptPath('soak.ts')], { onlyFull: true }),
  commandSuite('attacks', 'random faults', [scriptPath('faults.ts'), '--seeds', String(FULL_SEEDS)], {
    after: ['build'],
    onlyFull: true,
    limitMs: 40 * minute,
  }),
  commandSuite('vscode-lowest', 'inside VS Code 1.105', [join(projectRoot, 'test/vscode/run.ts'), 'lowest'], {
    after: ['build'],
    onlyFull: true,
    ownReport: true,
  }),
  commandSuite(
    'vscode-smoke',
    'some tests inside VS Code 1.105',
    [join(projectRoot, 'test/vscode/run.ts'), 'lowest', ...SMOKE_FILES.flatMap((name) => ['--file', name])],
    { after: ['build'], ownReport: true },
  ),
  commandSuite('vscode-newest', 'inside VS Code 1.139', [join(projectRoot, 'test/vscode/run.ts'), 'newest'], {
    after: ['build'],
    ownReport: true,
  }),
  mochaSuite('ui', 'user interaction in VS Code', ['test/ui/*.test.ts', 'test/ui/editing/*.test.ts'], {
    after: ['build'],
    jobs: cores,
    batch: 1,
    first: ['run-chunk', 'editing/editing', 'decisions'].map((name) => `test/ui/${name}.test.ts`),
    retries,
    testTimeoutMs: 6 * minute,
    limitMs: 20 * minute,
    alone: true,
  }),
  mochaSuite('ui-walks', 'whole walks in VS Code', ['test/ui/walks/**/*.test.ts'], {
    after: ['build'],
    onlyFull: true,
    jobs: cores,
    batch: 1,
    first: [
      'panels/panels',
      'runs',
      'model-commands',
      'two-languages',
      'partial-results',
      'work-items',
      'plan-fixes',
    ].map((name) => `test/ui/walks/${name}.test.ts`),
    retries,
    testTimeoutMs: 6 * minute,
    limitMs: 40 * minute,
    alone: true,
  }),
];
