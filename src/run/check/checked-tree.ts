import { holdoutOf } from '../../workspace/configuration/holdout-files.ts';
import type { Configuration } from '../../workspace/configuration/configuration.ts';
import type { Contract } from '../../contract/model.ts';
import { NOTHING_VISIBLE } from '../../workspace/confinement/confinement-rules.ts';
import { attemptRules, commandRulesOf } from '../services/command-rules.ts';
import { memoizeUntilFailure } from '../../foundation/retryable-cache.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import type { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { FolderServices } from '../services/folder-services.ts';

/**
 * A tree on disk that chunks are checked in. [CONF-2] No command writes in it: validators, interface definitions and the
 * declarations of services are loaded from it, and from the user's own tree also programs, packages, hooks and settings. So
 * a command that could write there would choose what runs outside of its sandbox.
 */
export interface CheckedTree {
  readonly tree: DiskTree;
  /** Where and how the steps of a contract run: in a copy. */
  readonly stepsOf: (contract: Contract) => Promise<StepPlace>;
}

export interface StepPlace {
  readonly commandRules: CommandRules;
  /** Absolute path of the folder; `undefined` if the contract has no steps. */
  readonly stepsIn: string | undefined;
}

/**
 * The user's files on disk.
 *
 * @param openCopy opens a worktree with the same files, for steps
 */
export function openUserTree(
  { tree }: Pick<FolderServices, 'tree'>,
  configuration: Configuration,
  openCopy: (contract: Contract) => Promise<StepPlace>,
): CheckedTree {
  return {
    tree,
    stepsOf: (contract) =>
      contract.steps.length === 0
        ? Promise.resolve(withoutSteps(contract, configuration, tree.root))
        : openCopy(contract),
  };
}

function withoutSteps(contract: Contract, configuration: Configuration, root: string): StepPlace {
  return {
    commandRules: commandRulesOf({ contract, configuration, tree: root, view: NOTHING_VISIBLE }),
    stepsIn: undefined,
  };
}

/** Worktrees of commits, each opened at its first use. Disposal removes them. */
export class CommitWorktrees implements AsyncDisposable {
  readonly #services: Pick<FolderServices, 'analysis'>;
  readonly #repository: Repository;
  readonly #configuration: Configuration;
  readonly #signal: AbortSignal;
  readonly #open = new Map<string, Promise<AttemptWorktree>>();

  constructor(
    services: Pick<FolderServices, 'analysis'>,
    repository: Repository,
    configuration: Configuration,
    signal: AbortSignal,
  ) {
    this.#services = services;
    this.#repository = repository;
    this.#configuration = configuration;
    this.#signal = signal;
  }

  /** The files of a commit, without the scenarios [ASSERT-SCEN-002]. */
  async open(commit: string): Promise<CheckedTree> {
    const { tree, root } = await this.#worktree(commit, 'read');
    return {
      tree,
      stepsOf: (contract) =>
        contract.steps.length === 0
          ? Promise.resolve(withoutSteps(contract, this.#configuration, root))
          : this.openForSteps(commit, contract),
    };
  }

  /** A worktree of a commit in which commands run, and from which nothing is loaded. */
  openForCommands(commit: string): Promise<AttemptWorktree> {
    return this.#worktree(commit, 'commands');
  }

  /** The same, with tests of another commit laid over it. */
  openForTests(commit: string): Promise<AttemptWorktree> {
    return this.#worktree(commit, 'tests');
  }

  /** The same for the steps of contracts. */
  async openForSteps(commit: string, contract: Contract): Promise<StepPlace> {
    const attempt = await this.openForCommands(commit);
    const services = { configuration: this.#configuration };
    return { commandRules: attemptRules({ contract, attempt, services }), stepsIn: attempt.root };
  }

  #worktree(commit: string, use: 'read' | 'commands' | 'tests'): Promise<AttemptWorktree> {
    const key = `${use} ${commit}`;
    let opening = this.#open.get(key);
    if (opening === undefined) {
      opening = this.#repository.openWorktree(commit, {
        copy: this.#configuration.attempt.copy,
        ...holdoutOf(this.#configuration),
        signal: this.#signal,
      });
      this.#open.set(key, opening);
    }
    return opening;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const opening of this.#open.values()) {
      const attempt = await opening.catch(() => undefined);
      if (attempt === undefined) continue;
      await this.#services.analysis.close(attempt.root);
      await attempt.dispose();
    }
  }
}

/** A copy of the user's files on disk, opened at its first use. */
export class UserTreeCopy implements AsyncDisposable {
  readonly #services: Pick<FolderServices, 'analysis' | 'repository'>;
  readonly #configuration: Configuration;
  readonly #signal: AbortSignal;
  #worktrees: CommitWorktrees | undefined;

  constructor(
    services: Pick<FolderServices, 'analysis' | 'repository'>,
    configuration: Configuration,
    signal: AbortSignal,
  ) {
    this.#services = services;
    this.#configuration = configuration;
    this.#signal = signal;
  }

  readonly #create = memoizeUntilFailure(async () => {
    const repository = await this.#services.repository();
    const worktrees = new CommitWorktrees(this.#services, repository, this.#configuration, this.#signal);
    this.#worktrees = worktrees;
    return { worktrees, commit: (await repository.createBase({ signal: this.#signal })).commit };
  });

  async openForSteps(contract: Contract): Promise<StepPlace> {
    const { worktrees, commit } = await this.#create();
    return worktrees.openForSteps(commit, contract);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worktrees?.[Symbol.asyncDispose]();
  }
}
