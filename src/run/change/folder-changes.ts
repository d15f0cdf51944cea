import type { CheckOptions, ContractCheck, IndexCheckOptions } from '../check/check-types.ts';
import { findChangeBase, recordBase } from './change-base.ts';
import type { ChangeServices } from './change-services.ts';
import type { ChangeJudgement, JudgeChangeOptions, RecordedBase } from './change-types.ts';
import { findEventBase, type WorkflowEvent } from './event-base.ts';
import { judgeChange } from './judge-change.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { checkDocument } from '../check/document-check.ts';
import { CommittedTree } from './committed-tree.ts';
import { CommitWorktrees } from '../check/checked-tree.ts';
import { readTerms } from './read-terms.ts';

/** Judgements of changes: of the files, the index or a commit, compared with a base. */
export interface Changes {
  /**
   * [AGENT-6] Judges a change from a base: the chunks that it can affect, and what it does to files that it is judged by. The
   * contracts, gates, validators and the configuration come from the base. Writes nothing in the workspace.
   * @throws HoldfastError `git` if a commit does not exist, `not-found` if the active chunk or its contract does not exist,
   * `untrusted` for the depth `full` in a restricted workspace
   */
  judge(options: JudgeChangeOptions): Promise<ChangeJudgement>;
  /**
   * Records the files on disk as the base of a later judgement. The snapshot is kept in Holdfast's storage for 14 days. Changes
   * no file, no index and no ref of the user.
   */
  recordBase(options?: Pick<CheckOptions, 'signal'>): Promise<RecordedBase>;
  /**
   * The base of a change without a recorded one: the merge base of HEAD with a revision. Without a revision, the merge base
   * with the default branch, or HEAD if there is none. `undefined` before the first commit.
   * @throws HoldfastError `git` without a git repository, or if the revision does not exist or has no common ancestor with HEAD
   */
  findBase(revision?: string, options?: Pick<CheckOptions, 'signal'>): Promise<string | undefined>;
  /**
   * [CHANGE-7] The revision that the change of a workflow starts from. `undefined` if there is none, as on the default branch.
   * @throws HoldfastError `git` without a git repository, or if the checkout is not the change of the event
   */
  findEventBase(event: WorkflowEvent, options?: Pick<CheckOptions, 'signal'>): Promise<string | undefined>;
  /**
   * [AGENT-6] Checks contracts against exactly the index: a partially staged file counts with its staged content. Writes
   * nothing in the workspace.
   * @throws HoldfastError `git` without a git repository or with unmerged files, `not-found` if the index does not contain a
   * given contract
   */
  checkIndex(options?: IndexCheckOptions): Promise<readonly ContractCheck[]>;
}

/** The changes of one folder. */
export class FolderChanges implements Changes {
  readonly #services: ChangeServices;
  readonly #trusted: () => boolean;

  constructor(services: ChangeServices, trusted: () => boolean) {
    this.#services = services;
    this.#trusted = trusted;
  }

  judge(options: JudgeChangeOptions): Promise<ChangeJudgement> {
    return judgeChange(this.#services, options, this.#trusted());
  }

  recordBase({ signal }: Pick<CheckOptions, 'signal'> = {}): Promise<RecordedBase> {
    return recordBase(this.#services, signal);
  }

  findBase(revision?: string, { signal }: Pick<CheckOptions, 'signal'> = {}): Promise<string | undefined> {
    return findChangeBase(this.#services, revision, signal);
  }

  async findEventBase(
    event: WorkflowEvent,
    { signal }: Pick<CheckOptions, 'signal'> = {},
  ): Promise<string | undefined> {
    return findEventBase((await this.#services.repository()).folder, event, signal);
  }

  checkIndex(options: IndexCheckOptions = {}): Promise<readonly ContractCheck[]> {
    return checkIndex(this.#services, options, this.#trusted());
  }
}

/**
 * [AGENT-6] Checks contracts against exactly the index, in a worktree of it: its contracts, its gates, its configuration and
 * its files. A partially staged file counts with its staged content.
 *
 * @throws HoldfastError `git` without a git repository or with unmerged files, `not-found` if the index does not contain one
 * of the given contracts
 */
async function checkIndex(
  services: ChangeServices,
  options: IndexCheckOptions,
  trusted: boolean,
): Promise<readonly ContractCheck[]> {
  const { contracts: files, indexFile, signal = new AbortController().signal } = options;
  await services.secrets.loaded();
  const repository = await services.repository();
  const snapshot = await repository.createIndexBase({ indexFile, signal });
  const terms = await readTerms(services, new CommittedTree({ repository, commit: snapshot.commit, signal }), {
    isBase: false,
  });
  const missing = files?.find((file) => !terms.contracts.some(({ document }) => document.file === file));
  if (missing !== undefined) {
    throw new HoldfastError('not-found', `Contract not found in the index: ${missing}`, {
      hint: 'Stage it with "git add", or check the files on disk without --staged.',
    });
  }
  const { configuration, configurationText } = terms;
  await using worktrees = new CommitWorktrees(services, repository, configuration, signal);
  const checks: ContractCheck[] = [];
  for (const { document, sharedGates } of terms.contracts) {
    if (files !== undefined && !files.includes(document.file)) continue;
    const tree = await worktrees.open(snapshot.commit);
    const of = { snapshot, sharedGates, configuration, configurationText, tree };
    checks.push(await checkDocument(services, document, { ...options, signal, trusted, of }));
  }
  return checks;
}
