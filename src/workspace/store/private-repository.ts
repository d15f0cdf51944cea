import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { HoldfastError, messageOf } from '../../foundation/errors.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import { whenFound } from '../../foundation/system-error.ts';
import { readPlainText } from '../plain-files/plain-file.ts';
import { removeTree } from '../files/remove-tree.ts';
import { isWithin, pathExists } from '../files/safe-path.ts';
import { readConfig } from '../git/batch-reads.ts';
import { Git } from '../git/git.ts';
import { ObjectMemory } from '../git/object-memory.ts';
import { withLock } from './process-lock.ts';
import { writeFileAtomically } from '../files/write-atomically.ts';

/** The paths of the user's git repository. Used as `undefined` for a folder outside of any repository. */
export interface UserRepository {
  /** Absolute path of the work tree. */
  readonly topLevel: string;
  /** Absolute path of the git directory of this work tree. */
  readonly gitDirectory: string;
  /** Absolute path of the git directory that all work trees share. */
  readonly commonDirectory: string;
}

/**
 * Attributes that override every `.gitattributes` file, so that bytes are stored and written unchanged: no line-ending
 * conversion, filters (including LFS), keyword expansion, encodings or diff drivers.
 */
const RAW_ATTRIBUTES = '* -text !eol -ident !filter !working-tree-encoding !diff !merge !crlf\n';

/** Patterns that are excluded from every snapshot even if git does not ignore them. */
const EXCLUDED_PATTERNS = [
  'node_modules',
  '.holdfast/history.db',
  '.holdfast/history.db-*',
  // The records of sessions of agents, in a folder without git.
  '.holdfast/agents/*.json',
];

/** Configuration keys that are copied from the user's repository: file system traits and ignore rules. */
const COPIED_KEYS =
  /^(core\.(filemode|symlinks|ignorecase|precomposeunicode|excludesfile|protectntfs|protecthfs)|extensions\.objectformat)$/;

/** The folder of the isolated repositories in the home of a repository. */
const ISOLATED_FOLDER = 'isolated';

type GitConfig = ReadonlyMap<string, string>;

interface StoreOptions {
  readonly config?: GitConfig | undefined;
  readonly isolated?: string | undefined;
}

/**
 * A separate git repository in Holdfast's storage. Bases, snapshots and merges are commits of it, and attempts run in its
 * worktrees. It reads the objects of the user's repository as alternates and writes none to it. Its refs, hooks, stash and
 * configuration are separate, so code that runs in an attempt cannot change those of the user.
 *
 * An isolated repository has no alternates: it contains only the objects that are copied to it.
 */
export class PrivateRepository {
  /** The folder with all data for one work tree of the user. */
  readonly home: string;
  /** The git directory of this repository. */
  readonly directory: string;
  readonly #storage: string;
  readonly #topLevel: string;
  readonly #user: UserRepository | undefined;
  readonly #config: GitConfig | undefined;
  /** Whether the repository contains only copied objects. */
  readonly isIsolated: boolean;

