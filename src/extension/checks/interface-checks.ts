import { findDataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import type { Timers } from '../base/timers.ts';
import { formatFailure, isCancelled, toFailure } from '../base/failure.ts';
import type { UnsavedTexts } from '../engines/unsaved-texts.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { findFolder } from '../state/workspace-state.ts';

/** Saved files are collected for this long before the artifacts are compared again, in milliseconds. */
const DELAY_MS = 500;

interface Services {
  readonly store: WorkspaceStore;
  readonly engines: WorkspaceEngines;
  readonly unsaved: UnsavedTexts;
  readonly log: { warn(message: string): void };
}

/**
 * Compares the artifacts with the interface definitions again after files are saved. The services that read artifacts are
 * processes: they are started only in a trusted workspace, never while the person types, and not before the first check by
 * command or the first saved definition.
 */
export class InterfaceChecks {
  readonly #services: Services;
  readonly #timers: Timers;
  readonly #scheduled = new Map<string, { cancel(): void }>();
  readonly #running = new Map<string, AbortController>();

  constructor(services: Services, timers: Timers) {
    this.#services = services;
    this.#timers = timers;
  }

  /** Handles files that were saved, created or deleted. */
  handleDiskChanges(folder: string, paths: readonly string[]): void {
    const state = findFolder(this.#services.store.state, folder);
    const hasInterfaces = (state?.dataFiles?.interfaces ?? []).length > 0;
    const wasChecked = state?.jobs?.interfaces?.result !== undefined;
    if (!this.#services.store.state.trusted || !(hasInterfaces || wasChecked)) return;
    const isRelevant = (path: string): boolean => {
      const kind = findDataFileKind(path);
      if (kind === 'interfaces' || kind === 'domains') return true;
      return wasChecked && !/^\.(?:git|holdfast)\//.test(path);
    };
    if (paths.some(isRelevant)) this.#schedule(folder);
  }

  dispose(): void {
    for (const timer of this.#scheduled.values()) timer.cancel();
    for (const running of this.#running.values()) running.abort();
    this.#scheduled.clear();
  }

  #schedule(folder: string): void {
    this.#scheduled.get(folder)?.cancel();
    this.#running.get(folder)?.abort();
    const timer = this.#timers.after(DELAY_MS, () => {
      this.#scheduled.delete(folder);
      void this.#check(folder);
    });
    this.#scheduled.set(folder, timer);
  }

  async #check(folder: string): Promise<void> {
    const { engines, unsaved, store, log } = this.#services;
    const cancellation = new AbortController();
    this.#running.set(folder, cancellation);
    try {
      const engine = await engines.get(folder);
      unsaved.flush(folder, engine);
      const result = await engine.domains.compareInterfaces({ signal: cancellation.signal });
      if (!cancellation.signal.aborted)
        store.dispatch({ type: 'job-changed', folder, job: 'interfaces', state: { result } });
    } catch (error) {
      if (!isCancelled(error)) log.warn(formatFailure(toFailure(error)));
    } finally {
      if (this.#running.get(folder) === cancellation) this.#running.delete(folder);
    }
  }
}
