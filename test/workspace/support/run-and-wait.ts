/** Runs a shell script with a process starter, after printing the id of the second process, and waits for its end. */
import { ProcessStarter } from '../../../src/workspace/process-starter/process-starter.ts';

const [, , script = ''] = process.argv;
const starter = new ProcessStarter({ directCalls: 0 });
const call = {
  program: 'sh',
  arguments: ['-c', script],
  cwd: '/',
  environment: { PATH: process.env['PATH'] },
  outputLimit: 1,
  errorLimit: 1,
};
const ended = starter.run(call);
console.log(starter.pid);
await ended;
