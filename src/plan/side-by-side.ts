import type { ContractDocument } from '../contract/document.ts';
import type { Contract } from '../contract/model.ts';
import { readCommands } from './command-answers.ts';
import { mayOverlap } from './glob-overlap.ts';
import { planEdges } from './plan-edges.ts';
import { planShape } from './plan-facts.ts';

/** Which chunks of a contract may run at the same time. Positions are those of the contract's list. */
export interface SideBySide {
  /** Positions in the order of a run. */
  readonly sequence: readonly number[];
  /** The chunks that must have ended before one starts: by dependsOn, or because it uses what they give. */
  readonly before: (position: number) => ReadonlySet<number>;
  /** Whether two chunks may write one file, so that they never run at the same time. */
  readonly exclude: (one: number, other: number) => boolean;
}

/** [ENF-FUTURE-2] What orders the chunks of a contract, and which of them exclude each other. */
export async function sideBySide(document: ContractDocument, contract: Contract): Promise<SideBySide> {
  const shape = planShape(document, contract, new Set());
  const edges = planEdges(shape, await readCommands(shape, undefined));
  const before = new Map<number, Set<number>>();
  for (const { from, to } of edges) before.set(to, (before.get(to) ?? new Set()).add(from));
  const { chunks, order } = shape;
  return {
    sequence: order.sequence,
    before: (position) => before.get(position) ?? new Set(),
    exclude: (one, other) => {
      const [left, right] = [chunks[one], chunks[other]];
      return left === undefined || right === undefined || mayOverlap(left.allowed, right.allowed);
    },
  };
}
