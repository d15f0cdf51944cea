import type { DataPath } from '../../../contract/document.ts';
import {
  createPathMatcher,
  folderOfPattern,
  isExclusion,
  isPathPattern,
} from '../../../contract/globs/path-matcher.ts';
import type { Chunk } from '../../../contract/model.ts';
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
  readonly patterns: readonly AllowedPattern[];
  /** Whether the list permits a path. An empty list permits every path, as in a contract. @param path normalized */
  allows(path: string): boolean;
}

/** A glob or a folder of a list of allowed files. */
export interface AllowedPattern {
  /** The pattern as written; `**` for a list of exclusions only. */
  readonly text: string;
  /** Index in the list. */
  readonly index: number;
  /** The folder with its final `/` that every match is in; empty if a match can be anywhere. */
  readonly folder: string;
  /** The entry and the exclusions of the list, for `createPathMatcher`. */
  readonly entries: readonly string[];
}

export function allowedFilesOf({ allowedFiles }: Pick<Chunk, 'allowedFiles'>): AllowedFiles {
  const paths = new Map<string, number>();
  const patterns: AllowedPattern[] = [];
  const exclusions = allowedFiles.filter(isExclusion);
  const isAllowed = createPathMatcher(allowedFiles);
  allowedFiles.forEach((text, index) => {
    if (isExclusion(text)) return;
    if (isPathPattern(text)) {
      patterns.push({ text, index, folder: folderOfPattern(text), entries: [text, ...exclusions] });
      return;
    }
    const path = toPlanPath(text);
    if (path !== undefined && !paths.has(path) && (exclusions.length === 0 || isAllowed(path))) paths.set(path, index);
  });
  if (exclusions.length > 0 && exclusions.length === allowedFiles.length) {
    patterns.push({ text: '**', index: 0, folder: '', entries: exclusions });
  }
  const noneListed = allowedFiles.length === 0;
  return { noneListed, paths, patterns, allows: (path) => noneListed || paths.has(path) || isAllowed(path) };
}
