import { formatFailure, toFailure } from '../base/failure.ts';
import type { Timers } from '../base/timers.ts';
import type { UnsavedTexts } from '../engines/unsaved-texts.ts';
import type { WorkspaceEngines } from '../engines/workspace-engines.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { findFolder } from '../state/workspace-state.ts';

/** The configuration of the pipeline, relative to the workspace folder. */
export const PIPELINE_FILE = '.holdfast/pipeline.yaml';

/** Changes are collected for this long before the file is checked, in milliseconds. */
const DELAY_MS = 200;

interface Services {
  readonly store: WorkspaceStore;
  readonly engines: WorkspaceEngines;
  readonly unsaved: UnsavedTexts;
  readonly log: { warn(message: string): void };
}

/** Checks `.holdfast/pipeline.yaml` of each folder after changes and writes the result to the store. */
export class PipelineFileChecks {
  readonly #services: Services;
  readonly #timers: Timers;
  readonly #scheduled = new Map<string, { cancel(): void }>();

  constructor(services: Services, timers: Timers) {
    this.#services = services;
    this.#timers = timers;
  }

  /** Handles files that were changed, created or deleted on disk. A new or deleted file changes what the globs match. */
  handleDiskChanges(folder: string, paths: readonly string[]): void {
    if (paths.includes(PIPELINE_FILE) || findFolder(this.#services.store.state, folder)?.pipelineFile !== undefined)
      this.schedule(folder);
  }

  /** Checks the file of a folder soon, together with the changes until then. */
  schedule(folder: string): void {
    if (this.#scheduled.has(folder)) return;
    const timer = this.#timers.after(DELAY_MS, () => {
      this.#scheduled.delete(folder);
      void this.check(folder);
    });
    this.#scheduled.set(folder, timer);
  }

  /** Checks the file now. A failure is logged, and the last result stays. */
  async check(folder: string): Promise<void> {
    const { engines, unsaved, store, log } = this.#services;
    try {
      const engine = await engines.get(folder);
      unsaved.flush(folder, engine);
      store.dispatch({ type: 'pipeline-file-checked', folder, check: await engine.pipelineFile() });
    } catch (error) {
      log.warn(`${PIPELINE_FILE}: ${formatFailure(toFailure(error))}`);
    }
  }

  dispose(): void {
    for (const timer of this.#scheduled.values()) timer.cancel();
    this.#scheduled.clear();
  }
}
