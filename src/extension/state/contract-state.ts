import type { ContractDocument } from '../../contract/document.ts';
import type { CheckedPlan, ContractCheck, PlanReport } from '../../engine.ts';
import { findById } from '../../foundation/index-by-id.ts';
import type { ShownFailure } from '../base/failure.ts';
import type { ContractTarget } from './target.ts';

/** A text of a contract, with the results for it. */
export interface ReadContract {
  readonly document: ContractDocument;
  readonly check?: ContractCheck | undefined;
  /** The plan findings of the text that was checked. */
  readonly plan?: CheckedPlan | undefined;
}

/** The state of one contract. A check result stays until a newer one replaces it. */
export interface ContractState extends ContractTarget, ReadContract {
  readonly checking: boolean;
  /** The result of the last full check, until a file changes. */
  readonly fullCheck?: ContractCheck | undefined;
  /** What is shown of a plan of another tool in addition. It stays until a newer one replaces it. */
  readonly report?: PlanReport | undefined;
  /** The last text that is a contract, with its results. Present while the current text is none. */
  readonly lastRead?: ReadContract | undefined;
  /** The error of the last check. */
  readonly failure?: ShownFailure | undefined;
}

/**
 * Replaces the document. While its text is not a contract, for example because a line is being typed, the last one that was
 * is kept with its results.
 */
export function withLastRead(
  { document: known, check, plan, lastRead }: ContractState,
  document: ContractDocument,
  otherwise?: ReadContract,
): Pick<ContractState, 'document' | 'lastRead'> {
  if (document.contract !== undefined) return { document, lastRead: otherwise };
  return {
    document,
    lastRead: lastRead ?? (known.contract === undefined ? undefined : { document: known, check, plan }),
  };
}

/** Keeps what is known of the past of unsatisfied chunks, so that an error does not disappear until it is read again. */
export function keepProgress(check: ContractCheck, { check: shown, lastRead }: ContractState): ContractCheck {
  const previous = lastRead === undefined ? shown : lastRead.check;
  if (previous === undefined) return check;
  const chunks = check.chunks.map((chunk) => {
    const known = findById(previous.chunks, chunk.id);
    if (chunk.verdict !== 'unsatisfied' || known?.verdict !== 'unsatisfied') return chunk;
    if (chunk.progress !== undefined || known.progress === undefined) return chunk;
    return { ...chunk, progress: known.progress, passedBefore: known.passedBefore };
  });
  return { ...check, chunks };
}

/** A check that ended in the meantime may have another verdict on a chunk, or be about another text. */
export function applyProgress(contract: ContractState, answered: ContractCheck): ContractState {
  const { check } = contract;
  if (check === undefined || check.document.contentHash !== answered.document.contentHash) return contract;
  const chunks = check.chunks.map((chunk) => {
    const found = findById(answered.chunks, chunk.id);
    if (found?.verdict !== chunk.verdict || found.progress === chunk.progress) return chunk;
    return { ...chunk, progress: found.progress, passedBefore: found.passedBefore };
  });
  const isChanged = chunks.some((chunk, index) => chunk !== check.chunks[index]);
  return isChanged ? { ...contract, check: { ...check, chunks } } : contract;
}
