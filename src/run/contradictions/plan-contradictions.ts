import type { ContractDocument } from '../../contract/document.ts';
import { readPlan } from '../../contract/plans/reading/read-plan.ts';
import type { Contradiction } from '../../verdicts/plan/contradictions/contradiction.ts';
import { findContradictions } from '../../verdicts/plan/contradictions/find-contradictions.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { readPlanStart } from './plan-start.ts';

/** The contradictions of a plan, and whether it is in no commit yet. Empty for other contracts. */
export async function findPlanContradictions(
  services: Pick<FolderServices, 'repository' | 'tree'>,
  { file, text }: Pick<ContractDocument, 'file' | 'text'>,
  signal: AbortSignal | undefined,
): Promise<{ readonly contradictions: readonly Contradiction[]; readonly isNew: boolean }> {
  const { plan } = readPlan(file, text);
  if (plan === undefined) return { contradictions: [], isNew: false };
  const start = await readPlanStart(services, file, signal);
  return { contradictions: await findContradictions({ plan, start }), isNew: start.commit === undefined };
}
