import picomatch from 'picomatch';
import { globMatcher } from '../contract/glob-matcher.ts';
import type { ChunkOrder } from './chunk-order.ts';
import type { PlannedChunk } from './plan-facts.ts';
import { spelled } from './tree-spelling.ts';

/** Files that chunks may write without promising them: nothing certain can be said of these. */
export interface PossibleFiles {
  /** Whether a chunk, or one before it, may write a path that no postcondition speaks of. */
  mayExistAfter(path: string, chunk: number): boolean;
  /** The same for any path that begins so. */
  mayExistBelow(prefix: string, chunk: number): boolean;
  /** Whether any chunk of the plan may write a path. */
  mayEverBeWritten(path: string): boolean;
  /** Every plain path that chunks speak of beside their conditions. */
  readonly named: ReadonlySet<string>;
}

interface GlobWriter {
  readonly matches: (path: string) => boolean;
  /** The plain folder that the pattern begins with, with its "/"; `''` where it may match anywhere. */
  readonly base: string;
  readonly chunk: number;
}

/** Gathers what chunks may write: allowed files, and the files that functions, types and assertions name. */
export function possibleFiles(chunks: readonly PlannedChunk[], order: ChunkOrder): PossibleFiles {
  const writers = new Map<string, number[]>();
  const globs: GlobWriter[] = [];
  const free: number[] = [];
  for (const { chunk, position, allowed } of chunks) {
    if (allowed.any) free.push(position);
    for (const path of pathsOf(chunk, allowed.paths.keys())) {
      const known = writers.get(path);
      if (known) known.push(position);
      else writers.set(path, [position]);
    }
    for (const glob of allowed.globs) {
      const matches = globMatcher([glob]);
      const { base } = picomatch.scan(glob);
      globs.push({ matches: (path) => matches(path), base: base === '' ? '' : `${base}/`, chunk: position });
    }
  }
  const counts = (writer: number, chunk: number): boolean => writer === chunk || order.isBefore(writer, chunk);
  const isFree = (chunk: number): boolean => free.some((writer) => counts(writer, chunk));
  return {
    named: new Set(writers.keys()),
    mayExistAfter: (path, chunk) =>
      (writers.get(path) ?? []).some((writer) => counts(writer, chunk)) ||
      isFree(chunk) ||
      globs.some((glob) => counts(glob.chunk, chunk) && glob.matches(path)),
    mayExistBelow: (prefix, chunk) =>
      isFree(chunk) ||
      globs.some((glob) => counts(glob.chunk, chunk) && (glob.base.startsWith(prefix) || prefix.startsWith(glob.base))),
    mayEverBeWritten: (path) => free.length > 0 || writers.has(path) || globs.some((glob) => glob.matches(path)),
  };
}

function pathsOf(chunk: PlannedChunk['chunk'], allowed: Iterable<string>): ReadonlySet<string> {
  const paths = new Set(allowed);
  const add = (path: unknown): void => {
    const normal = typeof path === 'string' ? spelled(path) : undefined;
    if (normal !== undefined) paths.add(normal);
  };
  for (const { file } of chunk.functions) add(file);
  for (const { file } of chunk.types) add(file);
  for (const { check } of chunk.assertions) {
    add(check['file']);
    if (check.type === 'file_exists') add(check.target);
  }
  return paths;
}
