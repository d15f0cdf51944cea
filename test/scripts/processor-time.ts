import { readdirSync, readFileSync } from 'node:fs';

/** The length of a tick of the kernel's process times on Linux, in milliseconds. */
const TICK_MS = 10;

/** The processor time in milliseconds that the child processes of this process have used until they ended. Linux only. */
export function endedChildrenMs(): number {
  return readTimes('self').children;
}

/**
 * The processor time in milliseconds of this process, of its ended child processes, and of all its descendants that run. It
 * counts a process that outlives a test, such as a browser, while it runs. Outside of Linux, only that of this process.
 */
export function processTreeMs(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  return treeMs(process.pid);
}

function treeMs(pid: number): number {
  const { own, children } = readTimes(pid);
  return listChildren(pid).reduce((sum, child) => sum + treeMs(child), own + children);
}

function readTimes(pid: number | 'self'): { readonly own: number; readonly children: number } {
  const stat = read(`/proc/${pid}/stat`);
  // The second field is the name of the program, in parentheses. It may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (index: number): number => Number(fields[index] ?? 0) * TICK_MS;
  return { own: ticks(11) + ticks(12), children: ticks(13) + ticks(14) };
}

function listChildren(pid: number): readonly number[] {
  const children = listThreads(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return children.join(' ').split(' ').filter(Boolean).map(Number);
}

function listThreads(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** Empty if the process has ended meanwhile. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
