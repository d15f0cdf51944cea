import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { commandSuite, mochaSuite, type Suite } from './suite-kinds.ts';
import { packageScript } from './processes.ts';
import { projectRoot } from './project.ts';

const minute = 60_000;
const cores = availableParallelism();
const workshop = (name: string) => join(projectRoot, 'test', 'workshop', name);

/** Folders under test/ whose suites need more than the sources. */
const outsideUnit = ['vscode', 'ui', 'cli', 'faults', 'architecture', 'bench', 'fixtures'];

/**
 * Every suite of `npm test`, in the order in which they start. Cheap ones come first; those that keep both cores busy,
 * or that measure time, run alone.
 */
export const suites: readonly Suite[] = [
  commandSuite('build', 'esbuild and the .vsix', [workshop('package.ts')]),
  commandSuite('types', 'the type checker', [packageScript('typescript', 'bin', 'tsc'), '-p', projectRoot]),
  commandSuite('lint', 'eslint', [packageScript('eslint', 'bin', 'eslint.js'), '.', '--max-warnings=0']),
  commandSuite('format', 'prettier', [
    packageScript('prettier', 'bin', 'prettier.cjs'),
    '--check',
    '--log-level=warn',
    '.',
  ]),
  commandSuite('unused', 'knip', [packageScript('knip', 'bin', 'knip.js'), '--no-progress']),
  commandSuite('trace', 'requirement ids in test titles', [workshop('trace.ts')]),
  mochaSuite('architecture', 'the layers, the bundles and the package', ['test/architecture/**/*.test.ts'], {
    after: ['build'],
    testTimeoutMs: minute,
  }),
  mochaSuite('unit', 'the parts, without an editor', ['test/**/*.test.ts'], {
    ignore: outsideUnit.map((folder) => `test/${folder}/**`),
    jobs: cores,
    alone: true,
  }),
  mochaSuite('cli', 'the command line as a process', ['test/cli/**/*.test.ts'], {
    after: ['build'],
    testTimeoutMs: minute,
  }),
  mochaSuite('faults', 'kills, broken servers, concurrent edits', ['test/faults/**/*.test.ts'], {
    after: ['build'],
    testTimeoutMs: 5 * minute,
    limitMs: 10 * minute,
  }),
  commandSuite('vscode-lowest', 'inside VS Code 1.117', [join(projectRoot, 'test/vscode/run.ts'), 'lowest'], {
    after: ['build'],
    ownReport: true,
  }),
  commandSuite('vscode-newest', 'inside VS Code 1.139', [join(projectRoot, 'test/vscode/run.ts'), 'newest'], {
    after: ['build'],
    ownReport: true,
  }),
  mochaSuite('ui', "a person's hands on VS Code", ['test/ui/**/*.test.ts'], {
    after: ['build'],
    retries: 1,
    testTimeoutMs: 6 * minute,
    limitMs: 20 * minute,
    alone: true,
  }),
];
