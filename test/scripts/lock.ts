import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** An owner that has not written its process id within this time is considered dead. */
const pidTimeoutMs = 10_000;

/**
 * Runs `work` while no other process runs under the same lock folder. The lock of a process that has ended is taken over.
 */
export async function withLock<T>(lockFolder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lockFolder), { recursive: true });
  while (!(await acquire(lockFolder))) {
    if (await isAbandoned(lockFolder)) await rm(lockFolder, { recursive: true, force: true });
    else await delay(250);
  }
  try {
    return await work();
  } finally {
    await rm(lockFolder, { recursive: true, force: true });
  }
}

async function acquire(lockFolder: string): Promise<boolean> {
  try {
    await mkdir(lockFolder);
  } catch (thrown) {
    if (isCode(thrown, 'EEXIST')) return false;
    throw thrown;
  }
  await writeFile(join(lockFolder, 'pid'), String(process.pid));
  return true;
}

async function isAbandoned(lockFolder: string): Promise<boolean> {
  const pid = Number(await readFile(join(lockFolder, 'pid'), 'utf8').catch(() => ''));
  if (pid > 0) return !isAlive(pid);
  const since = await stat(lockFolder).catch(() => undefined);
  return since !== undefined && Date.now() - since.mtimeMs > pidTimeoutMs;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return isCode(thrown, 'EPERM');
  }
}

function isCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code;
}
