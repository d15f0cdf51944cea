import { adaptersOf } from '../checks/validators/protocol-adapter.ts';
import type { ProtocolAdapter } from '../checks/validators/protocol-adapter.ts';
import type { CollectedValidator } from '../checks/validators/validator-collection.ts';
import type { Validator } from '../checks/validators/validator.ts';
import { WorkspaceValidators } from '../checks/workspace-validators/workspace-validators.ts';

export interface CustomValidatorOptions {
  /** Validators that do not come from the workspace, asked for at each check. */
  readonly others: () => Promise<readonly CollectedValidator[]>;
  /** How long one may take for one assertion, in milliseconds. */
  readonly timeoutMs: number;
  /** What the workspace's validators print. */
  readonly log: (line: string) => void;
  /** Names of environment variables that they must not see. */
  readonly withhold?: readonly string[];
}

export interface AvailableValidators {
  readonly customValidators: readonly Validator[];
  readonly adapters: readonly ProtocolAdapter[];
  readonly validatorProblems: readonly string[];
}

/** The custom validators of every root: the workspace's own, and those that others hand in. */
export class CustomValidators implements AsyncDisposable {
  readonly #options: CustomValidatorOptions;
  readonly #workspaces = new Map<string, WorkspaceValidators>();

  constructor(options: CustomValidatorOptions) {
    this.#options = options;
  }

  /** The validators of a trusted workspace. The workspace's own come last: they may take another's place. */
  async of(root: string, signal: AbortSignal): Promise<AvailableValidators> {
    let workspace = this.#workspaces.get(root);
    if (!workspace) {
      const { timeoutMs, log, withhold } = this.#options;
      workspace = new WorkspaceValidators(root, { timeoutMs, log, withhold });
      this.#workspaces.set(root, workspace);
    }
    const { validators, problems } = await workspace.load(signal);
    const all: readonly CollectedValidator[] = [...(await this.#options.others()), ...validators];
    return {
      customValidators: all.filter(({ protocol }) => protocol === undefined),
      adapters: adaptersOf(all),
      validatorProblems: problems,
    };
  }

  async close(root: string): Promise<void> {
    const workspace = this.#workspaces.get(root);
    this.#workspaces.delete(root);
    await workspace?.[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#workspaces.keys()].map((root) => this.close(root)));
  }
}

/** What a restricted workspace has: none. */
export const NO_VALIDATORS: AvailableValidators = { customValidators: [], adapters: [], validatorProblems: [] };
