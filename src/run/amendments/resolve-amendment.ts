import { createHash } from 'node:crypto';
import { neededTypes } from './rules/needed-types.ts';
import { reviewProposal, type ProposedAmendment } from './rules/review-proposal.ts';
import { storedProposalSchema, type StoredProposal } from './rules/stored-proposal.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import type { ContractDocument } from '../../contract/document.ts';
import type { History } from '../../history/history.ts';
import type { AmendmentStatus, StoredAmendment } from '../../history/records/amendments.ts';
import { readPlanSituation } from '../../verdicts/plan/plan-situation.ts';
import { formatErrorDetail, HoldfastError, messageOf } from '../../foundation/errors.ts';
import { replaceText } from '../../workspace/files/replace-text.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { Amendment, ProposedChange } from '../report/decisions.ts';

/** A stored amendment with its parsed proposal. */
export interface ParsedAmendment {
  readonly record: StoredAmendment;
  readonly proposal: StoredProposal;
}

/** What accepting an amendment needs from the workspace folder. */
export interface AmendmentWorkspace {
  readonly folder: string;
  readonly tree: SourceTree;
  readonly analysis: Analysis;
  readContract(file: string): Promise<ContractDocument>;
  /** Replaces the text of an open contract in the editor; false if the contract must be written to disk. */
  replaceText?: ((file: string, expected: string, text: string) => Promise<boolean>) | undefined;
  /** Called after a contract was written. */
  onWritten(file: string): void;
}

/** Proposed changes of contracts, newest first. */
export async function listAmendments(
  history: History | undefined,
  status: AmendmentStatus | undefined,
  onUnreadable: (message: string) => void,
): Promise<readonly Amendment[]> {
  const records = (await history?.listAmendments(status === undefined ? {} : { status })) ?? [];
  const amendments = records.flatMap((record) => {
    const parsed = storedProposalSchema.safeParse(record.proposal);
    if (parsed.success) return [toAmendment({ record, proposal: parsed.data })];
    onUnreadable(`Failed to read the amendment ${record.id}: ${messageOf(parsed.error)}`);
    return [];
  });
  return amendments.reverse();
}

/** @throws HoldfastError `not-found` if there is no amendment with this id, or it cannot be read */
export async function requireAmendment(history: History | undefined, id: string): Promise<ParsedAmendment> {
  const [record] = (await history?.listAmendments({ id })) ?? [];
  const parsed = storedProposalSchema.safeParse(record?.proposal);
  if (record !== undefined && parsed.success) return { record, proposal: parsed.data };
  throw new HoldfastError('not-found', `Amendment not found: ${id}.`, {
    hint: 'Run "holdfast amendments list" to list the amendments.',
  });
}

/**
 * [ENF-AMEND-4] Writes a proposed change into the contract, then records the amendment as accepted. If an earlier call
 * was interrupted after writing, only the record is missing.
 * @param changes the person's edited version of the proposed changes
 */
export async function acceptAmendment(
  workspace: AmendmentWorkspace,
  history: History,
  id: string,
  changes: readonly ProposedChange[] | undefined,
): Promise<Amendment> {
  const found = await requireAmendment(history, id);
  requirePending(found, 'accept');
  const document = await workspace.readContract(found.proposal.contract);
  const { edited, afterHash } = found.proposal;
  const isWritten = [afterHash, edited?.afterHash].includes(document.contentHash);
  if (!isWritten) {
    if (document.contentHash !== found.record.contractHash) throw contractChangedError(found);
    const { proposal } = found;
    // A type that the model added may be unused in the person's version.
    const proposed = changes
      ? { proposedChanges: changes, additionalTypes: neededTypes(proposal.additionalTypes, changes) }
      : proposal;
    const text = await createAmendedText(workspace, found, document, proposed);
    // The edited version is stored before the contract is written, so that a call after a crash recognizes the text.
    // Without changes, the edited version of an interrupted call is removed.
    const editedVersion = changes && createVersion(proposed, text);
    if (editedVersion ?? edited) await history.updateAmendment(id, { ...found.proposal, edited: editedVersion });
    await writeContract(workspace, found, document.text, text);
    workspace.onWritten(found.proposal.contract);
  }
  const superseded = await findSuperseded(history, found);
  if (!(await history.resolveAmendment(id, 'accepted', superseded))) throw notPendingError(found, 'accept');
  return toAmendment(await requireAmendment(history, id));
}

/**
 * [ENF-AMEND-5] Rejects a proposed change, and sets the status of its chunk to failed. The proposal of a person follows from no
 * run, so that its chunk keeps its status.
 */
