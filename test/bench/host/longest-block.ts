import { setTimeout as sleep } from 'node:timers/promises';

/** The longest block of an event loop, in milliseconds. */
export interface LongestBlock {
  /** Wall-clock time between two turns; on a busy machine this includes other processes. */
  readonly wall: number;
  /** CPU time of this thread between two turns. */
  readonly cpu: number;
}

/** The sampling interval. */
const TICK_MS = 1;

/** Measures the event loop of this thread during some work and for 500 ms after it, which includes follow-up work. */
export async function measureLongestBlock(work: () => PromiseLike<unknown>): Promise<LongestBlock> {
  let wall = 0;
  let cpu = 0;
  let lastWall = performance.now();
  let lastCpu = threadCpuMs();
  const timer = setInterval(() => {
    const nowWall = performance.now();
    const nowCpu = threadCpuMs();
    wall = Math.max(wall, nowWall - lastWall - TICK_MS);
    cpu = Math.max(cpu, nowCpu - lastCpu);
    lastWall = nowWall;
    lastCpu = nowCpu;
  }, TICK_MS);
  try {
    await work();
    await sleep(500);
  } finally {
    clearInterval(timer);
  }
  return { wall, cpu };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
