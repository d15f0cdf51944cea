import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { affectedChunks } from './rules/affected-chunks.ts';
import { oldAndNewNames } from './rules/changed-names.ts';
import { changesFromCode, type FailedRequirement } from './rules/code-changes.ts';
import { findUses } from './rules/find-uses.ts';
import { proposedChangeSchema, type ContractChange } from './rules/proposal.ts';
import { reviewProposal, type ValidProposal } from './rules/review-proposal.ts';
import { storedProposalSchema, type StoredProposal } from './rules/stored-proposal.ts';
import type { Analysis } from '../../verdicts/analysis/analysis.ts';
import { formatDataPath, parseDataPath } from '../../contract/data-path.ts';
import type { ContractDocument } from '../../contract/document.ts';
import { parseContractData, valueAt } from '../../contract/edit/contract-data.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { correctionOf } from '../../verdicts/fixes/correction.ts';
import type { History } from '../../history/history.ts';
import { readPlanSituation } from '../../verdicts/plan/plan-situation.ts';
import { formatErrorDetail, HoldfastError } from '../../foundation/errors.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import type { Amendment } from '../report/decisions.ts';
import { requireAmendment, toAmendment } from './resolve-amendment.ts';

/** What a person or an agent proposes. */
export interface AmendmentOptions {
  /** Path of the contract, relative to the folder. */
  readonly contract: string;
  readonly chunk: string;
  /** The path of the only item that is amended, such as `chunks[0].functions[1]`. Default: every failed assert. */
  readonly requirement?: string | undefined;
  /** The new values, by their path. Default: what the code has. */
  readonly changes?: readonly { readonly path: string; readonly newValue: unknown }[] | undefined;
  /** Why the contract must change, in a few sentences. Default: what the code has. */
  readonly reason?: string | undefined;
  /** Default: a person. */
  readonly proposedBy?: 'person' | 'agent' | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The checked chunk whose contract is amended. */
export interface AmendedChunk {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly chunk: Chunk;
  /** The failed asserts in the current files. */
  readonly failed: readonly FailedRequirement[];
}

export interface ProposalServices {
  readonly tree: SourceTree;
  readonly analysis: Analysis;
  /** Called only if there is something to store. */
  readonly history: () => Promise<History>;
}

/**
 * [ENF-AMEND-1] [EDIT-3] Proposes and stores the amendment of a person or an agent, without a model and a run. The same rules
 * apply as for the proposal of a model. An earlier pending one for the chunk becomes superseded, but an agent supersedes none
 * of a person; the same one is returned again.
 * @throws HoldfastError `not-found` if no such assert fails; `contract` if the code shows nothing that the contract could
 * state instead, or if the changes break a rule of amendments (with `details`)
 */
export async function proposeFromCode(
  amended: AmendedChunk,
  options: AmendmentOptions,
  services: ProposalServices,
): Promise<Amendment> {
  const { document, chunk } = amended;
  const failed = selectFailed(amended, options);
  const violations = failed.map(({ result }) => ({
    assertion: result.assertion,
    expected: result.expected ?? result.assertion.message,
    actual: result.error ?? result.actual ?? '',
  }));
  const proposedChanges = createChanges(amended, failed, options);
  const situation = await readPlanSituation(services.tree, services.analysis);
  const review = { document, chunkId: chunk.id, violations, situation };
  const reviewed = await reviewProposal(review, { proposedChanges, additionalTypes: [] });
  if ('errors' in reviewed) {
    const list = reviewed.errors.map((error) => `  ${formatErrorDetail(error)}`).join('\n');
    throw new HoldfastError('contract', `Failed to propose an amendment of the chunk "${chunk.id}":\n${list}`, {
      details: reviewed.errors,
      hint: 'Give other values, or edit the contract. Nothing was stored.',
    });
  }
  const reason = options.reason ?? describeReason(proposedChanges, failed, options);
  const proposal = { reason, proposedChanges: z.array(proposedChangeSchema).parse(proposedChanges), violations };
  return storeProposal(amended, { proposal, reviewed }, options, services);
}

function selectFailed(
  { document, chunk, failed }: AmendedChunk,
  { requirement }: AmendmentOptions,
): readonly FailedRequirement[] {
  const path = requirement === undefined ? undefined : formatDataPath(parseDataPath(requirement));
  const selected = failed.filter(({ origin }) => path === undefined || formatDataPath(origin) === path);
  if (selected.length > 0) return selected;
  const subject =
    path === undefined ? `no assert of the chunk "${chunk.id}" fails` : `the assert at ${path} does not fail`;
  throw new HoldfastError('not-found', `Failed to propose an amendment: ${subject} in the current files.`, {
    hint: `An amendment changes what fails. Edit ${document.file} for other changes.`,
  });
}

function createChanges(
  { document, contract, chunk }: AmendedChunk,
  failed: readonly FailedRequirement[],
  { changes }: AmendmentOptions,
): readonly ContractChange[] {
  const data = parseContractData(document);
  // A path that does not exist is an error of the review.
  if (changes !== undefined) {
    return changes.map(({ path, newValue }) => ({ path, oldValue: valueAt(data, parseDataPath(path)), newValue }));
  }
  const fromCode = changesFromCode(data, contract.chunks.indexOf(chunk), failed);
  if (fromCode.length > 0) return fromCode;
  const message = `Failed to propose an amendment of the chunk "${chunk.id}": no failed assert shows what the code has instead`;
  throw new HoldfastError('contract', message, {
    hint: 'A signature that the type checker printed and a similar name can be adopted. Give other new values yourself, or edit the contract.',
  });
}

/** The number of replaced values that a reason lists. */
const SHOWN_REPLACEMENTS = 3;

function describeReason(
  changes: readonly ContractChange[],
  failed: readonly FailedRequirement[],
  { changes: given, proposedBy }: AmendmentOptions,
): string {
  const isFromCode = given === undefined;
  const corrections = failed.flatMap(({ result }) => correctionOf(result) ?? []);
  const replacements = isFromCode
    ? corrections.map(({ from, to }) => `${to} instead of ${from}`)
    : changes.map(({ oldValue, newValue }) => `${show(newValue)} instead of ${show(oldValue)}`);
  const shown = [...new Set(replacements)].slice(0, SHOWN_REPLACEMENTS).join('; ');
  return `${isFromCode ? 'The code has' : proposedBy === 'agent' ? 'An agent proposes' : 'A person proposes'} ${shown}.`;
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

async function storeProposal(
  { document, contract, chunk }: AmendedChunk,
  {
    proposal,
    reviewed,
  }: {
    readonly proposal: Pick<StoredProposal, 'reason' | 'proposedChanges' | 'violations'>;
    readonly reviewed: ValidProposal;
  },
  { proposedBy = 'person', signal = new AbortController().signal }: AmendmentOptions,
  { tree, analysis, history: openHistory }: ProposalServices,
): Promise<Amendment> {
  const history = await openHistory();
  const afterHash = createHash('sha256').update(reviewed.text, 'utf8').digest('hex');
  const pending = await history.listAmendments({ specId: contract.spec.id, status: 'pending' });
  const same = pending.find((record) => {
    const stored = storedProposalSchema.safeParse(record.proposal).data;
    return stored?.run === undefined && stored?.afterHash === afterHash && record.contractHash === document.contentHash;
  });
  if (same !== undefined) return toAmendment(await requireAmendment(history, same.id));
  const id = randomUUID();
  const stored: StoredProposal = {
    ...proposal,
    contract: document.file,
    chunkTitle: chunk.title,
    additionalTypes: [],
    affectedChunks: affectedChunks(contract, chunk, oldAndNewNames(reviewed.names)).map((affected) => ({
      ...affected,
      reasons: [...affected.reasons],
    })),
    usedBy: [...(await findUses(reviewed.names, { analysis, root: tree.root, signal }))],
    before: document.text,
    after: reviewed.text,
    afterHash,
  };
  await history.proposeAmendment({
    id,
    specId: contract.spec.id,
    chunkId: chunk.id,
    runId: undefined,
    proposedBy,
    contractHash: document.contentHash,
    proposal: stored,
  });
  return toAmendment(await requireAmendment(history, id));
}
