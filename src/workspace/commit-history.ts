/** What the user's commits say about landed chunks. Paths are relative to the workspace folder. */
import path from 'node:path';
import { pathExists } from './files/safe-path.ts';
import type { UserRepository } from './store/private-repository.ts';
import { GitError } from './git/git.ts';
import { Git } from './git/git.ts';
import { readHeadCommit } from './git/commits.ts';
import { readCommitRecords } from './git/landed-commits.ts';
import type { CommitRecords } from './git/landed-commits.ts';
import { splitIntoBatches } from './git/batch-reads.ts';

/** How many commits are compared with one that is no longer reachable. */
const MAX_COMPARED_COMMITS = 500;
const NO_RECORDS: CommitRecords = { landed: [], reverted: new Set(), undone: [] };

export interface CommitDescription {
  readonly author: string;
  /** The time of the commit as ISO 8601. */
  readonly at: string;
  readonly subject: string;
  /** The changed files of the workspace folder, relative to it. */
  readonly files: readonly string[];
}

/** Reads the history of the commit that is checked out. It only reads the repository. */
export class CommitHistory {
  readonly #git: Git;
  readonly #prefix: string;
  readonly #commonDirectory: string;
  /** The records of the commit that was read last. */
  #latest: { readonly head: string; readonly records: CommitRecords } | undefined;

  /** @param prefix the workspace folder relative to the top level: `''`, or a path that ends with `/` */
  constructor({ topLevel, commonDirectory }: UserRepository, prefix: string) {
    this.#commonDirectory = commonDirectory;
    this.#git = new Git(topLevel, { GIT_LITERAL_PATHSPECS: '1' });
    this.#prefix = prefix;
  }

  /** The commit that is checked out; undefined if there is none yet. */
  head(signal?: AbortSignal): Promise<string | undefined> {
    return readHeadCommit(this.#git, signal);
  }

  /** The landings that the messages of reachable commits record. */
  async readRecords(signal?: AbortSignal): Promise<CommitRecords> {
    const head = await this.head(signal);
    if (head === undefined) return NO_RECORDS;
    if (this.#latest?.head !== head) {
      this.#latest = { head, records: await readCommitRecords(this.#git, head, signal) };
    }
    return this.#latest.records;
  }

  /** Whether the clone lacks a part of the history. */
  isShallow(): Promise<boolean> {
    return pathExists(path.join(this.#commonDirectory, 'shallow'));
  }

  /** Whether git ignores a file of the folder. It ignores no file of its index. */
  isIgnored(file: string, signal?: AbortSignal): Promise<boolean> {
    return this.#checkIgnore([], file, signal);
  }

  /**
   * Whether the ignore rules exclude a file of the folder, in the index or not. What is behind a link or in a submodule is not
   * known to git, and counts as excluded.
   */
  isExcluded(file: string, signal?: AbortSignal): Promise<boolean> {
    return this.#checkIgnore(['--no-index'], file, signal);
  }

  async #checkIgnore(options: readonly string[], file: string, signal: AbortSignal | undefined): Promise<boolean> {
    const { exitCode } = await this.#git.call(['check-ignore', ...options, '--quiet', '--', this.#prefix + file], {
      action: `read the ignore rules for ${file}`,
      // check-ignore accepts no pathspec magic and rejects the variable for literal pathspecs.
      env: { GIT_LITERAL_PATHSPECS: undefined },
      acceptedExitCodes: [1, 128],
      signal,
    });
    return exitCode !== 1;
  }

