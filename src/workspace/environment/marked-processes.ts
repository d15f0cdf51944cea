import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/**
 * A variable with a value that no other process has. The processes of a command inherit it. On Linux they can be found by
 * it even in a separate session, where the signal to the process group does not reach them.
 */
export interface ProcessMark {
  readonly name: string;
  readonly value: string;
}

const MARK_VARIABLE = 'HOLDFAST_COMMAND_ID';
/** A process can start another one between the search and its end. Each round finds those, and those that still end. */
const MAX_ROUNDS = 100;
const ROUND_PAUSE_MS = 10;

export function createProcessMark(): ProcessMark {
  return { name: MARK_VARIABLE, value: randomUUID() };
}

/**
 * Kills all processes that carry a mark, and the processes that these start meanwhile, and waits until they have ended. Does nothing except on Linux: other
 * systems do not show the environment of a process. A process that has cleared its environment is not found. Returns
 * whether it found a process.
 */
export async function killMarkedProcesses(mark: ProcessMark): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const ending = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await findMarkedProcesses(mark);
    for (const pid of found) send(pid, 'SIGKILL');
    // A process that ends shows no environment, but has its files and ports for a moment.
    for (const pid of ending) if (await hasEnded(pid)) ending.delete(pid);
    for (const pid of found) ending.add(pid);
    if (ending.size === 0) return round > 0;
    await setTimeout(ROUND_PAUSE_MS);
  }
  return true;
}

/** Terminates all processes that carry a mark, so that they can clean up, and kills those that do not end. Linux only. */
export async function terminateMarkedProcesses(mark: ProcessMark): Promise<void> {
  if (process.platform !== 'linux') return;
  const terminated = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await findMarkedProcesses(mark);
    if (found.length === 0) return;
    for (const pid of found.filter((item) => !terminated.has(item))) send(pid, 'SIGTERM');
    for (const pid of found) terminated.add(pid);
    await setTimeout(ROUND_PAUSE_MS);
  }
  await killMarkedProcesses(mark);
}

/**
 * Pauses all processes that carry a mark, until they are resumed or killed. Does nothing except on Linux, like
 * `killMarkedProcesses`.
 */
export async function pauseMarkedProcesses(mark: ProcessMark): Promise<void> {
  if (process.platform !== 'linux') return;
  const paused = new Set<number>();
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const running = (await findMarkedProcesses(mark)).filter((pid) => !paused.has(pid));
    if (running.length === 0) return;
    for (const pid of running) {
      send(pid, 'SIGSTOP');
      paused.add(pid);
    }
  }
}

/** Resumes all processes that carry a mark. */
export async function resumeMarkedProcesses(mark: ProcessMark): Promise<void> {
  if (process.platform !== 'linux') return;
  for (const pid of await findMarkedProcesses(mark)) send(pid, 'SIGCONT');
}

async function findMarkedProcesses({ name, value }: ProcessMark): Promise<readonly number[]> {
  const entry = Buffer.from(`${name}=${value}\0`);
  const processes = (await listProcesses()).filter((pid) => pid !== process.pid);
  const found = await Promise.all(
    processes.map(async (pid) => ((await readEnvironment(pid))?.includes(entry) ? pid : undefined)),
  );
  return found.filter((pid) => pid !== undefined);
}

async function listProcesses(): Promise<readonly number[]> {
  try {
    return (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    // A container without /proc shows no processes.
    return [];
  }
}

/** The environment with which a process started; undefined if it has ended or belongs to another user. */
async function readEnvironment(pid: number): Promise<Buffer | undefined> {
  try {
    return await readFile(`/proc/${pid}/environ`);
  } catch {
    return undefined;
  }
}

/** Whether a process has released its files and ports. */
async function hasEnded(pid: number): Promise<boolean> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1');
    return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1));
  } catch {
    return true;
  }
}

function send(pid: number, signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
