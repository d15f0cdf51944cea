import { describeCommand } from './validation/stage-command.ts';
import type { ChunkCheck } from './check/check-types.ts';
import { requiredResults } from '../foundation/verdict.ts';

/** Returns why a full check does not show that a chunk has passed, one sentence for each reason; empty if it does. */
export function describeUnprovenWork(check: ChunkCheck): string[] {
  const { verdict, full } = check;
  if (verdict === 'satisfied') return [];
  const gates = full?.gates.filter(({ mode, verdict: gate }) => mode === 'blocking' && gate !== 'PASS') ?? [];
  const reasons = [
    ...(full?.commands.filter(({ passed }) => !passed).map((report) => `The ${describeCommand(report)}.`) ?? []),
    ...(full?.problems.map(({ message }) => message) ?? []),
    ...requiredResults(check)
      .filter(({ passed }) => !passed)
      .map(({ assertion }) => `Not met: ${assertion.message}`),
    ...gates.map(({ id, reasoning }) => `Gate ${id} has not passed: ${reasoning}`),
  ];
  return reasons.length > 0 ? [...new Set(reasons)] : ['The chunk has nothing that can be checked.'];
}
