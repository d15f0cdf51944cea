import type { ContractDocument } from '../contract/document.ts';
import { readCommands } from './command-answers.ts';
import { planEdges, type PlanEdge } from './plan-edges.ts';
import { planShape } from './plan-facts.ts';

/** What flows from chunk to chunk, by the same reading that orders a run; nothing where the text is no contract. */
export async function planFlow(document: ContractDocument): Promise<readonly PlanEdge[]> {
  if (document.contract === undefined) return [];
  const shape = planShape(document, document.contract, new Set());
  return planEdges(shape, await readCommands(shape, undefined));
}
