import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

/** Files that make a folder a package. */
const PACKAGE_FILES = [
  ...['package.json', 'deno.json', 'pyproject.toml', 'setup.py', 'setup.cfg', 'go.mod', 'Cargo.toml', 'composer.json'],
  ...['pom.xml', 'build.gradle', 'build.gradle.kts', 'Gemfile', 'CMakeLists.txt'],
];
const CONFIGURATION_FILES = ['holdfast.config.yaml', 'holdfast.config.yml'];

/**
 * Finds the workspace folder of a path. Paths in contracts are relative to this folder. In order of precedence:
 * 1. the nearest folder at or above the path that has a shared configuration
 * 2. the working directory, if it contains the path
 * 3. the top-level folder of the git repository
 * 4. the folder of the path
 */
export function findWorkspaceFolder(target: string, workingDirectory: string): string {
  const absolute = path.resolve(workingDirectory, target);
  const start = findNearestFolder(absolute);
  const configured = findConfiguredFolder(start);
  if (configured !== undefined) return configured;
  if (isInside(workingDirectory, absolute)) return workingDirectory;
  return findRepositoryFolder(start) ?? start;
}

/**
 * Finds the workspace folder of a contract that is written in a directory: the nearest folder with a shared configuration, else
 * the nearest package below the top level of the repository, else the top level. A folder inside a package is no workspace
 * folder: the contract would not be found from the others.
 */
export function findNewContractFolder(workingDirectory: string): string {
  const configured = findConfiguredFolder(workingDirectory);
  if (configured !== undefined) return configured;
  const hasFile = (folder: string, names: readonly string[]): boolean =>
    names.some((name) => existsSync(path.join(folder, name)));
  return (
    findUpwards(workingDirectory, (folder) => hasFile(folder, PACKAGE_FILES)) ??
    findRepositoryFolder(workingDirectory) ??
    workingDirectory
  );
}

/**
 * Finds the folder in which uses of a file are searched: the nearest folder with a shared configuration, else the whole
 * repository, else the workspace folder.
 */
export function findSearchFolder(target: string, workingDirectory: string): string {
  const start = findNearestFolder(path.resolve(workingDirectory, target));
  return findConfiguredFolder(start) ?? findRepositoryFolder(start) ?? findWorkspaceFolder(target, workingDirectory);
}

/**
 * Finds the workspace folder of a program that starts in a directory and works on the contracts in it: the nearest folder with
 * a shared configuration, else the directory if it has a contract, else the whole repository.
 */
export async function findStartFolder(
  directory: string,
  hasContract: (folder: string) => Promise<boolean>,
): Promise<string> {
  const configured = findConfiguredFolder(directory);
  const whole = findRepositoryFolder(directory) ?? directory;
  if (configured !== undefined || whole === directory) return configured ?? directory;
  return (await hasContract(directory)) ? directory : whole;
}

/** Whether `target` is `folder` or is located in it. */
export function isInside(folder: string, target: string): boolean {
  const relative = path.relative(folder, target);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}

function findNearestFolder(absolute: string): string {
  return existsSync(absolute) && statSync(absolute).isDirectory() ? absolute : path.dirname(absolute);
}

/** The nearest folder with a shared configuration, at or above a folder and inside the repository. */
export function findConfiguredFolder(start: string): string | undefined {
  return findUpwards(start, (folder) => CONFIGURATION_FILES.some((file) => existsSync(path.join(folder, file))));
}

/** The top-level folder of the git repository that contains a folder. */
export function findRepositoryFolder(start: string): string | undefined {
  return findUpwards(start, (folder) => existsSync(path.join(folder, '.git')));
}

/**
 * Returns the first folder that matches among `start` and its parents, up to the top-level folder of the repository.
 * Returns `undefined` if none matches.
 */
function findUpwards(start: string, matches: (folder: string) => boolean): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (matches(folder)) return folder;
    if (existsSync(path.join(folder, '.git')) || folder === path.dirname(folder)) return undefined;
  }
}
