import { reduceWorkspace, type WorkspaceAction, type WorkspaceState } from './workspace-state.ts';

export type StoreListener = (state: WorkspaceState, previous: WorkspaceState) => void;

/** Owns the editor's state. Every change notifies all listeners, even if one of them throws. */
export class WorkspaceStore {
  #state: WorkspaceState;
  readonly #listeners = new Set<StoreListener>();
  readonly #onListenerError: (error: unknown) => void;

  constructor(initial: WorkspaceState, onListenerError: (error: unknown) => void) {
    this.#state = initial;
    this.#onListenerError = onListenerError;
  }

  get state(): WorkspaceState {
    return this.#state;
  }

  dispatch(action: WorkspaceAction): void {
    const previous = this.#state;
    const next = reduceWorkspace(previous, action);
    if (next === previous) return;
    this.#state = next;
    for (const listener of this.#listeners) {
      try {
        listener(next, previous);
      } catch (error) {
        this.#onListenerError(error);
      }
    }
  }

  /** Calls the listener after every change until the returned subscription is disposed. */
  subscribe(listener: StoreListener): { dispose(): void } {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  }

  /** Resolves with the state once it fulfils the condition: at once, or after a later change. */
  async waitUntil(condition: (state: WorkspaceState) => boolean): Promise<WorkspaceState> {
    if (condition(this.#state)) return this.#state;
    return new Promise((resolve) => {
      const subscription = this.subscribe((state) => {
        if (!condition(state)) return;
        subscription.dispose();
        resolve(state);
      });
    });
  }
}
