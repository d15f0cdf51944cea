/**
 * `npm run trace:files`: lists what the processes of Holdfast open, execute and connect to, and compares it with
 * test/fixtures/opened-files.txt. Exits with 1 if a confined command could write one of them, or if one is not in the list.
 *   npm run trace:files -- --write    records the list
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findWritable, parseListed } from './file-trace/file-classes.ts';
import { findStrace, traceSessions } from './file-trace/trace-sessions.ts';
import { projectRoot } from './project.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const file = join(projectRoot, 'test', 'fixtures', 'opened-files.txt');
const strace = await findStrace();
if (strace === undefined) {
  console.error(
    'strace is not installed. Install it with the package manager of the system; it exists for Linux only.',
  );
  process.exit(2);
}
const lines = await traceSessions(strace, (line) => console.error(line));
if (values.write) writeFileSync(file, `${lines.join('\n')}\n`);
const recorded = new Set(readFileSync(file, 'utf8').trimEnd().split('\n'));
const problems = [
  ...lines.flatMap((line) => findWritable(parseListed(line)) ?? []),
  ...lines.filter((line) => !recorded.has(line)).map((line) => `not in the list: ${line}`),
];
for (const line of lines) console.log(line);
for (const problem of problems) console.log(`FAILED: ${problem}`);
process.exitCode = problems.length > 0 ? 1 : 0;
