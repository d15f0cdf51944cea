/**
 * Results that did not land or that wait for a review, kept as commits under `refs/holdfast/results/`. The refs are in
 * the user's repository, or in the private one if the folder is in no git repository.
 */
import { HoldfastError } from '../../foundation/errors.ts';
import { hashCommittedFiles, hashFilesOnDisk } from './content-hashes.ts';
import { DiskTree } from '../files/disk-tree.ts';
import { readHeadCommit } from '../git/commits.ts';
import { Git, GitError } from '../git/git.ts';
import type { Snapshot } from '../git/snapshot.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';

export const KEPT_REFS = 'refs/holdfast/results/';
/** Where earlier versions kept results. Other refs are in folders below it. */
const EARLIER_REFS = 'refs/holdfast/';

/** A kept result and its base. */
export interface KeptResult {
  readonly runId: string;
  readonly ref: string;
  readonly result: Snapshot;
  readonly base: Snapshot;
}

export interface KeepOptions {
  /** The base of the whole result if several chunks ran. Default: the parent of the commit. */
  readonly base?: string | Snapshot | undefined;
  readonly signal?: AbortSignal | undefined;
}

export class KeptResults {
  readonly #store: PrivateRepository;
  readonly #user: UserRepository | undefined;

  constructor(store: PrivateRepository, user: UserRepository | undefined) {
    this.#store = store;
    this.#user = user;
  }

