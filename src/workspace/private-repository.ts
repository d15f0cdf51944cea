import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Git } from './git.ts';
import { readSettings } from './git-reading.ts';
import { withLock } from './process-lock.ts';
import { isMissing, isWithin } from './safe-path.ts';

/** The user's repository, as far as the private one must know it; null for a folder that is in none. */
export interface UserRepository {
  /** Absolute path of the work tree. */
  readonly topLevel: string;
  /** Absolute path of git's folder for this work tree. */
  readonly gitDirectory: string;
  /** Absolute path of the git folder that all work trees share. */
  readonly commonDirectory: string;
}

/**
 * Attributes of the first rank: whatever a `.gitattributes` says, bytes are stored and written as they are. No
 * line-ending conversion, no filters (LFS included), no keyword expansion, no encodings, no diff drivers.
 */
const RAW_ATTRIBUTES = '* -text !eol -ident !filter !working-tree-encoding !diff !merge !crlf\n';

/** What no base and no snapshot takes up although git may not ignore it. */
const NEVER_STORED = ['node_modules', '.holdfast/history.db', '.holdfast/history.db-*'];

/** Settings of the user's repository that say what its file system can do, or what is ignored. */
const TAKEN_OVER =
  /^(core\.(filemode|symlinks|ignorecase|precomposeunicode|excludesfile|protectntfs|protecthfs)|extensions\.objectformat)$/;

/**
 * A git repository of Holdfast's own, kept under its storage. Bases, snapshots and merges are its commits, and the
 * trees of attempts are its work trees. It borrows the objects of the user's repository and writes none into it; its
 * refs, hooks, stash and settings are its own, so that nothing that runs in an attempt can touch the user's.
 */
export class PrivateRepository {
  /** Everything that Holdfast keeps for one work tree of the user's. */
  readonly home: string;
  readonly directory: string;
  readonly #topLevel: string;
  readonly #user: UserRepository | undefined;
  #ready: Promise<void> | undefined;

  /**
   * @param storage the folder in which Holdfast may keep what it likes.
   * @param topLevel the work tree that this is for.
   */
  constructor(storage: string, topLevel: string, user: UserRepository | undefined) {
    const key = createHash('sha256').update(topLevel).digest('hex').slice(0, 12);
    this.home = path.join(storage, key);
    this.directory = path.join(this.home, 'git');
    this.#topLevel = topLevel;
    this.#user = user;
  }

  /** Whether this stands for a folder that is in no git repository. */
  get isShadow(): boolean {
    return this.#user === undefined;
  }

  get attemptsFolder(): string {
    return path.join(this.home, 'attempts');
  }

  /** Held while attempts are created or cleaned up. */
  get attemptsLock(): string {
    return path.join(this.home, 'attempts.lock');
  }

  get temporaryFolder(): string {
    return path.join(this.home, 'temporary');
  }

  /** Git in this repository; `workTree` and `index` where a call needs them. */
  git(at: { workTree?: string; index?: string; gitDirectory?: string } = {}): Git {
    return new Git(at.workTree ?? this.directory, {
      GIT_DIR: at.gitDirectory ?? this.directory,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_ATTR_NOSYSTEM: '1',
      GIT_LITERAL_PATHSPECS: '1',
      GIT_AUTHOR_NAME: 'Holdfast',
      GIT_AUTHOR_EMAIL: 'holdfast@localhost',
      GIT_COMMITTER_NAME: 'Holdfast',
      GIT_COMMITTER_EMAIL: 'holdfast@localhost',
      ...(at.workTree === undefined ? {} : { GIT_WORK_TREE: at.workTree }),
      ...(at.index === undefined ? {} : { GIT_INDEX_FILE: at.index }),
    });
  }

  /** Creates the repository where it is missing, and brings what it takes over from the user's up to date. */
  async ensure(signal?: AbortSignal): Promise<void> {
    this.#ready ??= this.#prepare(signal);
    try {
      await this.#ready;
    } catch (thrown) {
      this.#ready = undefined;
      throw thrown;
    }
  }

