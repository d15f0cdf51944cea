import { HoldfastError } from '../../foundation/errors.ts';
import { createMissingCommits, findChangeBase } from '../../run/change/change-base.ts';
import type { ChangeJudgement } from '../../run/change/change-types.ts';
import type { Changes } from '../../run/change/folder-changes.ts';
import { writeToFiles } from '../../run/landing/apply-result.ts';
import { readReviewedChange } from '../../run/reviewed-change/read-reviewed-change.ts';
import type { HunkReview, ShownHunk, TakeBackPlan, TakenBack } from '../../run/reviewed-change/review-types.ts';
import { buildRemainder } from '../../run/reviewed-change/take-back.ts';
import type { FolderServices } from '../../run/services/folder-services.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import { findBase } from '../judging/find-base.ts';
import { SessionStore } from '../sessions/session-store.ts';
import { findMisfits } from './find-misfits.ts';
import type {
  RecordedSession,
  ComparedSession,
  ReviewSubject,
  SessionMisfit,
  SessionReviewOptions,
  Sessions,
} from './session-types.ts';

export type SessionServices = Pick<
  FolderServices,
  'configurationOf' | 'contracts' | 'history' | 'openOrCreateHistory' | 'repository' | 'tree'
>;

type Signalled = Pick<SessionReviewOptions, 'signal'>;

/** A change with the snapshots that its hunks differ in. */
interface OpenReview {
  readonly review: HunkReview;
  readonly base: Snapshot;
  readonly head: Snapshot;
}

/** The sessions of one folder. */
export class FolderSessions implements Sessions {
  readonly #services: SessionServices;
  readonly #judge: Pick<Changes, 'judge'>;

  constructor(services: SessionServices, judge: Pick<Changes, 'judge'>) {
    this.#services = services;
    this.#judge = judge;
  }

  async list(): Promise<readonly RecordedSession[]> {
    const { folder: here } = await this.#services.repository();
    return (await this.#store().list()).map(({ session, client, folder, startedAt }) => ({
      ...{ session, client, folder, startedAt },
      isHere: folder === here,
    }));
  }

  async find(name: string): Promise<RecordedSession> {
    const all = await this.list();
    const exact = all.filter(({ session }) => session === name);
    const found = exact.length > 0 ? exact : all.filter(({ session }) => session.startsWith(name));
    const [first, second] = found;
    if (first !== undefined && second === undefined) return first;
    const problem = first === undefined ? 'not found' : 'not unique';
    throw new HoldfastError('not-found', `Session ${problem}: ${name}`, {
      hint: 'List the sessions with "holdfast sessions". A session is recorded if the hooks of its agent are installed.',
    });
  }

  async review(subject: ReviewSubject, options: SessionReviewOptions = {}): Promise<HunkReview> {
    return (await this.#open(subject, options)).review;
  }

  async readText(commit: string, path: string): Promise<string | undefined> {
    return (await this.#services.repository()).readTree(commit).readText(path);
  }

  async setReviewed(keys: readonly string[], isReviewed: boolean): Promise<void> {
    if (keys.length > 0) await (await this.#services.openOrCreateHistory()).saveReviewedHunks(keys, isReviewed);
  }

  async takeBack(subject: ReviewSubject, hunks: readonly ShownHunk[], { signal }: Signalled = {}): Promise<TakenBack> {
    const opened = await this.#open(subject, { signal });
    const repository = await this.#services.repository();
    const { base, head, review } = opened;
    const remainder = await buildRemainder(repository, review, { base, head, hunks, signal });
    if ('conflicts' in remainder) return { files: [], conflicts: remainder.conflicts, notes: [] };
    const message = 'take back: hunks of a change';
    const written = await writeToFiles(repository, { base: head, result: remainder.partial, message, signal });
    if (written.conflicts.length === 0) await this.#forget(review, hunks);
    return written;
  }

  async planTakeBack(
    subject: ReviewSubject,
    hunks: readonly ShownHunk[],
    { signal }: Signalled = {},
  ): Promise<TakeBackPlan> {
    const { base, head, review } = await this.#open(subject, { signal });
    const repository = await this.#services.repository();
    const remainder = await buildRemainder(repository, review, { base, head, hunks, signal });
    if ('conflicts' in remainder) return { conflicts: remainder.conflicts, writes: [] };
    await this.#forget(review, hunks);
    return repository.planWrites({ base: head, result: remainder.partial, unsaved: new Map(), signal });
  }

  async snapshot({ signal }: Signalled = {}): Promise<ComparedSession> {
    const repository = await this.#services.repository();
    const { commit } = await repository.createBase({ signal });
    return { directory: repository.objectsDirectory, head: commit, folder: this.#services.tree.root };
  }

  async compare(other: ComparedSession, { signal }: Signalled = {}): Promise<readonly SessionMisfit[]> {
    return findMisfits(await this.#services.repository(), this.#judge, other, signal);
  }

  /** What is taken back and comes again was not reviewed. */
  async #forget(review: HunkReview, hunks: readonly ShownHunk[]): Promise<void> {
    const taken = new Set(hunks.map(({ id }) => id));
    const all = review.files.flatMap((file) => file.hunks);
    await this.setReviewed(
      all.filter(({ id, isReviewed }) => isReviewed && taken.has(id)).map(({ key }) => key),
      false,
    );
  }

  async #open(subject: ReviewSubject, { depth = 'files', signal }: SessionReviewOptions): Promise<OpenReview> {
    const { base, leftOut, notes } = await this.#findBase(subject, signal);
    const judgement = await this.#judge.judge({ base, leftOutOfBase: leftOut, depth, signal });
    const repository = await this.#services.repository();
    const [before, after] = await Promise.all([
      repository.resolve(judgement.base, signal),
      repository.resolve(judgement.head, signal),
    ]);
    const review = await readReviewedChange({
      repository,
      base: before,
      head: after,
      judgement: withoutEmptyChange(judgement),
      contracts: await this.#services.contracts.readAll(),
      findReviewed: (keys) => this.#findReviewed(keys),
      notes,
      signal,
    });
    return { review, base: before, head: after };
  }

  async #findReviewed(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return (await (await this.#services.history())?.readReviewedHunks(keys)) ?? new Set();
  }

  async #findBase(
    subject: ReviewSubject,
    signal: AbortSignal | undefined,
  ): Promise<{
    readonly base: string | undefined;
    readonly leftOut?: readonly string[] | undefined;
    readonly notes: readonly string[];
  }> {
    switch (subject.kind) {
      case 'session': {
        const record = await this.#store().read(subject.session);
        return { ...(await findBase(this.#services, record, signal)), leftOut: record?.leftOut };
      }
      case 'uncommitted': {
        const repository = await this.#services.repository();
        if (repository.commits === undefined) throw createMissingCommits(repository);
        return { base: await repository.commits.head(signal), notes: [] };
      }
      case 'since':
        return { base: await findChangeBase(this.#services, subject.revision, signal), notes: [] };
    }
  }

  #store(): SessionStore {
    return new SessionStore(this.#services.tree.root);
  }
}

/** A review of nothing is not a warning. */
function withoutEmptyChange(judgement: ChangeJudgement): ChangeJudgement {
  return { ...judgement, findings: judgement.findings.filter(({ kind }) => kind !== 'no-change') };
}
