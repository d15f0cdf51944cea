import { createHash } from 'node:crypto';
import { neededTypes } from '../amendments/needed-types.ts';
import { reviewProposal, type ProposedAmendment } from '../amendments/review-proposal.ts';
import { storedAmendmentSchema, type StoredProposal } from '../amendments/stored-amendment.ts';
import type { ContractDocument } from '../contract/document.ts';
import type { Amendment, AmendmentStatus, EngineOptions, ProposedChange } from '../engine.ts';
import type { History } from '../history/history.ts';
import type { StoredAmendment } from '../history/records/amendments.ts';
import { planSituation } from '../plan/plan-situation.ts';
import { HoldfastError, messageOf } from '../shared/errors.ts';
import { replaceText } from '../workspace/replace-text.ts';
import type { FolderParts } from './folder-parts.ts';

/** A stored amendment with what was read from it. */
export interface ReadAmendment {
  readonly record: StoredAmendment;
  readonly proposal: StoredProposal;
}

/** What accepting works with. */
export interface AmendmentParts {
  readonly parts: FolderParts;
  readonly history: History;
  readonly options: Pick<EngineOptions, 'folder' | 'replaceText'>;
  /** Told of a file that was written. */
  readonly written: (file: string) => void;
}

/** Proposed changes of contracts, the newest first. */
export async function amendmentsOf(
  history: History | undefined,
  status: AmendmentStatus | undefined,
  unreadable: (message: string) => void,
): Promise<readonly Amendment[]> {
  const records = (await history?.amendments(status === undefined ? {} : { status })) ?? [];
  const found = records.flatMap((record) => {
    const read = storedAmendmentSchema.safeParse(record.proposal);
    if (read.success) return [shown({ record, proposal: read.data })];
    unreadable(`Failed to read the amendment ${record.id}: ${messageOf(read.error)}`);
    return [];
  });
  return found.reverse();
}

/** @throws HoldfastError `not-found` where there is none of that id, or it cannot be read */
export async function requireAmendment(history: History | undefined, id: string): Promise<ReadAmendment> {
  const [record] = (await history?.amendments({ id })) ?? [];
  const read = storedAmendmentSchema.safeParse(record?.proposal);
  if (record !== undefined && read.success) return { record, proposal: read.data };
  throw new HoldfastError('not-found', `Failed to find the amendment ${id}: there is none of that id.`, {
    hint: 'holdfast amendments list shows those that there are.',
  });
}

/**
 * [ENF-AMEND-4] Writes a proposed change into the contract, and records it as accepted once it stands there. Where the
 * change stands there already, because an earlier try ended in between, it is only recorded.
 */
export async function acceptAmendmentOf(
  { parts, history, options, written }: AmendmentParts,
  id: string,
  changes: readonly ProposedChange[] | undefined,
): Promise<Amendment> {
  const found = await requireAmendment(history, id);
  requirePending(found, 'accept');
  const document = await parts.contracts.one(found.proposal.contract);
  const { edited, afterHash } = found.proposal;
  const isWritten = [afterHash, edited?.afterHash].includes(document.contentHash);
  if (!isWritten) {
    if (document.contentHash !== found.record.contractHash) throw changedSince(found);
    const { proposal } = found;
    // A person may have done without a type that the model had brought.
    const proposed = changes
      ? { proposedChanges: changes, additionalTypes: neededTypes(proposal.additionalTypes, changes) }
      : proposal;
    const text = await amendedText(parts, found, document, proposed);
    // What is about to be written is stored first, so that it is known again after a kill.
    const version = changes && versionOf(proposed, text);
    if (version ?? edited) await history.rewriteAmendment(id, { ...found.proposal, edited: version });
    await write(options, found, document.text, text);
    written(found.proposal.contract);
  }
  const others = await othersOf(history, found);
  if (!(await history.resolveAmendment(id, 'accepted', others))) throw notPending(found, 'accept');
  return shown(await requireAmendment(history, id));
}

