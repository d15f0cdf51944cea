import type { Forge } from '../forge/forge.ts';
import type { Marker } from '../forge/marker.ts';
import { subItemPullRequestKey } from '../state/effect-keys.ts';
import type { Effect, Receipt } from '../state/effect.ts';
import type { ItemState } from '../state/item-state.ts';

export type ReceiptContent = Omit<Receipt, 'at'>;

/** An effect that creates an object with a marker. */
export type CreatingEffect = Extract<Effect, { type: 'comment' | 'pull-request' | 'sub-item' | 'review' }>;

interface Place {
  readonly forge: Forge;
  readonly state: Pick<ItemState, 'item' | 'round' | 'receipts'>;
  readonly signal: AbortSignal;
}

export function isCreating(effect: Effect): effect is CreatingEffect {
  switch (effect.type) {
    case 'comment':
    case 'pull-request':
    case 'sub-item':
    case 'review':
      return true;
    case 'labels':
    case 'branch':
    case 'human-approval':
    case 'retarget':
    case 'close-pull-request':
    case 'close-sub-item':
      return false;
  }
}

export function markerOf({ round, stage, key }: Effect, item: string): Marker {
  return { item, round, stage, key };
}

/**
 * The object that an effect created earlier, found by its marker; undefined if there is none. If there are several, because a
 * suspended process continued, the oldest counts. Other comments are deleted; other items and pull requests are closed with a
 * pointer to the oldest [ASSERT-IDEM-001, ASSERT-IDEM-002].
 */
export async function findPerformed(effect: CreatingEffect, place: Place): Promise<ReceiptContent | undefined> {
  const { forge, state, signal } = place;
  const { item } = state;
  const marker = markerOf(effect, item);
  switch (effect.type) {
    case 'comment': {
      const [oldest, ...duplicates] = await forge.findComments(item, marker, signal);
      for (const { id } of duplicates) await forge.deleteComment(id, signal);
      return oldest && { id: oldest.id };
    }
    case 'pull-request': {
      const [oldest, ...duplicates] = await forge.findPullRequests(marker, signal);
      for (const { number, state: found } of duplicates) {
        if (found !== 'open' || oldest === undefined) continue;
        await pointToOldest(String(number), String(oldest.number), marker, place);
        await forge.closePullRequest(number, signal);
      }
      return oldest && { pullRequest: oldest.number };
    }
    case 'sub-item': {
      const [oldest, ...duplicates] = await forge.findItems(marker, signal);
      for (const { id, isOpen } of duplicates) {
        if (!isOpen || oldest === undefined) continue;
        await pointToOldest(id, oldest.id, marker, place);
        await forge.closeItem(id, signal);
      }
      return oldest && { id: oldest.id };
    }
    case 'review': {
      const pullRequest = state.receipts[subItemPullRequestKey(state, effect.subItem)]?.pullRequest;
      if (pullRequest === undefined) return undefined;
      // A submitted review cannot be deleted.
      const [id] = await forge.findReviews(pullRequest, marker, signal);
      return id === undefined ? undefined : { id, pullRequest };
    }
  }
}

async function pointToOldest(
  duplicate: string,
  oldest: string,
  marker: Marker,
  { forge, signal }: Place,
): Promise<void> {
  const own = { ...marker, key: `${marker.key}/duplicate/${duplicate}` };
  if ((await forge.findComments(duplicate, own, signal)).length > 0) return;
  const body = `This duplicates #${oldest}, because a suspended process continued. It is closed; the work continues in #${oldest}.`;
  await forge.createComment(duplicate, body, own, signal);
}