export async function rejectAmendment(history: History | undefined, id: string): Promise<Amendment> {
  const found = await requireAmendment(history, id);
  requirePending(found, 'reject');
  if (history === undefined || !(await history.resolveAmendment(id, 'rejected'))) {
    throw notPendingError(found, 'reject');
  }
  if (found.proposal.run === undefined) return toAmendment(await requireAmendment(history, id));
  const { specId, chunkId } = found.record;
  const state = await history.readChunkState(specId, chunkId);
  // A later run may have completed the chunk.
  if (state?.status !== 'completed') {
    await history.setChunkStatus(specId, { id: chunkId, title: found.proposal.chunkTitle }, 'failed');
  }
  return toAmendment(await requireAmendment(history, id));
}

async function createAmendedText(
  { tree, analysis }: AmendmentWorkspace,
  { record, proposal }: ParsedAmendment,
  document: ContractDocument,
  proposed: ProposedAmendment,
): Promise<string> {
  const situation = await readPlanSituation(tree, analysis);
  const { violations } = proposal;
  const reviewed = await reviewProposal({ document, chunkId: record.chunkId, violations, situation }, proposed);
  if (!('errors' in reviewed)) return reviewed.text;
  const list = reviewed.errors.map((error) => `  ${formatErrorDetail(error)}`).join('\n');
  throw new HoldfastError('contract', `Failed to accept the amendment ${record.id}:\n${list}`, {
    details: reviewed.errors,
    hint:
      proposed === proposal
        ? 'Reject it, and run the chunk again or edit the contract.'
        : 'Fix the changes, or accept the proposal without changes.',
  });
}

async function writeContract(
  workspace: AmendmentWorkspace,
  found: ParsedAmendment,
  expected: string,
  text: string,
): Promise<void> {
  const file = found.proposal.contract;
  try {
    const isReplaced = await workspace.replaceText?.(file, expected, text);
    if (isReplaced !== true) await replaceText(workspace.folder, file, expected, text);
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'conflict') throw contractChangedError(found, thrown);
    throw thrown;
  }
}

function createVersion({ proposedChanges, additionalTypes }: ProposedAmendment, text: string): unknown {
  return {
    proposedChanges,
    additionalTypes,
    after: text,
    afterHash: createHash('sha256').update(text, 'utf8').digest('hex'),
  };
}

/** The ids of the other pending amendments of the same contract, which refer to a text that no longer exists. */
async function findSuperseded(history: History, { record, proposal }: ParsedAmendment): Promise<readonly string[]> {
  const pending = await history.listAmendments({ status: 'pending' });
  return pending
    .filter((other) => other.id !== record.id)
    .filter((other) => storedProposalSchema.safeParse(other.proposal).data?.contract === proposal.contract)
    .map(({ id }) => id);
}

function requirePending(found: ParsedAmendment, verb: string): void {
  if (found.record.status !== 'pending') throw notPendingError(found, verb);
}

function notPendingError({ record }: ParsedAmendment, verb: string): HoldfastError {
  const message = `Failed to ${verb} the amendment ${record.id}: it is ${record.status}, not pending.`;
  return new HoldfastError('not-found', message);
}

function contractChangedError({ record, proposal }: ParsedAmendment, cause?: unknown): HoldfastError {
  return new HoldfastError(
    'conflict',
    `Failed to accept the amendment ${record.id}: the contract has changed since the proposal (${proposal.contract}).`,
    { hint: 'Nothing was changed. Edit the contract by hand, or run the chunk again.', cause },
  );
}

/** An amendment in its public form. */
export function toAmendment({ record, proposal }: ParsedAmendment): Amendment {
  const version = record.status === 'accepted' ? (proposal.edited ?? proposal) : proposal;
  return {
    id: record.id,
    contract: proposal.contract,
    specId: record.specId,
    chunk: { id: record.chunkId, title: proposal.chunkTitle },
    proposedBy: record.proposedBy,
    runId: record.runId ?? '',
    status: record.status,
    reason: proposal.reason,
    proposedChanges: version.proposedChanges,
    additionalTypes: version.additionalTypes,
    violations: proposal.violations,
    affectedChunks: proposal.affectedChunks,
    usedBy: proposal.usedBy,
    before: proposal.before,
    after: version.after,
    ...(proposal.note === undefined ? {} : { note: proposal.note }),
    createdAt: record.createdAt,
    ...(record.resolvedAt === undefined ? {} : { resolvedAt: record.resolvedAt }),
  };
}
