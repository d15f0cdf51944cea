import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { ItemState } from './item-state.ts';

type Round = Pick<ItemState, 'item' | 'round' | 'policy'>;

/** The branch of a stage's document. Each round has separate branches. */
export function stageBranch({ item, round, policy }: Round, stage: StageName): string {
  return `${policy.labelPrefix}/${item}/${round}/${stage}`;
}

/** The generated branch that merges what a sub-item with several dependencies starts from. */
export function mergeBranch({ item, round, policy }: Round, subItem: string): string {
  return `${policy.labelPrefix}/${item}/${round}/merge/${subItem}`;
}

export function subItemBranch({ item, round, policy }: Round, subItem: string): string {
  return `${policy.labelPrefix}/${item}/${round}/sub/${subItem}`;
}
