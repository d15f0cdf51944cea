import type { Pipeline, WorkItem, WorkItemDetails } from '../../engine.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { WorkspaceStore } from '../state/store.ts';
import { listWaitingGates, type WaitingGate, type WorkItemTarget } from '../state/work-items.ts';
import { findFolder } from '../state/workspace-state.ts';

export interface WorkItemReaderOptions {
  readonly store: WorkspaceStore;
  /** Opens the pipeline of a folder. */
  readonly open: (folder: string) => Promise<Pipeline>;
  /** Signs in to GitHub. Called only because of something that the person started. */
  readonly signIn: () => Promise<void>;
  /** Whether the engine has a token without asking. */
  readonly isSignedIn: () => Promise<boolean>;
  readonly log: { warn(message: string): void };
}

/** Reads the work items of folders into the store. A server is asked only after the person has asked for its items. */
export class WorkItemReader {
  readonly #options: WorkItemReaderOptions;
  /** The folders whose items the person has asked for in this window. */
  readonly #wanted = new Set<string>();
  /** The hashes of decisions that were reported in this window, by folder and item. */
  readonly #known = new Set<string>();
  #revision = 0;

  constructor(options: WorkItemReaderOptions) {
    this.#options = options;
  }

  /** The pipeline of a folder, for something that the person started. Signs in if necessary. */
  async open(folder: string): Promise<Pipeline> {
    const { open, signIn, isSignedIn } = this.#options;
    const pipeline = await open(folder);
    if (pipeline.forge === 'local') return pipeline;
    this.#wanted.add(folder);
    if (!(await isSignedIn())) await signIn();
    return pipeline;
  }

  /**
   * Reads the items of a folder again. Returns the decisions that wait and were not reported before. A failure is shown in
   * the view.
   *
   * @param cause `change`: something changed on disk, which says nothing about a server
   */
  async refresh(folder: string, cause: 'person' | 'change'): Promise<readonly WaitingGate[]> {
    const { store, open, log } = this.#options;
    try {
      const pipeline = await open(folder);
      if (pipeline.forge === 'github' && !this.#wanted.has(folder)) {
        store.dispatch({ type: 'work-items-read', folder, workItems: { kind: 'remote' } });
        return [];
      }
      if (pipeline.forge === 'github' && cause === 'change') return [];
      // A server may have thousands of items that have nothing to do with the pipeline.
      const items = (await pipeline.items({ all: pipeline.forge === 'local' })).filter(isShown);
      const { forge } = pipeline;
      const revision = ++this.#revision;
      store.dispatch({ type: 'work-items-read', folder, workItems: { kind: 'listed', forge, items, revision } });
      return this.#takeUnreported(folder);
    } catch (error) {
      const failure = toFailure(error);
      log.warn(`Failed to read the work items: ${formatFailure(failure)}`);
      store.dispatch({ type: 'work-items-read', folder, workItems: { kind: 'failed', failure } });
      return [];
    }
  }

  async details({ folder, item }: WorkItemTarget): Promise<WorkItemDetails> {
    return (await this.#options.open(folder)).item(item);
  }

  /** A decision that the person made needs no notification. */
  markReported(gates: readonly WaitingGate[]): void {
    for (const { target } of gates) this.#known.add(JSON.stringify([target.folder, target.item, target.hash]));
  }

  #takeUnreported(folder: string): readonly WaitingGate[] {
    const state = findFolder(this.#options.store.state, folder);
    const waiting = state === undefined ? [] : listWaitingGates({ folders: [state] });
    const found = waiting.filter(
      ({ target }) => !this.#known.has(JSON.stringify([target.folder, target.item, target.hash])),
    );
    this.markReported(found);
    return found;
  }
}

/** Closed items are shown only if something of them is not finished. */
function isShown({ isOpen, progress }: WorkItem): boolean {
  return isOpen || (progress !== undefined && progress.status !== 'finished' && progress.status !== 'cancelled');
}
