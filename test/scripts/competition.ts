/**
 * `npm run competition`: processes that compete for the same items on the local forge. Prints the cost of an item for
 * several numbers of items, and exits with 1 if a transition is lost or an object exists twice.
 *   npm run competition -- --items 10,100,1000 --processes 20    (the defaults)
 */
import { parseArgs } from 'node:util';
import { runCompetition } from '../pipeline/competition/run-competition.ts';

const { values } = parseArgs({
  options: { items: { type: 'string', default: '10,100,1000' }, processes: { type: 'string', default: '20' } },
});
const processes = Number(values.processes);
console.log('| items | processes | seconds | ms per item | transitions per item | calls per item | findings |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const items of values.items.split(',').map(Number)) {
  const { findings, seconds, transitions, calls } = await runCompetition(items, processes);
  const cells = [
    items,
    processes,
    seconds.toFixed(1),
    ((seconds * 1000) / items).toFixed(0),
    (transitions / items).toFixed(1),
    (calls / items).toFixed(1),
    findings.length,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  for (const finding of findings.slice(0, 20)) console.log(`FAILED: ${finding}`);
  if (findings.length > 0) process.exitCode = 1;
}
