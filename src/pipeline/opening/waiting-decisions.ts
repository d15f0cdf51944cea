import { subItemPullRequestKey } from '../state/effect-keys.ts';
import type { ItemState } from '../state/item-state.ts';
import { findDecisions, listWaitingDecisions } from '../state/waiting-decisions.ts';
import { HoldfastError } from '../../foundation/errors.ts';
import type { WaitingDecision } from './pipeline-types.ts';

/** The number of the pull request of a sub-item; undefined if it is not open yet. */
export function pullRequestOf(state: ItemState, subItem: string): number | undefined {
  return state.receipts[subItemPullRequestKey(state, subItem)]?.pullRequest;
}

/**
 * The decision that a hash names, or the only one.
 *
 * @param hash the hash of a decision, or at least its first seven characters
 * @throws HoldfastError `not-found` if none waits or matches, `configuration` if several do
 */
export function selectDecision(state: ItemState, hash: string | undefined): WaitingDecision {
  const waiting = listWaitingDecisions(state);
  const matching = hash === undefined ? waiting : findDecisions(waiting, hash);
  const [only, ...more] = matching;
  const hint = waiting.length === 0 ? undefined : `These wait: ${waiting.map(describeDecision).join('; ')}.`;
  if (only === undefined) {
    const reason =
      waiting.length === 0 ? 'nothing of it waits for a decision' : `nothing that waits has the hash ${hash}`;
    throw new HoldfastError('not-found', `Failed to decide on the item ${state.item}: ${reason}.`, { hint });
  }
  if (more.length === 0) return only;
  const message = `Failed to decide on the item ${state.item}: ${matching.length} decisions wait. Name the hash of one.`;
  throw new HoldfastError('configuration', message, { hint });
}

/** For people: `architecture (pull request 12, hash 1f2e3d4c5b6a)`. */
export function describeDecision({ stage, subItem, pullRequest, hash }: WaitingDecision): string {
  const place = pullRequest === undefined ? '' : `pull request ${pullRequest}, `;
  return `${stage}${subItem === undefined ? '' : ` of ${subItem}`} (${place}hash ${hash.slice(0, 12)})`;
}
