/**
 * A process that writes to a history: `node writer.ts <address as JSON> <mode> <name> <count>`.
 * It prints one line after each commit, so that the test knows which records must exist. Other arguments, such as those of
 * a test runner that loads this file, are an error before anything is written.
 */
import { openAt, type HistoryAddress } from './history-store.ts';
import { attempt, start } from './temporary-history.ts';

const [, , address = '', mode = '', name = '', count = '0'] = process.argv;
if (!['attempts', 'open', 'run'].includes(mode)) throw new Error(`Not a mode of this program: ${mode}`);
const history = await openAt(JSON.parse(address) as HistoryAddress, { create: true });
if (history === undefined) throw new Error('the history does not exist');

if (mode === 'attempts') {
  await history.startRun(start(name));
  await history.setChunkStatus('health-check', start(name).chunk, 'running');
  for (let number = 1; number <= Number(count); number++) {
    await history.recordAttempt(name, attempt(number, { diff: 'x'.repeat(20_000) }));
    process.stdout.write(`${number}\n`);
  }
  await history.close();
} else if (mode === 'open') {
  await history.close();
  process.stdout.write('opened\n');
} else if (mode === 'run') {
  await history.startRun(start(name));
  await history.setChunkStatus('health-check', start(name).chunk, 'running');
  process.stdout.write('started\n');
  // Runs until it is killed.
  setInterval(() => undefined, 1000);
}
