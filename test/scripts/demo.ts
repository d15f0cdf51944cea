/**
 * `npm run demo`: the built command line runs the sample contract with recorded replies, in a copy.
 *   npm run demo -- --amend       runs the second contract, which needs an amendment
 *   npm run demo -- --keep        keeps the copy and prints its path
 *   npm run demo -- --no-build    runs the current dist/
 */
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demonstrateAmendment } from './demo-amendment.ts';
import { showHoldfast } from './demo-command.ts';
import { runScript } from './processes.ts';
import { projectRoot } from './project.ts';
import { copySample } from './sample.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: { amend: { type: 'boolean' }, keep: { type: 'boolean' }, build: { type: 'boolean', default: true } },
});

if (values.build) await runScript(join(projectRoot, 'esbuild.mjs'));
await using sample = await copySample();
const before = await sample.git('rev-parse', 'HEAD');

const { lines, exitCode } = values.amend
  ? await demonstrateAmendment(sample)
  : await showHoldfast(sample, ['run', 'health-check.contract.yaml', '--all', '--apply', 'commit']);

// The summary is printed last, after the commits of the run.
const verdict = lines.at(-1);
console.log(`\n${lines.slice(0, -1).join('\n')}`);
const commits = await sample.git('log', '--reverse', '--stat', '--format=%h %s', `${before}..HEAD`);
console.log(`\n$ git log --reverse --stat\n${commits || '(no commit)'}\n`);
if (values.keep) {
  const kept = join(tmpdir(), `holdfast-demo-${process.pid}`);
  await cp(sample.folder, kept, { recursive: true, verbatimSymlinks: true });
  console.log(`The copy is in ${kept}\n`);
}
console.log(verdict ?? '');
process.exitCode = exitCode;
