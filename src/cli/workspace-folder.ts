import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const MARKERS = ['holdfast.config.yaml', 'holdfast.config.yml'];

/**
 * The workspace folder that a path belongs to; contracts speak of paths relative to it. It is the nearest folder above
 * with a shared configuration, else the working directory where the path lies in it, else the repository's top, else
 * the path's own folder.
 */
export function workspaceFolderOf(target: string, workingDirectory: string): string {
  const absolute = path.resolve(workingDirectory, target);
  const start = startOf(absolute);
  const configured = configuredAbove(start);
  if (configured !== undefined) return configured;
  if (isInside(workingDirectory, absolute)) return workingDirectory;
  return repositoryAbove(start) ?? start;
}

/**
 * The folder in which to look for whoever uses a file: as the workspace folder, but the whole repository where no
 * configuration says less, wherever in it one works.
 */
export function surroundingsOf(target: string, workingDirectory: string): string {
  const start = startOf(path.resolve(workingDirectory, target));
  return configuredAbove(start) ?? repositoryAbove(start) ?? workspaceFolderOf(target, workingDirectory);
}

function startOf(absolute: string): string {
  return existsSync(absolute) && statSync(absolute).isDirectory() ? absolute : path.dirname(absolute);
}

function configuredAbove(start: string): string | undefined {
  return nearestAbove(start, (folder) => MARKERS.some((marker) => existsSync(path.join(folder, marker))));
}

function repositoryAbove(start: string): string | undefined {
  return nearestAbove(start, (folder) => existsSync(path.join(folder, '.git')));
}

function nearestAbove(start: string, holds: (folder: string) => boolean): string | undefined {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (holds(folder)) return folder;
    if (existsSync(path.join(folder, '.git')) || folder === path.dirname(folder)) return undefined;
  }
}

export function isInside(folder: string, target: string): boolean {
  const relative = path.relative(folder, target);
  return relative === '' || (!relative.startsWith('..') && !path.isAbsolute(relative));
}