  async #prepare(signal: AbortSignal | undefined): Promise<void> {
    await Promise.all([
      mkdir(this.attemptsFolder, { recursive: true }),
      mkdir(this.temporaryFolder, { recursive: true }),
      mkdir(path.join(this.directory, 'objects', 'info'), { recursive: true }),
      mkdir(path.join(this.directory, 'refs', 'heads'), { recursive: true }),
      mkdir(path.join(this.directory, 'info'), { recursive: true }),
    ]);
    const settings = await this.#userSettings(signal);
    await withLock(
      path.join(this.home, 'git.lock'),
      { what: 'prepare the repository of attempts', signal, waitMs: 30_000 },
      async () => {
        await replaceText(path.join(this.directory, 'config'), configText(settings));
        await replaceText(path.join(this.directory, 'info', 'attributes'), RAW_ATTRIBUTES);
        await replaceText(path.join(this.directory, 'info', 'exclude'), await this.#excludes());
        await this.#borrow();
        await replaceText(path.join(this.directory, 'HEAD'), 'ref: refs/heads/none\n', 'keep');
      },
    );
  }

  async #userSettings(signal: AbortSignal | undefined): Promise<Map<string, string>> {
    if (this.#user === undefined) return new Map();
    const settings = await readSettings(new Git(this.#user.topLevel), signal);
    return new Map([...settings].filter(([name]) => TAKEN_OVER.test(name)));
  }

  async #excludes(): Promise<string> {
    const own = `${this.neverStored.join('\n')}\n`;
    if (this.#user === undefined) return own;
    const theirs = await readIfThere(path.join(this.#user.commonDirectory, 'info', 'exclude'));
    return theirs === undefined ? own : `${theirs}\n${own}`;
  }

  /** Patterns of what no base takes up: dependencies, and what Holdfast itself keeps inside a work tree. */
  get neverStored(): readonly string[] {
    if (!isWithin(this.#topLevel, this.home)) return NEVER_STORED;
    return [...NEVER_STORED, `/${path.relative(this.#topLevel, path.dirname(this.home)).split(path.sep).join('/')}/`];
  }

  /** Objects of the user's repository are read where they are; a shallow history ends where theirs does. */
  async #borrow(): Promise<void> {
    if (this.#user === undefined) return;
    const objects = path.join(this.#user.commonDirectory, 'objects').split(path.sep).join('/');
    const line = /["\n\\#]/.test(objects) ? JSON.stringify(objects) : objects;
    await replaceText(path.join(this.directory, 'objects', 'info', 'alternates'), `${line}\n`);
    const shallow = await readIfThere(path.join(this.#user.commonDirectory, 'shallow'));
    if (shallow === undefined) await rm(path.join(this.directory, 'shallow'), { force: true });
    else await replaceText(path.join(this.directory, 'shallow'), shallow);
  }
}

function configText(settings: ReadonlyMap<string, string>): string {
  const core = [...settings].filter(([name]) => name.startsWith('core.'));
  const format = settings.get('extensions.objectformat');
  return [
    '[core]',
    `\trepositoryformatversion = ${format === undefined ? 0 : 1}`,
    '\tbare = true',
    '\tautocrlf = false',
    '\tlogallrefupdates = false',
    '\thooksPath = /dev/null',
    '\tfsmonitor = false',
    '\tlongpaths = true',
    // Bases can be made again from the user's files, and a landing keeps copies of its own.
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

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}

/** Writes a whole file in one step, and only where it differs: git may be reading it. */
async function replaceText(file: string, text: string, existing: 'replace' | 'keep' = 'replace'): Promise<void> {
  const found = await readIfThere(file);
  if (found === text || (found !== undefined && existing === 'keep')) return;
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, text);
  await rename(temporary, file);
}
