import type { ForgeLocation, Pipeline, WorkItem, WorkItemDetails } from '../../pipeline.ts';
import { formatFailure, toFailure } from '../base/failure.ts';
import type { WorkItemStore } from './work-item-store.ts';
import { listWaitingGates, type WaitingGate, type WorkItemsState, type WorkItemTarget } from './work-items.ts';
import { findFolder } from '../state/workspace-state.ts';

export interface WorkItemReaderOptions {
  readonly store: Pick<WorkItemStore, 'state' | 'dispatch'>;
  /** Where the items of a folder are. Calls no server. */
  readonly forge: (folder: string) => Promise<ForgeLocation>;
  /** Whether the folder has a database. Reading never creates one. */
  readonly hasDatabase: (folder: string) => Promise<boolean>;
  /** Opens the pipeline of a folder. */
  readonly open: (folder: string) => Promise<Pipeline>;
  /** Signs in to a server of GitHub. Called only because of something that the person started. */
  readonly signIn: (apiUrl: string) => Promise<void>;
  /** Whether the editor has an account provider for a server. */
  readonly canSignIn: (apiUrl: string) => boolean;
  readonly log: { warn(message: string): void };
}

/** Reads the work items of folders into the store. A server is called only after the person has requested its items. */
export class WorkItemReader {
  readonly #options: WorkItemReaderOptions;
  /** The folders whose items the person has requested in this window. */
  readonly #wanted = new Set<string>();
  /** The keys of the decisions that were reported in this window. */
  readonly #reported = new Set<string>();
  /** The keys of the decisions that the person made in this window, until a step has applied them. */
  readonly #decided = new Set<string>();
  #revision = 0;

  constructor(options: WorkItemReaderOptions) {
    this.#options = options;
  }

  /** The pipeline of a folder, for something that the person started. Signs in if necessary. */
  async open(folder: string): Promise<Pipeline> {
    const { forge: locateForge, open } = this.#options;
    const forge = await locateForge(folder);
    if (forge.kind === 'github') {
      this.#wanted.add(folder);
      if (!forge.hasToken) await this.#signIn(folder, forge.apiUrl);
    }
    return open(folder);
  }

  /**
   * Reads the items of a folder again. Returns the decisions that wait and were not reported before. A failure is shown in
   * the view.
   *
   * @param cause `change`: something changed on disk, which says nothing about a server
   */
  async refresh(folder: string, cause: 'person' | 'change'): Promise<readonly WaitingGate[]> {
    const { store, log } = this.#options;
    try {
      const workItems = await this.#read(folder, cause);
      if (!workItems) return [];
      store.dispatch({ type: 'work-items-read', folder, workItems });
      return this.#takeUnreported(folder);
    } catch (error) {
      log.warn(`Failed to read the work items: ${formatFailure(toFailure(error))}`);
      await this.#showFailure(folder, error);
      return [];
    }
  }

  /** Signs in. The view shows a refusal, and offers to sign in. */
  async #signIn(folder: string, apiUrl: string): Promise<void> {
    try {
      await this.#options.signIn(apiUrl);
    } catch (error) {
      await this.#showFailure(folder, error);
      throw error;
    }
  }

  async #showFailure(folder: string, error: unknown): Promise<void> {
    const canSignIn = await this.#lacksSignIn(folder);
    const workItems: WorkItemsState = { kind: 'failed', failure: toFailure(error), ...(canSignIn && { canSignIn }) };
    this.#options.store.dispatch({ type: 'work-items-read', folder, workItems });
  }

  /** Whether the server of a folder has no token, and the editor can sign in to it. */
  async #lacksSignIn(folder: string): Promise<boolean> {
    const { forge: locateForge, canSignIn } = this.#options;
    try {
      const forge = await locateForge(folder);
      return forge.kind === 'github' && !forge.hasToken && canSignIn(forge.apiUrl);
    } catch {
      // The forge itself is unknown. The failure that is shown says why.
      return false;
    }
  }

  /** Undefined if nothing is known about a change. */
  async #read(folder: string, cause: 'person' | 'change'): Promise<WorkItemsState | undefined> {
    const { forge: locateForge, hasDatabase, open } = this.#options;
    const { kind: forge } = await locateForge(folder);
    if (forge === 'github' && !this.#wanted.has(folder)) return { kind: 'remote' };
    if (forge === 'github' && cause === 'change') return undefined;
    const isEmpty = forge === 'local' && !(await hasDatabase(folder));
    // A server may have thousands of items that have nothing to do with the pipeline.
    if (isEmpty) return { kind: 'listed', forge, items: [], revision: ++this.#revision };
    const pipeline = await open(folder);
    const problem = await pipeline.problem();
    const found = await pipeline.items({ all: forge === 'local' });
    const items = found.filter(isShown).map((item) => this.#applyVerdicts(folder, item));
    return { kind: 'listed', forge, items, problem, revision: ++this.#revision };
  }

  async details({ folder, item }: WorkItemTarget): Promise<WorkItemDetails> {
    return this.#applyVerdicts(folder, await (await this.#options.open(folder)).item(item));
  }

  /** Decisions that the person has been notified about, or that the person sees anyway. */
  markReported(gates: readonly WaitingGate[]): void {
    for (const { target } of gates) this.#reported.add(keyOf(target.folder, target.item, target.hash));
  }

  /** The person has decided. Until the next step applies the verdict, the decision no longer waits here. */
  markDecided(folder: string, item: string, hash: string): void {
    this.#decided.add(keyOf(folder, item, hash));
  }

  /** An item as if the verdicts of this window had been applied. */
  #applyVerdicts<Item extends WorkItem>(folder: string, item: Item): Item {
    const { progress } = item;
    if (!progress) return item;
    for (const key of this.#decided) {
      const isGone = !progress.decisions.some(({ hash }) => keyOf(folder, item.id, hash) === key);
      if (isGone && key.startsWith(keyOf(folder, item.id, ''))) this.#decided.delete(key);
    }
    const decisions = progress.decisions.filter(({ hash }) => !this.#decided.has(keyOf(folder, item.id, hash)));
    if (decisions.length === progress.decisions.length) return item;
    const status = decisions.length === 0 && progress.status === 'waiting' ? 'active' : progress.status;
    return { ...item, progress: { ...progress, decisions, status } };
  }

  #takeUnreported(folder: string): readonly WaitingGate[] {
    const state = findFolder(this.#options.store.state, folder);
    const waiting = state === undefined ? [] : listWaitingGates({ folders: [state] });
    const found = waiting.filter(({ target }) => !this.#reported.has(keyOf(target.folder, target.item, target.hash)));
    this.markReported(found);
    return found;
  }
}

/** Whether an item is listed. Closed ones are if something of them is not finished. */
function isShown({ isOpen, progress, parent }: WorkItem): boolean {
  // A sub-issue is shown below its item.
  if (parent !== undefined && progress === undefined) return false;
  return isOpen || (progress !== undefined && progress.status !== 'finished' && progress.status !== 'cancelled');
}

/** A key for a decision. The separator is in no URI, id or hash. */
function keyOf(folder: string, item: string, hash: string): string {
  return `${folder}\n${item}\n${hash}`;
}
