import type { ChunkCheck, ContractCheck } from '../../engine.ts';
import { findById } from '../../foundation/index-by-id.ts';
import type { ContractState, ReadContract } from './contract-state.ts';

/** What the tree, the lenses and the status bar show of a contract. */
export interface ShownContract extends ReadContract {
  /** Whether the text has errors now, so that this is its last state without them. */
  readonly isStale: boolean;
}

/** [EDIT-6] The state of a contract to show: the current one, or the last one that could be read while its text is typed. */
export function getShownContract(contract: ContractState): ShownContract {
  const { document, check, plan } = contract.lastRead ?? contract;
  const shown = check && contract.fullCheck ? withFailures(check, contract.fullCheck) : check;
  return { document, check: shown, plan, isStale: contract.lastRead !== undefined };
}

/** A full check of the same files ran commands: what it failed does not hold, although the files alone satisfy it. */
function withFailures(check: ContractCheck, fullCheck: ContractCheck): ContractCheck {
  const chunks = check.chunks.map((chunk): ChunkCheck => {
    const full = findById(fullCheck.chunks, chunk.id);
    if (chunk.verdict === 'unsatisfied' || full?.verdict !== 'unsatisfied') return chunk;
    return { ...full, progress: full.progress === 'regressed' ? 'regressed' : 'failedRun' };
  });
  return { ...check, chunks };
}

/** What several chunks are together, the worst first. Work that has not begun is no failure. */
export type ProgressSummary = 'failing' | 'notStarted' | 'unverified' | 'satisfied';

/** [EDIT-6] Whether a chunk is an error: it has passed before, or its latest run failed. */
export function isFailing({ verdict, progress }: Pick<ChunkCheck, 'verdict' | 'progress'>): boolean {
  return verdict === 'unsatisfied' && (progress === 'regressed' || progress === 'failedRun');
}

export function summarizeProgress(chunks: readonly Pick<ChunkCheck, 'verdict' | 'progress'>[]): ProgressSummary {
  if (chunks.some(isFailing)) return 'failing';
  if (chunks.some(({ verdict }) => verdict === 'unsatisfied')) return 'notStarted';
  return chunks.length === 0 || chunks.some(({ verdict }) => verdict === 'unverified') ? 'unverified' : 'satisfied';
}

/** What the chunks of a contract are together. A claim of a plan that is not true is a failure. */
export function summarizeContract(contract: ContractState): ProgressSummary {
  const summary = summarizeProgress(getShownContract(contract).check?.chunks ?? []);
  return contract.report !== undefined && contract.report.untrue.length > 0 ? 'failing' : summary;
}
