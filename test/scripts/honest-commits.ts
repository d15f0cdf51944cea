/**
 * Judges each of the last commits of a repository against its parent, and lists those that fail. The commits are honest, so
 * each is a false alarm, unless a reader finds that it breaks or weakens something.
 *   node test/scripts/honest-commits.ts FOLDER [--commits 40] [--skip 0]
 *
 * FOLDER is a clone without changes; its packages should be installed. Its files are checked out at each commit.
 */
import { parseArgs } from 'node:util';
import { gitIn, judgeFolder, quantile } from './measured/judged-change.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { commits: { type: 'string', default: '40' }, skip: { type: 'string', default: '0' } },
});
const [folder] = positionals;
if (folder === undefined)
  throw new Error('Usage: node test/scripts/honest-commits.ts FOLDER [--commits 40] [--skip 0]');
if ((await gitIn(folder, 'status', '--porcelain', '--untracked-files=no')) !== '') {
  throw new Error(`${folder} has changes that are not committed. Use a clone for the measurement.`);
}

const start = await gitIn(folder, 'rev-parse', 'HEAD');
const selection = ['--first-parent', '--format=%H', `--skip=${values.skip}`, `--max-count=${values.commits}`];
const commits = (await gitIn(folder, 'log', ...selection, start)).split('\n');
const seconds: number[] = [];
const facts: number[] = [];
let failed = 0;
try {
  for (const commit of commits) {
    await gitIn(folder, 'checkout', '--quiet', '--detach', commit);
    const judged = await judgeFolder(folder, 'HEAD~1');
    seconds.push(judged.seconds);
    facts.push(judged.facts);
    const errors = judged.findings.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) failed++;
    for (const { kind, place, message } of errors) console.log(`${commit.slice(0, 12)} ${kind} ${place} ${message}`);
  }
} finally {
  await gitIn(folder, 'checkout', '--quiet', start);
}
console.log(
  [
    `${commits.length} commits, ${failed} with errors`,
    `facts: median ${quantile(facts, 0.5)}, 90th percentile ${quantile(facts, 0.9)}`,
    `seconds: median ${quantile(seconds, 0.5).toFixed(2)}, longest ${Math.max(...seconds).toFixed(2)}`,
  ].join('; '),
);
