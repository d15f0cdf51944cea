import type { ContractDocument } from '../contract/document.ts';
import { requirementsOf } from '../contract/requirements.ts';
import type { AmendmentStatus } from '../history/records/amendments.ts';
import { proposeFromCode, type AmendmentOptions } from './amendments/propose-from-code.ts';
import type { Amendment, ProposedChange } from './report/decisions.ts';
import type { ContractRunResult } from './report/run-result.ts';
import type { RunOpener } from './resume/run-opener.ts';
import type { ContinueOptions } from './services/run-options.ts';
import type { Checks } from './check/folder-checks.ts';
import { acceptAmendment, listAmendments, rejectAmendment, requireAmendment } from './amendments/resolve-amendment.ts';
import { requireChunk, readRunnableContract } from './services/runnable-contract.ts';
import { HoldfastError } from '../foundation/errors.ts';
import type { ContractCheck } from './check/check-types.ts';
import type { FolderServices } from './services/folder-services.ts';
import type { StoredProposal } from './amendments/rules/stored-proposal.ts';
import { resumeRemainingChunks } from './batch/batch-state.ts';
import { runChunk } from './chunk/run-chunk.ts';
import { readBatchState } from './chunk/waiting-run.ts';

/** Proposed changes of contracts. */
export interface Amendments {
  /**
   * Proposes an amendment without a model: the contract adopts the signatures and names that the code has, or the values
   * of a person. Nothing is written to the contract before the amendment is accepted.
   * @throws HoldfastError `not-found` if no such assert fails in the current files, `contract` if there is nothing to adopt
   * or the changes break a rule of amendments
   */
  propose(options: AmendmentOptions): Promise<Amendment>;
  /** Proposed changes of contracts, newest first. */
  list(status?: AmendmentStatus): Promise<readonly Amendment[]>;
  /**
   * Writes a proposed change into the contract's text and changes nothing else in it (ENF-AMEND-4).
   * @param changes the person's edited version of the proposed changes
   * @throws HoldfastError `conflict` if the contract has changed since the proposal, `not-found` if it is not pending
   */
  accept(id: string, changes?: readonly ProposedChange[]): Promise<Amendment>;
  /** Runs the chunk of an accepted amendment again, against the amended contract and with a new count of attempts. */
  continue(id: string, options?: ContinueOptions): Promise<ContractRunResult>;
  /** Rejects a proposed change, and sets the status of its chunk to failed if a run led to it (ENF-AMEND-5). */
  reject(id: string): Promise<Amendment>;
}

type AmendmentServices = RunOpener & Pick<FolderServices, 'analysis' | 'openOrCreateHistory' | 'secrets'>;

/** What amendments need from outside of the folder. */
export interface AmendmentEdges {
  /** Replaces the text of an open contract in the editor; false if the contract must be written to disk. */
  readonly replaceText?: ((file: string, expected: string, text: string) => Promise<boolean>) | undefined;
  /** Called after a contract was written. */
  readonly onWritten: (file: string) => void;
  readonly warn: (message: string) => void;
}

/** The amendments of one folder. */
export class FolderAmendments implements Amendments {
  readonly #services: AmendmentServices;
  readonly #checks: Pick<Checks, 'check'>;
  readonly #edges: AmendmentEdges;

  constructor(services: AmendmentServices, checks: Pick<Checks, 'check'>, edges: AmendmentEdges) {
    this.#services = services;
    this.#checks = checks;
    this.#edges = edges;
  }

  async propose(options: AmendmentOptions): Promise<Amendment> {
    const { contract, chunk, signal } = options;
    const check = await this.#checks.check(contract, { chunk, signal });
    return this.#services.secrets.redactReport(await proposeForChunk(this.#services, check, options));
  }

  async list(status?: AmendmentStatus): Promise<readonly Amendment[]> {
    return listAmendments(await this.#services.history(), status, this.#edges.warn);
  }

  async accept(id: string, changes?: readonly ProposedChange[]): Promise<Amendment> {
    const { tree, analysis, contracts } = this.#services;
    const { replaceText, onWritten } = this.#edges;
    const readContract = (file: string): Promise<ContractDocument> => contracts.read(file);
    const workspace = { folder: tree.root, tree, analysis, readContract, replaceText, onWritten };
    return acceptAmendment(workspace, await this.#services.openOrCreateHistory(), id, changes);
  }

  async continue(id: string, options: ContinueOptions = {}): Promise<ContractRunResult> {
    return this.#services.secrets.redactReport(await continueAmended(this.#services, id, options));
  }

  async reject(id: string): Promise<Amendment> {
    return rejectAmendment(await this.#services.history(), id);
  }
}

/** Proposes an amendment for the failed asserts of a checked chunk. */
async function proposeForChunk(
  services: AmendmentServices,
  { document, chunks }: ContractCheck,
  options: AmendmentOptions,
): Promise<Amendment> {
  const { contract } = document;
  if (contract === undefined) {
    throw new HoldfastError('contract', `Failed to propose an amendment of ${document.file}: the contract has errors`, {
      hint: '"holdfast check" lists them. Fix them first.',
    });
  }
  const chunk = requireChunk(document, contract, options.chunk);
  const results = chunks.find(({ id }) => id === chunk.id)?.assertResults ?? [];
  const asserts = requirementsOf(contract, chunk).filter(({ assertion }) => assertion.type === 'assert');
  const failed = asserts.flatMap(({ origin }, index) => {
    const result = results[index];
    return result === undefined || result.passed ? [] : [{ result, origin }];
  });
  const { tree, analysis } = services;
  return proposeFromCode({ document, contract, chunk, failed }, options, {
    tree,
    analysis,
    history: () => services.openOrCreateHistory(),
  });
}

/**
 * [ENF-AMEND-4] Runs the chunk of an accepted amendment again, against the contract as it is now and with a new count of
 * attempts. If the failed run was part of a batch, the blocked chunks follow. Without a failed run, the configuration applies.
 */
async function continueAmended(opener: RunOpener, id: string, options: ContinueOptions): Promise<ContractRunResult> {
  const { record, proposal } = await requireAmendment(await opener.history(), id);
  if (record.status !== 'accepted') {
    const message = `Failed to continue after the amendment ${id}: it is ${record.status}, not accepted.`;
    throw new HoldfastError('not-found', message);
  }
  const runnable = await readRunnableContract(opener.contracts, proposal.contract);
  const chunk = requireChunk(runnable.document, runnable.contract, record.chunkId);
  const stored: Partial<NonNullable<StoredProposal['run']>> = proposal.run ?? {};
  const services = await opener.openServices(
    {
      model: options.model ?? stored.model,
      landing: options.landing ?? stored.landing,
      maxCostUsd: options.maxCostUsd ?? stored.maxCostUsd,
      jobs: options.jobs ?? stored.jobs,
    },
    options.signal ?? new AbortController().signal,
    options.onEvent ?? (() => undefined),
  );
  const { maxAttempts, allowFailingBuild } = stored;
  const input = { ...runnable, landing: services.configuration.landing, maxAttempts, allowFailingBuild, services };
  const batch = readBatchState(stored.ofAll);
  if (batch !== undefined) return (await resumeRemainingChunks(input, batch, { rerunChunkId: chunk.id })).result;
  const { result, unlanded } = await runChunk({ ...input, chunk, start: undefined });
  return { status: result.status, chunks: [result], ...(unlanded ? { keptAs: result.runId } : {}) };
}
