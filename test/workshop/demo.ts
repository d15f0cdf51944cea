/**
 * `npm run demo`: the built command line runs the sample's contract, in a copy, with its recorded replies.
 *   npm run demo -- --amend       the story of the second contract, which has to be amended
 *   npm run demo -- --keep        leaves the copy, and says where it is
 *   npm run demo -- --no-build    runs dist/ as it is
 */
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { tellAmendment } from './demo-amendment.ts';
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
  ? await tellAmendment(sample)
  : await showHoldfast(sample, ['run', 'health-check.contract.yaml', '--all', '--apply', 'commit']);

// What the run came to stands last, after the commits that it made.
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
