import { randomBytes } from 'node:crypto';
import {
  RemoteRefMovedError,
  RemoteRefRefusedError,
  type RemoteRepository,
} from '../../workspace/git/remote-repository.ts';
import { StaleStateError, type StateStore, type StoredState } from './state-store.ts';

export interface GitRefStateStoreOptions {
  readonly remote: RemoteRepository;
  /** The prefix of the labels. It is also the prefix of the branches that are used if the forge refuses other refs. */
  readonly fallbackPrefix: string;
}

const CUSTOM_REFS = 'refs/holdfast/items/';
const PROBE_REFS = 'refs/holdfast/probe/';
const FILE = 'state.json';
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Holdfast',
  GIT_AUTHOR_EMAIL: 'holdfast@localhost',
  GIT_COMMITTER_NAME: 'Holdfast',
  GIT_COMMITTER_EMAIL: 'holdfast@localhost',
};

/**
 * Keeps the state of each item as a commit under `refs/holdfast/items/<item>` of a remote repository. The parent of a commit
 * is the commit that was read, and its message contains a random value, so equal documents are different commits. A push
 * with a lease is the compare-and-swap. If the forge refuses such refs, branches `<prefix>-state/<item>` are used.
 */
export class GitRefStateStore implements StateStore {
  readonly #remote: RemoteRepository;
  readonly #fallbackRefs: string;

  constructor({ remote, fallbackPrefix }: GitRefStateStoreOptions) {
    this.#remote = remote;
    this.#fallbackRefs = `refs/heads/${fallbackPrefix}-state/`;
  }

  async read(item: string, signal: AbortSignal): Promise<StoredState | undefined> {
    const found = await this.#find(item, signal);
    if (found === undefined) return undefined;
    await this.#remote.fetch(found.commit, signal);
    const { stdout } = await this.#remote.git.call(['cat-file', 'blob', `${found.commit}:${FILE}`], {
      action: `read the state of the item ${item}`,
      signal,
    });
    return { text: stdout.toString('utf8'), version: found.commit };
  }

  async swap(item: string, expected: string | undefined, text: string, signal: AbortSignal): Promise<string> {
    const found = await this.#find(item, signal);
    if (found?.commit !== expected) throw new StaleStateError(item);
    const commit = await this.#createCommit(item, expected, text, signal);
    try {
      await this.#push(item, found?.ref, { commit, expected, signal });
    } catch (thrown) {
      if (thrown instanceof RemoteRefMovedError) throw new StaleStateError(item);
      throw thrown;
    }
    return commit;
  }

  async list(signal: AbortSignal): Promise<readonly string[]> {
    const refs = await this.#remote.listRefs([`${CUSTOM_REFS}*`, `${this.#fallbackRefs}*`], signal);
    const items = [...refs.keys()].map((ref) =>
      decodeURIComponent(ref.slice(ref.startsWith(CUSTOM_REFS) ? CUSTOM_REFS.length : this.#fallbackRefs.length)),
    );
    return [...new Set(items)].sort();
  }

  /** The ref with the state of an item, and its commit. */
  async #find(item: string, signal: AbortSignal): Promise<{ ref: string; commit: string } | undefined> {
    const names = [CUSTOM_REFS + encode(item), this.#fallbackRefs + encode(item)];
    const refs = await this.#remote.listRefs(names, signal);
    return names.flatMap((ref) => ({ ref, commit: refs.get(ref) ?? '' })).find(({ commit }) => commit !== '');
  }

  async #createCommit(item: string, parent: string | undefined, text: string, signal: AbortSignal): Promise<string> {
    const { git } = this.#remote;
    const call = { action: `write the state of the item ${item}`, signal };
    const blob = await git.text(['hash-object', '-w', '--stdin'], { ...call, input: text });
    const tree = await git.text(['mktree', '-z'], { ...call, input: `100644 blob ${blob}\t${FILE}\0` });
    if (parent !== undefined) await this.#remote.fetch(parent, signal);
    return git.text(['commit-tree', tree, ...(parent === undefined ? [] : ['-p', parent]), '-F', '-'], {
      ...call,
      input: `State of the item ${item}\n\nNonce: ${randomBytes(16).toString('hex')}\n`,
      env: IDENTITY,
    });
  }

  /** @param ref the ref that has the state; undefined if there is no state */
  async #push(
    item: string,
    ref: string | undefined,
    change: { readonly commit: string; readonly expected: string | undefined; readonly signal: AbortSignal },
  ): Promise<void> {
    if (ref !== undefined) return this.#remote.swap({ ref, ...change });
    try {
      await this.#remote.swap({ ref: CUSTOM_REFS + encode(item), ...change });
    } catch (thrown) {
      // A push is also refused while another process pushes, and a second state in another place must not result from it.
      if (!(thrown instanceof RemoteRefRefusedError) || (await this.#acceptsCustomRefs(change))) throw thrown;
      await this.#remote.swap({ ref: this.#fallbackRefs + encode(item), ...change });
    }
  }

  /** Whether the forge accepts refs outside `refs/heads/` and `refs/tags/`. Creates a ref that is not used otherwise. */
  async #acceptsCustomRefs({
    commit,
    signal,
  }: {
    readonly commit: string;
    readonly signal: AbortSignal;
  }): Promise<boolean> {
    const ref = PROBE_REFS + randomBytes(8).toString('hex');
    try {
      await this.#remote.swap({ ref, commit, expected: undefined, signal });
    } catch (thrown) {
      if (thrown instanceof RemoteRefRefusedError) return false;
      throw thrown;
    }
    await this.#remote.swap({ ref, commit: undefined, expected: commit, signal });
    return true;
  }
}

/** Encodes an id as one component of a ref's name, on file systems that ignore case too. */
function encode(item: string): string {
  return Buffer.from(item)
    .toString('latin1')
    .replaceAll(/[^\w-]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);
}
