import { readFileSync, readdirSync, statSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What a process holds and has left on disk at one moment. */
export interface Measurement {
  /** Bytes of the JavaScript heap in use after garbage collection. */
  readonly heap: number;
  /** Bytes of memory of the process, after the same collection. */
  readonly memory: number;
  /** Open files, sockets and pipes; 0 except on Linux. */
  readonly descriptors: number;
  /** Timers, sockets, processes and other resources that keep the process running. */
  readonly handles: number;
  /** Child processes, zombies included; 0 except on Linux. */
  readonly children: number;
  /** Folders of attempts in Holdfast's storage. */
  readonly worktrees: number;
  /** Entries of the temporary folder. */
  readonly temporaryFiles: number;
  /** Files in Holdfast's storage: mainly objects of the snapshots. */
  readonly storedFiles: number;
  /** Bytes of the history database with its log. */
  readonly database: number;
}

export interface MeasuredFolders {
  readonly folder: string;
  readonly storage: string;
  readonly temporary: string;
}

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as (options: object) => void;
/** The collection that V8 makes before it runs out of memory. It also returns free pages to the system. */
const COMPLETE_COLLECTION = { type: 'major', execution: 'sync', flavor: 'last-resort' };

/** Measures this process after garbage collection. */
export async function measure({ folder, storage, temporary }: MeasuredFolders): Promise<Measurement> {
  // A finalizer can release further memory, which the next round collects.
  for (let round = 0; round < 3; round++) {
    collectGarbage(COMPLETE_COLLECTION);
    await new Promise(setImmediate);
  }
  const stored = listFiles(storage);
  const { heapUsed, rss } = process.memoryUsage();
  return {
    heap: heapUsed,
    memory: rss,
    descriptors: namesIn('/proc/self/fd').length,
    handles: process.getActiveResourcesInfo().length,
    children: countChildren(),
    worktrees: namesIn(storage).flatMap((home) => namesIn(join(storage, home, 'attempts'))).length,
    temporaryFiles: namesIn(temporary).length,
    storedFiles: stored.length,
    database: sizeOf(join(folder, '.git/holdfast/history.db')) + sizeOf(join(folder, '.git/holdfast/history.db-wal')),
  };
}

function countChildren(): number {
  let count = 0;
  for (const thread of namesIn('/proc/self/task')) {
    try {
      const children = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim();
      count += children === '' ? 0 : children.split(' ').length;
    } catch {
      // The thread has ended.
    }
  }
  return count;
}

function listFiles(folder: string): readonly Dirent[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
