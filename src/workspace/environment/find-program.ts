import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Why a program cannot start, as a system error code; undefined if it can. Searches like `runCommand`: in
 * `node_modules/.bin` of the folder and its parents, then on the search path.
 */
export async function findProgramProblem(
  program: string,
  cwd: string,
  searchPath = '',
): Promise<'ENOENT' | 'EACCES' | undefined> {
  const candidates = program.includes('/')
    ? [path.resolve(cwd, program)]
    : [...localFolders(cwd), ...searchPath.split(path.delimiter)].map((folder) => path.resolve(cwd, folder, program));
  let problem: 'ENOENT' | 'EACCES' = 'ENOENT';
  for (const candidate of candidates) {
    if (!(await isFile(candidate))) continue;
    if (await canExecute(candidate)) return undefined;
    problem = 'EACCES';
  }
  return problem;
}

/** The absolute path of a program on a search path. Relative folders of the search path are ignored. */
export async function findOnPath(program: string, searchPath: string): Promise<string | undefined> {
  return findInFolders(program, absoluteFolders(searchPath));
}

/**
 * The absolute path of a program that a command in one of the folders can start: in `node_modules/.bin` of the folders and
 * their parents, then on the search path. Relative folders of the search path are ignored.
 *
 * @param cwds absolute paths
 */
export async function findStartable(
  program: string,
  cwds: readonly string[],
  searchPath: string,
): Promise<string | undefined> {
  return findInFolders(program, [...cwds.flatMap((cwd) => [...localFolders(cwd)]), ...absoluteFolders(searchPath)]);
}

function absoluteFolders(searchPath: string): readonly string[] {
  return searchPath.split(path.delimiter).filter((item) => path.isAbsolute(item));
}

async function findInFolders(program: string, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const candidate = path.join(folder, program);
    if ((await isFile(candidate)) && (await canExecute(candidate))) return candidate;
  }
  return undefined;
}

function* localFolders(cwd: string): Generator<string> {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    yield path.join(folder, 'node_modules', '.bin');
    if (folder === path.dirname(folder)) return;
  }
}

async function isFile(candidate: string): Promise<boolean> {
  try {
    return (await stat(candidate)).isFile();
  } catch {
    return false;
  }
}

/** Whether this user may execute a file. */
export async function canExecute(candidate: string): Promise<boolean> {
  try {
    await access(candidate, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
