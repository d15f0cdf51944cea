import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AttemptTree } from '../../../src/workspace/attempt-tree.ts';
import type { PreparedLanding } from '../../../src/workspace/landing.ts';
import { openRepository } from '../../../src/workspace/open-repository.ts';
import type { Repository } from '../../../src/workspace/repository.ts';
import type { Base, Snapshot } from '../../../src/workspace/snapshot.ts';
import { removeTree } from '../../../src/workspace/remove-tree.ts';
import { fingerprint, isHoldfastOwn } from './fingerprint.ts';
import { GitUser } from './git-user.ts';
import { temporaryFolder } from './temporary.ts';
import type { TemporaryFolder } from './temporary.ts';

/** What a chunk writes: text of a file, or null to remove it. */
export type Writes = Readonly<Record<string, string | null>>;

/** A user's repository with two files, and a chunk's result that waits to land in it. */
export class LandingScene implements AsyncDisposable {
  readonly user: GitUser;
  readonly repository: Repository;
  readonly storage: string;
  readonly #home: TemporaryFolder;
  readonly #storageHome: TemporaryFolder | undefined;
  #attempt: AttemptTree | undefined;
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
      readonly prepare?: (user: GitUser) => Promise<void>;
      readonly below?: string;
      readonly onStep?: (step: string) => void;
      /** Without git. */
      readonly plain?: boolean;
      /** Where the storage is to be; beside the repository otherwise. */
      readonly storageIn?: string;
    } = {},
  ): Promise<LandingScene> {
    const home = await temporaryFolder();
    const storageHome = options.storageIn === undefined ? undefined : await temporaryFolder(options.storageIn);
    const storage = storageHome?.path ?? home.at('storage');
    const user = await GitUser.init(home.at('repo'));
    if (options.prepare === undefined) await twoFiles(user);
    else await options.prepare(user);
    if (options.plain) await removeTree(path.join(user.folder, '.git'));
    const repository = await openRepository({
      folder: path.join(user.folder, options.below ?? ''),
      storage,
      onStep: options.onStep,
    });
    return new LandingScene(home, user, repository, storage, storageHome);
  }

  get attempt(): AttemptTree {
    if (this.#attempt === undefined) throw new Error('nothing was written yet');
    return this.#attempt;
  }

  /** Lets a chunk write, relative to the workspace folder. */
  async chunkWrites(writes: Writes, also?: (attempt: AttemptTree) => Promise<void>): Promise<void> {
    this.base = await this.repository.takeBase();
    this.#attempt = await this.repository.openAttempt(this.base);
    const inAttempt = new GitUser(this.#attempt.root);
    for (const [file, text] of Object.entries(writes)) {
      if (text === null) await rm(path.join(this.#attempt.root, file));
      else await inAttempt.write(file, text);
    }
    await also?.(this.#attempt);
    this.result = await this.#attempt.snapshot({ written: Object.keys(writes) });
  }

  async prepare(): Promise<PreparedLanding> {
    if (this.base === undefined || this.result === undefined) throw new Error('nothing was written yet');
    return this.repository.prepareLanding({ base: this.base, result: this.result });
  }

  async read(file: string): Promise<string> {
    return readFile(path.join(this.user.folder, file), 'utf8');
  }

  /** Everything of the user's, git's folder included, Holdfast's journals and locks aside. */
  async fingerprint(): Promise<Map<string, string>> {
    return fingerprint(this.user.folder, isHoldfastOwn);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repository[Symbol.asyncDispose]();
    await this.#storageHome?.[Symbol.asyncDispose]();
    await this.#home[Symbol.asyncDispose]();
  }
}

export const LINES = 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\n';

async function twoFiles(user: GitUser): Promise<void> {
  await user.write('.gitignore', 'node_modules/\n*.log\n');
  await user.write('src/a.ts', LINES);
  await user.write('src/b.ts', 'export const b = 1;\n');
  await user.write('src/old/c.ts', 'export const c = 1;\n');
  await user.commit('first');
}
