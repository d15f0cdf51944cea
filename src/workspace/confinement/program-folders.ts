/**
 * Where the programs of a search path are installed. A program needs more than its own file: libraries, an interpreter, the
 * packages of a virtual environment. Files are read without waiting: a call takes some microseconds, and waiting for it more.
 */
import { existsSync, type Dirent } from 'node:fs';
import path from 'node:path';
import { isWithin } from '../files/safe-path.ts';
import { changeTimeOf, entriesOf, isExecutable, readLink, readStart, readText, realpathOf } from './examine-path.ts';
import { SECRETS, SYSTEM_FOLDERS } from './sandbox-table.ts';

/** Names of folders that an installation keeps its programs in. */
const PROGRAM_FOLDERS: ReadonlySet<string> = new Set(['bin', 'sbin', 'shims', 'condabin', 'libexec']);
/** What the folder of an installation contains next to its programs. */
const INSTALLATION_MARKS = [
  ...['lib', 'lib64', 'libexec', 'share', 'include', 'pyvenv.cfg', 'versions', 'installs', 'tools', 'package.json'],
];
/** Folders in the home folder that many programs share. They are no installation. */
const SHARED_FOLDERS = [
  ...['.local', '.local/share', '.config', '.cache', '.cargo', 'go', 'Library', 'Documents', 'Downloads', 'Desktop'],
];
/** The number of folders above a program that are searched for marks of an installation. */
const MAX_LEVELS = 3;
/** The drives of Windows in WSL. Programs there run outside of any sandbox. */
const WINDOWS_DRIVE = /^\/mnt\/[a-z](?:\/|$)/;
/**
 * Folders that a distribution fills: many programs, whose links and scripts lead to the system. Only links that lead elsewhere
 * directly are looked for there.
 */
const DISTRIBUTION_FOLDER = /^(?:\/usr)?\/s?bin$|^\/nix\/store\//;
const MAX_HOPS = 3;

const scans = new Map<string, { readonly stamp: string; readonly paths: readonly string[] }>();

/** The folders of a search path that commands can use. */
export function programFolders(searchPath: string): readonly string[] {
  const folders = searchPath.split(path.delimiter).filter((item) => path.isAbsolute(item) && !WINDOWS_DRIVE.test(item));
  return [...new Set(folders.map((folder) => (folder === '/' ? folder : folder.replace(/\/+$/, ''))))];
}

/**
 * The paths that the programs of a search path need besides the folders of the system: the folders themselves, the
 * installations that contain them or that their links lead to, and the interpreters of scripts. Remembered until a folder
 * changes.
 */
export function listProgramPaths(searchPath: string, home: string): readonly string[] {
  const folders = programFolders(searchPath);
  const key = `${home}\0${searchPath}`;
  const stamp = folders.map((folder) => changeTimeOf(folder) ?? '').join(' ');
  const known = scans.get(key);
  if (known?.stamp === stamp) return known.paths;
  const paths = [...new Set(folders.flatMap((folder) => pathsOf(folder, home)))];
  scans.set(key, { stamp, paths });
  return paths;
}

function pathsOf(folder: string, home: string): readonly string[] {
  const real = realpathOf(folder);
  if (real === undefined) return [];
  // npm adds the packages of a project. A link or an interpreter in them may be the choice of a repository, so what they lead
  // to is shown only if the view of its tree shows it.
  if (outermostModules(folder) !== undefined)
    return outermostModules(real) === undefined ? [] : [folder, ...installationOf(real, home)];
  const linked = entriesOf(real).flatMap((entry) => pathsOfProgram(real, entry, home));
  if (isOfSystem(real)) return linked;
  if (isShared(real, home)) return [...listPrograms(folder), ...linked];
  // The folder as it is written, since a link on the way to it must exist for commands.
  return [folder, ...installationOf(real, home), ...linked];
}

/** The programs of a folder that cannot be shown as a whole. */
function listPrograms(folder: string): readonly string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile())
    .map(({ name }) => path.join(folder, name))
    .filter(isExecutable);
}

/** What a link or a script in a folder of programs leads to. */
function pathsOfProgram(folder: string, entry: Dirent, home: string): readonly string[] {
  const file = path.join(folder, entry.name);
  const isOfDistribution = DISTRIBUTION_FOLDER.test(folder);
  if (!entry.isSymbolicLink()) return entry.isFile() && !isOfDistribution ? interpreterOf(file, home) : [];
  if (isOfDistribution && staysInSystem(file)) return [];
  const real = realpathOf(file);
  if (real === undefined || isOfSystem(real) || isWithin(folder, real)) return [];
  return [file, ...installationOf(path.dirname(real), home), ...interpreterOf(real, home)];
}

/** Whether a link of the system leads to the system, without a look at every folder on the way as `realpath` has it. */
function staysInSystem(link: string): boolean {
  let current = link;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const target = readLink(current);
    if (target === undefined) return true;
    current = path.resolve(path.dirname(current), target);
    if (!isOfSystem(current)) return false;
    // Only the alternatives of the system have another hop.
    if (!current.startsWith('/etc/')) return true;
  }
  return false;
}

/** The absolute path of the interpreter that a script names. */
export function readInterpreter(file: string): string | undefined {
  return /^#! *(\/[^\s]+)/.exec(readStart(file))?.[1];
}

