/** Records of the long-running processes of this machine, so that a later command can end those without an owner. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';
import { whenFound } from '../../foundation/system-error.ts';
import { removeTree } from '../files/remove-tree.ts';
import { tryLock, withLock } from '../store/process-lock.ts';
import { killMarkedProcesses, type ProcessMark } from '../environment/marked-processes.ts';
import { readStartTime } from './process-identity.ts';
import { readPlainText } from '../plain-files/plain-file.ts';
import { writeFileAtomically } from '../files/write-atomically.ts';

const recordSchema = z.object({
  /** What the process is, for messages. */
  name: z.string(),
  mark: z.object({ name: z.string().min(1), value: z.string().min(1) }),
  /** Absent until the process has started. */
  pid: z.int().positive().optional(),
  /** Absent if the operating system does not show it. */
  startTime: z.string().optional(),
});

type RecordContent = z.infer<typeof recordSchema>;

/** The record of one process. Its lock belongs to the process of Holdfast that started it, and ends with that process. */
export interface ProcessRecord {
  /** Adds the id of the started process. */
  started(pid: number): Promise<void>;
  /** Removes the record. The process must have ended. */
  close(): Promise<void>;
}

const LOCK = 'lock';
const RECORD = 'record.json';
/** The lock of the whole folder, so that a cleanup does not find a record before its owner has locked it, or while its owner removes it. */
const FOLDER_LOCK = 'folder.lock';
const LOCK_WAIT_MS = 30_000;

/** The folder of the records in Holdfast's storage folder. */
export function processRecordsFolder(storage: string): string {
  return path.join(storage, 'processes');
}

/**
 * Writes the record of a process that is about to start.
 *
 * @param folder the folder of all records
 */
export async function createProcessRecord(folder: string, name: string, mark: ProcessMark): Promise<ProcessRecord> {
  const home = path.join(folder, randomUUID());
  const inFolder = <Result>(action: string, work: () => Promise<Result>): Promise<Result> =>
    withLock(path.join(folder, FOLDER_LOCK), { action, waitMs: LOCK_WAIT_MS }, work);
  const lock = await inFolder(`start ${name}`, () => tryLock(path.join(home, LOCK)));
  const write = (content: RecordContent): Promise<void> =>
    writeFileAtomically(path.join(home, RECORD), JSON.stringify(content));
  await write({ name, mark });
  return {
    started: async (pid) => {
      const startTime = await readStartTime(pid);
      await write({ name, mark, pid, ...(startTime === undefined ? {} : { startTime }) });
    },
    close: () =>
      inFolder(`end ${name}`, async () => {
        lock?.release();
        await removeTree(home);
      }),
  };
}

/**
 * Ends the processes whose owner has ended, for example because it was killed, and removes their records. Ends no process
 * that it cannot identify by its mark or by its start time. Returns messages for the user.
 *
 * @param folder the folder of all records
 */
export async function endAbandonedProcesses(folder: string): Promise<string[]> {
  if ((await listHomes(folder)).length === 0) return [];
  const options = { action: 'end the processes of interrupted runs', waitMs: LOCK_WAIT_MS };
  return withLock(path.join(folder, FOLDER_LOCK), options, async () => {
    const messages: string[] = [];
    for (const home of await listHomes(folder)) {
      const lock = await tryLock(path.join(home, LOCK));
      if (lock === undefined) continue;
      try {
        const record = await readRecord(path.join(home, RECORD));
        if (record !== undefined && (await endProcess(record))) {
          messages.push(`Ended ${record.name} of an interrupted run.`);
        }
      } finally {
        lock.release();
      }
      await removeTree(home);
    }
    return messages;
  });
}

/** Ends the process of a record and its child processes. Returns whether one was found. */
async function endProcess({ mark, pid, startTime }: RecordContent): Promise<boolean> {
  if (process.platform === 'linux') return killMarkedProcesses(mark);
  if (pid === undefined || startTime === undefined || (await readStartTime(pid)) !== startTime) return false;
  try {
    if (process.platform === 'win32') await promisify(execFile)('taskkill', ['/T', '/F', '/PID', String(pid)]);
    else process.kill(-pid, 'SIGKILL');
    return true;
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** `undefined` if the owner ended before it wrote the record. */
async function readRecord(file: string): Promise<RecordContent | undefined> {
  const text = await whenFound(readPlainText(file));
  if (text === undefined) return undefined;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    // A record that a program damaged identifies no process.
    return undefined;
  }
}

async function listHomes(folder: string): Promise<readonly string[]> {
  const entries = (await whenFound(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map((entry) => path.join(folder, entry.name));
}
