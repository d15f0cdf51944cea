import type { ContractDocument } from '../../contract/document.ts';
import { readPlanCommands } from './facts/command-readings.ts';
import { findPlanEdges, type PlanEdge } from './facts/plan-edges.ts';
import { createPlanShape } from './facts/plan-facts.ts';

/** The dependencies between the chunks of a plan. Empty if the text is not a contract. */
export async function findPlanFlow(document: ContractDocument): Promise<readonly PlanEdge[]> {
  if (document.contract === undefined) return [];
  const shape = createPlanShape(document, document.contract, new Set());
  return findPlanEdges(shape, await readPlanCommands(shape));
}
