import { posix } from 'node:path';

/** Normalizes a path from the model: `/` as separator, no `./`. AgentFiles checks the access. */
export function normalizeAgentPath(path: string): string {
  return posix.normalize(path.trim().replaceAll('\\', '/'));
}

/** The files at or below a path; all files if the path is absent or the root. */
export function filesUnder(files: readonly string[], path: string | undefined): readonly string[] {
  const folder = normalizeAgentPath(path === undefined || path === '' ? '.' : path).replace(/\/$/, '');
  if (folder === '.' || folder === '') return files;
  return files.filter((file) => file === folder || file.startsWith(`${folder}/`));
}
