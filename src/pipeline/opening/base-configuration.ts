import { requirePipelineSettings } from '../../workspace/configuration/pipeline/pipeline-document.ts';
import { toPolicy } from '../state/policy.ts';
import { PIPELINE_FILE, type PipelineSettings } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import type { Forge } from '../forge/forge.ts';
import type { RoundTerms } from '../state/item-event.ts';
import { RetryableCache } from '../../foundation/retryable-cache.ts';
import { readCommittedFile } from '../../workspace/commit-files.ts';
import type { Git } from '../../workspace/git/git.ts';
import type { SourceTree } from '../../workspace/files/source-tree.ts';
import { requireInterfaceFiles } from './base-registry.ts';
import { createMissingBranchError } from './base-branch.ts';

/** The tip of the base branch with the pipeline's configuration in it. */
export interface BaseTip {
  readonly branch: string;
  readonly commit: string;
  readonly settings: PipelineSettings;
}

export interface BaseConfigurationOptions {
  readonly forge: Pick<Forge, 'readBranch' | 'fetchCommit'>;
  /** Runs git in the local repository. */
  readonly git: Git;
  /** The workspace folder relative to the top level: `''`, or a path that ends with `/`. */
  readonly prefix: string;
  readonly findBaseBranch: (signal: AbortSignal) => Promise<string>;
  /** The files of a commit, relative to the workspace folder. */
  readonly readTree: (commit: string, signal: AbortSignal) => Promise<Pick<SourceTree, 'listFiles' | 'readText'>>;
}

/** Reads the configuration of the pipeline from commits, never from the working tree [PIPE-5]. */
export class BaseConfiguration {
  readonly #options: BaseConfigurationOptions;
  readonly #settings = new RetryableCache<string, PipelineSettings>();

  constructor(options: BaseConfigurationOptions) {
    this.#options = options;
  }

  /**
   * The tip of the base branch, which moves.
   * @throws HoldfastError `configuration` if the configuration is malformed; BaseBranchError without a base branch
   */
  async readTip(signal: AbortSignal): Promise<BaseTip> {
    const { branch, commit } = await this.#findTip(signal);
    return { branch, commit, settings: await this.readSettings(commit, signal) };
  }

  /**
   * The prefix of the labels at the tip of the base branch. Errors in the interface registry do not matter to it.
   * @throws HoldfastError as `readTip`, apart from these errors
   */
  async readLabelPrefix(signal: AbortSignal): Promise<string> {
    return (await this.#readPipelineFile((await this.#findTip(signal)).commit, signal)).labelPrefix;
  }

  /** The terms of a round that starts at the tip. */
  async readTerms(signal: AbortSignal): Promise<RoundTerms> {
    const { branch, commit, settings } = await this.readTip(signal);
    return { base: { branch, commit }, policy: toPolicy(settings) };
  }

  /**
   * The configuration in a commit. The interface registry and the domain services are checked with it [ASSERT-XDOM-001].
   * @throws HoldfastError `configuration` if one of them is malformed
   */
  readSettings(commit: string, signal: AbortSignal): Promise<PipelineSettings> {
    return this.#settings.getOrCreate(commit, async () => {
      const settings = await this.#readPipelineFile(commit, signal);
      await requireInterfaceFiles(await this.#options.readTree(commit, signal));
      return settings;
    });
  }

  async #findTip(signal: AbortSignal): Promise<Omit<BaseTip, 'settings'>> {
    const branch = await this.#options.findBaseBranch(signal);
    const commit = await this.#options.forge.readBranch(branch, signal);
    if (commit === undefined) throw createMissingBranchError(branch);
    return { branch, commit };
  }

  async #readPipelineFile(commit: string, signal: AbortSignal): Promise<PipelineSettings> {
    const { forge, git, prefix } = this.#options;
    await forge.fetchCommit(commit, signal);
    const bytes = await readCommittedFile(git, { commit, prefix, signal }, PIPELINE_FILE);
    return requirePipelineSettings(bytes?.toString('utf8'));
  }
}