  /**
   * Whether the result of a landing commit is in the work tree. It is not if the commit changed no file of this folder but
   * files of other folders, or if all its files are back at their earlier content without a later landing on top.
   */
  async isInEffect(commit: string, signal?: AbortSignal): Promise<boolean> {
    const parent = await this.#parentOf(commit, signal);
    const changed = await this.#git.fields(['diff-tree', '-r', '-z', '--name-only', '--no-renames', parent, commit], {
      action: 'compare the files of a commit',
      signal,
    });
    const files = changed.filter((file) => file.startsWith(this.#prefix));
    if (files.length === 0) return changed.length === 0;
    const differing = await this.#filesThatDiffer(parent, files, signal);
    if (differing.size > 0) return true;
    const { landed } = await this.readRecords(signal);
    const landings = new Set(landed.map((one) => one.commit));
    for (const file of files) {
      const latest = await this.#latestChange(file, commit, signal);
      if (latest === undefined || !landings.has(latest)) return false;
    }
    return true;
  }

  /**
   * Whether commits after `since` changed a file. False if `since` is not reachable from the commit that is checked out.
   * @param since undefined for the whole history
   */
  async isChangedSince(file: string, since: string | undefined, signal?: AbortSignal): Promise<boolean> {
    if (since !== undefined && !(await this.isReachable(since, signal))) return false;
    return (await this.#latestChange(this.#prefix + file, since, signal)) !== undefined;
  }

  /** Whether a commit is the commit that is checked out, or one of its ancestors. */
  async isReachable(commit: string, signal?: AbortSignal): Promise<boolean> {
    const { exitCode } = await this.#git.call(['merge-base', '--is-ancestor', commit, 'HEAD'], {
      action: 'compare commits',
      // 128: this repository does not have the commit.
      acceptedExitCodes: [1, 128],
      signal,
    });
    return exitCode === 0;
  }

  /**
   * The reachable commit with the change of a commit that was made here: itself, or one that an amendment, a rebase or a squash
   * put in its place. `undefined` if there is none, or if the objects of the commit are gone.
   */
  async findChange(commit: string, signal?: AbortSignal): Promise<{ commit: string; isWhole: boolean } | undefined> {
    if (await this.isReachable(commit, signal)) return { commit, isWhole: true };
    const options = { action: 'compare commits', acceptedExitCodes: [1, 128], signal };
    const raw = ['--raw', '--no-abbrev', '--no-renames', '-r', '-m', '--first-parent', '--format=%H'];
    const own = readRawChanges(await this.#git.text(['log', '-1', ...raw, commit], options));
    const [[, changes] = []] = own;
    if (changes === undefined || changes.size === 0) return undefined;
    const range = ['log', `--max-count=${MAX_COMPARED_COMMITS}`, ...raw, 'HEAD', `^${commit}^`];
    for (const [candidate, others] of readRawChanges(await this.#git.text(range, options))) {
      if (![...changes].every((change) => others.has(change))) continue;
      return { commit: candidate, isWhole: others.size === changes.size };
    }
    return undefined;
  }

  /** The best common ancestor of a commit and the merge of others; undefined if there is none. */
  async mergeBase(commit: string, others: readonly string[], signal?: AbortSignal): Promise<string | undefined> {
    const base = await this.#git.text(['merge-base', commit, ...others], {
      action: 'compare commits',
      acceptedExitCodes: [1],
      signal,
    });
    return base === '' ? undefined : base;
  }

  /**
   * The commits in the first-parent line from one commit to another that changed one of the files, oldest first.
   *
   * @param limit the most commits; the newest ones are listed
   */
  async listFirstParents(
    from: string,
    to: string,
    files: readonly string[],
    { limit, signal }: { readonly limit: number; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly string[]> {
    const input = [`^${from}`, to, '--', ...files.map((file) => this.#prefix + file)].map((line) => `${line}\n`);
    const output = await this.#git.text(
      ['rev-list', '--first-parent', '--reverse', `--max-count=${limit}`, '--stdin'],
      { action: 'read the commits', input: input.join(''), signal },
    );
    return output.split('\n').filter((commit) => commit !== '');
  }

  /** Describes commits, by commit. Throws a GitError if one does not exist. */
  async describeAll(commits: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, CommitDescription>> {
    if (commits.length === 0) return new Map();
    const arguments_ = ['log', '--no-walk=unsorted', '-m', '--first-parent', '--name-only', '--no-renames'];
    // With a NUL before each commit and one at the end of its line, the names of files may contain anything but a line break.
    const output = await this.#git.text(
      [...arguments_, '--encoding=UTF-8', '--format=%x00%H%x01%an%x01%cI%x01%s', '--stdin'],
      { action: 'read the commits', input: commits.map((commit) => `${commit}\n`).join(''), signal },
    );
    const descriptions = new Map<string, CommitDescription>();
    for (const entry of output.split('\0').slice(1)) {
      const [head = '', ...files] = entry.split('\n').filter((line) => line !== '');
      const [commit = '', author = '', at = '', subject = ''] = head.split('\u0001');
      const inFolder = files.filter((file) => file.startsWith(this.#prefix));
      descriptions.set(commit, { author, at, subject, files: inFolder.map((file) => file.slice(this.#prefix.length)) });
    }
    return descriptions;
  }

  /** The name that git commits with; undefined if none is configured. */
  async authorName(signal?: AbortSignal): Promise<string | undefined> {
    const { exitCode, stdout } = await this.#git.call(['config', 'user.name'], {
      action: 'read the git identity',
      acceptedExitCodes: [1],
      signal,
    });
    const name = stdout.toString('utf8').trim();
    return exitCode === 0 && name !== '' ? name : undefined;
  }

  /** The message and the time of a commit, as ISO 8601. */
  async describe(commit: string, signal?: AbortSignal): Promise<{ readonly message: string; readonly at: string }> {
    const text = await this.#git.text(['show', '-s', '--format=%cI%n%B', commit], { action: 'read a commit', signal });
    const [at = '', ...message] = text.split('\n');
    return { at, message: message.join('\n') };
  }

  async #latestChange(file: string, since: string | undefined, signal?: AbortSignal): Promise<string | undefined> {
    const range = since === undefined ? 'HEAD' : `${since}..HEAD`;
    const output = await this.#git.text(['log', '-1', '--format=%H', range, '--', file], {
      action: `read the commits of ${file}`,
      acceptedExitCodes: [128],
      signal,
    });
    return output === '' ? undefined : output;
  }

  /** The files whose content in the work tree differs from a commit or tree. */
  async #filesThatDiffer(from: string, files: readonly string[], signal?: AbortSignal): Promise<ReadonlySet<string>> {
    const differing = new Set<string>();
    for (const batch of splitIntoBatches(files)) {
      const listed = await this.#git.fields(
        ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', from, '--', ...batch],
        { action: 'compare the files of a commit', signal },
      );
      for (const file of listed) differing.add(file);
    }
    return differing;
  }

  /** The first parent of a commit; the empty tree if it has none. */
  async #parentOf(commit: string, signal?: AbortSignal): Promise<string> {
    const action = 'read the parent of a commit';
    try {
      return await this.#git.text(['rev-parse', '--verify', '--quiet', `${commit}^1^{commit}`], { action, signal });
    } catch (thrown) {
      if (!(thrown instanceof GitError)) throw thrown;
      return this.#git.text(['hash-object', '-t', 'tree', '--stdin'], { action, input: '', signal });
    }
  }
}

/** The raw changes of each commit: modes, object ids, status and path. */
function readRawChanges(log: string): ReadonlyMap<string, ReadonlySet<string>> {
  const commits = new Map<string, Set<string>>();
  let current = new Set<string>();
  for (const line of log.split('\n')) {
    if (line.startsWith(':')) current.add(line);
    else if (/^[0-9a-f]{40,64}$/.test(line)) commits.set(line, (current = new Set()));
  }
  return commits;
}
