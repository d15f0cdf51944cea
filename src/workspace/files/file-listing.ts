import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import ignore from 'ignore';
import { HoldfastError, throwIfCancelled } from '../../foundation/errors.ts';
import { isNotFoundError, isPermissionError, whenFound } from '../../foundation/system-error.ts';
import { Git, GitError, splitFields } from '../git/git.ts';
import { isWithin } from './safe-path.ts';
import { readPlainText } from '../plain-files/plain-file.ts';

/** Lists the files of a folder: relative paths with `/`, sorted, without `node_modules` and `.git`. */
export type FileLister = (signal?: AbortSignal) => Promise<readonly string[]>;

/** Whether a tree does not contain a file that is on disk. */
export type IsLeftOut = (file: string) => boolean;

/** Folders that are excluded at every depth. */
const EXCLUDED = /(?:^|\/)(?:node_modules|\.git)(?:\/|$)/;
const GITLINK = '160000';
const SYMLINK = '120000';

/**
 * Lists the files of a git repository: tracked files that exist on disk, and untracked files that are not ignored.
 *
 * @param git runs git in the folder. Default: git finds the repository of the folder.
 */
export async function listGitFiles(folder: string, signal?: AbortSignal, git?: Git): Promise<readonly string[]> {
  return (await readGitListing(folder, signal, git)).files;
}

interface GitListing {
  readonly files: readonly string[];
  /** Whether the folder has tracked files. If it has none, git may ignore the whole folder. */
  readonly hasTrackedFiles: boolean;
}

async function readGitListing(
  folder: string,
  signal: AbortSignal | undefined,
  git: Git = new Git(folder),
  isLeftOut: IsLeftOut = () => false,
): Promise<GitListing> {
  const output = await git.call(
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
    { action: 'list the files of the repository', signal },
  );
  const listed = new Set<string>();
  const deleted = new Set<string>();
  const submodules: string[] = [];
  /** Symbolic links, and untracked files, which may be links. */
  const unverified: string[] = [];
  let hasTracked = false;
  for (const field of splitFields(output.stdout)) {
    const tag = field.slice(0, 1);
    const file = tag === '?' ? field.slice(2) : field.slice(field.indexOf('\t') + 1);
    hasTracked ||= tag !== '?';
    if (tag === '?') {
      if (!file.endsWith('/')) unverified.push(file);
    } else if (tag === 'R') {
      deleted.add(file);
    } else if (field.slice(2, 8) === SYMLINK) {
      unverified.push(file);
    } else if (field.slice(2, 8) === GITLINK) {
      submodules.push(`${file}/`);
    } else {
      listed.add(file);
      // In a sparse checkout, a skipped file is in the index but not on disk.
      if (tag === 'S' && !(await exists(path.join(folder, file)))) deleted.add(file);
    }
  }
  const links = new Set<string>();
  for (const file of unverified) {
    const kind = EXCLUDED.test(file) ? undefined : await kindOf(path.join(folder, file));
    if (kind !== undefined) listed.add(file);
    if (kind === 'link') links.add(file);
  }
  for (const file of listed) if (isLeftOut(file)) listed.delete(file);
  for (const link of await listUnusableLinks(folder, links, { files: listed, folders: submodules })) deleted.add(link);
  const files = [...listed].filter((file) => !deleted.has(file) && !EXCLUDED.test(file)).sort();
  return { files, hasTrackedFiles: hasTracked };
}

async function exists(absolute: string): Promise<boolean> {
  return (await kindOf(absolute)) !== undefined;
}

async function kindOf(absolute: string): Promise<'link' | 'other' | undefined> {
  const stats = await whenFound(lstat(absolute));
  return stats === undefined ? undefined : stats.isSymbolicLink() ? 'link' : 'other';
}

export interface LinkTargets {
  readonly files: Iterable<string>;
  /** Folders whose files are not among `files`, each with a final `/`. */
  readonly folders?: readonly string[];
}

/**
 * Finds the links that are broken or lead to none of the files. A file that git ignores is no target: a commit has only the
 * link to it.
 */
export async function listUnusableLinks(
  folder: string,
  links: ReadonlySet<string>,
  { files, folders = [] }: LinkTargets,
): Promise<ReadonlySet<string>> {
  const unusable = new Set<string>();
  if (links.size === 0) return unusable;
  // macOS returns another Unicode form than git stores.
  const targets = new Set([...files].map((file) => file.normalize('NFC')));
  const realFolder = await realpath(folder);
  for (const link of links) {
    const target = (await findTarget(realFolder, link))?.normalize('NFC');
    const isUsable = target !== undefined && (targets.has(target) || folders.some((one) => target.startsWith(one)));
    if (!isUsable) unusable.add(link);
  }
  return unusable;
}

/** The path of the file inside the folder that a link leads to. */
async function findTarget(realFolder: string, link: string): Promise<string | undefined> {
  try {
    const target = await realpath(path.join(realFolder, link));
    if (!isWithin(realFolder, target) || !(await stat(target)).isFile()) return undefined;
    return path.relative(realFolder, target).split(path.sep).join('/');
  } catch {
    // The link was deleted since it was listed, or is broken or circular.
    return undefined;
  }
}

