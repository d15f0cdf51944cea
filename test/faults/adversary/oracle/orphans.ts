import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How long processes that are ending may take. */
const GRACE_MS = 1_500;

interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/** Finds and ends the processes of an attack that outlive it. Its folder is in their environment or is their folder. */
export async function findOrphans(root: string): Promise<readonly string[]> {
  const limit = performance.now() + GRACE_MS;
  let found = listProcesses(root);
  while (found.length > 0 && performance.now() < limit) {
    await delay(100);
    found = listProcesses(root);
  }
  for (const { pid } of found) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  return found.map(({ pid, command }) => `The process ${pid} is alive: ${command.slice(0, 200)}`);
}

function listProcesses(root: string): readonly LeftProcess[] {
  let names: readonly string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // Only Linux lists processes in this way.
  }
  return names.flatMap((name) => {
    try {
      const isOurs =
        readFileSync(`/proc/${name}/environ`, 'utf8').includes(root) ||
        readlinkSync(`/proc/${name}/cwd`).startsWith(root);
      if (!isOurs) return [];
      return [{ pid: Number(name), command: readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      return []; // It has ended, or belongs to another user.
    }
  });
}
