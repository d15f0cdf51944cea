import { globMatcher } from '../contract/glob-matcher.ts';
import type { Chunk } from '../contract/model.ts';
import { isGlob } from '../contract/tree-path.ts';
import { spelled } from './tree-spelling.ts';

/** What a chunk may write, in one spelling. */
export interface AllowedFiles {
  /** Nothing is named: everything may be written. */
  readonly any: boolean;
  /** Plain paths with their index in the list. */
  readonly paths: ReadonlyMap<string, number>;
  readonly globs: readonly string[];
  /** Whether the chunk may write a path (in one spelling). */
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
    const path = spelled(item);
    if (path !== undefined && !paths.has(path)) paths.set(path, index);
  });
  const any = chunk.allowedFiles.length === 0;
  let matches: ((path: string) => boolean) | undefined;
  const allows = (path: string): boolean => {
    if (any || paths.has(path)) return true;
    if (globs.length === 0) return false;
    matches ??= globMatcher(globs);
    return matches(path);
  };
  return { any, paths, globs, allows };
}
