import { HOLDOUT_FILES } from '../../configuration/shared-files.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Contract } from '../../contract/model.ts';
import { attemptRules, commandRulesOf } from '../../run/services/command-rules.ts';
import { memoizeUntilFailure } from '../../shared/retryable-cache.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import type { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { EngineServices } from '../services/engine-services.ts';

/** A tree on disk that chunks are checked in. */
export interface CheckedTree {
  readonly tree: DiskTree;
  /** Where and how the steps of a contract run. */
  readonly stepsOf: (contract: Contract) => Promise<StepPlace>;
}

export interface StepPlace {
  readonly commandRules: CommandRules;
  /** Absolute path of the folder. */
  readonly stepsIn: string;
}

/**
 * [CONF-2] The user's files on disk. Steps run in a copy of them: Holdfast, git and the user load programs, validators,
 * packages, hooks and settings from the user's tree, so that a command that writes there chooses what runs outside of its
 * sandbox.
 *
 * @param openCopy opens a worktree with the same files
 */
export function openUserTree(
  { tree }: Pick<EngineServices, 'tree'>,
  configuration: Configuration,
  openCopy: () => Promise<CheckedTree>,
): CheckedTree {
  return {
    tree,
    stepsOf: async (contract) =>
      contract.steps.length === 0
        ? {
            commandRules: commandRulesOf({ contract, configuration, tree: tree.root, readOnly: [] }),
            stepsIn: tree.root,
          }
        : (await openCopy()).stepsOf(contract),
  };
}

/** Worktrees of commits, each opened at its first use. Disposal removes them. */
export class CommitWorktrees implements AsyncDisposable {
  readonly #services: Pick<EngineServices, 'analysis'>;
  readonly #repository: Repository;
  readonly #configuration: Configuration;
  readonly #signal: AbortSignal;
  readonly #open = new Map<string, Promise<AttemptWorktree>>();

  constructor(
    services: Pick<EngineServices, 'analysis'>,
    repository: Repository,
    configuration: Configuration,
    signal: AbortSignal,
  ) {
    this.#services = services;
    this.#repository = repository;
    this.#configuration = configuration;
    this.#signal = signal;
  }

  /**
   * The files of a commit, without the scenarios [ASSERT-SCEN-002].
   *
   * @param use `judged`: commands may write in it. `terms`: code is loaded from it, so that no command ever runs in it
   */
  async open(commit: string, use: 'judged' | 'terms' = 'judged'): Promise<CheckedTree> {
    const key = `${use} ${commit}`;
    let opening = this.#open.get(key);
    if (opening === undefined) {
      opening = this.#repository.openWorktree(commit, {
        copy: this.#configuration.attempt.copy,
        without: HOLDOUT_FILES,
        signal: this.#signal,
      });
      this.#open.set(key, opening);
    }
    const attempt = await opening;
    const services = { configuration: this.#configuration, repository: this.#repository };
    return {
      tree: attempt.tree,
      stepsOf: (contract) =>
        Promise.resolve({ commandRules: attemptRules({ contract, attempt, services }), stepsIn: attempt.root }),
    };
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
  readonly #services: EngineServices;
  readonly #configuration: Configuration;
  readonly #signal: AbortSignal;
  readonly #resources = new AsyncDisposableStack();

  constructor(services: EngineServices, configuration: Configuration, signal: AbortSignal) {
    this.#services = services;
    this.#configuration = configuration;
    this.#signal = signal;
  }

  readonly open = memoizeUntilFailure(async (): Promise<CheckedTree> => {
    const repository = await this.#services.repository();
    const worktrees = new CommitWorktrees(this.#services, repository, this.#configuration, this.#signal);
    this.#resources.use(worktrees);
    return worktrees.open((await repository.createBase({ signal: this.#signal })).commit);
  });

  [Symbol.asyncDispose](): Promise<void> {
    return this.#resources.disposeAsync();
  }
}
