import { HoldfastError } from '../../foundation/errors.ts';
import { GitError, type Git } from './git.ts';

export interface RemoteOptions {
  /** The URL or the path of the repository. */
  readonly url: string;
  /** Sent to an HTTP server. It is passed to git in its environment, so it is not visible in the list of processes. */
  readonly token?: string | undefined;
}

export interface RefSwap {
  /** The full name of the ref. */
  readonly ref: string;
  /** A commit of the local repository; undefined to delete the ref. */
  readonly commit: string | undefined;
  /** The object that the ref must have; undefined if it must not exist. */
  readonly expected: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A ref of a remote repository does not have the expected commit. Nothing was changed. */
export class RemoteRefMovedError extends HoldfastError {
  /** The commit of the ref; undefined if it does not exist. */
  readonly current: string | undefined;

  constructor(ref: string, current: string | undefined) {
    super(
      'conflict',
      `Failed to update ${ref}: ${current === undefined ? 'it does not exist' : `it is at ${current}`}`,
      {
        hint: 'Another process or person changed it. Look at its commits before you try again.',
      },
    );
    this.name = 'RemoteRefMovedError';
    this.current = current;
  }
}

/** The remote repository refuses a ref that has the expected commit: because of a rule, a hook or missing rights. */
export class RemoteRefRefusedError extends HoldfastError {
  constructor(ref: string, cause: GitError) {
    super('git', `Failed to update ${ref}: the remote repository refuses it. ${cause.message}`, {
      hint: 'Check the rules of the repository for this branch or ref, and the rights of the token.',
      cause,
    });
    this.name = 'RemoteRefRefusedError';
  }
}

/** The exit code of `git push` if the remote repository was reached and refused a ref. */
const REF_REFUSED = 1;

/** A repository that is read and written over git's protocol. It changes no ref and no file of the local repository. */
export class RemoteRepository {
  /** Runs git in the local repository. */
  readonly git: Git;
  readonly #url: string;

  constructor(git: Git, { url, token }: RemoteOptions) {
    this.git = token === undefined ? git : git.with(createHeader(url, token));
    this.#url = url;
  }

  /** The refs that match patterns, with their objects. A pattern is a full name, or ends with `*`. */
  async listRefs(patterns: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const output = await this.git.text(['ls-remote', '--refs', this.#url, ...patterns], {
      action: 'read the refs of the remote repository',
      remote: true,
      signal,
    });
    const refs = new Map<string, string>();
    for (const line of output.split('\n')) {
      const [object, ref] = line.split('\t');
      if (object !== undefined && ref !== undefined) refs.set(ref, object);
    }
    return refs;
  }

  /** The object of a ref; undefined if it does not exist. */
  async readRef(ref: string, signal?: AbortSignal): Promise<string | undefined> {
    return (await this.listRefs([ref], signal)).get(ref);
  }

  /** Copies a commit with its ancestors to the local repository, unless it is there. */
  async fetch(commit: string, signal?: AbortSignal): Promise<void> {
    const action = 'fetch the commit from the remote repository';
    const { exitCode } = await this.git.call(['cat-file', '-e', `${commit}^{commit}`], {
      action,
      acceptedExitCodes: [1, 128],
      signal,
    });
    if (exitCode === 0) return;
    const options = [
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
    ];
    await this.git.call(['fetch', ...options, this.#url, commit], { action, remote: true, signal });
  }

  /**
   * Changes a ref by compare-and-swap. Does nothing if it already has the commit. If the answer of the remote repository was
   * lost, the ref is read to find out whether it was changed.
   *
   * @throws RemoteRefMovedError if the ref has another commit than the expected one
   * @throws RemoteRefRefusedError if the remote repository refuses the change
   */
  async swap(change: RefSwap): Promise<void> {
    const { ref, commit, expected, signal } = change;
    const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
    try {
      await this.git.call(
        [
          'push',
          '--porcelain',
          '--quiet',
          '--no-verify',
          '--no-follow-tags',
          lease,
          this.#url,
          `${commit ?? ''}:${ref}`,
        ],
        { action: `update ${ref}`, remote: true, signal },
      );
    } catch (thrown) {
      if (!(thrown instanceof GitError)) throw thrown;
      const current = await this.readRef(ref, signal);
      if (current === commit) return;
      if (current !== expected) throw new RemoteRefMovedError(ref, current);
      throw thrown.exitCode === REF_REFUSED ? new RemoteRefRefusedError(ref, thrown) : thrown;
    }
  }
}

/** Configuration of git that sends a token to one server only, and disables the helpers that might ask the user. */
function createHeader(url: string, token: string): Record<string, string> {
  const credentials = Buffer.from(`x-access-token:${token}`).toString('base64');
  const settings: readonly (readonly [string, string])[] = [
    [`http.${url}.extraHeader`, `Authorization: Basic ${credentials}`],
    ['credential.helper', ''],
  ];
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]) as Record<string, string>;
}
