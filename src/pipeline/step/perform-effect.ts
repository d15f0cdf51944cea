import type { Forge, PullRequest } from '../forge/forge.ts';
import type { Marker } from '../forge/marker.ts';
import type { Effect, Receipt } from '../state/effect.ts';
import type { ItemState } from '../state/item-state.ts';
import { withReferences } from './references.ts';

type ReceiptContent = Omit<Receipt, 'at'>;

export interface EffectContext {
  readonly forge: Forge;
  /** The state in which the effect has its intent. */
  readonly state: ItemState;
  /** Whether an earlier process may have performed the effect. Then its object is looked up before it is created. */
  readonly mayHaveHappened: boolean;
  readonly signal: AbortSignal;
}

/**
 * Performs an effect on the forge once. An object that a process created before it was killed is found by its marker. If
 * there are several, because a suspended process continued, the oldest counts and the others are closed [IDEM].
 */
export async function performEffect(
  effect: Exclude<Effect, { type: 'labels' }>,
  context: EffectContext,
): Promise<ReceiptContent> {
  const { forge, signal } = context;
  switch (effect.type) {
    case 'comment':
      return performComment(effect, context);
    case 'branch':
      await forge.updateBranch({ name: effect.name, commit: effect.commit, expected: effect.expected }, signal);
      return { commit: effect.commit };
    case 'pull-request':
      return performPullRequest(effect, context);
    case 'sub-item':
      return performSubItem(effect, context);
    case 'retarget':
      await forge.retargetPullRequest(effect.pullRequest, effect.base, signal);
      return { pullRequest: effect.pullRequest };
    case 'close-pull-request': {
      const current = await forge.readPullRequest(effect.pullRequest, signal);
      if (current?.state === 'open') await forge.closePullRequest(effect.pullRequest, signal);
      return { pullRequest: effect.pullRequest };
    }
  }
}

type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>;

function markerOf({ round, stage, key }: Effect, { item }: ItemState): Marker {
  return { item, round, stage, key };
}

async function performComment(
  effect: EffectOf<'comment'>,
  { forge, state, mayHaveHappened, signal }: EffectContext,
): Promise<ReceiptContent> {
  const marker = markerOf(effect, state);
  const [known] = mayHaveHappened ? await forge.findComments(state.item, marker, signal) : [];
  const { id } = known ?? (await forge.createComment(state.item, effect.body, marker, signal));
  return { id };
}

async function performPullRequest(
  effect: EffectOf<'pull-request'>,
  { forge, state, mayHaveHappened, signal }: EffectContext,
): Promise<ReceiptContent> {
  const marker = markerOf(effect, state);
  const found = mayHaveHappened ? await forge.findPullRequests(marker, signal) : [];
  const [oldest, ...duplicates] = found;
  for (const duplicate of duplicates) await closeDuplicate(duplicate, forge, signal);
  const { number } =
    oldest ??
    (await forge.createPullRequest(
      {
        title: effect.title,
        body: withReferences(effect.body, effect, state),
        head: effect.head,
        base: effect.base,
        marker,
      },
      signal,
    ));
  return { pullRequest: number };
}

async function closeDuplicate({ number, state }: PullRequest, forge: Forge, signal: AbortSignal): Promise<void> {
  if (state === 'open') await forge.closePullRequest(number, signal);
}

async function performSubItem(
  effect: EffectOf<'sub-item'>,
  { forge, state, mayHaveHappened, signal }: EffectContext,
): Promise<ReceiptContent> {
  const marker = markerOf(effect, state);
  const [oldest, ...duplicates] = mayHaveHappened ? await forge.findItems(marker, signal) : [];
  for (const { id, isOpen } of duplicates) if (isOpen) await forge.closeItem(id, signal);
  const { id } =
    oldest ??
    (await forge.createItem(
      { title: effect.title, body: withReferences(effect.body, effect, state), labels: [], marker },
      signal,
    ));
  await forge.linkSubItem(state.item, id, signal);
  return { id };
}
