/**
 * `npm run demo`: the built command line runs the sample's contract, in a copy, with its recorded replies.
 *   npm run demo -- --keep        leaves the copy, and says where it is
 *   npm run demo -- --no-build    runs dist/ as it is
 */
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { runScript } from './processes.ts';
import { distFolder, projectRoot } from './project.ts';
import { copySample } from './sample.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: { keep: { type: 'boolean' }, build: { type: 'boolean', default: true } },
});
const contract = 'health-check.contract.yaml';

if (values.build) await runScript(join(projectRoot, 'esbuild.mjs'));
await using sample = await copySample();
const before = await sample.git('rev-parse', 'HEAD');

const command = ['run', contract, '--all', '--apply', 'commit'];
console.log(`$ holdfast ${command.join(' ')}\n`);
const run = await execa(process.execPath, [join(distFolder, 'cli.js'), ...command], {
  cwd: sample.folder,
  env: environmentWithoutSettings(),
  extendEnv: false,
  stdin: 'ignore',
  stderr: 'inherit',
  reject: false,
  killDescendants: true,
});

// What the run came to stands last, after the commits that it made.
const lines = run.stdout.trimEnd().split('\n');
const verdict = lines.pop();
console.log(`\n${lines.join('\n')}`);
const commits = await sample.git('log', '--reverse', '--stat', '--format=%h %s', `${before}..HEAD`);
console.log(`\n$ git log --reverse --stat\n${commits || '(no commit)'}\n`);
if (values.keep) {
  const kept = join(tmpdir(), `holdfast-demo-${process.pid}`);
  await cp(sample.folder, kept, { recursive: true, verbatimSymlinks: true });
  console.log(`The copy is in ${kept}\n`);
}
console.log(verdict ?? '');
process.exitCode = run.exitCode ?? 1;

/** The demo shows what the sample's own configuration says, whatever this terminal is set up for. */
function environmentWithoutSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDFAST_')));
}
