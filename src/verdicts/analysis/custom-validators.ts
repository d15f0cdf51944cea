import path from 'node:path';
import type { CollectedValidator, ProtocolAdapter, Validator } from '../checks/interfaces/validator.ts';
import { protocolAdapters } from '../checks/validators/validator-collection.ts';
import { VALIDATOR_FOLDER } from '../checks/workspace-validators/validator-folder.ts';
import type { WorkspaceValidators } from '../checks/workspace-validators/workspace-validators.ts';
import { pathExists } from '../../workspace/files/safe-path.ts';

export interface CustomValidatorOptions {
  /** Validators that do not come from the workspace; called by every check. */
  readonly hostValidators: () => Promise<readonly CollectedValidator[]>;
  /** Time limit of one validator for one assertion, in milliseconds. */
  readonly timeoutMs: number;
  /** Receives the output of the workspace's validators, one line per call. */
  readonly log: (line: string) => void;
}

export interface AvailableValidators {
  /** The validators that apply to every contract. */
  readonly customValidators: readonly Validator[];
  /** The validators that apply only to the contracts of a protocol. */
  readonly adapters: readonly ProtocolAdapter[];
  /** Why validators of the workspace are missing, as sentences. */
  readonly validatorProblems: readonly string[];
}

/** The custom validators of every root: those of the workspace and those of the host. */
export class CustomValidators implements AsyncDisposable {
  readonly #options: CustomValidatorOptions;
  readonly #workspaces = new Map<string, WorkspaceValidators>();

  constructor(options: CustomValidatorOptions) {
    this.#options = options;
  }

  /**
   * Loads the validators of a trusted workspace. Its own validators come last, so they replace those of the host.
   *
   * @param passedVariables names of variables that the workspace's validators receive in addition to the allow list
   */
  async load(root: string, passedVariables: readonly string[], signal: AbortSignal): Promise<AvailableValidators> {
    const { hostValidators, timeoutMs, log } = this.#options;
    let workspace = this.#workspaces.get(root);
    if (!workspace) {
      if (!(await pathExists(path.join(root, VALIDATOR_FOLDER)))) return collect(await hostValidators(), []);
      const { WorkspaceValidators } = await import('../checks/workspace-validators/workspace-validators.ts');
      workspace = this.#workspaces.get(root) ?? new WorkspaceValidators(root, { timeoutMs, log });
      this.#workspaces.set(root, workspace);
    }
    const { validators, problems } = await workspace.load(signal, passedVariables);
    return collect([...(await hostValidators()), ...validators], problems);
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

function collect(all: readonly CollectedValidator[], problems: readonly string[]): AvailableValidators {
  return {
    customValidators: all.filter(({ protocol }) => protocol === undefined),
    adapters: protocolAdapters(all),
    validatorProblems: problems,
  };
}

/** A restricted workspace has no custom validators. */
export const NO_VALIDATORS: AvailableValidators = { customValidators: [], adapters: [], validatorProblems: [] };
