import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AttemptWorktree } from '../../../src/workspace/worktree/attempt-worktree.ts';
import type { PreparedLanding } from '../../../src/workspace/landing/prepared-landing.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import type { Repository } from '../../../src/workspace/repository.ts';
import type { Base, Snapshot } from '../../../src/workspace/git/snapshot.ts';
import { removeTree } from '../../../src/workspace/files/remove-tree.ts';
import { fingerprint, isHoldfastData } from './fingerprint.ts';
import { GitUser } from './git-user.ts';
import { temporaryFolder } from './temporary.ts';
import type { TemporaryFolder } from './temporary.ts';

/** The writes of a chunk by path: the text of a file, or `null` to remove it. */
export type Writes = Readonly<Record<string, string | null>>;

/** A user's repository with sample files, and the result of a chunk to land in it. */
export class LandingScene implements AsyncDisposable {
  readonly user: GitUser;
  readonly repository: Repository;
  readonly storage: string;
  readonly #home: TemporaryFolder;
  readonly #storageHome: TemporaryFolder | undefined;
  #attempt: AttemptWorktree | undefined;
  base: Base | undefined;
  result: Snapshot | undefined;

  private constructor(
    home: TemporaryFolder,
    user: GitUser,
    repository: Repository,
    storage: string,
    storageHome?: TemporaryFolder,
  ) {
    this.storage = storage;
    this.#storageHome = storageHome;
    this.#home = home;
    this.user = user;
    this.repository = repository;
  }

  static async create(
    options: {
      readonly prepare?: ((user: GitUser) => Promise<void>) | undefined;
      readonly below?: string | undefined;
      readonly onStep?: ((step: string) => void) | undefined;
      /** Creates a folder without git. */
      readonly plain?: boolean;
      /** The parent folder of the storage. Default: next to the repository. */
      readonly storageIn?: string | undefined;
    } = {},
  ): Promise<LandingScene> {
    const home = await temporaryFolder();
    const storageHome = options.storageIn === undefined ? undefined : await temporaryFolder(options.storageIn);
    const storage = storageHome?.path ?? home.at('storage');
    const user = await GitUser.init(home.at('repo'));
    if (options.prepare === undefined) await writeSampleFiles(user);
    else await options.prepare(user);
    if (options.plain) await removeTree(path.join(user.folder, '.git'));
    const repository = await openRepository({
      folder: path.join(user.folder, options.below ?? ''),
      storage,
      onStep: options.onStep,
    });
    return new LandingScene(home, user, repository, storage, storageHome);
  }

  get attempt(): AttemptWorktree {
    if (this.#attempt === undefined) throw new Error('createResult has not been called');
    return this.#attempt;
  }

  /** Creates the result of a chunk: writes files in an attempt and takes a snapshot. Paths are relative to the folder. */
  async createResult(writes: Writes, also?: (attempt: AttemptWorktree) => Promise<void>): Promise<void> {
    this.base = await this.repository.createBase();
    this.#attempt = await this.repository.openWorktree(this.base);
    const inAttempt = new GitUser(this.#attempt.root);
    for (const [file, text] of Object.entries(writes)) {
      if (text === null) await rm(path.join(this.#attempt.root, file));
      else await inAttempt.write(file, text);
    }
    await also?.(this.#attempt);
    this.result = await this.#attempt.snapshot({ written: Object.keys(writes) });
  }

  async prepare(resolved: readonly string[] = []): Promise<PreparedLanding> {
    if (this.base === undefined || this.result === undefined) throw new Error('createResult has not been called');
    return this.repository.prepareLanding({ base: this.base, result: this.result, resolved });
  }

  async read(file: string): Promise<string> {
    return readFile(path.join(this.user.folder, file), 'utf8');
  }

  /** The fingerprint of the user's folder with its git directory, without Holdfast's journals and locks. */
  async fingerprint(): Promise<Map<string, string>> {
    return fingerprint(this.user.folder, isHoldfastData);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repository[Symbol.asyncDispose]();
    await this.#storageHome?.[Symbol.asyncDispose]();
    await this.#home[Symbol.asyncDispose]();
  }
}

export const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';

async function writeSampleFiles(user: GitUser): Promise<void> {
  await user.write('.gitignore', 'node_modules/\n*.log\n');
  await user.write('src/a.ts', LINES);
  await user.write('src/b.ts', 'export const b = 1;\n');
  await user.write('src/old/c.ts', 'export const c = 1;\n');
  await user.commit('first');
}
