/** Starts `a.cjs` of a folder as a supervised process, prints its first line, and runs until it is killed. */
import { once } from 'node:events';
import { isAbsolute } from 'node:path';
import { createInterface } from 'node:readline';
import { startSupervisedProcess } from '../../../src/workspace/processes/supervised-process.ts';

const [, , folder = '', records = '', argument = ''] = process.argv;
if (!isAbsolute(folder)) throw new Error('Usage: supervise-and-wait.ts <folder> <records> <argument>');
const running = await startSupervisedProcess({
  name: 'the server',
  command: [process.execPath, 'a.cjs', argument],
  cwd: folder,
  records,
  standardOutput: 'caller',
});
await once(createInterface({ input: running.stdout }), 'line');
console.log(running.pid);
setInterval(() => undefined, 60_000);
