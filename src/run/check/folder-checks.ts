import { FolderProgress } from './folder-progress.ts';
import { checkContract } from './check-contract.ts';
import type { CheckServices } from './check-services.ts';
import type { CheckOptions, ContractCheck } from './check-types.ts';

/** Checks of contracts. */
export interface Checks {
  /** Checks the files as they are now, unsaved text included. Writes nothing. */
  check(file: string, options?: CheckOptions): Promise<ContractCheck>;
  /**
   * [EDIT-6] Adds what the verdict on each chunk means together with its past: records of passing, the merge base
   * with the default branch, earlier checks with `remember`, and its latest run. The merge base is read in a separate
   * worktree, once for each commit and fingerprint, and only in a trusted workspace. Changes no verdict.
   */
  addProgress(check: ContractCheck, options?: Pick<CheckOptions, 'signal'>): Promise<ContractCheck>;
}

/** The checks of one folder. */
export class FolderChecks implements Checks {
  readonly #services: CheckServices;
  readonly #trusted: () => boolean;
  readonly #progress: FolderProgress;

  constructor(services: CheckServices, trusted: () => boolean) {
    this.#services = services;
    this.#trusted = trusted;
    this.#progress = new FolderProgress(services, trusted);
  }

  check(file: string, options: CheckOptions = {}): Promise<ContractCheck> {
    const check = (): Promise<ContractCheck> =>
      checkContract(this.#services, file, { ...options, trusted: this.#trusted() });
    return options.remember === true ? this.#progress.remember(check, options.signal) : check();
  }

  addProgress(check: ContractCheck, { signal }: Pick<CheckOptions, 'signal'> = {}): Promise<ContractCheck> {
    return this.#progress.add(check, signal ?? new AbortController().signal);
  }
}
