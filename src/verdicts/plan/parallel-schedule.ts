import type { ContractDocument } from '../../contract/document.ts';
import type { Contract } from '../../contract/model.ts';
import { readPlanCommands } from './facts/command-readings.ts';
import { mayOverlap } from './facts/glob-overlap.ts';
import { findOrderConstraints } from './facts/order-constraints.ts';
import { findPlanEdges } from './facts/plan-edges.ts';
import { createPlanShape } from './facts/plan-facts.ts';

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
