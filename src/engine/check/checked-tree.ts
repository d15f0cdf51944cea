import { HOLDOUT_FILES } from '../../configuration/shared-files.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import type { Contract } from '../../contract/model.ts';
import { readUserTreeSurroundings } from './user-tree-surroundings.ts';
import { attemptRules, commandRulesOf } from '../../run/services/command-rules.ts';
import type { CommandRules } from '../../workspace/processes/command-rules.ts';
import type { DiskTree } from '../../workspace/files/disk-tree.ts';
import type { Repository } from '../../workspace/repository.ts';
import type { AttemptWorktree } from '../../workspace/worktree/attempt-worktree.ts';
import type { EngineServices } from '../services/engine-services.ts';

/** A tree on disk that chunks are checked in. */
export interface CheckedTree {
  readonly tree: DiskTree;
  /** How the commands of a contract run in the tree. */
  readonly rulesFor: (contract: Contract) => CommandRules;
}

/** The user's files on disk. */
export async function openUserTree(
  services: Pick<EngineServices, 'tree'>,
  repository: Repository,
  configuration: Configuration,
): Promise<CheckedTree> {
  const { tree } = services;
  const surroundings = await readUserTreeSurroundings(repository);
  // A check runs steps in the user's tree, which they may write as they could from a terminal.
  return {
    tree,
    rulesFor: (contract) => commandRulesOf({ contract, configuration, tree: tree.root, ...surroundings }),
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

  /** The files of a commit, without the scenarios [ASSERT-SCEN-002]. */
  async open(commit: string): Promise<CheckedTree> {
    let opening = this.#open.get(commit);
    if (opening === undefined) {
      opening = this.#repository.openWorktree(commit, {
        copy: this.#configuration.attempt.copy,
        without: HOLDOUT_FILES,
        signal: this.#signal,
      });
      this.#open.set(commit, opening);
    }
    const attempt = await opening;
    const services = { configuration: this.#configuration };
    return { tree: attempt.tree, rulesFor: (contract) => attemptRules({ contract, attempt, services }) };
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
