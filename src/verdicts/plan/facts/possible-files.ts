import { createPathMatcher } from '../../../contract/globs/path-matcher.ts';
import type { PathMatcher } from '../../../contract/globs/path-matcher.ts';
import type { ChunkOrder } from './chunk-order.ts';
import { toPlanPath } from './plan-path.ts';
import type { PlannedChunk } from './planned-chunk.ts';

/** Files that chunks can write without a postcondition. Rules cannot be certain whether they exist. */
export interface PossibleFiles {
  /** Whether a chunk or one before it can write a path. */
  mayExistAfter(path: string, chunk: number): boolean;
  /** Whether a chunk or one before it can write a path with a prefix, by a pattern or without a list. Plain paths are in `named`. */
  mayExistBelow(prefix: string, chunk: number): boolean;
  /** Whether any chunk of the plan can write a path. */
  mayEverBeWritten(path: string): boolean;
  /** Every plain path that chunks name outside of their conditions. */
  readonly named: ReadonlySet<string>;
}

interface PatternWriter {
  readonly matches: PathMatcher;
  /** The folder with its final `/` that every match is in; empty if a match can be anywhere. */
  readonly folder: string;
  readonly chunk: number;
}

/** Collects what chunks can write: allowed files, and the files that functions, types and assertions name. */
export function collectPossibleFiles(chunks: readonly PlannedChunk[], order: ChunkOrder): PossibleFiles {
  const writers = new Map<string, number[]>();
  const patterns: PatternWriter[] = [];
  const unrestricted: number[] = [];
  for (const { chunk, position, allowed } of chunks) {
    if (allowed.noneListed) unrestricted.push(position);
    for (const path of namedPaths(chunk, allowed.paths.keys())) {
      const positions = writers.get(path);
      if (positions) positions.push(position);
      else writers.set(path, [position]);
    }
    for (const { entries, folder } of allowed.patterns) {
      patterns.push({ matches: createPathMatcher(entries), folder, chunk: position });
    }
  }
  const hasRun = (writer: number, chunk: number): boolean => writer === chunk || order.isBefore(writer, chunk);
  const anyUnrestricted = (chunk: number): boolean => unrestricted.some((writer) => hasRun(writer, chunk));
  return {
    named: new Set(writers.keys()),
    mayExistAfter: (path, chunk) =>
      (writers.get(path) ?? []).some((writer) => hasRun(writer, chunk)) ||
      anyUnrestricted(chunk) ||
      patterns.some((pattern) => hasRun(pattern.chunk, chunk) && pattern.matches(path)),
    mayExistBelow: (prefix, chunk) =>
      anyUnrestricted(chunk) ||
      patterns.some(
        ({ chunk: writer, folder }) =>
          hasRun(writer, chunk) && (folder.startsWith(prefix) || prefix.startsWith(folder)),
      ),
    mayEverBeWritten: (path) =>
      unrestricted.length > 0 || writers.has(path) || patterns.some(({ matches }) => matches(path)),
  };
}

function namedPaths(chunk: PlannedChunk['chunk'], allowed: Iterable<string>): ReadonlySet<string> {
  const paths = new Set(allowed);
  const add = (path: unknown): void => {
    const normalized = typeof path === 'string' ? toPlanPath(path) : undefined;
    if (normalized !== undefined) paths.add(normalized);
  };
  for (const { file } of chunk.functions) add(file);
  for (const { file } of chunk.types) add(file);
  for (const { check } of chunk.assertions) {
    add(check['file']);
    if (check.type === 'file_exists') add(check.target);
  }
  return paths;
}
