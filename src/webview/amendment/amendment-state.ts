import type { AmendmentMemory, Refusal, MessageToAmendmentPanel } from '../protocol/amendment-messages.ts';
import type { AmendmentView, EditedChange } from '../protocol/amendment-panel-data.ts';

/** The state of the page. Immutable. */
export interface AmendmentState {
  readonly memory?: AmendmentMemory | undefined;
  readonly view?: AmendmentView | undefined;
  /** Why the amendment cannot be shown. */
  readonly failure?: string | undefined;
  readonly isEditing: boolean;
  /** The edited values, by the path of the change. */
  readonly edits: ReadonlyMap<string, string>;
  /** Why the last decision was refused. */
  readonly refusal?: Refusal | undefined;
  /** Whether a decision was sent and is not yet answered. */
  readonly isDeciding: boolean;
}

export const emptyState: AmendmentState = { isEditing: false, edits: new Map(), isDeciding: false };

/** Restores the state of a reloaded page, before the first message of the extension. */
export function restoreState(memory: AmendmentMemory | undefined): AmendmentState {
  if (!memory) return emptyState;
  const { written } = memory;
  return {
    ...emptyState,
    memory,
    isEditing: written !== undefined,
    edits: new Map(Object.entries(written ?? {})),
  };
}

/** Returns the part of the state that survives a reload of the page. */
export function toMemory({ memory, isEditing, edits }: AmendmentState): AmendmentMemory | undefined {
  if (!memory) return undefined;
  const { folder, amendment } = memory;
  return { folder, amendment, ...(isEditing ? { written: Object.fromEntries(edits) } : {}) };
}

/** Applies a message of the extension. Edits are kept while the amendment is the same and pending. */
export function applyMessage(state: AmendmentState, message: MessageToAmendmentPanel): AmendmentState {
  switch (message.type) {
    case 'show': {
      const { memory, view } = message;
      const keepsEdits = state.memory?.amendment === view.id && view.status === 'pending';
      return keepsEdits ? { ...state, memory, view, failure: undefined } : { ...emptyState, memory, view };
    }
    case 'failed':
      return { ...state, memory: message.memory, failure: message.message, isDeciding: false };
    case 'refused':
      return { ...state, refusal: message, isDeciding: false };
  }
}

/** Returns the changes with edited values, or `undefined` if there are none. */
export function toEditedChanges({ view, isEditing, edits }: AmendmentState): EditedChange[] | undefined {
  if (!isEditing) return undefined;
  const changes = (view?.changes ?? []).flatMap(({ path }) => {
    const newText = edits.get(path);
    return newText === undefined ? [] : [{ path, newText }];
  });
  return changes.length > 0 ? changes : undefined;
}

/** Returns the errors of the value at a path. `undefined` selects the errors that belong to no path. */
export function errorsAt({ refusal }: AmendmentState, path: string | undefined): readonly string[] {
  return (refusal?.errors ?? []).filter((error) => error.path === path).map(({ message }) => message);
}
