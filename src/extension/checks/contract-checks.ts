import * as l10n from '@vscode/l10n';
import type { ContractCheck } from '../../engine.ts';
import { throwIfCancelled } from '../../foundation/errors.ts';
import { formatFailure, isCancelled, toFailure } from '../base/failure.ts';
import type { Timers } from '../base/timers.ts';
import type { UnsavedTexts } from '../engines/unsaved-texts.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { contractKey, type ContractTarget } from '../state/target.ts';
import { findContract, findFolder, type ContractState } from '../state/workspace-state.ts';
import { findAffectedContracts } from './affected-contracts.ts';
import { CheckScheduler } from './check-scheduler.ts';

/** The delay after the last keystroke before affected contracts are checked, in milliseconds. */
const TYPING_DELAY_MS = 200;
/** Plans of other tools. */
const PLAN_FILE = /\.(?:md|markdown)$/i;
const LIMITS = { maxWaitMs: 1_500, maxConcurrent: 4 };

export interface ContractChecksOptions {
  readonly engines: WorkspaceEngines;
  readonly store: WorkspaceStore;
  readonly unsaved: UnsavedTexts;
  readonly timers: Timers;
  /** Whether a folder uses Holdfast. Other folders get no engine. */
  readonly usesHoldfast: (folder: string) => Promise<boolean>;
  readonly log: { warn(message: string): void };
}

function hasUnsatisfied(check: ContractCheck | undefined): boolean {
  return check?.chunks.some(({ verdict }) => verdict === 'unsatisfied') === true;
}

/** Checks contracts after each change and writes the results to the store. */
export class ContractChecks {
  readonly #options: ContractChecksOptions;
  readonly #scheduler: CheckScheduler;
  /** The past of unsatisfied chunks is read after the check and apart from it, because the merge base may take seconds. */
  readonly #progress: CheckScheduler;
  /** Plans of other tools are reported on after their check, because the history of a plan may take seconds. */
  readonly #reports: CheckScheduler;
  /** Typing in a Markdown file can make it an active plan. */
  readonly #lists: CheckScheduler;
  /** The contracts whose past is read again after their next check. */
  readonly #outdatedProgress = new Set<string>();

