/** Results that did not land, or wait for a person: commits under `refs/holdfast/` of the user's repository. */
import { HoldfastError } from '../shared/errors.ts';
import { headCommit } from './commits.ts';
import { Git } from './git.ts';
import type { PrivateRepository, UserRepository } from './private-repository.ts';
import type { Snapshot } from './snapshot.ts';

export const KEPT_REFS = 'refs/holdfast/';

/** A kept result and the base that it was made from. */
export interface KeptResult {
  readonly runId: string;
  readonly ref: string;
  readonly result: Snapshot;
  readonly base: Snapshot;
}

export interface KeepOptions {
  /** The commit that the whole result was made from where several chunks were run; the commit's own parent otherwise. */
  readonly base?: string | Snapshot;
  readonly signal?: AbortSignal;
}

export class KeptResults {
  readonly #store: PrivateRepository;
  readonly #user: UserRepository | undefined;

  constructor(store: PrivateRepository, user: UserRepository | undefined) {
    this.#store = store;
    this.#user = user;
  }

  /** Git where the refs are: the user's repository, or the private one for a folder without git. */
  get #refs(): Git {
    return this.#user === undefined ? this.#store.git() : new Git(this.#user.topLevel);
  }

  /** Keeps a result, and what it was made from, under the ref that is returned. */
  async keep(runId: string, commit: string, options: KeepOptions = {}): Promise<string> {
    const { base, signal } = options;
    const ref = refOf(runId);
    const git = this.#store.git();
    const what = 'keep the result';
    const kept =
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
              what,
              signal,
            },
          );
    if (this.#user !== undefined) await this.#carryOver(this.#user, kept, signal);
    await this.#refs.call(['update-ref', ref, kept], { what, signal });
    return ref;
  }

  /** Brings the objects that only the private repository has into the user's. */
  async #carryOver(user: UserRepository, commit: string, signal: AbortSignal | undefined): Promise<void> {
    const what = 'keep the result';
    const users = new Git(user.topLevel);
    const head = await headCommit(users, signal);
    const pack = await this.#store.git().call(['pack-objects', '--revs', '--stdout', '-q'], {
      what,
      input: `${commit}\n${head === undefined ? '' : `^${head}\n`}`,
      signal,
    });
    await users.call(['unpack-objects', '-q'], { what, input: pack.stdout, signal });
  }

  async read(runId: string, signal?: AbortSignal): Promise<KeptResult | undefined> {
    const ref = refOf(runId);
    const lines = await this.#refs.call(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`], {
      what: 'read the kept result',
      answers: [1],
      signal,
    });
    if (lines.exitCode !== 0) return undefined;
    const names = await this.#refs.text(['rev-parse', ref, `${ref}^{tree}`, `${ref}^1`, `${ref}^1^{tree}`], {
      what: 'read the kept result',
      signal,
    });
    const [commit = '', tree = '', baseCommit = '', baseTree = ''] = names.split('\n');
    return { runId, ref, result: { commit, tree }, base: { commit: baseCommit, tree: baseTree } };
  }

  async list(signal?: AbortSignal): Promise<string[]> {
    const refs = await this.#refs.text(['for-each-ref', '--format=%(refname)', KEPT_REFS], {
      what: 'list the kept results',
      signal,
    });
    return refs
      .split('\n')
      .filter(Boolean)
      .map((ref) => ref.slice(KEPT_REFS.length));
  }

  /** Gives a kept result up. Nothing kept under that name is not an error. */
  async drop(runId: string, signal?: AbortSignal): Promise<void> {
    await this.#refs.call(['update-ref', '-d', refOf(runId)], { what: 'give up the kept result', signal });
  }
}

function refOf(runId: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(runId) && !runId.includes('..') && !/(\.|\.lock)$/.test(runId))
    return KEPT_REFS + runId;
  throw new HoldfastError('internal', `Failed to name a kept result: ${JSON.stringify(runId)} is no run id`);
}
