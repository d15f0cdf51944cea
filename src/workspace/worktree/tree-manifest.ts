/**
 * The manifest of a worktree: the state of every file, link and folder at the end of a checkout. A later reset compares the
 * worktree with it and removes every entry that differs, so no file is trusted because git's index calls it unchanged.
 */
import { constants, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import type { BigIntStats, Dirent } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { isNotFoundError } from '../../foundation/system-error.ts';
import { COARSE_TICK_MS, TICK_MS } from '../files/file-stamp.ts';
import { joinEntry, removeTree } from '../files/remove-tree.ts';
import type { EntryPath } from '../files/remove-tree.ts';

/** The states of entries by path, relative to the worktree. A folder has one too. */
export type EntryStates = Map<string, string>;

export interface TreeManifest {
  /** The tree object that was checked out. */
  readonly tree: string;
  readonly entries: ReadonlyMap<string, string>;
}

/** The path of the worktree itself in a manifest. */
const ROOT = '';
/** How long the event loop is blocked at most, in milliseconds. */
const SLICE_MS = 8;
const TICK_NS = BigInt(TICK_MS) * 1_000_000n;
const COARSE_TICK_NS = BigInt(COARSE_TICK_MS) * 1_000_000n;
const SECOND_NS = 1_000_000_000n;

/**
 * Removes every entry of a worktree that is not in the manifest, or whose state differs. Links are unlinked, never followed.
 * Returns the states of the entries that are left.
 */
export async function removeDifferences(worktree: string, manifest: TreeManifest): Promise<EntryStates> {
  const left: EntryStates = new Map();
  const root = readStats(worktree);
  if (root === undefined || manifest.entries.get(ROOT) !== formatState(root)) {
    await removeTree(worktree);
    mkdirSync(worktree);
    return left;
  }
  left.set(ROOT, formatState(root));
  const differing: EntryPath[] = [];
  await visitEntries(worktree, (relative, absolute) => {
    const stats = readStats(absolute);
    if (stats === undefined) return false;
    const state = formatState(stats);
    if (manifest.entries.get(relative) === state) {
      left.set(relative, state);
      return stats.isDirectory();
    }
    differing.push(absolute);
    return false;
  });
  for (const entry of differing) await removeTree(entry);
  return left;
}

export interface ReadStates {
  readonly states: EntryStates;
  /** The paths that exist. */
  readonly paths: ReadonlySet<string>;
}

export interface ExpectedStates {
  /** The paths that may exist. */
  readonly expected: ReadonlySet<string>;
  /** States that were read before. These files and links are not read again. */
  readonly known: ReadonlyMap<string, string>;
}

/** Reads the states of all entries of a worktree, and removes those that are not expected. */
export async function readStates(worktree: string, { expected, known }: ExpectedStates): Promise<ReadStates> {
  const reader = new StateReader(worktree);
  const unexpected: EntryPath[] = [];
  await visitEntries(worktree, (relative, absolute, isFolder) => {
    if (!expected.has(relative)) {
      unexpected.push(absolute);
      return false;
    }
    const knownState = isFolder ? undefined : known.get(relative);
    if (knownState === undefined) return reader.read(relative, absolute) && isFolder;
    reader.add(relative, knownState);
    return false;
  });
  for (const entry of unexpected) await removeTree(entry);
  return reader.finish();
}

/**
 * Completes the states of a worktree after missing files were written, without reading its folders: reads the entries that
 * are expected and have no state, and removes those that have a state and are not expected.
 *
 * @param known the states of all entries that existed before; the other entries were removed
 */
export async function completeStates(worktree: string, { expected, known }: ExpectedStates): Promise<ReadStates> {
  // A name that is not UTF-8 cannot be found by its text.
  if ([...expected, ...known.keys()].some((relative) => relative.includes('\ufffd'))) {
    return readStates(worktree, { expected, known });
  }
  const reader = new StateReader(worktree);
  for (const relative of known.keys()) {
    if (relative !== ROOT && !expected.has(relative)) await removeTree(path.join(worktree, relative));
  }
  for (const relative of expected) {
    const state = known.get(relative);
    if (state === undefined || isFolderState(state)) reader.read(relative, path.join(worktree, relative));
    else reader.add(relative, state);
  }
  return reader.finish();
}

/** Collects states. A file that changed a moment ago might change again without a new time: it is read twice. */
class StateReader {
  readonly #states: EntryStates;
  readonly #paths = new Set<string>();
  readonly #recent = new Map<string, { readonly absolute: EntryPath; readonly state: string }>();

  constructor(worktree: string) {
    this.#states = new Map([[ROOT, formatState(lstatSync(worktree, { bigint: true }))]]);
  }

  /** Adds a state that was read before. */
  add(relative: string, state: string): void {
    this.#paths.add(relative);
    this.#states.set(relative, state);
  }

  /** Reads the state of an entry. Returns whether the entry exists. */
  read(relative: string, absolute: EntryPath): boolean {
    const stats = readStats(absolute);
    if (stats === undefined) return false;
    const state = formatState(stats);
    this.#paths.add(relative);
    if (!stats.isDirectory() && isRecent(stats)) this.#recent.set(relative, { absolute, state });
    else this.#states.set(relative, state);
    return true;
  }

  /** Reads recent files again. A file that may still change without a new time gets no state. */
  async finish(): Promise<ReadStates> {
    if (this.#recent.size > 0) await delay(TICK_MS + 1);
    for (const [relative, { absolute, state }] of this.#recent) {
      const stats = readStats(absolute);
      if (stats !== undefined && formatState(stats) === state && !isRecent(stats)) this.#states.set(relative, state);
    }
    return { states: this.#states, paths: this.#paths };
  }
}

/**
 * Visits the entries of a worktree in slices, so that the event loop is not blocked.
 *
 * @param visit returns whether the entry is a folder whose contents are visited too
 */
async function visitEntries(
  worktree: string,
  visit: (relative: string, absolute: EntryPath, isFolder: boolean) => boolean,
): Promise<void> {
  const pending: (readonly [folder: EntryPath, prefix: string])[] = [[worktree, '']];
  let end = performance.now() + SLICE_MS;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [folder, prefix] = next;
    for (const entry of readFolder(folder)) {
      // A name that is not UTF-8 is compared in the form in which git's output is read.
      const relative = prefix + entry.name.toString('utf8');
      if (relative === '.git') continue;
      const absolute = joinEntry(folder, entry.name);
      if (visit(relative, absolute, entry.isDirectory())) pending.push([absolute, `${relative}/`]);
      if (performance.now() > end) {
        await nextTurn();
        end = performance.now() + SLICE_MS;
      }
    }
  }
}

function readFolder(folder: EntryPath): Dirent<Buffer>[] {
  return readdirSync(folder, { withFileTypes: true, encoding: 'buffer' });
}

function readStats(absolute: EntryPath): BigIntStats | undefined {
  try {
    return lstatSync(absolute, { bigint: true });
  } catch (thrown) {
    if (isNotFoundError(thrown)) return undefined;
    throw thrown;
  }
}

/** The times and the size of a folder change with its entries, which have states themselves. */
function formatState(stats: BigIntStats): string {
  const { mode, ino, uid, gid, size, mtimeNs, ctimeNs } = stats;
  return stats.isDirectory() ? `${mode} ${ino} ${uid} ${gid}` : `${mode} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function isFolderState(state: string): boolean {
  const mode = Number(state.slice(0, state.indexOf(' ')));
  return (mode & constants.S_IFMT) === constants.S_IFDIR;
}

function isRecent({ ctimeNs }: BigIntStats): boolean {
  const age = BigInt(Date.now()) * 1_000_000n - ctimeNs;
  return age < (ctimeNs % SECOND_NS === 0n ? COARSE_TICK_NS : TICK_NS);
}

const END = 'end';

/** Formats a manifest as text that `parseManifest` reads. */
export function formatManifest({ tree, entries }: TreeManifest): string {
  return [tree, ...[...entries].map(([relative, state]) => `${state}\t${relative}`), END].join('\0');
}

/** Reads a manifest; `undefined` if it is incomplete or not one. */
export function parseManifest(text: string): TreeManifest | undefined {
  const [tree = '', ...lines] = text.split('\0');
  if (lines.pop() !== END || !/^[0-9a-f]{40,64}$/.test(tree)) return undefined;
  const entries = new Map<string, string>();
  for (const line of lines) {
    const tab = line.indexOf('\t');
    entries.set(line.slice(tab + 1), line.slice(0, tab));
  }
  return { tree, entries };
}
