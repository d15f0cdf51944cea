/** Finds the entries of a tree that an isolated worktree must not contain. */
import { createHash } from 'node:crypto';
import { isPathPattern } from '../../contract/globs/path-matcher.ts';
import type { PathMatcher } from '../../contract/globs/path-matcher.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { createProtectedMatcher } from '../files/protected-files.ts';
import { readBlobs } from '../git/batch-reads.ts';
import type { Git } from '../git/git.ts';
import { GITLINK_MODE, SYMLINK_MODE } from '../git/index-entries.ts';
import type { ListedFile } from '../git/object-memory.ts';

/**
 * Creates the matcher of left-out paths, from the top level. It ignores letter case, and matches a link or a file at the
 * place of a left-out folder.
 *
 * @param patterns paths of files and folders, or globs, relative to the workspace folder or to the top level
 * @param prefix the workspace folder: `''`, or a path that ends with `/`
 */
export function createLeftOutMatcher(patterns: readonly string[], prefix: string): PathMatcher {
  const isPath = (pattern: string): boolean => !isPathPattern(pattern.replace(/\/$/, ''));
  const matches = createProtectedMatcher({
    globs: patterns.filter((pattern) => !isPath(pattern)),
    paths: patterns.filter(isPath).map((pattern) => pattern.replace(/\/$/, '')),
  });
  return (file) => matches(file) || (prefix !== '' && file.startsWith(prefix) && matches(file.slice(prefix.length)));
}

/** Lists everything that git stores for a tree, without its root: files, links and folders. */
export async function listTreeObjects(git: Git, tree: string, signal: AbortSignal | undefined): Promise<string[]> {
  const action = 'list the files of the commit';
  const listed = await git.fields(['ls-tree', '-r', '-t', '-z', '--full-tree', tree], { action, signal });
  return listed.flatMap((field) => {
    const [mode = '', , object = ''] = field.slice(0, field.indexOf('\t')).split(' ');
    return mode === GITLINK_MODE ? [] : [object];
  });
}

/**
 * The left-out entries among the files of a tree, also those that a link of the tree makes left-out files.
 *
 * @throws HoldfastError `git` for a name that git cannot be given as text
 */
export async function findLeftOut(
  git: Git,
  files: readonly ListedFile[],
  matches: PathMatcher,
  signal: AbortSignal | undefined,
): Promise<readonly ListedFile[]> {
  const aliases = await readAliases(git, files, signal);
  const leftOut = files.filter(
    ({ path }) =>
      matches(path) ||
      aliases.some(
        ({ target, link }) =>
          (path === target || path.startsWith(`${target}/`)) && matches(link + path.slice(target.length)),
      ),
  );
  const unreadable = leftOut.find(({ path }) => path.includes('\ufffd'));
  if (unreadable === undefined) return leftOut;
  throw new HoldfastError('git', `Failed to leave out ${unreadable.path}: its name is not UTF-8`, {
    hint: 'Rename the file.',
  });
}

/** The symbolic links of a tree with the path in the tree that each leads to. */
async function readAliases(
  git: Git,
  files: readonly ListedFile[],
  signal: AbortSignal | undefined,
): Promise<readonly { readonly link: string; readonly target: string }[]> {
  const links = files.filter(({ mode }) => mode === SYMLINK_MODE);
  const texts = await readBlobs(
    git,
    links.map(({ object }) => object),
    signal,
  );
  return links.flatMap(({ path, object }) => {
    const target = resolveLink(path, texts.get(object)?.toString('utf8') ?? '');
    return target === undefined ? [] : [{ link: path, target }];
  });
}

/** The target of a link as a path from the top level; `undefined` if it is the top level or outside of it. */
function resolveLink(link: string, text: string): string | undefined {
  if (text.startsWith('/')) return undefined;
  const names = link.split('/').slice(0, -1);
  for (const name of text.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return undefined;
  }
  return names.length === 0 ? undefined : names.join('/');
}

/** The contents of left-out files that no other file of the tree has. */
export function listHiddenContents(files: readonly ListedFile[], leftOut: readonly ListedFile[]): ReadonlySet<string> {
  const paths = new Set(leftOut.map(({ path }) => path));
  const visible = new Set(files.filter(({ path }) => !paths.has(path)).map(({ object }) => object));
  return new Set(leftOut.map(({ object }) => object).filter((object) => !visible.has(object)));
}

/**
 * The name of the isolated repository for a base. Two bases share one only if they leave out the same contents, so that no
 * worktree reaches a content that it leaves out and that another base shows.
 */
export function nameIsolatedRepository(patterns: readonly string[], hidden: ReadonlySet<string>): string {
  return createHash('sha256')
    .update(JSON.stringify([[...patterns].sort(), [...hidden].sort()]))
    .digest('hex')
    .slice(0, 12);
}
