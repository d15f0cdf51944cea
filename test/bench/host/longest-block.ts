import { setTimeout as sleep } from 'node:timers/promises';

/** How long a loop was held up at most, in milliseconds. */
export interface LongestBlock {
  /** Between two turns of the loop, by the clock; on a busy machine others' work counts in. */
  readonly wall: number;
  /** Of the processor's time that this very thread took between two turns; nobody else's work counts in. */
  readonly cpu: number;
}

/** How often the loop is looked at. */
const TICK_MS = 1;

/** Does some work and watches the loop of this thread meanwhile, and a moment longer: what an answer sets going counts. */
export async function longestBlock(work: () => PromiseLike<unknown>): Promise<LongestBlock> {
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
