import type { Effect } from '../state/effect.ts';
import { stageRecordOf } from '../state/changes.ts';
import { documentPullRequestKey, subItemKey } from '../state/effect-keys.ts';
import type { ItemState } from '../state/item-state.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';

/** Adds the references of a sub-item or its pull request: the parent, the sub-item, the specification, the interfaces [INT-001]. */
export function withReferences(
  body: string,
  effect: Effect & { readonly subItem?: string | undefined },
  state: ItemState,
): string {
  const subItem = effect.subItem === undefined ? undefined : state.receipts[subItemKey(state, effect.subItem)]?.id;
  const lines = [
    line('Work item', state.item),
    line('Sub-item', effect.type === 'sub-item' ? undefined : subItem),
    line('Specification', pullRequestOf(state, 'architecture')),
    line('Interfaces', pullRequestOf(state, 'interfaces')),
  ].filter((text) => text !== undefined);
  return `${body.trimEnd()}\n\n${lines.join('\n')}`;
}

function pullRequestOf(state: ItemState, stage: StageName): number | undefined {
  return state.receipts[documentPullRequestKey(state, stage, stageRecordOf(state, stage).revision)]?.pullRequest;
}

function line(title: string, number: string | number | undefined): string | undefined {
  return number === undefined ? undefined : `- ${title}: #${number}`;
}
