import { listServiceFiles } from '../../verdicts/domains/declarations/list-service-files.ts';
import { listValidatorModules } from '../../verdicts/checks/workspace-validators/validator-modules.ts';
import type { Snapshot } from '../../workspace/git/snapshot.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { FileChange } from '../../workspace/git/tree-changes.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { ChangeCheckDepth, ChangeHead } from './change-types.ts';
import type { ChangeServices } from './change-services.ts';
import { ChunkJudge } from './chunk-judge.ts';
import { CommitWorktrees, openUserTree, type CheckedTree } from '../check/checked-tree.ts';
import type { ChangeTerms } from './read-terms.ts';

export interface ChangeTreesInput {
  readonly services: ChangeServices;
  readonly repository: Repository;
  readonly terms: ChangeTerms;
  readonly base: Snapshot;
  readonly head: Snapshot;
  /** Where the head comes from. The files on disk are checked in place, everything else in a worktree. */
  readonly source: ChangeHead;
  readonly changes: readonly FileChange[];
  readonly depth: ChangeCheckDepth;
  readonly trusted: boolean;
  readonly signal: AbortSignal;
}

/** The trees before and after a change, each opened at its first use. Disposal removes their worktrees. */
export class ChangeTrees implements AsyncDisposable {
  /** Judges chunks in the result. */
  readonly head: ChunkJudge;
  /** Judges chunks in the result by its files alone. */
  readonly headFiles: ChunkJudge;
  /** Judges chunks in the tree before the change. */
  readonly base: ChunkJudge;
  readonly #input: ChangeTreesInput;
  readonly #worktrees: CommitWorktrees;
  #validatorsFrom: Promise<string> | undefined;

  constructor(input: ChangeTreesInput) {
    const { services, repository, terms, base, signal } = input;
    this.#input = input;
    this.#worktrees = new CommitWorktrees(services, repository, terms.configuration, signal);
    const judge = { ...input, validatorsFrom: () => this.validatorsFrom() };
    this.head = new ChunkJudge({ ...judge, tree: () => this.openHead() });
    this.headFiles = new ChunkJudge({ ...judge, depth: 'files', tree: () => this.openHead() });
    this.base = new ChunkJudge({ ...judge, tree: () => this.#worktrees.open(base.commit) });
  }

  async openHead(): Promise<CheckedTree> {
    const { services, terms, head, source } = this.#input;
    if (source !== 'work-tree') return this.#worktrees.open(head.commit);
    return openUserTree(services, terms.configuration, (contract) =>
      this.#worktrees.openForSteps(head.commit, contract),
    );
  }

  /** A worktree of the result, or of the base, in which commands run. */
  openForCommands(version: 'base' | 'head'): Promise<AttemptWorktree> {
    return this.#worktrees.openForCommands(this.#input[version].commit);
  }

  /** A worktree of the base for the tests of the result. */
  openForTests(): Promise<AttemptWorktree> {
    return this.#worktrees.openForTests(this.#input.base.commit);
  }

  /**
   * Absolute path of a tree with the validators, interface definitions and domain services of the terms. It is the result's
   * own tree if the change did not touch them, so that mostly no other worktree is needed.
   */
  validatorsFrom(): Promise<string> {
    return (this.#validatorsFrom ??= this.#findValidators());
  }

  async #findValidators(): Promise<string> {
    const { terms, changes } = this.#input;
    const modules = new Set([...(await listValidatorModules(terms.tree)), ...(await listServiceFiles(terms.tree))]);
    const isChanged = changes
      .flatMap(({ path, previousPath = path }) => [path, previousPath])
      .some((file) => file.startsWith('.holdfast/') || modules.has(file));
    const { tree } = isChanged ? await this.#worktrees.open(terms.commit) : await this.openHead();
    return tree.root;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worktrees[Symbol.asyncDispose]();
  }
}
