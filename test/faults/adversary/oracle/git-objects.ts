import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a repository with plain git, without its configuration for filters and hooks taking effect. */
export class GitObjects {
  readonly folder: string;
  readonly #environment: NodeJS.ProcessEnv;

  /** Whether the folder is a repository. Without one, git reads the repository that the program keeps for it. */
  readonly isOwn: boolean;

  constructor(folder: string, storage: string, environment: NodeJS.ProcessEnv) {
    this.isOwn = existsSync(join(folder, '.git'));
    const [kept] = this.isOwn || !existsSync(storage) ? [] : readdirSync(storage);
    this.folder = kept === undefined ? folder : join(storage, kept, 'git');
    this.#environment = {
      PATH: environment['PATH'],
      HOME: environment['HOME'],
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_OPTIONAL_LOCKS: '0',
    };
  }

  /** Returns the output, or `undefined` if git fails. */
  read(...args: readonly string[]): Buffer | undefined {
    const { status, stdout } = spawnSync('git', ['-c', 'core.fsmonitor=false', '-c', 'core.quotepath=false', ...args], {
      cwd: this.folder,
      env: this.#environment,
      maxBuffer: 1 << 28,
    });
    return status === 0 ? stdout : undefined;
  }

  text(...args: readonly string[]): string {
    return (
      this.read(...args)
        ?.toString('utf8')
        .trim() ?? ''
    );
  }

  fields(...args: readonly string[]): readonly string[] {
    return (this.read(...args)?.toString('utf8') ?? '').split('\0').filter((field) => field !== '');
  }

  /** The bytes of all objects of a repository, reachable or not. */
  allObjects(gitDirectory: string): Buffer {
    return execFileSync(
      'git',
      [`--git-dir=${gitDirectory}`, 'cat-file', '--batch-all-objects', '--batch', '--unordered'],
      {
        env: this.#environment,
        maxBuffer: 1 << 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
  }

  /**
   * The commits that the user can find: from a ref, HEAD, or an entry of the stash. Only the newest entry of the stash is
   * a ref, `git stash list` reads the others from its reflog. Commits in other reflogs count as lost.
   */
  commits(): ReadonlySet<string> {
    return new Set(this.text('rev-list', '--all', ...this.#ownStarts()).split('\n'));
  }

  /** The hashes of all objects that these commits or the index reach. */
  reachable(): ReadonlySet<string> {
    const starts = [...this.#ownStarts(), ...(this.isOwn ? ['--indexed-objects'] : [])];
    return new Set(this.text('rev-list', '--objects', '--no-object-names', '--all', ...starts).split('\n'));
  }

  #ownStarts(): readonly string[] {
    if (!this.isOwn) return [];
    return ['HEAD', ...this.text('stash', 'list', '--format=%H').split('\n').filter(Boolean)];
  }

  /** The content of these objects, joined. */
  reachableText(): string {
    const result = spawnSync('git', ['cat-file', '--batch'], {
      cwd: this.folder,
      env: this.#environment,
      input: [...this.reachable()].join('\n'),
      maxBuffer: 1 << 28,
    });
    return result.stdout.toString('latin1');
  }
}

export function hashBlob(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