interface IgnoreRules {
  /** The folder of the `.gitignore` file relative to the listed folder: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  readonly rules: ignore.Ignore;
}

/**
 * Lists the files of a folder outside a git repository and applies its `.gitignore` files. Linked folders are skipped.
 *
 * @throws HoldfastError `configuration` for the root of a file system, which is no project and takes minutes to list
 */
export async function walkFiles(
  folder: string,
  signal?: AbortSignal,
  isLeftOut: IsLeftOut = () => false,
): Promise<readonly string[]> {
  const found: string[] = [];
  const links = new Set<string>();
  const root = await realpath(folder);
  if (root === path.parse(root).root) {
    throw new HoldfastError(
      'configuration',
      `Failed to list the files of ${folder}: it is the root of the file system.`,
      {
        hint: 'Use the folder of a project.',
      },
    );
  }
  await walk(root, '', [], { files: found, links }, signal);
  const files = found.filter((file) => !isLeftOut(file));
  const unusable = await listUnusableLinks(folder, links, { files });
  return [...files, ...links].filter((file) => !unusable.has(file) && !isLeftOut(file)).sort();
}

async function walk(
  root: string,
  prefix: string,
  inherited: readonly IgnoreRules[],
  found: { readonly files: string[]; readonly links: Set<string> },
  signal: AbortSignal | undefined,
): Promise<void> {
  throwIfCancelled(signal, 'list the files of the folder');
  let entries;
  try {
    entries = await readdir(path.join(root, prefix), { withFileTypes: true });
  } catch (thrown) {
    // A folder inside that cannot be listed has no files for a check: permissions, or a file system of the kernel.
    if (isNotFoundError(thrown) || isPermissionError(thrown) || prefix !== '') return;
    throw thrown;
  }
  const rules = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
    ? [...inherited, await readRules(root, prefix)]
    : inherited;
  const folders: string[] = [];
  for (const entry of entries) {
    if (EXCLUDED.test(entry.name)) continue;
    const relative = prefix + entry.name;
    if (entry.isDirectory()) {
      if (!isIgnored(`${relative}/`, rules)) folders.push(`${relative}/`);
    } else if (!isIgnored(relative, rules)) {
      if (entry.isFile()) found.files.push(relative);
      else if (entry.isSymbolicLink()) found.links.add(relative);
    }
  }
  for (const next of folders) await walk(root, next, rules, found, signal);
}

async function readRules(root: string, prefix: string): Promise<IgnoreRules> {
  const text = await readPlainText(path.join(root, prefix, '.gitignore'));
  return { prefix: prefix, rules: ignore({ allowRelativePaths: true }).add(text) };
}

/** The last matching `.gitignore` file decides; a file in a deeper folder overrides those above it. */
function isIgnored(relative: string, rules: readonly IgnoreRules[]): boolean {
  let ignored = false;
  for (const { prefix, rules: folderRules } of rules) {
    const result = folderRules.test(relative.slice(prefix.length));
    if (result.ignored) ignored = true;
    else if (result.unignored) ignored = false;
  }
  return ignored;
}

/**
 * Creates a lister that uses git if the folder is in a git repository, and walks the folder otherwise. A repository that
 * ignores the folder does not count, unless it tracks files in it. The decision is made on the first call.
 *
 * @param isLeftOut the files that are not listed, and neither are links to them. Default: none.
 */
export function createFileLister(folder: string, isLeftOut?: IsLeftOut): FileLister {
  let list: FileLister | undefined;
  return async (signal) => {
    if (list !== undefined) return list(signal);
    const readListing = (one: AbortSignal | undefined) => readGitListing(folder, one, undefined, isLeftOut);
    const listing = await readListing(signal).catch((thrown: unknown) => {
      if (thrown instanceof GitError) return thrown;
      throw thrown;
    });
    const isListed = !(listing instanceof GitError);
    // Without tracked files, git may ignore the whole folder.
    const usesGit = (isListed && listing.hasTrackedFiles) || (await isReadableRepository(folder));
    list = async (one) => (usesGit ? (await readListing(one)).files : walkFiles(folder, one, isLeftOut));
    if (!usesGit) return list(signal);
    if (!isListed) throw listing;
    return listing.files;
  };
}

async function isReadableRepository(folder: string): Promise<boolean> {
  try {
    return await isInRepository(folder);
  } catch (thrown) {
    // Git is missing or rejects the repository. The files can still be read from disk.
    if (thrown instanceof GitError) return false;
    throw thrown;
  }
}

/** As `askRepository`, without a question. */
export async function isInRepository(folder: string): Promise<boolean> {
  return (await askRepository(folder, [])) !== undefined;
}

/**
 * Asks for facts about the git repository of a folder. Returns the lines of the answer; `undefined` if the folder is not in
 * the work tree of a repository. A repository that ignores the folder does not count, unless it tracks files in it.
 *
 * @param questions options of `git rev-parse`
 * @throws GitError if git is missing or rejects the repository
 */
export async function askRepository(
  folder: string,
  questions: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[] | undefined> {
  const git = new Git(folder);
  const [answer, ignored] = await Promise.all([
    git.call(['rev-parse', '--is-inside-work-tree', ...questions], {
      action: 'look for a git repository',
      acceptedExitCodes: [128],
      signal,
    }),
    git.call(['check-ignore', '-q', '.'], {
      action: 'check whether git ignores the folder',
      acceptedExitCodes: [1, 128],
      signal,
    }),
  ]);
  const [isInside, ...lines] = answer.stdout.toString('utf8').split(/\r?\n/);
  // Git answers the other questions only in a work tree.
  if (isInside === 'false') return undefined;
  if (answer.exitCode === 128) {
    // Git reports this only as text; LC_ALL=C keeps it English.
    if (/not a git repository/i.test(answer.stderr)) return undefined;
    throw new GitError('open the repository', answer.exitCode, answer.stderr);
  }
  if (ignored.exitCode !== 0) return lines;
  const tracked = ['ls-files', '--cached', '.'];
  const isTracked = (await git.text(tracked, { action: 'list tracked files', limitBytes: 1, signal })) !== '';
  return isTracked ? lines : undefined;
}
