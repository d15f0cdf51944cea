import { DATA_FILE_KINDS, findDataFileKind, type DataFileKind } from '../../workspace/configuration/data-file-kinds.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { Timers } from '../base/timers.ts';
import type { UnsavedTexts } from '../engines/unsaved-texts.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { findFolder } from '../state/workspace-state.ts';

/** Changes are collected for this long before files are checked, in milliseconds. */
const DELAY_MS = 200;

/** The kinds whose problems depend on the other files of the folder, because they contain globs. */
const KINDS_WITH_GLOBS: readonly DataFileKind[] = ['pipeline', 'domains'];

interface Services {
  readonly store: WorkspaceStore;
  readonly engines: WorkspaceEngines;
  readonly unsaved: UnsavedTexts;
  readonly log: { warn(message: string): void };
}

/**
 * Checks the data files under `.holdfast/` of each folder after changes and writes the results to the store. The files
 * of one kind are checked together, because they can refer to each other.
 */
export class DataFileChecks {
  readonly #services: Services;
  readonly #timers: Timers;
  readonly #scheduled = new Map<string, { cancel(): void }>();
  /** The last check of each kind, which the next one awaits. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(services: Services, timers: Timers) {
    this.#services = services;
    this.#timers = timers;
  }

  /** Handles files that were changed, created or deleted on disk. A new or deleted file changes what globs match. */
  handleDiskChanges(folder: string, paths: readonly string[]): void {
    const changed = new Set(paths.map(findDataFileKind));
    const known = findFolder(this.#services.store.state, folder)?.dataFiles ?? {};
    for (const kind of DATA_FILE_KINDS) {
      const hasFiles = (known[kind] ?? []).length > 0;
      if (changed.has(kind) || (KINDS_WITH_GLOBS.includes(kind) && hasFiles)) this.schedule(folder, kind);
    }
  }

  /** Checks the files of every kind soon. */
  scheduleAll(folder: string): void {
    for (const kind of DATA_FILE_KINDS) this.schedule(folder, kind);
  }

  /** Checks the files of a kind soon, together with the changes until then. */
  schedule(folder: string, kind: DataFileKind): void {
    const key = `${folder}\n${kind}`;
    if (this.#scheduled.has(key)) return;
    const timer = this.#timers.after(DELAY_MS, () => {
      this.#scheduled.delete(key);
      void this.check(folder, kind);
    });
    this.#scheduled.set(key, timer);
  }

  /** Checks the files of a kind now. A failure is logged, and the last results stay. */
  check(folder: string, kind: DataFileKind): Promise<void> {
    const key = `${folder}\n${kind}`;
    // A slow check that ends after a later one would replace its result with that of an older text.
    const check = (this.#running.get(key) ?? Promise.resolve()).then(() => this.#readFiles(folder, kind));
    this.#running.set(key, check);
    return check;
  }

  async #readFiles(folder: string, kind: DataFileKind): Promise<void> {
    const { engines, unsaved, store, log } = this.#services;
    try {
      const engine = await engines.get(folder);
      unsaved.flush(folder, engine);
      store.dispatch({ type: 'data-files-checked', folder, kind, checks: await engine.dataFiles.check(kind) });
    } catch (error) {
      log.warn(`Failed to check the ${kind} files: ${formatFailure(toFailure(error))}`);
    }
  }

  dispose(): void {
    for (const timer of this.#scheduled.values()) timer.cancel();
    this.#scheduled.clear();
  }
}
