import type { ContractCheck } from '../../engine.ts';
import { throwIfCancelled } from '../../shared/errors.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { contractKey, type ContractTarget } from '../state/target.ts';
import { findContract, findFolder, type ContractState } from '../state/workspace-state.ts';
import type { UnsavedTexts } from '../watch/unsaved-texts.ts';
import { affectedContracts } from './affected-contracts.ts';
import { CheckScheduler } from './check-scheduler.ts';
import { failureOf, failureText, isCancelled } from './failure.ts';
import type { Timers } from './timers.ts';

/** How long typing must rest before the contracts it concerns are checked again. */
const TYPING_REST_MS = 200;
const LIMITS = { maxWaitMs: 1_500, maxConcurrent: 4 };

export interface ContractChecksParts {
  readonly engines: WorkspaceEngines;
  readonly store: WorkspaceStore;
  readonly unsaved: UnsavedTexts;
  readonly timers: Timers;
  /** Whether a folder has anything to do with Holdfast; engines are made for those alone. */
  readonly concerns: (folder: string) => Promise<boolean>;
  readonly log: { warn(message: string): void };
}

/** Keeps every contract's verdict up to date, and the store told. */
export class ContractChecks {
  readonly #parts: ContractChecksParts;
  readonly #scheduler: CheckScheduler;

  constructor(parts: ContractChecksParts) {
    this.#parts = parts;
    this.#scheduler = new CheckScheduler((key, signal) => this.#check(key, signal), parts.timers, LIMITS);
  }

  /** Finds the contracts of a folder and checks them all. */
  async refresh(folder: string): Promise<void> {
    if (await this.#list(folder)) this.recheck(folder);
  }

  /** Checks every known contract of a folder. */
  recheck(folder: string): void {
    for (const contract of this.#contracts(folder)) this.#scheduler.request(contractKey(contract), 0);
  }

  /**
   * Checks a contract at once, and answers with the verdict. Throws where it cannot be made. A person who asks may have
   * changed files a moment ago, of which no watcher has told yet.
   */
  async checkNow(target: ContractTarget): Promise<ContractCheck> {
    this.#scheduler.cancel(contractKey(target));
    (await this.#parts.engines.of(target.folder)).filesChanged('all');
    return this.#checkTarget(target, new AbortController().signal);
  }

  /** Unsaved text of a file changed. */
  edited(folder: string, path: string): void {
    for (const contract of affectedContracts(this.#contracts(folder), path, 'edited'))
      this.#scheduler.request(contractKey(contract), TYPING_REST_MS);
  }

  /** Files changed on disk; contracts may have come or gone. */
  async changedOnDisk(folder: string, paths: readonly string[]): Promise<void> {
    const engine = this.#parts.engines.opened(folder);
    if (engine) (await engine).filesChanged(paths);
    if (!engine || paths.some((path) => this.#mayBeContract(folder, path))) await this.#list(folder);
    const contracts = this.#contracts(folder);
    for (const contract of new Set(paths.flatMap((path) => affectedContracts(contracts, path, 'saved'))))
      this.#scheduler.request(contractKey(contract), 0);
  }

  dispose(): void {
    this.#scheduler.dispose();
  }

  #contracts(folder: string): readonly ContractState[] {
    return findFolder(this.#parts.store.state, folder)?.contracts ?? [];
  }

  /** Also what is not named like a contract: a folder that came or went, the configuration that says where contracts are. */
  #mayBeContract(folder: string, path: string): boolean {
    return (
      /\.(?:json|ya?ml)$/i.test(path) ||
      !/\.[^/]*$/.test(path) ||
      this.#contracts(folder).some((contract) => contract.contract === path)
    );
  }

  async #list(folder: string): Promise<boolean> {
    const { engines, store, log } = this.#parts;
    try {
      if (!engines.opened(folder) && !(await this.#parts.concerns(folder))) {
        store.dispatch({ type: 'contracts-listed', folder, documents: [] });
        return false;
      }
      const engine = await engines.of(folder);
      this.#parts.unsaved.flush(folder, engine);
      const known = this.#contracts(folder);
      const documents = await engine.contracts();
      for (const contract of known)
        if (!documents.some((document) => document.file === contract.contract))
          this.#scheduler.cancel(contractKey(contract));
      store.dispatch({ type: 'contracts-listed', folder, documents });
      for (const document of documents) {
        const target = { folder, contract: document.file };
        if (!known.some((contract) => contract.contract === document.file))
          this.#scheduler.request(contractKey(target), 0);
      }
      return true;
    } catch (error) {
      const failure = failureOf(error);
      log.warn(failureText(failure));
      store.dispatch({ type: 'folder-failed', folder, failure });
      return false;
    }
  }

  async #check(key: string, signal: AbortSignal): Promise<void> {
    const target = this.#targetOf(key);
    if (!target) return;
    // What went wrong stands in the store and in the log; nobody waits for this check.
    await this.#checkTarget(target, signal).catch(() => undefined);
  }

  async #checkTarget(target: ContractTarget, signal: AbortSignal): Promise<ContractCheck> {
    const { engines, store, unsaved, log } = this.#parts;
    store.dispatch({ type: 'check-started', target });
    try {
      const engine = await engines.of(target.folder);
      unsaved.flush(target.folder, engine);
      const check = await engine.check(target.contract, { signal });
      throwIfCancelled(signal, `check ${target.contract}`);
      const before = findContract(store.state, target)?.plan;
      // The rules of plans ask for the list of files, which takes several times as long as the check, so they come after
      // it. What they said of the same text stands until they have spoken.
      if (before?.document.text === check.document.text) {
        store.dispatch({ type: 'check-ended', target, check, plan: before });
      }
      const plan = await engine.checkPlan(target.contract);
      throwIfCancelled(signal, `check ${target.contract}`);
      store.dispatch({ type: 'check-ended', target, check, plan });
      return check;
    } catch (error) {
      if (signal.aborted || isCancelled(error)) {
        store.dispatch({ type: 'check-cancelled', target });
      } else {
        const failure = failureOf(error);
        log.warn(`${target.contract}: ${failureText(failure)}`);
        store.dispatch({ type: 'check-failed', target, failure });
      }
      throw error;
    }
  }

  #targetOf(key: string): ContractTarget | undefined {
    const [folder = '', contract = ''] = key.split('\n');
    return findContract(this.#parts.store.state, { folder, contract });
  }
}
