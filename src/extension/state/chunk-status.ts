import * as l10n from '@vscode/l10n';
import type { AssertionResult } from '../../verdicts/checks/interfaces/result.ts';
import type { Amendment, ChunkCheck } from '../../engine.ts';
import { findById } from '../../foundation/index-by-id.ts';
import { getShownContract } from './shown-contract.ts';
import type { ContractState, FolderState } from './workspace-state.ts';
import { requiredResults } from '../../foundation/verdict.ts';

/** The status of a chunk. All but runs and decisions come from checks and records, never from what a model reports. */
export type ChunkStatus =
  | { readonly kind: 'running'; readonly attempt?: number | undefined; readonly of?: number | undefined }
  | { readonly kind: 'choice'; readonly runId: string }
  | { readonly kind: 'review'; readonly runId: string }
  | { readonly kind: 'unchecked' }
  /** The chunk has nothing to check. */
  | { readonly kind: 'unverified' }
  | { readonly kind: 'holds'; readonly passed: number; readonly total: number }
  /** [EDIT-6] Requirements do not hold, and nothing shows that they ever did. Also while this is not known yet. */
  | { readonly kind: 'notStarted'; readonly passed: number; readonly total: number }
  | {
      readonly kind: 'fails';
      /** `regressed`: the chunk has passed before. `failedRun`: its latest run failed. `claimed`: a plan calls it done. */
      readonly cause: 'regressed' | 'failedRun' | 'claimed';
      readonly passed: number;
      readonly total: number;
    };

export function getChunkStatus(folder: FolderState, contract: ContractState, chunk: string): ChunkStatus {
  const { run } = folder;
  if (run?.kind === 'running' && run.contract === contract.contract && run.chunk === chunk)
    return { kind: 'running', attempt: run.attempt, of: run.of };
  const choice = folder.choices.find((pending) => pending.contract === contract.contract && pending.chunk.id === chunk);
  if (choice) return { kind: 'choice', runId: choice.runId };
  const review = folder.pendingResults.find(
    (pending) => pending.contract === contract.contract && pending.chunks.some((candidate) => candidate.id === chunk),
  );
  if (review) return { kind: 'review', runId: review.runId };
  const check = findChunkCheck(contract, chunk);
  const status = check ? toCheckedStatus(check) : { kind: 'unchecked' as const };
  // The report can be about an earlier text than the check.
  if (status.kind !== 'notStarted' || !isUntrueClaim(contract, chunk)) return status;
  return { ...status, kind: 'fails', cause: 'claimed' };
}

function isUntrueClaim({ report }: ContractState, chunk: string): boolean {
  return report?.untrue.some(({ task }) => task === chunk) === true;
}

/** The status of a checked chunk, by its check and its past alone. */
export function toCheckedStatus(
  check: ChunkCheck,
): Extract<ChunkStatus, { readonly kind: 'unverified' | 'holds' | 'notStarted' | 'fails' }> {
  if (check.verdict === 'unverified') return { kind: 'unverified' };
  const required = requiredResults(check);
  const passed = required.filter((result) => result.passed).length;
  const counts = { passed, total: required.length };
  if (check.verdict === 'satisfied') return { kind: 'holds', ...counts };
  return check.progress === 'regressed' || check.progress === 'failedRun'
    ? { kind: 'fails', cause: check.progress, ...counts }
    : { kind: 'notStarted', ...counts };
}

/** What a status with counts means, as a sentence. */
export function describeCounts(status: Extract<ChunkStatus, { readonly passed: number }>): string {
  const { passed, total } = status;
  if (status.kind === 'holds') return l10n.t('{0} of {1} requirements met.', passed, total);
  if (status.kind === 'notStarted') return l10n.t('Not done yet: {0} of {1} requirements met.', passed, total);
  if (status.cause === 'claimed')
    return l10n.t('Ticked and not true: {0} of {1} requirements met.', status.passed, status.total);
  return status.cause === 'regressed'
    ? l10n.t('Regression: {0} of {1} requirements met. The chunk has passed before.', passed, total)
    : l10n.t('The latest run failed: {0} of {1} requirements met.', passed, total);
}

/** The status in a few words. Empty for a chunk that was not checked. */
export function formatChunkStatus(status: ChunkStatus): string {
  switch (status.kind) {
    case 'running':
      return status.attempt === undefined ? 'running' : l10n.t('attempt {0} of {1}', status.attempt, status.of ?? '?');
    case 'choice':
      return l10n.t('needs a decision');
    case 'review':
      return l10n.t('waiting for review');
    case 'unchecked':
      return '';
    case 'unverified':
      return 'unverified';
    case 'holds':
    case 'notStarted':
    case 'fails':
      return `${status.passed}/${status.total}`;
  }
}

/** The pending amendments of a contract, or of one chunk if it is named. */
export function listAmendments(folder: FolderState, contract: string, chunk?: string): readonly Amendment[] {
  return folder.amendments.filter(
    (amendment) => amendment.contract === contract && (chunk === undefined || amendment.chunk.id === chunk),
  );
}

export function findChunkCheck(contract: ContractState, chunk: string): ChunkCheck | undefined {
  return findById(getShownContract(contract).check?.chunks ?? [], chunk);
}

/** All results of a chunk in display order: what decides it, then suggestions. */
export function listResults(
  results: Pick<ChunkCheck, 'postconditionResults' | 'assertResults' | 'suggestResults'>,
): readonly AssertionResult[] {
  return [...requiredResults(results), ...results.suggestResults];
}

/** The assertion's message, with expected and actual value or the error of the check on further lines. */
export function formatAssertionFailure(result: AssertionResult): string {
  const lines = [result.assertion.message];
  if (result.error !== undefined) lines.push(l10n.t('Could not be checked: {0}', result.error));
  if (result.expected !== undefined) lines.push(l10n.t('Expected: {0}', result.expected));
  if (result.actual !== undefined) lines.push(l10n.t('Actual: {0}', result.actual));
  return lines.join('\n');
}
