/**
 * Results that did not land or that wait for a review, kept as commits under `refs/holdfast/`. The refs are in the user's
 * repository, or in the private one if the folder is in no git repository.
 */
import { HoldfastError } from '../../shared/errors.ts';
import { readHeadCommit } from '../git/commits.ts';
import { Git } from '../git/git.ts';
import type { Snapshot } from '../git/snapshot.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';

export const KEPT_REFS = 'refs/holdfast/';

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

  /** Keeps a result with its base and returns its ref. */
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
    if (this.#user !== undefined) await this.#copyObjects(this.#user, keptCommit, signal);
    await this.#git.call(['update-ref', ref, keptCommit], { action, signal });
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

  /** Reads a kept result; `undefined` if there is none. */
  async read(runId: string, signal?: AbortSignal): Promise<KeptResult | undefined> {
    const ref = toRef(runId);
    const existing = await this.#git.call(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], {
      action: 'read the kept result',
      acceptedExitCodes: [1],
      signal,
    });
    if (existing.exitCode !== 0) return undefined;
    const names = await this.#git.text(['rev-parse', ref, `${ref}^{tree}`, `${ref}^1`, `${ref}^1^{tree}`], {
      action: 'read the kept result',
      signal,
    });
    const [commit = '', tree = '', baseCommit = '', baseTree = ''] = names.split('\n');
    return { runId, ref, result: { commit, tree }, base: { commit: baseCommit, tree: baseTree } };
  }

  /** Lists the run ids of all kept results. */
  async list(signal?: AbortSignal): Promise<string[]> {
    const refs = await this.#git.text(['for-each-ref', '--format=%(refname)', KEPT_REFS], {
      action: 'list the kept results',
      signal,
    });
    return refs
      .split('\n')
      .filter(Boolean)
      .map((ref) => ref.slice(KEPT_REFS.length));
  }

  /** Deletes a kept result. A missing result is not an error. */
  async delete(runId: string, signal?: AbortSignal): Promise<void> {
    await this.#git.call(['update-ref', '-d', toRef(runId)], { action: 'delete the kept result', signal });
  }
}

function toRef(runId: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(runId) && !runId.includes('..') && !/(\.|\.lock)$/.test(runId))
    return KEPT_REFS + runId;
  throw new HoldfastError('internal', `Failed to name a kept result: invalid run id ${JSON.stringify(runId)}`);
}
