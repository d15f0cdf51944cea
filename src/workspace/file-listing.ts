import { lstat, readFile, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import ignore from 'ignore';
import { throwIfCancelled } from '../shared/errors.ts';
import { Git, GitError, splitFields } from './git.ts';
import { isMissing, isWithin } from './safe-path.ts';

/** Lists the files of a folder: relative, with `/`, sorted, without `node_modules` and `.git`. */
export type FileLister = (signal?: AbortSignal) => Promise<readonly string[]>;

/** What no listing enters, wherever it stands. */
const NEVER_ENTERED = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)/;
const GITLINK = '160000';
const LINK = '120000';

/**
 * Lists the files that git knows or would offer to add: tracked ones that exist, and untracked ones that are not
 * ignored. Ignored but tracked files count.
 */
export async function listGitFiles(folder: string, signal?: AbortSignal): Promise<readonly string[]> {
  return (await listingOf(folder, signal)).files;
}

interface GitListing {
  readonly files: readonly string[];
  /** Whether git knows a file of the folder; where it knows none, it may ignore the folder. */
  readonly hasTracked: boolean;
}

async function listingOf(folder: string, signal: AbortSignal | undefined): Promise<GitListing> {
  const answer = await new Git(folder).call(
    [
      'ls-files',
      '-z',
      '-t',
      '--stage',
      '--cached',
      '--others',
      '--deleted',
      '--exclude-standard',
      '-x',
      'node_modules',
    ],
    { what: 'list the files of the repository', signal },
  );
  const listed = new Set<string>();
  const gone = new Set<string>();
  const unproven: string[] = [];
  let hasTracked = false;
  for (const field of splitFields(answer.stdout)) {
    const tag = field.slice(0, 1);
    const file = tag === '?' ? field.slice(2) : field.slice(field.indexOf('\t') + 1);
    hasTracked ||= tag !== '?';
    if (tag === '?') {
      if (!file.endsWith('/')) unproven.push(file);
    } else if (tag === 'R') {
      gone.add(file);
    } else if (field.slice(2, 8) === LINK) {
      unproven.push(file);
    } else if (field.slice(2, 8) !== GITLINK) {
      listed.add(file);
      // An entry of a sparse checkout stands in the index only.
      if (tag === 'S' && !(await exists(path.join(folder, file)))) gone.add(file);
    }
  }
  const realFolder = await realpath(folder);
  for (const file of unproven) {
    if (!NEVER_ENTERED.test(file) && (await isFileInside(realFolder, file))) listed.add(file);
  }
  const files = [...listed].filter((file) => !gone.has(file) && !NEVER_ENTERED.test(file)).sort();
  return { files, hasTracked };
}

async function exists(absolute: string): Promise<boolean> {
  try {
    await lstat(absolute);
    return true;
  } catch (thrown) {
    if (isMissing(thrown)) return false;
    throw thrown;
  }
}

/** Whether a file, or the one that a link leads to, is a file of the folder. */
async function isFileInside(realFolder: string, file: string): Promise<boolean> {
  const absolute = path.join(realFolder, file);
  try {
    if (!(await lstat(absolute)).isSymbolicLink()) return true;
    const target = await realpath(absolute);
    return isWithin(realFolder, target) && (await stat(target)).isFile();
  } catch {
    // Gone since it was listed, a link to nothing or to itself: not a file either way.
    return false;
  }
}

interface IgnoreRules {
  /** Relative to the folder that is listed; `''` or with `/` at the end. */
  readonly below: string;
  readonly rules: ignore.Ignore;
}

/** Lists the files of a folder that is in no git repository, as its `.gitignore` files say. Links are not followed. */
export async function walkFiles(folder: string, signal?: AbortSignal): Promise<readonly string[]> {
  const files: string[] = [];
  await walk(await realpath(folder), '', [], files, signal);
  return files.sort();
}

async function walk(
  root: string,
  below: string,
  inherited: readonly IgnoreRules[],
  files: string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  throwIfCancelled(signal, 'list the files of the folder');
  let entries;
  try {
    entries = await readdir(path.join(root, below), { withFileTypes: true });
  } catch (thrown) {
    if (isMissing(thrown) || isRefused(thrown)) return;
    throw thrown;
  }
  const rules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
    ? [...inherited, await readRules(root, below)]
    : inherited;
  const folders: string[] = [];
  for (const entry of entries) {
    if (NEVER_ENTERED.test(entry.name)) continue;
    const relative = below + entry.name;
    if (entry.isDirectory()) {
      if (!isIgnored(`${relative}/`, rules)) folders.push(`${relative}/`);
    } else if (!isIgnored(relative, rules)) {
      if (entry.isFile() || (entry.isSymbolicLink() && (await isFileInside(root, relative)))) files.push(relative);
    }
  }
  for (const next of folders) await walk(root, next, rules, files, signal);
}

async function readRules(root: string, below: string): Promise<IgnoreRules> {
  const text = await readFile(path.join(root, below, '.gitignore'), 'utf8');
  return { below, rules: ignore({ allowRelativePaths: true }).add(text) };
}

/** The last file that says something about a path decides; a deeper file overrules a higher one. */
function isIgnored(relative: string, rules: readonly IgnoreRules[]): boolean {
  let ignored = false;
  for (const { below, rules: own } of rules) {
    const result = own.test(relative.slice(below.length));
    if (result.ignored) ignored = true;
    else if (result.unignored) ignored = false;
  }
  return ignored;
}

function isRefused(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && (thrown.code === 'EACCES' || thrown.code === 'EPERM');
}

/**
 * The lister for a folder of which nothing is known: git's where the folder is in a repository that does not ignore
 * it, a walk otherwise. What it is gets asked once.
 */
export function filesOf(folder: string): FileLister {
  let list: FileLister | undefined;
  return async (signal) => {
    if (list !== undefined) return list(signal);
    const listing = await listingOf(folder, signal).catch((thrown: unknown) => {
      if (thrown instanceof GitError) return thrown;
      throw thrown;
    });
    const isListed = !(listing instanceof GitError);
    // Where git knows none of the files, it may ignore the folder.
    const isGits = (isListed && listing.hasTracked) || (await isReadableRepository(folder));
    list = (later) => (isGits ? listGitFiles(folder, later) : walkFiles(folder, later));
    if (!isGits) return list(signal);
    if (!isListed) throw listing;
    return listing.files;
  };
}

async function isReadableRepository(folder: string): Promise<boolean> {
  try {
    return await isInRepository(folder);
  } catch (thrown) {
    // No git, or a repository that git refuses: the files can be read all the same.
    if (thrown instanceof GitError) return false;
    throw thrown;
  }
}

/**
 * Whether a folder lies in the work tree of a git repository that does not ignore it.
 * Throws a GitError where git is missing or refuses the repository.
 */
export async function isInRepository(folder: string): Promise<boolean> {
  const git = new Git(folder);
  const [inside, ignored] = await Promise.all([
    git.call(['rev-parse', '--is-inside-work-tree'], { what: 'look for a git repository', answers: [128] }),
    git.call(['check-ignore', '-q', '.'], { what: 'ask whether git ignores the folder', answers: [1, 128] }),
  ]);
  if (inside.exitCode === 128) {
    if (/not a git repository/i.test(inside.stderr)) return false;
    throw new GitError('open the repository', inside.exitCode, inside.stderr);
  }
  if (inside.stdout.toString('utf8').trim() !== 'true') return false;
  if (ignored.exitCode !== 0) return true;
  return (await git.text(['ls-files', '--cached', '.'], { what: 'list tracked files', limitBytes: 1 })) !== '';
}
