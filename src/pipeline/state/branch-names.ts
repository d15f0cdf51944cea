import type { StageName } from '../stage-names.ts';
import type { ItemState } from './item-state.ts';

type Round = Pick<ItemState, 'item' | 'round' | 'policy'>;

/** The branch of a stage's document. Each round has separate branches. */
export function stageBranch({ item, round, policy }: Round, stage: StageName): string {
  return `${policy.labelPrefix}/${item}/${round}/${stage}`;
}

export function subItemBranch({ item, round, policy }: Round, subItem: string): string {
  return `${policy.labelPrefix}/${item}/${round}/sub/${subItem}`;
}
