/** Opens the isolated repository of a base, and removes those that are no longer needed. */
import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { folderOfPattern, isPathPattern } from '../../contract/globs/path-matcher.ts';
import { whenFound } from '../../foundation/system-error.ts';
import { removeTree } from '../files/remove-tree.ts';
import { pathExists } from '../files/safe-path.ts';
import { toCommitListing } from '../git/commit-listing.ts';
import type { CommitListing } from '../git/commit-listing.ts';
import { listTree } from '../git/list-tree.ts';
import type { PrivateRepository } from '../store/private-repository.ts';
import { tryLock, withLock } from '../store/process-lock.ts';
import { IsolatedRepository } from './isolated-repository.ts';
import type { IsolatedRepositoryOptions, ReducedCommit } from './isolated-repository.ts';
import { createLeftOutMatcher, findLeftOut, listHiddenContents, nameIsolatedRepository } from './left-out-files.ts';

/** The number of unused isolated repositories that are kept. Each is as large as the packed files of a checkout. */
export const MAX_UNUSED_REPOSITORIES = 2;
const DAY_MS = 24 * 60 * 60 * 1000;
/** An unused isolated repository is removed at this age, because objects of all attempts collect in it. */
export const MAX_UNUSED_AGE_MS = 14 * DAY_MS;

/** A base without the left-out files. */
export interface OpenedHoldout {
  readonly repository: IsolatedRepository;
  readonly base: ReducedCommit;
}

export interface HoldoutSource {
  /** The commit of the private repository. */
  readonly commit: string;
  /** Paths and globs, relative to the workspace folder or the top level. */
  readonly patterns: readonly string[];
  /** Absolute path of the user's work tree. */
  readonly topLevel: string;
  readonly prefix: string;
  readonly signal?: AbortSignal | undefined;
}

/** The isolated repositories of one work tree of the user. */
export class IsolatedRepositories {
  readonly #original: PrivateRepository;
  readonly #opened = new Map<string, { readonly repository: IsolatedRepository; readonly createdMs: number }>();

  constructor(original: PrivateRepository) {
    this.#original = original;
  }

  /**
   * Runs `work` with the isolated repository of a base, which no other process removes meanwhile. The holdout is
   * `undefined` if neither the base nor the user's work tree contains a file to leave out.
   */
  async withHoldout<Result>(
    source: HoldoutSource,
    work: (listing: CommitListing, holdout: OpenedHoldout | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { commit, patterns, prefix, signal } = source;
    await this.#original.ensure(signal);
    const git = this.#original.git();
    const matches = createLeftOutMatcher(patterns, prefix);
    const files = await listTree(git, commit, signal);
    const leftOut = await findLeftOut(git, files, matches, signal);
    const listing = toCommitListing(files, leftOut);
    if (leftOut.length === 0 && !(await existsInWorkTree(source))) return work(listing, undefined);
    const hidden = listHiddenContents(files, leftOut);
    const name = nameIsolatedRepository([prefix, ...patterns], hidden);
    const use = path.join(usesFolder(this.#original.isolated(name)), randomUUID());
    const wait = { action: 'open the worktree', signal, waitMs: 30_000 };
    const lock = await withLock(isolatedLock(this.#original), wait, () => tryLock(use));
    try {
      const repository = await this.#open(name, { matches, hidden }, signal);
      return await work(listing, {
        repository,
        base: await repository.reduceListed(commit, { files, leftOut }, signal),
      });
    } finally {
      lock?.release();
      await rm(use, { force: true });
    }
  }

  /** Opens an isolated repository, or reuses the open one unless another process has removed or replaced it. */
  async #open(
    name: string,
    contents: Pick<IsolatedRepositoryOptions, 'matches' | 'hidden'>,
    signal: AbortSignal | undefined,
  ): Promise<IsolatedRepository> {
    const opened = this.#opened.get(name);
    const isolated = this.#original.isolated(name);
    if (opened !== undefined && opened.createdMs === (await createdMs(isolated))) return opened.repository;
    await isolated.ensure(signal);
    const repository = new IsolatedRepository({ original: this.#original, isolated, ...contents });
    this.#opened.set(name, { repository, createdMs: await createdMs(isolated) });
    return repository;
  }
}

/** The time of creation: the file is written once. */
function createdMs({ directory }: PrivateRepository): Promise<number> {
  return modifiedMs(path.join(directory, 'HEAD'));
}

/** Whether the user's work tree contains a folder or a file to leave out, tracked or not. */
async function existsInWorkTree({ patterns, topLevel, prefix }: HoldoutSource): Promise<boolean> {
  for (const pattern of patterns) {
    const anywhere = pattern.replace(/^\*\*\//, '');
    const place = isPathPattern(anywhere) ? folderOfPattern(anywhere) : anywhere;
    if (place === '') continue;
    for (const folder of new Set([topLevel, path.join(topLevel, prefix)])) {
      if (await pathExists(path.join(folder, place))) return true;
    }
  }
  return false;
}

/** The folder with a lock for each process that is opening an attempt. An open attempt has its own lock. */
function usesFolder(isolated: PrivateRepository): string {
  return path.join(isolated.home, 'uses');
}

function isolatedLock(original: PrivateRepository): string {
  return path.join(original.home, 'isolated.lock');
}

/** Removes the isolated repositories that no attempt uses, except for the newest ones. */
export async function removeUnusedRepositories(original: PrivateRepository, signal?: AbortSignal): Promise<void> {
  if ((await original.listIsolated()).length === 0) return;
  await withLock(isolatedLock(original), { action: 'clean up', signal, waitMs: 30_000 }, async () => {
    const unused: { readonly home: string; readonly usedMs: number; readonly ageMs: number }[] = [];
    for (const isolated of await original.listIsolated()) {
      if (await isInUse(isolated)) continue;
      const usedMs = await modifiedMs(usesFolder(isolated));
      unused.push({ home: isolated.home, usedMs, ageMs: Date.now() - (await createdMs(isolated)) });
    }
    unused.sort((one, other) => other.usedMs - one.usedMs);
    for (const [index, { home, ageMs }] of unused.entries()) {
      if (index >= MAX_UNUSED_REPOSITORIES || ageMs > MAX_UNUSED_AGE_MS) await removeTree(home);
    }
  });
}

async function isInUse(isolated: PrivateRepository): Promise<boolean> {
  const attempts = await whenFound(readdir(isolated.attemptsFolder));
  if (attempts !== undefined && attempts.length > 0) return true;
  for (const name of (await whenFound(readdir(usesFolder(isolated)))) ?? []) {
    const use = path.join(usesFolder(isolated), name);
    const lock = await tryLock(use);
    if (lock === undefined) return true;
    lock.release();
    await rm(use, { force: true });
  }
  return false;
}

/** 0 for a file that does not exist. */
async function modifiedMs(file: string): Promise<number> {
  return (await whenFound(stat(file)))?.mtimeMs ?? 0;
}
