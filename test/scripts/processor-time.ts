import { readFileSync } from 'node:fs';

/** The length of a tick of the kernel's process times on Linux, in milliseconds. */
const TICK_MS = 10;

/**
 * The processor time in milliseconds that this process has used, and that its ended child processes and their descendants
 * have used. Outside of Linux, `children` is 0.
 */
export function processorTime(): { readonly own: number; readonly children: number } {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // The second field is the name of the program, in parentheses. It may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = (index: number): number => Number(fields[index]) * TICK_MS;
    return { own: ticks(11) + ticks(12), children: ticks(13) + ticks(14) };
  } catch {
    const { user, system } = process.cpuUsage();
    return { own: (user + system) / 1000, children: 0 };
  }
}
