/**
 * Entry point of two processes of the check of the sandbox. `above` is started as a shell starts Holdfast, with a secret
 * variable and an open file, and runs commands. `inside` is such a command: it tries to escape. Each reads JSON from its
 * standard input and prints JSON.
 */
import { readFileSync } from 'node:fs';
import type { AboveRequest } from './above.ts';
import type { InsideRequest } from './inside.ts';

const [, , role] = process.argv;
const input: unknown = JSON.parse(readFileSync(0, 'utf8'));

if (role === 'inside') {
  const { tryAll } = await import('./inside.ts');
  process.stdout.write(JSON.stringify(await tryAll(input as InsideRequest, process.env)));
} else {
  const { runAbove } = await import('./above.ts');
  process.stdout.write(JSON.stringify(await runAbove(input as AboveRequest)));
}
