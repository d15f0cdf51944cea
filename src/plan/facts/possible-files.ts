import picomatch from 'picomatch';
import { globMatcher } from '../../contract/contract-paths.ts';
import type { ChunkOrder } from './chunk-order.ts';
import { toPlanPath } from './plan-path.ts';
import type { PlannedChunk } from './planned-chunk.ts';

/** Files that chunks can write without a postcondition. Rules cannot be certain whether they exist. */
export interface PossibleFiles {
  /** Whether a chunk or one before it can write a path. */
  mayExistAfter(path: string, chunk: number): boolean;
  /** Whether a chunk or one before it can write any path with a prefix. */
  mayExistBelow(prefix: string, chunk: number): boolean;
  /** Whether any chunk of the plan can write a path. */
  mayEverBeWritten(path: string): boolean;
  /** Every plain path that chunks name outside of their conditions. */
  readonly named: ReadonlySet<string>;
}

interface GlobWriter {
  readonly matches: (path: string) => boolean;
  /** The literal folder at the start of the pattern with its final "/"; `''` if it can match anywhere. */
  readonly base: string;
  readonly chunk: number;
}

/** Collects what chunks can write: allowed files, and the files that functions, types and assertions name. */
export function collectPossibleFiles(chunks: readonly PlannedChunk[], order: ChunkOrder): PossibleFiles {
  const writers = new Map<string, number[]>();
  const globs: GlobWriter[] = [];
  const unrestricted: number[] = [];
  for (const { chunk, position, allowed } of chunks) {
    if (allowed.noneListed) unrestricted.push(position);
    for (const path of namedPaths(chunk, allowed.paths.keys())) {
      const positions = writers.get(path);
      if (positions) positions.push(position);
      else writers.set(path, [position]);
    }
    for (const glob of allowed.globs) {
      const matches = globMatcher([glob]);
      const { base } = picomatch.scan(glob);
      globs.push({ matches: (path) => matches(path), base: base === '' ? '' : `${base}/`, chunk: position });
    }
  }
  const hasRun = (writer: number, chunk: number): boolean => writer === chunk || order.isBefore(writer, chunk);
  const anyUnrestricted = (chunk: number): boolean => unrestricted.some((writer) => hasRun(writer, chunk));
  return {
    named: new Set(writers.keys()),
    mayExistAfter: (path, chunk) =>
      (writers.get(path) ?? []).some((writer) => hasRun(writer, chunk)) ||
      anyUnrestricted(chunk) ||
      globs.some((glob) => hasRun(glob.chunk, chunk) && glob.matches(path)),
    mayExistBelow: (prefix, chunk) =>
      anyUnrestricted(chunk) ||
      globs.some((glob) => hasRun(glob.chunk, chunk) && (glob.base.startsWith(prefix) || prefix.startsWith(glob.base))),
    mayEverBeWritten: (path) =>
      unrestricted.length > 0 || writers.has(path) || globs.some((glob) => glob.matches(path)),
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