  /** Creates or updates the repository. Safe to call before every use: it runs once per instance. */
  readonly ensure = memoizeUntilFailure((signal?: AbortSignal) => this.#prepare(signal));
  /** The files that decide what git does here, with their texts. Empty until `ensure` has completed. */
  #protectedFiles: ReadonlyMap<string, string> = new Map();
  readonly #objects = new ObjectMemory();

  /**
   * @param storage Holdfast's storage folder
   * @param topLevel the user's work tree
   * @param options.config the user's configuration, if it was read already
   * @param options.isolated the name of an isolated repository for this work tree
   */
  constructor(
    storage: string,
    topLevel: string,
    user: UserRepository | undefined,
    { config, isolated }: StoreOptions = {},
  ) {
    const key = createHash('sha256').update(topLevel).digest('hex').slice(0, 12);
    this.home = path.join(storage, key, ...(isolated === undefined ? [] : [ISOLATED_FOLDER, isolated]));
    this.directory = path.join(this.home, 'git');
    this.#storage = storage;
    this.#topLevel = topLevel;
    this.#user = user;
    this.#config = config;
    this.isIsolated = isolated !== undefined;
  }

  /** An isolated repository for the same work tree. It may not exist yet. */
  isolated(name: string): PrivateRepository {
    return new PrivateRepository(this.#storage, this.#topLevel, this.#user, { config: this.#config, isolated: name });
  }

  /** The folder of the isolated repositories for the same work tree. */
  get isolatedFolder(): string {
    return path.join(this.home, ISOLATED_FOLDER);
  }

  /** The isolated repositories that exist, or are being created. */
  async listIsolated(): Promise<readonly PrivateRepository[]> {
    const names = (await whenFound(readdir(this.isolatedFolder))) ?? [];
    return names.map((name) => this.isolated(name));
  }

  /** Whether the user's folder is outside of any git repository. */
  get isShadow(): boolean {
    return this.#user === undefined;
  }

  get attemptsFolder(): string {
    return path.join(this.home, 'attempts');
  }

  /** Worktrees of ended attempts, which later attempts reset and use. */
  get warmFolder(): string {
    return path.join(this.home, 'warm');
  }

  exists(): Promise<boolean> {
    return pathExists(path.join(this.directory, 'HEAD'));
  }

  /** Whether the repository exists and no attempt has a worktree, also not one of an isolated repository. */
  async isIdle(): Promise<boolean> {
    if (!(await this.exists())) return false;
    const all = [this, ...(await this.listIsolated())];
    const attempts = await Promise.all(all.map(({ attemptsFolder }) => whenFound(readdir(attemptsFolder))));
    return attempts.every((names) => names === undefined || names.length === 0);
  }

  /** The lock file for creating and cleaning up attempts. */
  get attemptsLock(): string {
    return path.join(this.home, 'attempts.lock');
  }

  get temporaryFolder(): string {
    return path.join(this.home, 'temporary');
  }

  /** Creates a git runner for this repository, optionally with a work tree, index or git directory. */
  git(options: { workTree?: string; index?: string; gitDirectory?: string } = {}): Git {
    const environment = {
      GIT_DIR: options.gitDirectory ?? this.directory,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_COUNT: undefined,
      GIT_CONFIG_PARAMETERS: undefined,
      GIT_NO_REPLACE_OBJECTS: '1',
      GIT_ATTR_NOSYSTEM: '1',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_AUTHOR_NAME: 'Holdfast',
      GIT_AUTHOR_EMAIL: 'holdfast@localhost',
      GIT_COMMITTER_NAME: 'Holdfast',
      GIT_COMMITTER_EMAIL: 'holdfast@localhost',
      // Otherwise the file "commondir" of the worktree decides, which a command of an attempt could replace.
      ...(options.gitDirectory === undefined ? {} : { GIT_COMMON_DIR: this.directory }),
      ...(options.workTree === undefined ? {} : { GIT_WORK_TREE: options.workTree }),
      ...(options.index === undefined ? {} : { GIT_INDEX_FILE: options.index }),
    };
    return new Git(options.workTree ?? this.directory, environment, {
      beforeCall: (signal) => this.#protect(signal),
      objects: this.#objects,
    });
  }

  /**
   * Restores the configuration and the attributes before git reads them. The commands of an attempt run as the same user,
   * so without confinement they could have added a filter or another program that git starts.
   */
  async #protect(signal: AbortSignal | undefined): Promise<void> {
    const config = path.join(this.directory, 'config');
    if (this.#protectedFiles.size === 0 && (await pathExists(config))) await this.ensure(signal);
    try {
      for (const [file, text] of this.#protectedFiles) await writeIfChanged(file, text);
      if (this.isIsolated) await this.#removeLinkedObjects();
    } catch (cause) {
      throw new HoldfastError('storage', `Failed to use the repository of attempts: ${messageOf(cause)}`, {
        hint: `Check that ${this.home} exists and can be written, and try again.`,
        cause,
      });
    }
  }

  async #prepare(signal: AbortSignal | undefined): Promise<void> {
    await Promise.all([
      mkdir(this.attemptsFolder, { recursive: true }),
      mkdir(this.temporaryFolder, { recursive: true }),
      mkdir(this.warmFolder, { recursive: true }),
      mkdir(path.join(this.directory, 'objects', 'info'), { recursive: true }),
      mkdir(path.join(this.directory, 'objects', 'pack'), { recursive: true }),
      mkdir(path.join(this.directory, 'refs', 'heads'), { recursive: true }),
      mkdir(path.join(this.directory, 'info'), { recursive: true }),
    ]);
    const config = await this.#readUserConfig(signal);
    await withLock(
      path.join(this.home, 'git.lock'),
      { action: 'prepare the repository of attempts', signal, waitMs: 30_000 },
      async () => {
        const files = new Map([
          [path.join(this.directory, 'config'), formatConfig(config)],
          [path.join(this.directory, 'info', 'attributes'), RAW_ATTRIBUTES],
          [path.join(this.directory, 'info', 'exclude'), await this.#readExcludes()],
        ]);
        for (const [file, text] of files) await writeIfChanged(file, text);
        this.#protectedFiles = files;
        if (this.isIsolated) await this.#removeLinkedObjects();
        else await this.#linkObjects();
        await writeIfChanged(path.join(this.directory, 'HEAD'), 'ref: refs/heads/none\n', 'keep');
      },
    );
  }

  async #readUserConfig(signal: AbortSignal | undefined): Promise<Map<string, string>> {
    if (this.#user === undefined) return new Map();
    const config = this.#config ?? (await readConfig(new Git(this.#user.topLevel), signal));
    return new Map([...config].filter(([name]) => COPIED_KEYS.test(name)));
  }

  async #readExcludes(): Promise<string> {
    const ownExcludes = `${this.excludedPatterns.join('\n')}\n`;
    if (this.#user === undefined) return ownExcludes;
    const userExcludes = await whenFound(readPlainText(path.join(this.#user.commonDirectory, 'info', 'exclude')));
    return userExcludes === undefined ? ownExcludes : `${userExcludes}\n${ownExcludes}`;
  }

  /** Patterns that are excluded from every snapshot: dependencies, and Holdfast's own data inside the work tree. */
  get excludedPatterns(): readonly string[] {
    if (!isWithin(this.#topLevel, this.home)) return EXCLUDED_PATTERNS;
    return [...EXCLUDED_PATTERNS, `/${path.relative(this.#topLevel, this.#storage).split(path.sep).join('/')}/`];
  }

  /** Removes links to the objects of other repositories, which a command of an attempt could have added. */
  async #removeLinkedObjects(): Promise<void> {
    await Promise.all(
      ['alternates', 'http-alternates'].map((name) => removeTree(path.join(this.directory, 'objects', 'info', name))),
    );
  }

  /** Adds the user's objects as alternates and copies the boundary of a shallow clone. */
  async #linkObjects(): Promise<void> {
    if (this.#user === undefined) return;
    const objects = path.join(this.#user.commonDirectory, 'objects').split(path.sep).join('/');
    const line = /["\n\\#]/.test(objects) ? JSON.stringify(objects) : objects;
    await writeIfChanged(path.join(this.directory, 'objects', 'info', 'alternates'), `${line}\n`);
    const shallow = await whenFound(readPlainText(path.join(this.#user.commonDirectory, 'shallow')));
    if (shallow === undefined) await rm(path.join(this.directory, 'shallow'), { force: true });
    else await writeIfChanged(path.join(this.directory, 'shallow'), shallow);
  }
}

function formatConfig(userConfig: ReadonlyMap<string, string>): string {
  const core = [...userConfig].filter(([name]) => name.startsWith('core.'));
  const format = userConfig.get('extensions.objectformat');
  return [
    '[core]',
    `\trepositoryformatversion = ${format === undefined ? 0 : 1}`,
    '\tbare = true',
    '\tautocrlf = false',
    '\tlogallrefupdates = false',
    '\thooksPath = /dev/null',
    '\tfsmonitor = false',
    '\tlongpaths = true',
    // Bases can be created again from the user's files, and a landing keeps its own copies.
    '\tfsync = none',
    ...core.map(([name, value]) => `\t${name.slice('core.'.length)} = ${JSON.stringify(value)}`),
    ...(format === undefined ? [] : ['[extensions]', `\tobjectFormat = ${format}`]),
    '[gc]',
    '\tauto = 0',
    '[maintenance]',
    '\tauto = false',
    '[checkout]',
    '\tworkers = 0',
    '[commit]',
    '\tgpgSign = false',
    '',
  ].join('\n');
}

/**
 * Writes a file only if its text differs, and atomically, because git may be reading it.
 *
 * @param existing `keep` leaves an existing file unchanged
 */
async function writeIfChanged(file: string, text: string, existing: 'replace' | 'keep' = 'replace'): Promise<void> {
  // A link, a folder or a named pipe is replaced unread.
  const isFile = (await whenFound(lstat(file)))?.isFile() ?? false;
  const current = isFile ? await whenFound(readPlainText(file)) : undefined;
  if (current === text || (current !== undefined && existing === 'keep')) return;
  // A folder cannot be replaced by a file.
  if (!isFile) await removeTree(file);
  await writeFileAtomically(file, text);
}
