import type { ContractDocument } from '../../contract/document.ts';
import { isAnsweredByFiles } from '../../contract/fingerprint.ts';
import { isGlob } from '../../contract/globs/glob-syntax.ts';
import type { Chunk, Contract } from '../../contract/model.ts';
import { requirementsOf } from '../../contract/requirements.ts';
import { commandRulesOf } from '../services/command-rules.ts';
import { checkChunk } from '../validation/check-chunk.ts';
import { withAttemptWorktree } from '../services/with-attempt-worktree.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import { Git } from '../../workspace/git/git.ts';
import { findReviewBase } from '../review/review-base.ts';
import type { FolderServices } from '../services/folder-services.ts';
import { NOTHING_VISIBLE } from '../../workspace/confinement/confinement-rules.ts';

/** A chunk whose requirements do not hold, with its fingerprint. */
export interface OpenChunk {
  readonly chunk: Chunk;
  readonly fingerprint: string;
}

export interface MergeBaseQuestion {
  readonly document: ContractDocument;
  readonly contract: Contract;
  readonly open: readonly OpenChunk[];
  readonly signal: AbortSignal;
}

/**
 * Which chunks the files of the merge base with the default branch satisfy. Each answer is computed once for a commit and a
 * fingerprint. The analysis reads the commit in a separate worktree, so that the user's files are not touched.
 */
export class MergeBaseVerdicts {
  readonly #services: Pick<FolderServices, 'analysis' | 'configuration' | 'openCheckServices' | 'repository'>;
  #commit: string | undefined;
  /** Whether the commit satisfies a chunk, by fingerprint. */
  readonly #satisfied = new Map<string, boolean>();

  constructor(services: Pick<FolderServices, 'analysis' | 'configuration' | 'openCheckServices' | 'repository'>) {
    this.#services = services;
  }

  /** The ids of the chunks that the merge base satisfies. Without git, or without a default branch, there is none. */
  async findSatisfied(question: MergeBaseQuestion): Promise<ReadonlySet<string>> {
    const { open, signal } = question;
    const commit = await this.#findMergeBase(signal);
    if (commit === undefined) return new Set();
    if (commit !== this.#commit) this.#satisfied.clear();
    this.#commit = commit;
    const unknown = open.filter(({ fingerprint }) => !this.#satisfied.has(fingerprint));
    if (unknown.length > 0) await this.#judge(commit, { ...question, open: unknown });
    return new Set(
      open.filter(({ fingerprint }) => this.#satisfied.get(fingerprint) === true).map(({ chunk }) => chunk.id),
    );
  }

  async #findMergeBase(signal: AbortSignal): Promise<string | undefined> {
    const repository = await this.#services.repository();
    const head = await repository.commits?.head(signal);
    if (head === undefined) return undefined;
    const configuration = await this.#services.configuration();
    try {
      const git = new Git(repository.folder);
      return (await findReviewBase(git, head, { base: undefined, configuration, signal })).commit;
    } catch (thrown) {
      // There is no default branch, or a shallow clone does not have the common ancestor.
      if (thrown instanceof HoldfastError && thrown.code === 'git') return undefined;
      throw thrown;
    }
  }

  async #judge(commit: string, { document, contract, open, signal }: MergeBaseQuestion): Promise<void> {
    const repository = await this.#services.repository();
    const files = new Set(await repository.listFiles(commit, signal));
    const candidates: OpenChunk[] = [];
    for (const one of open) {
      if (canBeSatisfied(contract, one.chunk, files)) candidates.push(one);
      else this.#satisfied.set(one.fingerprint, false);
    }
    // New work mostly names files that the merge base does not have. No worktree is needed to see that.
    if (candidates.length === 0) return;
    const services = await this.#services.openCheckServices(signal, () => undefined);
    const base = await repository.resolve(commit, signal);
    await withAttemptWorktree({ contract, services }, base, async ({ tree }) => {
      for (const { chunk, fingerprint } of candidates) {
        const { verdict } = await checkChunk({
          document,
          contract,
          chunk,
          tree,
          analysis: services.analysis,
          validatorsFrom: repository.folder,
          trusted: true,
          filesOnly: true,
          commandTimeoutMs: services.configuration.limits.commandTimeoutSeconds * 1000,
          commandRules: commandRulesOf({
            contract,
            configuration: services.configuration,
            tree: tree.root,
            view: NOTHING_VISIBLE,
          }),
          signal,
        });
        this.#satisfied.set(fingerprint, verdict === 'satisfied');
      }
    });
  }
}

/** The checks that fail if the file that they name does not exist. */
const CHECKS_OF_A_FILE: ReadonlySet<string> = new Set(['export_exists', 'signature_match', 'type_matches']);

/** Whether files alone answer all asserts of a chunk, and every file that must exist does. */
function canBeSatisfied(contract: Contract, chunk: Chunk, files: ReadonlySet<string>): boolean {
  const asserts = requirementsOf(contract, chunk)
    .map(({ assertion }) => assertion)
    .filter(({ type }) => type === 'assert');
  if (!asserts.every((assertion) => isAnsweredByFiles(contract, assertion))) return false;
  const isPath = (value: unknown): value is string =>
    typeof value === 'string' && !isGlob(value) && !contract.resources.some(({ id }) => id === value);
  const named = asserts.flatMap(({ check }) =>
    CHECKS_OF_A_FILE.has(check.type) && isPath(check['file']) ? [check['file']] : [],
  );
  const required = chunk.postconditions.filter(({ kind }) => kind === 'file_exists').map(({ path }) => path);
  return [...named, ...required].every((file) => files.has(file.replace(/^\.\//, '')));
}