  constructor(options: ContractChecksOptions) {
    this.#options = options;
    this.#scheduler = new CheckScheduler(
      (key, signal) => this.#check(key, signal),
      options.timers,
      LIMITS,
      (thrown) => options.log.warn(formatFailure(toFailure(thrown))),
    );
    const createBackground = (work: (key: string, signal: AbortSignal) => Promise<void>): CheckScheduler =>
      new CheckScheduler(work, options.timers, { ...LIMITS, maxConcurrent: 1 }, (thrown) => {
        if (!isCancelled(thrown)) options.log.warn(formatFailure(toFailure(thrown)));
      });
    this.#progress = createBackground((key, signal) => this.#readProgress(key, signal));
    this.#reports = createBackground((key, signal) => this.#reportPlan(key, signal));
    this.#lists = createBackground(async (folder) => void (await this.#listContracts(folder)));
  }

  /** Finds the contracts of a folder and checks them all. */
  async refresh(folder: string): Promise<void> {
    if (await this.#listContracts(folder)) this.recheck(folder);
  }

  /** Checks every known contract of a folder, and reads the past of its chunks again: a run may have ended. */
  recheck(folder: string): void {
    for (const contract of this.#contracts(folder)) {
      this.#outdatedProgress.add(contractKey(contract));
      this.#scheduler.request(contractKey(contract), 0);
    }
  }

  /**
   * Checks a contract immediately and returns the result. Throws if the check fails to run. All files are read again,
   * because a file watcher may not have reported recent changes yet.
   */
  async checkNow(target: ContractTarget): Promise<ContractCheck> {
    this.#scheduler.cancel(contractKey(target));
    (await this.#options.engines.get(target.folder)).filesChanged('all');
    return this.#checkTarget(target, new AbortController().signal);
  }

  /** [EDIT-6] Reads again what shows that chunks have passed before: records, branches and runs may have changed. */
  refreshProgress(folder: string): void {
    for (const contract of this.#contracts(folder)) {
      if (hasUnsatisfied(contract.check)) this.#progress.request(contractKey(contract), 0);
      if (contract.document.form === 'plan') this.#reports.request(contractKey(contract), 0);
    }
  }

  /** Handles a change of unsaved text. */
  handleEdit(folder: string, path: string): void {
    this.#dropFullChecks(folder, [path]);
    for (const contract of findAffectedContracts(this.#contracts(folder), path, 'edited'))
      this.#scheduler.request(contractKey(contract), TYPING_DELAY_MS);
    if (PLAN_FILE.test(path) && this.#options.engines.getOpened(folder)) this.#lists.request(folder, TYPING_DELAY_MS);
  }

  /** Handles files that were changed, created or deleted on disk. */
  async handleDiskChanges(folder: string, paths: readonly string[]): Promise<void> {
    this.#dropFullChecks(folder, paths);
    const engine = this.#options.engines.getOpened(folder);
    if (engine) (await engine).filesChanged(paths);
    if (!engine || paths.some((path) => this.#mayAffectContractList(folder, path))) await this.#listContracts(folder);
    const contracts = this.#contracts(folder);
    for (const contract of new Set(paths.flatMap((path) => findAffectedContracts(contracts, path, 'saved'))))
      this.#scheduler.request(contractKey(contract), 0);
  }

  dispose(): void {
    this.#scheduler.dispose();
    this.#progress.dispose();
    this.#reports.dispose();
    this.#lists.dispose();
  }

  /** The history of Holdfast and of git is not part of the tree that a full check judges. */
  #dropFullChecks(folder: string, paths: readonly string[]): void {
    if (paths.every((path) => /^\.(?:git|holdfast)\//.test(path))) return;
    this.#options.store.dispatch({ type: 'full-checks-outdated', folder });
  }

  #contracts(folder: string): readonly ContractState[] {
    return findFolder(this.#options.store.state, folder)?.contracts ?? [];
  }

  /** Whether a path may be a contract, a directory with contracts, or the configuration that locates contracts. */
  #mayAffectContractList(folder: string, path: string): boolean {
    return (
      /\.(?:json|ya?ml)$/i.test(path) ||
      PLAN_FILE.test(path) ||
      !/\.[^/]*$/.test(path) ||
      this.#contracts(folder).some((contract) => contract.contract === path)
    );
  }

  /**
   * Reads the contracts of a folder into the store. Returns `false` if the folder does not use Holdfast or its contracts
   * cannot be listed.
   */
  async #listContracts(folder: string): Promise<boolean> {
    const { engines, store, log } = this.#options;
    try {
      if (!engines.getOpened(folder) && !(await this.#options.usesHoldfast(folder))) {
        store.dispatch({ type: 'contracts-listed', folder, documents: [] });
        return false;
      }
      const engine = await engines.get(folder);
      this.#options.unsaved.flush(folder, engine);
      const known = this.#contracts(folder);
      const documents = await engine.contracts.readAll();
      for (const contract of known)
        if (!documents.some((document) => document.file === contract.contract)) {
          this.#scheduler.cancel(contractKey(contract));
          this.#progress.cancel(contractKey(contract));
          this.#reports.cancel(contractKey(contract));
        }
      store.dispatch({ type: 'contracts-listed', folder, documents });
      for (const document of documents) {
        const target = { folder, contract: document.file };
        if (!known.some((contract) => contract.contract === document.file))
          this.#scheduler.request(contractKey(target), 0);
      }
      return true;
    } catch (error) {
      const failure = toFailure(error);
      log.warn(formatFailure(failure));
      store.dispatch({ type: 'folder-failed', folder, failure });
      return false;
    }
  }

  async #check(key: string, signal: AbortSignal): Promise<void> {
    const target = this.#findTarget(key);
    if (!target) return;
    // `#checkTarget` has logged the error and stored it; a scheduled check has no caller to report it to.
    await this.#checkTarget(target, signal).catch(() => undefined);
  }

  async #checkTarget(target: ContractTarget, signal: AbortSignal): Promise<ContractCheck> {
    const { engines, store, unsaved, log } = this.#options;
    store.dispatch({ type: 'check-started', target });
    try {
      const engine = await engines.get(target.folder);
      unsaved.flush(target.folder, engine);
      const check = await engine.checks.check(target.contract, { remember: true, signal });
      throwIfCancelled(signal, l10n.t('check {0}', target.contract));
      const previous = findContract(store.state, target);
      // The rules of a plan are for contracts. What the tasks of another tool say against each other is read apart.
      if (check.document.form === 'plan') {
        store.dispatch({ type: 'check-ended', target, check });
        this.#reports.request(contractKey(target), 0);
        this.#requestProgress(target, previous);
        return check;
      }
      const previousPlan = previous?.plan;
      // The plan rules read the list of files and take several times as long as the check, so they run second. Until
      // then, the earlier findings for the same text stay.
      if (previousPlan?.document.text === check.document.text) {
        store.dispatch({ type: 'check-ended', target, check, plan: previousPlan });
      }
      const plan = await engine.plans.check(target.contract);
      throwIfCancelled(signal, l10n.t('check {0}', target.contract));
      store.dispatch({ type: 'check-ended', target, check, plan });
      this.#requestProgress(target, previous);
      return check;
    } catch (error) {
      if (signal.aborted || isCancelled(error)) {
        store.dispatch({ type: 'check-cancelled', target });
      } else {
        const failure = toFailure(error);
        log.warn(`${target.contract}: ${formatFailure(failure)}`);
        store.dispatch({ type: 'check-failed', target, failure });
      }
      throw error;
    }
  }

  /** The past of a chunk depends on its terms, not on the files: it is read for a new text, or once it matters. */
  #requestProgress(target: ContractTarget, previous: ContractState | undefined): void {
    const isOutdated = this.#outdatedProgress.delete(contractKey(target));
    const check = findContract(this.#options.store.state, target)?.check;
    if (check === undefined || !hasUnsatisfied(check)) return;
    const isKnown =
      !isOutdated && check.chunks.every(({ verdict, progress }) => verdict !== 'unsatisfied' || progress !== undefined);
    if (isKnown && previous?.check?.document.contentHash === check.document.contentHash) return;
    this.#progress.request(contractKey(target), 0);
  }

  async #readProgress(key: string, signal: AbortSignal): Promise<void> {
    const target = this.#findTarget(key);
    const check = target && findContract(this.#options.store.state, target)?.check;
    if (!target || !check) return;
    const engine = await this.#options.engines.get(target.folder);
    const answered = await engine.checks.addProgress(check, { signal });
    throwIfCancelled(signal, l10n.t('read the past of {0}', target.contract));
    this.#options.store.dispatch({ type: 'progress-read', target, check: answered });
  }

  async #reportPlan(key: string, signal: AbortSignal): Promise<void> {
    const target = this.#findTarget(key);
    const check = target && findContract(this.#options.store.state, target)?.check;
    if (!target || !check) return;
    const engine = await this.#options.engines.get(target.folder);
    const report = await engine.plans.report(check, { signal });
    throwIfCancelled(signal, l10n.t('read the plan {0}', target.contract));
    this.#options.store.dispatch({ type: 'plan-reported', target, report });
  }

  #findTarget(key: string): ContractTarget | undefined {
    const [folder = '', contract = ''] = key.split('\n');
    return findContract(this.#options.store.state, { folder, contract });
  }
}
