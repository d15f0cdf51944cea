import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as z from 'zod';
import { systemErrorCode } from '../../foundation/system-error.ts';

export const processIdentitySchema = z.object({
  host: z.string(),
  pid: z.number(),
  /** Distinguishes processes with the same id. Empty if the start time of the process cannot be read. */
  token: z.string(),
});

/** The process that started a run. Other processes use it to check whether the run is still active. */
export type ProcessIdentity = Readonly<z.infer<typeof processIdentitySchema>>;

export function currentProcess(): ProcessIdentity {
  return { host: hostname(), pid: process.pid, token: readStartToken(process.pid) };
}

/**
 * Whether a process may still be running. Process ids are reused, in containers quickly; on Linux the start time
 * distinguishes the processes. A process on another host cannot be checked and counts as running.
 */
export function mayBeRunning(identity: ProcessIdentity): boolean {
  if (identity.host !== hostname()) return true;
  if (!isRunning(identity.pid)) return false;
  const token = readStartToken(identity.pid);
  return token === '' || identity.token === '' || token === identity.token;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM means that the process exists and belongs to another user.
    return systemErrorCode(thrown) === 'EPERM';
  }
}

/** Reads the boot id and the start time of a process. Returns an empty string if they cannot be read, or not on Linux. */
function readStartToken(pid: number): string {
  if (process.platform !== 'linux') return '';
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain any character. The fields after it are fixed; the start time is field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return `${boot}:${fields[19] ?? ''}`;
  } catch {
    // The process has ended, or /proc is not readable.
    return '';
  }
}
