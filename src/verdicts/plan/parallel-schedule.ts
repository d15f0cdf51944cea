import type { ContractDocument } from '../../contract/document.ts';
import type { Contract } from '../../contract/model.ts';
import { readPlanCommands } from './facts/command-readings.ts';
import { findOrderConstraints } from './facts/order-constraints.ts';
import { findPlanEdges } from './facts/plan-edges.ts';
import { createPlanShape } from './facts/plan-facts.ts';
import { createPathMatcher } from '../../contract/globs/path-matcher.ts';
import type { AllowedFiles, AllowedPattern } from './facts/planned-chunk.ts';

/** Which chunks of a contract can run at the same time. Positions are indexes in the contract's list. */
export interface ParallelSchedule {
  /** Positions in the order of a run. */
  readonly sequence: readonly number[];
  /** The chunks that must be complete before a chunk starts: by dependsOn, or because it uses what they provide. */
  readonly dependenciesOf: (position: number) => ReadonlySet<number>;
  /** Whether two chunks can write the same file and so must not run at the same time. */
  readonly mayConflict: (one: number, other: number) => boolean;
}

/** [ENF-FUTURE-2] Computes the order of the chunks and the conflicts between them. */
export async function createParallelSchedule(
  document: ContractDocument,
  contract: Contract,
): Promise<ParallelSchedule> {
  const shape = createPlanShape(document, contract, new Set());
  const readingOf = await readPlanCommands(shape);
  const before = new Map<number, Set<number>>();
  const pairs = [...findPlanEdges(shape, readingOf), ...findOrderConstraints(shape, readingOf)];
  for (const { from, to } of pairs) before.set(to, (before.get(to) ?? new Set()).add(from));
  const { chunks, order } = shape;
  return {
    sequence: order.sequence,
    dependenciesOf: (position) => before.get(position) ?? new Set(),
    mayConflict: (one, other) => {
      const [left, right] = [chunks[one], chunks[other]];
      return left === undefined || right === undefined || mayOverlap(left.allowed, right.allowed);
    },
  };
}

/** Whether two chunks can write the same file. The comparison ignores case, because some file systems do. */
function mayOverlap(left: AllowedFiles, right: AllowedFiles): boolean {
  if (left.noneListed || right.noneListed) return true;
  const paths = new Set([...left.paths.keys()].map(toLowerCase));
  for (const path of right.paths.keys()) if (paths.has(toLowerCase(path))) return true;
  return (
    anyMatches(left.patterns, right.paths.keys()) ||
    anyMatches(right.patterns, left.paths.keys()) ||
    left.patterns.some((one) => right.patterns.some((other) => foldersOverlap(one, other)))
  );
}

function anyMatches(patterns: readonly AllowedPattern[], paths: Iterable<string>): boolean {
  if (patterns.length === 0) return false;
  const matchers = patterns.map(({ entries }) => createPathMatcher(entries, { nocase: true }));
  for (const path of paths) if (matchers.some((matches) => matches(path))) return true;
  return false;
}

/** Whether one folder contains the other. Only such patterns can match a common file. */
function foldersOverlap(one: AllowedPattern, other: AllowedPattern): boolean {
  const [left, right] = [toLowerCase(one.folder), toLowerCase(other.folder)];
  return left.startsWith(right) || right.startsWith(left);
}

function toLowerCase(path: string): string {
  return path.toLowerCase();
}
