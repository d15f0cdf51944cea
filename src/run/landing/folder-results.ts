import type { History } from '../../history/history.ts';
import type { Repository } from '../../workspace/repository.ts';
import type {
  ChangedFile,
  HunkDecision,
  PendingResult,
  PendingFiles,
  AcceptedLanding,
  ResultResolution,
  WritePlan,
} from '../report/decisions.ts';
import type { LandingReport } from '../report/run-result.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { applyPendingResult, closeAppliedResult, planResultWrites } from './apply-result.ts';
import { compareCommits } from './commit-comparison.ts';
import type { AcceptOptions, ResultPartOptions } from './result-types.ts';
import { discardPendingResult, landPendingResult, readChangedFiles } from './result-actions.ts';
import { decideHunks, readPendingFiles } from './hunk-decisions.ts';
import { recordUnrecorded } from './unrecorded-results.ts';

/** Results of runs that a person accepts, edits or discards. */
export interface Results {
  /** The results that wait for a review. */
  pending(): Promise<readonly PendingResult[]>;
  /** The changed files of a result that waits for a review. */
  changesOf(runId: string): Promise<readonly ChangedFile[]>;
  /**
   * The files that differ between two commits of the repository, before and after. Throws `not-found` if a commit is not in
   * the repository on this machine.
   */
  changesBetween(base: string, result: string): Promise<readonly ChangedFile[]>;
  /**
   * [EDIT-4] Lands a reviewed result without the hunks that were rejected, or only the named ones. A part is judged first. A
   * conflict, or a part that fails, lands nothing. Throws `configuration` if every hunk is rejected.
   */
  accept(runId: string, landing?: 'commit' | 'working-tree', options?: AcceptOptions): Promise<AcceptedLanding>;
  /** [EDIT-4] The files of a result that waits for review, with their hunks and the decisions on them. */
  filesOf(runId: string): Promise<PendingFiles>;
  /** [EDIT-4] Stores a decision on hunks. It is kept until the result changes. Throws `not-found` for an unknown hunk. */
  decideHunks(runId: string, ids: readonly string[], decision: HunkDecision): Promise<PendingFiles>;
  /**
   * [EDIT-4] Writes the hunks that are not rejected, or the named ones, to the files on disk, merged with the user's changes.
   * Judges nothing, commits nothing, records nothing. The result still waits for review.
   */
  applyWithoutLanding(runId: string, options?: ResultPartOptions): Promise<LandingReport>;
  /**
   * The same for an editor, which writes the files itself so that the person can undo it.
   * @param unsaved the contents of unsaved files, by path
   */
  planWrites(runId: string, unsaved: ReadonlyMap<string, Uint8Array>, options?: ResultPartOptions): Promise<WritePlan>;
  /** Closes the review of a result that was applied without a landing. */
  closeApplied(runId: string): Promise<void>;
  discard(runId: string): Promise<void>;
  /** What a person decided about the result of an earlier run; undefined if it was not reviewed. */
  resolutionOf(runId: string): Promise<ResultResolution | undefined>;
}

type ResultServices = Pick<
  FolderServices,
  'history' | 'openOrCreateHistory' | 'openServices' | 'repository' | 'secrets'
>;

/** The results of one folder. */
export class FolderResults implements Results {
  readonly #services: ResultServices;

  constructor(services: ResultServices) {
    this.#services = services;
  }

  async pending(): Promise<readonly PendingResult[]> {
    await recordUnrecorded(await this.#services.repository(), () => this.#services.openOrCreateHistory());
    return (await (await this.#services.history())?.listPendingResults()) ?? [];
  }

  async changesOf(runId: string): Promise<readonly ChangedFile[]> {
    const { repository, history } = await this.#open();
    return readChangedFiles(repository, history, runId);
  }

  async changesBetween(base: string, result: string): Promise<readonly ChangedFile[]> {
    return compareCommits(await this.#services.repository(), base, result);
  }

  async accept(
    runId: string,
    landing: 'commit' | 'working-tree' = 'commit',
    { only, resolved, anyBranch, signal = new AbortController().signal }: AcceptOptions = {},
  ): Promise<AcceptedLanding> {
    const services = await this.#services.openServices({ landing }, signal, () => undefined);
    return this.#services.secrets.redactReport(
      await landPendingResult(services, runId, { mode: landing, only, resolved, anyBranch }),
    );
  }

  async filesOf(runId: string): Promise<PendingFiles> {
    const { repository, history } = await this.#open();
    return readPendingFiles(repository, history, runId);
  }

  async decideHunks(runId: string, ids: readonly string[], decision: HunkDecision): Promise<PendingFiles> {
    const { repository, history } = await this.#open();
    return decideHunks(repository, history, runId, { ids, decision });
  }

  async applyWithoutLanding(runId: string, options: ResultPartOptions = {}): Promise<LandingReport> {
    return applyPendingResult({ ...(await this.#open()), ...options, runId });
  }

  async planWrites(
    runId: string,
    unsaved: ReadonlyMap<string, Uint8Array>,
    options: ResultPartOptions = {},
  ): Promise<WritePlan> {
    return planResultWrites({ ...(await this.#open()), ...options, runId, unsaved });
  }

  async closeApplied(runId: string): Promise<void> {
    await closeAppliedResult({ ...(await this.#open()), runId });
  }

  async discard(runId: string): Promise<void> {
    const { repository, history } = await this.#open();
    await discardPendingResult(repository, history, runId);
  }

  async resolutionOf(runId: string): Promise<ResultResolution | undefined> {
    return (await this.#services.history())?.readResolution(runId);
  }

  async #open(): Promise<{ readonly repository: Repository; readonly history: History }> {
    return { repository: await this.#services.repository(), history: await this.#services.openOrCreateHistory() };
  }
}
