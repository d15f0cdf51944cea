import { globMatcher, isGlob } from '../../contract/contract-paths.ts';
import type { DataPath } from '../../contract/document.ts';
import type { Chunk } from '../../contract/model.ts';
import { toPlanPath } from './plan-path.ts';

/** A chunk of a plan and its position. */
export interface PlannedChunk {
  readonly chunk: Chunk;
  /** Index in the plan's list. */
  readonly position: number;
  /** `['chunks', position]` */
  readonly at: DataPath;
  readonly allowed: AllowedFiles;
}

/** The files that a chunk can write. Paths are normalized. */
export interface AllowedFiles {
  /** Whether the list is empty. A chunk of a contract can then write any file, a work order none. */
  readonly noneListed: boolean;
  /** Plain paths with their index in the list. */
  readonly paths: ReadonlyMap<string, number>;
  readonly globs: readonly string[];
  /** Whether the list permits a path. An empty list permits every path, as in a contract. @param path normalized */
  allows(path: string): boolean;
}

export function allowedFilesOf(chunk: Pick<Chunk, 'allowedFiles'>): AllowedFiles {
  const paths = new Map<string, number>();
  const globs: string[] = [];
  chunk.allowedFiles.forEach((item, index) => {
    if (isGlob(item)) {
      globs.push(item.replaceAll('\\', '/').replace(/^\.\//, ''));
      return;
    }
    const path = toPlanPath(item);
    if (path !== undefined && !paths.has(path)) paths.set(path, index);
  });
  const noneListed = chunk.allowedFiles.length === 0;
  let matches: ((path: string) => boolean) | undefined;
  const allows = (path: string): boolean => {
    if (noneListed || paths.has(path)) return true;
    if (globs.length === 0) return false;
    matches ??= globMatcher(globs);
    return matches(path);
  };
  return { noneListed, paths, globs, allows };
}
