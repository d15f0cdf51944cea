import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Whether a process runs. A zombie process counts as ended. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !existsSync('/proc') || !/^\d+ \(.*\) Z/.test(readStat(pid));
}

function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return `${pid} (gone) Z`;
  }
}

/** The processes of this machine that have a name among their arguments. */
export async function findProcesses(name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.split('\0').includes(name) && isAlive(Number(pid))) found.push(pid);
  }
  return found;
}

/**
 * Resolves when no process has a name among its arguments. For processes that the kernel ends: it closes the connections of
 * a process before the process is gone, and ends the processes of one namespace one after the other.
 */
export async function waitUntilEnded(name: string): Promise<void> {
  while ((await findProcesses(name)).length > 0) await nextTurn();
}
