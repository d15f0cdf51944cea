/**
 * `npm run demo`: the built command line runs the sample contract with recorded replies, in a copy.
 *   npm run demo -- --amend       runs the second contract, which needs an amendment
 *   npm run demo -- --pipeline    takes a work item from its label to pull requests
 *   npm run demo -- --can         lets two domain services find a violation of a CAN bus that a review blocks
 *   npm run demo -- --keep        keeps the copy and prints its path
 *   npm run demo -- --no-build    runs the current dist/
 */
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demonstrateAmendment } from './demo-amendment.ts';
import { demonstrateCanBus } from './demo-can.ts';
import { showHoldfast, type ShownCommand } from './demo-command.ts';
import { demonstratePipeline } from './demo-pipeline.ts';
import { runScript } from './processes.ts';
import { projectRoot } from './project.ts';
import { copySample } from './sample.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    amend: { type: 'boolean' },
    pipeline: { type: 'boolean' },
    can: { type: 'boolean' },
    keep: { type: 'boolean' },
    build: { type: 'boolean', default: true },
  },
});

if (values.build) await runScript(join(projectRoot, 'esbuild.mjs'));
await using sample = await copySample(values.can ? 'can-bus' : 'health-check');
const before = await sample.git('rev-parse', 'HEAD');

const { lines, exitCode } = await demonstrate();

// The summary is printed last, after the commits of the run.
const verdict = lines.at(-1);
console.log(`\n${lines.slice(0, -1).join('\n')}`);
// The pipeline leaves the checked-out branch as it is.
const range = values.pipeline || values.can ? ['--branches', '--not', before] : [`${before}..HEAD`];
const commits = await sample.git('log', '--reverse', '--stat', '--format=%h %s', ...range);
console.log(`\n$ git log --reverse --stat\n${commits || '(no commit)'}\n`);
if (values.keep) {
  const kept = join(tmpdir(), `holdfast-demo-${process.pid}`);
  await cp(sample.folder, kept, { recursive: true, verbatimSymlinks: true });
  console.log(`The copy is in ${kept}\n`);
}
console.log(verdict ?? '');
process.exitCode = exitCode;

function demonstrate(): Promise<ShownCommand> {
  if (values.pipeline) return demonstratePipeline(sample);
  if (values.can) return demonstrateCanBus(sample);
  if (values.amend) return demonstrateAmendment(sample);
  return showHoldfast(sample, ['run', 'health-check.contract.yaml', '--all', '--apply', 'commit']);
}