  /** Runs git in the repository that contains the refs. */
  get #git(): Git {
    return this.#user === undefined ? this.#store.git() : new Git(this.#user.topLevel);
  }

  /** The repositories that can contain a kept result. The user's comes first. */
  get #repositories(): readonly Git[] {
    return this.#user === undefined ? [this.#store.git()] : [new Git(this.#user.topLevel), this.#store.git()];
  }

  /**
   * Keeps a result in the private repository. Needs neither space in the user's repository nor access to it, so that a
   * result can be kept before each landing. `read`, `list` and `delete` include it.
   */
  async secure(runId: string, commit: string, signal?: AbortSignal): Promise<void> {
    await this.#store.git().call(['update-ref', toRef(runId), commit], { action: 'keep the result', signal });
  }

  /**
   * Moves the results that earlier versions kept to the present refs. A repository that cannot be written keeps them where
   * they are, where they are still read.
   */
  async migrate(signal?: AbortSignal): Promise<void> {
    const hasStore = await this.#store.exists();
    for (const git of hasStore ? this.#repositories : this.#repositories.slice(0, -1)) {
      const earlier = await listEarlier(git, signal);
      // A transaction: a result is never without a ref.
      const changes = earlier.map(
        ({ runId, commit }) => `update ${KEPT_REFS}${runId} ${commit}\ndelete ${EARLIER_REFS}${runId} ${commit}\n`,
      );
      if (changes.length === 0) continue;
      try {
        await git.call(['update-ref', '--stdin'], { action: 'move the kept results', input: changes.join(''), signal });
      } catch (thrown) {
        if (!(thrown instanceof GitError)) throw thrown;
      }
    }
  }

  /**
   * Moves the secured results of interrupted runs to the user's repository. Deletes those that the user's HEAD or work tree
   * contains.
   * The caller makes sure that no run is in progress. Returns the refs of the moved results.
   */
  async publish(signal?: AbortSignal): Promise<string[]> {
    if (this.#user === undefined) return [];
    const published: string[] = [];
    for (const runId of await listRunIds(this.#store.git(), signal)) {
      try {
        if (await this.#hasLanded(this.#user, toRef(runId), signal)) await this.delete(runId, signal);
        else published.push(await this.keep(runId, toRef(runId), { signal }));
      } catch (thrown) {
        // The user's repository may be read-only. The result stays in the private repository.
        if (!(thrown instanceof GitError)) throw thrown;
      }
    }
    return published;
  }

  /** Whether the user's HEAD or work tree has the content of a result in every file that the result changes. */
  async #hasLanded(user: UserRepository, ref: string, signal: AbortSignal | undefined): Promise<boolean> {
    const git = this.#store.git();
    const call = { action: 'compare the kept result', signal };
    const compare = ['diff-tree', '-r', '-z', '--no-renames', '--name-only'];
    const changed = await git.fields([...compare, `${ref}^1`, ref], call);
    const head = await readHeadCommit(new Git(user.topLevel), signal);
    const different = head === undefined ? changed : await git.fields([...compare, head, ref], call);
    const missing = changed.filter((file) => different.includes(file));
    if (missing.length === 0) return true;
    if (await this.#changesModes(ref, signal)) return false;
    const kept = await hashCommittedFiles(git, { commit: ref, prefix: '', files: missing, signal });
    const onDisk = await hashFilesOnDisk(new DiskTree(user.topLevel), missing);
    return missing.every((file) => kept.get(file) === onDisk.get(file));
  }

  /** Whether a result changes the mode of a file that exists in its base, which a content does not show. */
  async #changesModes(ref: string, signal: AbortSignal | undefined): Promise<boolean> {
    const summary = await this.#store.git().text(['diff-tree', '-r', '--no-renames', '--summary', `${ref}^1`, ref], {
      action: 'compare the kept result',
      signal,
    });
    return /^ mode change /m.test(summary) || / mode 1(00755|20000|60000) /.test(summary);
  }

  /**
   * Keeps a result with its base and returns its ref. If this throws after the result was stored, `read` still finds the
   * result.
   */
  async keep(runId: string, commit: string, options: KeepOptions = {}): Promise<string> {
    const { base, signal } = options;
    const ref = toRef(runId);
    const git = this.#store.git();
    const action = 'keep the result';
    const keptCommit =
      base === undefined
        ? commit
        : await git.text(
            [
              'commit-tree',
              `${commit}^{tree}`,
              '-p',
              typeof base === 'string' ? base : base.commit,
              '-m',
              `Result of run ${runId}`,
            ],
            {
              action,
              signal,
            },
          );
    await this.secure(runId, keptCommit, signal);
    if (this.#user === undefined) return ref;
    const object = await git.text(['rev-parse', '--verify', `${keptCommit}^{commit}`], { action, signal });
    await this.#copyObjects(this.#user, object, signal);
    await this.#git.call(['update-ref', ref, object], { action, signal });
    await git.call(['update-ref', '-d', ref], { action, signal });
    return ref;
  }

  /** Copies the objects that only the private repository has into the user's repository. */
  async #copyObjects(user: UserRepository, commit: string, signal: AbortSignal | undefined): Promise<void> {
    const action = 'keep the result';
    const userGit = new Git(user.topLevel);
    const head = await readHeadCommit(userGit, signal);
    const pack = await this.#store.git().call(['pack-objects', '--revs', '--stdout', '-q'], {
      action,
      input: `${commit}\n${head === undefined ? '' : `^${head}\n`}`,
      signal,
    });
    await userGit.call(['unpack-objects', '-q'], { action, input: pack.stdout, signal });
  }

  /**
   * Reads a kept result; `undefined` if there is none.
   *
   * @throws HoldfastError `storage` if objects of it are missing
   */
  async read(runId: string, signal?: AbortSignal): Promise<KeptResult | undefined> {
    const places = await this.#findPlaces(runId, signal);
    if (places.length === 0) return undefined;
    let cause: unknown;
    for (const { git, ref, commit } of places) {
      try {
        // The private repository has the user's objects too.
        const snapshots = await readSnapshots((await this.#store.exists()) ? this.#store.git() : git, commit, signal);
        if (snapshots !== undefined) return { runId, ref, ...snapshots };
      } catch (thrown) {
        if (!(thrown instanceof GitError)) throw thrown;
        cause = thrown;
      }
    }
    throw new HoldfastError('storage', `Failed to read the result of the run ${runId}: git objects of it are missing`, {
      hint: 'Restore them from a backup or another clone of the repository. Otherwise discard the result and run the chunk again.',
      cause,
    });
  }

  /** Lists the run ids of all kept results. */
  async list(signal?: AbortSignal): Promise<string[]> {
    const runIds = await Promise.all(
      this.#repositories.map(async (git) => [
        ...(await listRunIds(git, signal)),
        ...(await listEarlier(git, signal)).map(({ runId }) => runId),
      ]),
    );
    return [...new Set(runIds.flat())].sort();
  }

  /** The refs of a result, the present ones first. */
  async #findPlaces(
    runId: string,
    signal: AbortSignal | undefined,
  ): Promise<readonly { readonly git: Git; readonly ref: string; readonly commit: string }[]> {
    const refs = [toRef(runId), EARLIER_REFS + runId];
    const repositories = await Promise.all(
      this.#repositories.map(async (git) => ({ git, existing: await findRefs(git, refs, signal) })),
    );
    return refs.flatMap((ref) =>
      repositories.flatMap(({ git, existing }) => {
        const commit = existing.get(ref);
        return commit === undefined ? [] : [{ git, ref, commit }];
      }),
    );
  }

  /** Deletes a kept result. A missing result is not an error. */
  async delete(runId: string, signal?: AbortSignal): Promise<void> {
    // Git locks the packed refs to delete even a missing ref.
    for (const { git, ref } of await this.#findPlaces(runId, signal)) {
      await git.call(['update-ref', '-d', ref], { action: 'delete the kept result', signal });
    }
  }
}

