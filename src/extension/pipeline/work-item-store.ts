import type { WorkspaceStore } from '../state/store.ts';
import type { FolderState, WorkspaceState } from '../state/workspace-state.ts';
import { describeGate, listWaitingGates, type WorkItemsState } from './work-items.ts';

/** What this window knows of the work items of a folder. */
interface FolderItems {
  /** Absent until they are read for the first time. */
  readonly workItems?: WorkItemsState | undefined;
  /** The work items that this window is working on, with the last line of progress of each. */
  readonly workItemSteps?: Readonly<Record<string, string>> | undefined;
}

export type FolderWithItems = FolderState & FolderItems;

/** The state of the window with the work items of its folders. It is immutable. */
export interface WorkItemWindow extends Omit<WorkspaceState, 'folders'> {
  readonly folders: readonly FolderWithItems[];
}

export type WorkItemAction =
  | { readonly type: 'work-items-read'; readonly folder: string; readonly workItems: WorkItemsState }
  | {
      readonly type: 'work-item-step-changed';
      readonly folder: string;
      readonly item: string;
      /** Undefined once the window no longer works on the item. */
      readonly progress: string | undefined;
    };

type Listener = (state: WorkItemWindow, previous: WorkItemWindow) => void;

/** Adds the work items to the state of the window, and tells the window which decisions about them wait. */
export class WorkItemStore {
  readonly #window: WorkspaceStore;
  readonly #listeners = new Set<Listener>();
  readonly #onListenerError: (error: unknown) => void;
  readonly #subscription: { dispose(): void };
  #items: ReadonlyMap<string, FolderItems> = new Map();
  #state: WorkItemWindow;

  constructor(window: WorkspaceStore, onListenerError: (error: unknown) => void) {
    this.#window = window;
    this.#onListenerError = onListenerError;
    this.#state = window.state;
    this.#subscription = window.subscribe((state) => {
      const isOpen = (folder: string): boolean => state.folders.some((candidate) => candidate.folder === folder);
      this.#publish(new Map([...this.#items].filter(([folder]) => isOpen(folder))));
    });
  }

  get state(): WorkItemWindow {
    return this.#state;
  }

  /** Actions on removed folders have no effect. */
  dispatch(action: WorkItemAction): void {
    const { folder } = action;
    if (!this.#window.state.folders.some((candidate) => candidate.folder === folder)) return;
    const next = reduceItems(this.#items.get(folder) ?? {}, action);
    this.#publish(new Map([...this.#items, [folder, next]]));
    if (action.type !== 'work-items-read') return;
    const approvals = listWaitingGates({ folders: [{ folder, ...next }] }).map(describeGate);
    this.#window.dispatch({ type: 'approvals-listed', folder, approvals });
  }

  /** Calls the listener after every change until the returned subscription is disposed. */
  subscribe(listener: Listener): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #publish(items: ReadonlyMap<string, FolderItems>): void {
    const previous = this.#state;
    const { state } = this.#window;
    this.#items = items;
    this.#state = { ...state, folders: state.folders.map((folder) => ({ ...folder, ...items.get(folder.folder) })) };
    for (const listener of this.#listeners) {
      try {
        listener(this.#state, previous);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }
}

function reduceItems(items: FolderItems, action: WorkItemAction): FolderItems {
  if (action.type === 'work-items-read') return { ...items, workItems: action.workItems };
  const { item, progress } = action;
  const others = Object.entries(items.workItemSteps ?? {}).filter(([id]) => id !== item);
  const steps = progress === undefined ? others : [...others, [item, progress] as const];
  return { ...items, workItemSteps: Object.fromEntries(steps) };
}
