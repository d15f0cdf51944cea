import type { AmendmentMemory, Refusal, ToAmendmentPanel } from '../protocol/amendment-messages.ts';
import type { AmendmentView, EditedChange } from '../protocol/amendment-view.ts';

/** Everything the page draws. Replaced, never changed in place. */
export interface AmendmentState {
  readonly memory?: AmendmentMemory;
  readonly view?: AmendmentView;
  /** Why it cannot be shown. */
  readonly failure?: string;
  readonly editing: boolean;
  /** What the person has written, by the path of the change. */
  readonly written: ReadonlyMap<string, string>;
  /** What stood against the last decision. */
  readonly refusal?: Refusal;
  /** A decision is on its way. */
  readonly deciding: boolean;
}

export const emptyState: AmendmentState = { editing: false, written: new Map(), deciding: false };

/** The state of a page that the editor has drawn anew, before the extension has told it anything. */
export function rememberedState(memory: AmendmentMemory | undefined): AmendmentState {
  if (!memory) return emptyState;
  return { ...emptyState, memory, ...writtenIn(memory) };
}

/** What is remembered of a state, so that the page can be drawn anew. */
export function memoryOf({ memory, editing, written }: AmendmentState): AmendmentMemory | undefined {
  if (!memory) return undefined;
  const { folder, amendment } = memory;
  return { folder, amendment, ...(editing ? { written: Object.fromEntries(written) } : {}) };
}

function writtenIn({ written }: AmendmentMemory): Pick<AmendmentState, 'editing' | 'written'> {
  return { editing: written !== undefined, written: new Map(Object.entries(written ?? {})) };
}

/** The state after a message of the extension. What a person has written stays while the amendment is the same. */
export function applyMessage(state: AmendmentState, message: ToAmendmentPanel): AmendmentState {
  switch (message.type) {
    case 'show': {
      const { memory, view } = message;
      const isSame = state.memory?.amendment === view.id && view.status === 'pending';
      return isSame ? { ...state, memory, view, failure: undefined } : { ...emptyState, memory, view };
    }
    case 'failed':
      return { ...state, memory: message.memory, failure: message.message, deciding: false };
    case 'refused':
      return { ...state, refusal: message, deciding: false };
  }
}

/** The person's own values, of those changes of which there are any. */
export function editsOf({ view, editing, written }: AmendmentState): EditedChange[] | undefined {
  if (!editing) return undefined;
  const edits = (view?.changes ?? []).flatMap(({ path }) => {
    const newText = written.get(path);
    return newText === undefined ? [] : [{ path, newText }];
  });
  return edits.length > 0 ? edits : undefined;
}

/** What is wrong with the value at a path; of what belongs to none where the path is absent. */
export function errorsAt({ refusal }: AmendmentState, path: string | undefined): readonly string[] {
  return (refusal?.errors ?? []).filter((error) => error.path === path).map(({ message }) => message);
}
