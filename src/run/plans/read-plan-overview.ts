import { HoldfastError } from '../../foundation/errors.ts';
import type { Plan } from '../../contract/plans/plan.ts';
import { readPlan, type TriedReader } from '../../contract/plans/reading/read-plan.ts';
import { findContradictions } from '../../verdicts/plan/contradictions/find-contradictions.ts';
import type { Contradiction } from '../../verdicts/plan/contradictions/contradiction.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { readPlanStart } from '../contradictions/plan-start.ts';

/** A plan of another tool, with what its tasks say against each other. */
export interface PlanOverview {
  readonly plan: Plan;
  readonly tried: readonly TriedReader[];
  readonly contradictions: readonly Contradiction[];
  /** Whether no contradiction is an error. */
  readonly ok: boolean;
}

/**
 * [PLANS-1] [PLANS-2] Reads a plan of another tool. Runs nothing of it, and writes nothing.
 *
 * @param text the text instead of the file's own
 * @throws HoldfastError `not-found` without the file, `unsupported` if no reader knows it
 */
export async function readPlanOverview(
  services: Pick<FolderServices, 'repository' | 'tree'>,
  file: string,
  { text, signal }: { readonly text?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<PlanOverview> {
  const source = text ?? (await services.tree.readText(file));
  if (source === undefined) throw new HoldfastError('not-found', `Failed to read ${file}: it does not exist`);
  const { plan, tried } = readPlan(file, source);
  if (plan === undefined || plan.tasks.length === 0) throw unknownPlanError(file, tried);
  const contradictions = await findContradictions({ plan, start: await readPlanStart(services, file, signal) });
  return { plan, tried, contradictions, ok: contradictions.every(({ severity }) => severity !== 'error') };
}

/** Names every reader that was tried, and what the text lacks for it. */
export function unknownPlanError(file: string, tried: readonly TriedReader[]): HoldfastError {
  const reasons = tried.map(({ tool, missing }) => `${tool}: ${missing ?? 'it was read, and has no task'}`);
  return new HoldfastError('unsupported', `Failed to read ${file}: no reader of plans knows it`, {
    hint: ['These readers were tried:', ...reasons.map((reason) => `  ${reason}`)].join('\n'),
  });
}
