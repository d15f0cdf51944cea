import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** A holder that has not said who it is within this time died between two steps. */
const namelessAfterMs = 10_000;

/**
 * Runs `work` while no other process does so under the same lock folder. A lock whose process is gone is taken over.
 */
export async function withLock<T>(lockFolder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(lockFolder), { recursive: true });
  while (!(await take(lockFolder))) {
    if (await isAbandoned(lockFolder)) await rm(lockFolder, { recursive: true, force: true });
    else await delay(250);
  }
  try {
    return await work();
  } finally {
    await rm(lockFolder, { recursive: true, force: true });
  }
}

async function take(lockFolder: string): Promise<boolean> {
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
  return since !== undefined && Date.now() - since.mtimeMs > namelessAfterMs;
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
