import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { subprocessEnvironment } from '../environment/subprocess-environment.ts';

const QUERY_TIMEOUT_MS = 10_000;

/**
 * When a process started, in a form that the operating system defines. Together with the process id it identifies a
 * process: a later process with the same id has another start time. `undefined` if the process has ended or the system
 * does not show it.
 */
export async function readStartTime(pid: number): Promise<string | undefined> {
  try {
    switch (process.platform) {
      case 'linux':
        return readLinuxStartTime(await readFile(`/proc/${pid}/stat`, 'latin1'));
      case 'win32':
        return await query('powershell.exe', [
          ...['-NoProfile', '-NonInteractive', '-Command'],
          `(Get-Process -Id ${pid} -ErrorAction Stop).StartTime.ToUniversalTime().Ticks`,
        ]);
      default:
        return await query('ps', ['-o', 'lstart=', '-p', String(pid)]);
    }
  } catch {
    return undefined;
  }
}

/** The position of `starttime` in `/proc/<pid>/stat`, counted from the field after the program name. */
const START_TIME = 19;

function readLinuxStartTime(stat: string): string | undefined {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_TIME];
}

async function query(program: string, arguments_: readonly string[]): Promise<string | undefined> {
  const { stdout } = await promisify(execFile)(program, [...arguments_], {
    timeout: QUERY_TIMEOUT_MS,
    windowsHide: true,
    env: { ...subprocessEnvironment(), LC_ALL: 'C' },
  });
  const text = stdout.trim();
  return text === '' ? undefined : text;
}