/** The commits of the refs that exist, among the given ones. */
async function findRefs(
  git: Git,
  refs: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, string>> {
  const found = await git.text(['for-each-ref', '--format=%(objectname) %(refname)', ...refs], {
    action: 'read the kept result',
    signal,
  });
  const lines = found.split('\n').map((line) => line.split(' '));
  return new Map(lines.flatMap(([commit = '', ref = '']) => (refs.includes(ref) ? [[ref, commit] as const] : [])));
}

/**
 * The snapshots of a kept result and its base. `undefined` if an object that only the result has is missing.
 *
 * @throws GitError if the commits or their trees are missing
 */
async function readSnapshots(
  git: Git,
  commit: string,
  signal: AbortSignal | undefined,
): Promise<Pick<KeptResult, 'result' | 'base'> | undefined> {
  const call = { action: 'read the kept result', signal };
  const names = await git.text(['rev-parse', `${commit}^{tree}`, `${commit}^1`, `${commit}^1^{tree}`], call);
  const [tree = '', baseCommit = '', baseTree = ''] = names.split('\n');
  const list = ['rev-list', '--objects', '--no-object-names', '--missing=print', commit, `^${baseCommit}`];
  if (/^\?/m.test(await git.text(list, call))) return undefined;
  return { result: { commit, tree }, base: { commit: baseCommit, tree: baseTree } };
}

async function listRunIds(git: Git, signal: AbortSignal | undefined): Promise<string[]> {
  const refs = await git.text(['for-each-ref', '--format=%(refname)', KEPT_REFS], {
    action: 'list the kept results',
    signal,
  });
  return refs
    .split('\n')
    .filter(Boolean)
    .map((ref) => ref.slice(KEPT_REFS.length));
}

/** The results of earlier versions: the refs directly below the folder. */
async function listEarlier(
  git: Git,
  signal: AbortSignal | undefined,
): Promise<readonly { readonly runId: string; readonly commit: string }[]> {
  const refs = await git.text(['for-each-ref', '--format=%(objectname) %(refname)', `${EARLIER_REFS}*`], {
    action: 'list the kept results',
    signal,
  });
  return refs
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [commit = '', ref = ''] = line.split(' ');
      return { runId: ref.slice(EARLIER_REFS.length), commit };
    })
    .filter(({ runId }) => isRunId(runId));
}

function isRunId(runId: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(runId) && !runId.includes('..') && !/(\.|\.lock)$/.test(runId);
}

function toRef(runId: string): string {
  if (isRunId(runId)) return KEPT_REFS + runId;
  throw new HoldfastError('internal', `Failed to name a kept result: invalid run id ${JSON.stringify(runId)}`);
}
