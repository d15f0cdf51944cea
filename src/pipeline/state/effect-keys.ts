/** The keys of the effects whose receipts are looked up. Each is made in one place, so that writers and readers agree. */
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import { keyOf } from './changes.ts';
import type { ItemState } from './item-state.ts';

type Round = Pick<ItemState, 'round'>;

/** The key of the effect that creates the issue of a sub-item. */
export function subItemKey(state: Round, subItem: string): string {
  return keyOf(state, 'planning', `sub-item/${subItem}`);
}

/** The key of the effect that opens the pull request of a sub-item. */
export function subItemPullRequestKey(state: Round, subItem: string): string {
  return keyOf(state, 'integration', `${subItem}/pull-request`);
}

/** The key of the effect that opens the pull request of a stage's document. Each revision has a separate one. */
export function documentPullRequestKey(state: Round, stage: StageName, revision: number): string {
  return keyOf(state, stage, `pull-request/${revision}`);
}

/** Whether an effect of any round opens the pull request of a document. */
export function isDocumentPullRequestKey(key: string): boolean {
  return /^\d+\/[^/]+\/pull-request\/\d+$/.test(key);
}

/** The key of the effect that moves the branch of a stage's document to a revision. */
export function documentBranchKey(state: Round, stage: StageName, revision: number): string {
  return keyOf(state, stage, `branch/${revision}`);
}