/** The installation of the interpreter that a script names, unless the system has it. */
function interpreterOf(file: string, home: string): readonly string[] {
  const interpreter = readInterpreter(file);
  if (interpreter === undefined) return [];
  const real = realpathOf(interpreter);
  if (real === undefined || isOfSystem(real)) return [];
  const folders = [...new Set([path.dirname(interpreter), path.dirname(real)])];
  return [interpreter, ...folders.flatMap((folder) => installationOf(folder, home))];
}

/**
 * The folder of the installation that a folder of programs belongs to, and what it needs. Only the folder itself if nothing
 * shows that it is a part of an installation.
 *
 * @param folder absolute and real
 */
export function installationOf(folder: string, home: string): readonly string[] {
  if (isOfSystem(folder)) return [];
  const modules = outermostModules(folder);
  if (modules !== undefined) return [modules];
  const isProgramFolder = PROGRAM_FOLDERS.has(path.basename(folder));
  let candidate = isProgramFolder ? path.dirname(folder) : folder;
  for (let level = 0; level < MAX_LEVELS && !isShared(candidate, home); level += 1) {
    if (hasMark(candidate)) return [candidate, ...environmentPaths(candidate, home), ...packagePaths(candidate, home)];
    if (isProgramFolder) break;
    candidate = path.dirname(candidate);
  }
  return isShared(folder, home) ? [] : [folder];
}

function hasMark(folder: string): boolean {
  return INSTALLATION_MARKS.some((name) => existsSync(path.join(folder, name)));
}

/** Whether a folder contains more than one installation: it would show too much. */
function isShared(folder: string, home: string): boolean {
  if (isWithin(folder, home) || path.dirname(folder) === path.parse(folder).root) return true;
  return SHARED_FOLDERS.some((name) => folder === path.join(home, name));
}

/**
 * [CONF-1] Whether a link to a package may show what it leads to. Package managers link any folder that a manifest of the
 * repository names (`link:../..`), so it must be a part of a package, and no place of secrets.
 *
 * @param real absolute and real
 */
export function isPartOfPackage(real: string, home: string): boolean {
  if (isPlaceOfSecrets(real, home)) return false;
  if (isOfSystem(real) || outermostModules(real) !== undefined) return true;
  for (let folder = real; !isShared(folder, home); folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package.json'))) return true;
  }
  return false;
}

function isPlaceOfSecrets(real: string, home: string): boolean {
  return SECRETS.some((name) => isWithin(path.join(home, name), real));
}

/**
 * What a package of Node outside of any `node_modules` loads, for example one that `npm link` installed from a workspace: its
 * folder, the packages of the folders above it, and those that links among them lead to. Empty for any other folder.
 */
export function packagePaths(folder: string, home: string): readonly string[] {
  const found = new Set<string>();
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    if (isShared(current, home) || !existsSync(path.join(current, 'package.json'))) continue;
    found.add(current);
    for (let above = current; !isShared(above, home); above = path.dirname(above)) {
      const modules = path.join(above, 'node_modules');
      if (found.has(modules) || !existsSync(modules)) continue;
      found.add(modules);
      pending.push(...linkedPackages(modules).filter((linked) => !found.has(linked)));
    }
  }
  return [...found];
}

/** The folders outside of every `node_modules` that links to packages lead to. */
function linkedPackages(modules: string): readonly string[] {
  return entriesOf(modules).flatMap((entry) => {
    const item = path.join(modules, entry.name);
    if (entry.isDirectory()) return entry.name.startsWith('@') ? linkedPackages(item) : [];
    const real = entry.isSymbolicLink() ? realpathOf(item) : undefined;
    return real === undefined || outermostModules(real) !== undefined ? [] : [real];
  });
}

/** The outermost `node_modules` that contains a path; undefined if none does. */
export function outermostModules(folder: string): string | undefined {
  const names = folder.split(path.sep);
  const at = names.indexOf('node_modules');
  return at < 0 ? undefined : names.slice(0, at + 1).join(path.sep);
}

/**
 * What a virtual environment of Python needs besides its own folder: the interpreter that it was made with, and the folders
 * of editable packages. Empty for any other folder.
 */
export function environmentPaths(folder: string, home: string): readonly string[] {
  const settings = readText(path.join(folder, 'pyvenv.cfg'));
  if (settings === undefined) return [];
  const base = /^home *= *(\/.*)$/m.exec(settings)?.[1]?.trim();
  const real = base === undefined ? undefined : realpathOf(base);
  const interpreter = base === undefined || real === undefined ? [] : [base, ...installationOf(real, home)];
  const packages = listEditablePackages(folder).map(realpathOf);
  const shown = packages.filter((found) => found !== undefined);
  return [...interpreter, ...shown.filter((found) => !isShared(found, home) && !isPlaceOfSecrets(found, home))];
}

/** The absolute paths in the `.pth` files and the finders of editable packages of a virtual environment. */
function listEditablePackages(folder: string): readonly string[] {
  const found: string[] = [];
  for (const version of entriesOf(path.join(folder, 'lib'))) {
    const packages = path.join(folder, 'lib', version.name, 'site-packages');
    for (const { name } of entriesOf(packages)) {
      if (name.endsWith('.pth')) found.push(...(readText(path.join(packages, name))?.match(/^\/.+$/gm) ?? []));
      if (!/^__editable__.*_finder\.py$/.test(name)) continue;
      for (const [, target] of readText(path.join(packages, name))?.matchAll(/: '(\/[^']+)'/g) ?? []) {
        if (target !== undefined) found.push(target);
      }
    }
  }
  return found;
}

function isOfSystem(real: string): boolean {
  return SYSTEM_FOLDERS.some((folder) => real === folder || real.startsWith(`${folder}/`));
}