/** [ENF-AMEND-5] Drops a proposed change; its chunk has failed. */
export async function rejectAmendmentOf(history: History | undefined, id: string): Promise<Amendment> {
  const found = await requireAmendment(history, id);
  requirePending(found, 'reject');
  if (history === undefined || !(await history.resolveAmendment(id, 'rejected'))) throw notPending(found, 'reject');
  const { specId, chunkId } = found.record;
  const state = await history.chunkState(specId, chunkId);
  // A later run may have completed the chunk, and that counts.
  if (state?.status !== 'completed') {
    await history.setChunkStatus(specId, { id: chunkId, title: found.proposal.chunkTitle }, 'failed');
  }
  return shown(await requireAmendment(history, id));
}

async function amendedText(
  parts: FolderParts,
  { record, proposal }: ReadAmendment,
  document: ContractDocument,
  proposed: ProposedAmendment,
): Promise<string> {
  const violations = proposal.violations;
  const review = {
    document,
    chunkId: record.chunkId,
    violations,
    situation: await planSituation(parts.tree, parts.analysis),
  };
  const reviewed = await reviewProposal(review, proposed);
  if ('errors' in reviewed) {
    throw new HoldfastError('contract', `Failed to accept the amendment ${record.id}:\n${listed(reviewed.errors)}`, {
      hint:
        proposed === proposal
          ? 'Reject it, and run the chunk again.'
          : 'Mend the changes, or accept the proposal as it is.',
    });
  }
  return reviewed.text;
}

async function write(
  options: Pick<EngineOptions, 'folder' | 'replaceText'>,
  found: ReadAmendment,
  expected: string,
  text: string,
): Promise<void> {
  const file = found.proposal.contract;
  try {
    if (!(await options.replaceText?.(file, expected, text))) await replaceText(options.folder, file, expected, text);
  } catch (thrown) {
    if (thrown instanceof HoldfastError && thrown.code === 'conflict') throw changedSince(found, thrown);
    throw thrown;
  }
}

function versionOf({ proposedChanges, additionalTypes }: ProposedAmendment, text: string): unknown {
  return {
    proposedChanges,
    additionalTypes,
    after: text,
    afterHash: createHash('sha256').update(text, 'utf8').digest('hex'),
  };
}

/** Other pending amendments of the same contract: they speak of a text that is no more. */
async function othersOf(history: History, { record, proposal }: ReadAmendment): Promise<readonly string[]> {
  const pending = await history.amendments({ status: 'pending' });
  return pending
    .filter((other) => other.id !== record.id)
    .filter((other) => storedAmendmentSchema.safeParse(other.proposal).data?.contract === proposal.contract)
    .map(({ id }) => id);
}

function requirePending(found: ReadAmendment, verb: string): void {
  if (found.record.status !== 'pending') throw notPending(found, verb);
}

function notPending({ record }: ReadAmendment, verb: string): HoldfastError {
  const message = `Failed to ${verb} the amendment ${record.id}: it is ${record.status}, not pending.`;
  return new HoldfastError('not-found', message);
}

function changedSince({ record, proposal }: ReadAmendment, cause?: unknown): HoldfastError {
  return new HoldfastError(
    'conflict',
    `Failed to accept the amendment ${record.id}: the contract has changed since the proposal (${proposal.contract}).`,
    { hint: 'Nothing was changed. Make the change by hand, or run the chunk again.', cause },
  );
}

function listed(errors: readonly string[]): string {
  return errors.map((error) => `  ${error}`).join('\n');
}

/** An amendment as the edges see it. */
export function shown({ record, proposal }: ReadAmendment): Amendment {
  const version = record.status === 'accepted' ? (proposal.edited ?? proposal) : proposal;
  return {
    id: record.id,
    contract: proposal.contract,
    specId: record.specId,
    chunk: { id: record.chunkId, title: proposal.chunkTitle },
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
