import { execFileSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An entry of the work tree as the user left it. */
export interface UserEntry {
  readonly bytes: Buffer;
  readonly isLink: boolean;
}

/**
 * The user of the repository. Every change goes through this class, which records what the user has written, so that
 * the oracle knows what must still exist.
 */
export class User {
  readonly folder: string;
  /** The work tree as the user left it, by path; `undefined` after a deletion. */
  readonly entries = new Map<string, UserEntry | undefined>();
  /** Contents of the index that differ from HEAD, by path. */
  readonly staged = new Map<string, Buffer>();
  /** The stashes that the user made while the program ran, newest last. */
  readonly stashes: string[] = [];
  /** Commits that must stay reachable. */
  readonly commits = new Set<string>();
  /** What happened, for the details of a seed. */
  readonly log: string[] = [];
  readonly #environment: NodeJS.ProcessEnv;

  constructor(folder: string, environment: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.#environment = environment;
  }

  write(path: string, content: string | Buffer, mode?: number): void {
    const target = join(this.folder, path);
    mkdirSync(dirname(target), { recursive: true });
    rmSync(target, { force: true });
    writeFileSync(target, content);
    if (mode !== undefined) chmodSync(target, mode);
    this.entries.set(path, { bytes: Buffer.from(content), isLink: false });
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    symlinkSync(target, join(this.folder, path));
    this.entries.set(path, { bytes: Buffer.from(target), isLink: true });
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { force: true });
    this.entries.set(path, undefined);
  }

  /** Appends to a file as it is on the disk now, as a person in an editor does. */
  append(path: string, text: string): void {
    const target = join(this.folder, path);
    const isFile = lstatSync(target, { throwIfNoEntry: false })?.isFile() ?? false;
    this.write(path, Buffer.concat([isFile ? readFileSync(target) : Buffer.alloc(0), Buffer.from(text)]));
  }

  stage(path: string): void {
    this.git('add', '-f', '--', path);
    const entry = this.entries.get(path);
    if (entry !== undefined) this.staged.set(path, entry.bytes);
  }

  commit(...args: readonly string[]): void {
    this.git('commit', '-q', '--no-verify', ...args);
    this.staged.clear();
    this.commits.add(this.git('rev-parse', 'HEAD'));
  }

  /** Puts all changes of tracked files away, also those that a landing has left uncommitted. */
  stash(): void {
    this.git('stash', '-q');
    const commit = this.git('rev-parse', 'refs/stash');
    this.stashes.push(commit);
    this.commits.add(commit);
    this.readAgain();
  }

  /** Takes over the tracked files as they are on the disk, after a command of git that changes them. */
  readAgain(): void {
    this.staged.clear();
    for (const path of this.git('ls-files', '-z').split('\0').filter(Boolean)) {
      const target = join(this.folder, path);
      const status = lstatSync(target, { throwIfNoEntry: false });
      if (status?.isFile() === true) this.entries.set(path, { bytes: readFileSync(target), isLink: false });
    }
    for (const [path, entry] of this.entries) {
      if (entry !== undefined && lstatSync(join(this.folder, path), { throwIfNoEntry: false }) === undefined)
        this.entries.set(path, undefined);
    }
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', ['-c', 'commit.gpgsign=false', ...args], {
      cwd: this.folder,
      encoding: 'utf8',
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }
}
