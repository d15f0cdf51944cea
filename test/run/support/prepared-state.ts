import { createHash, randomUUID } from 'node:crypto';
import { constants, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { PrivateRepository } from '../../../src/workspace/store/private-repository.ts';
import { Workspace } from '../../cli/support/workspace.ts';
import { withLock } from '../../scripts/lock.ts';

/** The folder of the prepared states of a test run, which all its processes share. Its owner removes it. */
const STATES_VARIABLE = 'HOLDFAST_TEST_STATES';

const REPOSITORY = 'repository';
const STORE = 'store';
const FACTS = 'facts.json';
const HISTORY = join('.git', 'holdfast', 'history.db');

/** A workspace in a prepared state. Disposal removes it. */
class PreparedWorkspace<Facts> extends Workspace {
  /** What the state was made with, for example the ids of its runs. */
  readonly facts: Facts;

  constructor(state: MadeState<Facts>) {
    super({}, { git: false });
    this.facts = state.facts;
    copyFolder(join(state.folder, REPOSITORY), this.folder);
    const store = join(state.folder, STORE);
    if (existsSync(store)) copyFolder(store, findStore(this));
    moveHistory(join(this.folder, HISTORY), state.madeIn, this.folder);
    // The copies have other inodes than the index says. Git would otherwise read all files again at each call.
    this.git('update-index', '-q', '--refresh');
  }
}

/** Opens a new workspace in a prepared state. */
export type OpenPreparedState<Facts> = () => Promise<PreparedWorkspace<Facts>>;

/**
 * A state of a repository that many tests start from, for example a run that waits for a choice. The product itself makes it,
 * once in a test run: the first test that needs it. Each test gets a copy. The copy has the repository and the git repository
 * of the attempts, but no worktrees of earlier attempts.
 *
 * @param name for the messages and the folder of the state
 * @param files the files of the first commit
 * @param make brings the workspace into the state, closes its engines, and returns facts that can be JSON
 */
export function preparedState<Facts>(
  name: string,
  files: Readonly<Record<string, string>>,
  make: (workspace: Workspace) => Promise<Facts>,
): OpenPreparedState<Facts> {
  const hash = createHash('sha256').update(JSON.stringify([files, make.toString()]));
  const key = `${name}-${hash.digest('hex').slice(0, 12)}`;
  let made: Promise<MadeState<Facts>> | undefined;
  return async () => {
    made ??= findOrMake(key, files, make);
    const state = await made.catch((cause: unknown) => {
      made = undefined;
      throw new Error(`Failed to prepare the state "${name}": ${String(cause)}`, { cause });
    });
    return new PreparedWorkspace(state);
  };
}

interface MadeState<Facts> {
  /** The folder with the folders to copy. */
  readonly folder: string;
  /** The folder of the repository when the state was made. */
  readonly madeIn: string;
  readonly facts: Facts;
}

async function findOrMake<Facts>(
  key: string,
  files: Readonly<Record<string, string>>,
  make: (workspace: Workspace) => Promise<Facts>,
): Promise<MadeState<Facts>> {
  const folder = join(findStatesFolder(), key);
  if (!existsSync(folder)) {
    await withLock(`${folder}.lock`, async () => {
      if (!existsSync(folder)) await makeState(folder, files, make);
    });
  }
  const stored = JSON.parse(await readFile(join(folder, FACTS), 'utf8')) as Omit<MadeState<Facts>, 'folder'>;
  return { ...stored, folder };
}

/** The folder appears when it is complete, so that no process uses a part of it. */
async function makeState<Facts>(
  folder: string,
  files: Readonly<Record<string, string>>,
  make: (workspace: Workspace) => Promise<Facts>,
): Promise<void> {
  using workspace = new Workspace(files);
  const state = { madeIn: workspace.folder, facts: await make(workspace) };
  const incomplete = `${folder}.${randomUUID()}`;
  try {
    await mkdir(incomplete, { recursive: true });
    copyFolder(workspace.folder, join(incomplete, REPOSITORY));
    const store = findStore(workspace);
    if (existsSync(store)) copyFolder(store, join(incomplete, STORE));
    await writeFile(join(incomplete, FACTS), JSON.stringify(state));
    await rename(incomplete, folder);
  } finally {
    await rm(incomplete, { recursive: true, force: true });
  }
}

/** The git repository of the attempts, whose place depends on the folder of the workspace. */
function findStore(workspace: Workspace): string {
  return new PrivateRepository(workspace.environment()['HOLDFAST_STORAGE'] ?? '', workspace.folder, undefined)
    .directory;
}

function copyFolder(from: string, to: string): void {
  cpSync(from, to, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
  });
}

/** A history lists only the records of the folder that it is in, so those of a copy must name the copy. */
function moveHistory(file: string, from: string, to: string): void {
  if (!existsSync(file)) return;
  using database = new DatabaseSync(file);
  database.exec('pragma synchronous = off');
  const tables = database
    .prepare(
      `select tables.name as name from sqlite_schema as tables join pragma_table_info(tables.name) as columns
       where tables.type = 'table' and columns.name = 'folder'`,
    )
    .all();
  for (const { name } of tables)
    database.prepare(`update "${String(name)}" set folder = ? where folder = ?`).run(to, from);
}

let ownFolder: string | undefined;

/** A process that runs without the others makes its own folder, and removes it at its end. */
function findStatesFolder(): string {
  const shared = process.env[STATES_VARIABLE];
  if (shared !== undefined) return shared;
  if (ownFolder === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-states-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    ownFolder = folder;
  }
  return ownFolder;
}
