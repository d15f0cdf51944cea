import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';
import { systemCodeOf } from '../shared/system-code.ts';

export const processIdentitySchema = z.object({
  host: z.string(),
  pid: z.number(),
  /** What tells two processes of the same id apart; empty where the system does not say. */
  token: z.string(),
});

/** Which process started a run, so that another can tell whether it still lives. */
export type ProcessIdentity = Readonly<z.infer<typeof processIdentitySchema>>;

export function currentProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, token: startTokenOf(process.pid) };
}

/**
 * Whether a process may still be at work. Process ids come round again, in containers soon; on Linux the start time
 * tells them apart. Of a process on another host nothing can be known: it counts as alive.
 */
export function mayBeAlive(identity: ProcessIdentity): boolean {
  if (identity.host !== hostname()) return true;
  if (!isRunning(identity.pid)) return false;
  const token = startTokenOf(identity.pid);
  return token === '' || identity.token === '' || token === identity.token;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: it runs and belongs to somebody else.
    return systemCodeOf(thrown) === 'EPERM';
  }
}

/** Boot and start time of a process on Linux. */
function startTokenOf(pid: number): string {
  if (process.platform !== 'linux') return '';
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the fields after it are fixed, the start time is the 22nd of all.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot}:${fields[19] ?? ''}`;
  } catch {
    return '';
  }
}
