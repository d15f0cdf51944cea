import { STAGE_NAMES, type StageName } from '../../pipeline/stage-names.ts';
import type { ItemState } from '../../pipeline/state/item-state.ts';
import type { Approval } from '../../pipeline/state/sub-item.ts';
import type { TimelineEntry } from '../api/pipeline-types.ts';

/** What the state records about an item, oldest first: performed effects, approvals and the failure. */
export function createTimeline(state: ItemState): readonly TimelineEntry[] {
  const entries = [...effectEntries(state), ...approvalEntries(state), ...failureEntries(state)];
  return entries.sort((a, b) => a.at.localeCompare(b.at));
}

function effectEntries({ receipts }: ItemState): readonly TimelineEntry[] {
  return Object.entries(receipts).map(([key, { at, pullRequest, id, commit }]) => {
    // The key is `<round>/<stage>/<name>`.
    const [, name = '', ...rest] = key.split('/');
    const stage = STAGE_NAMES.find((candidate) => candidate === name) ?? 'intake';
    const object =
      pullRequest === undefined
        ? (commit?.slice(0, 12) ?? (id === undefined ? '' : `#${id}`))
        : `pull request ${pullRequest}`;
    return { at, kind: 'effect', stage, text: `${rest.join('/')}${object === '' ? '' : `: ${object}`}` };
  });
}

function approvalEntries({ stages, subItems }: ItemState): readonly TimelineEntry[] {
  const describe = ({ by, via, hash }: Approval): string => `approved by ${by} (${via}, ${hash.slice(0, 12)})`;
  const ofStages = Object.entries(stages).flatMap(([stage, { approval }]): readonly TimelineEntry[] =>
    approval === undefined
      ? []
      : [{ at: approval.at, kind: 'gate', stage: stage as StageName, text: describe(approval) }],
  );
  const ofSubItems = subItems.flatMap(({ id, stage, approval }): readonly TimelineEntry[] =>
    approval === undefined ? [] : [{ at: approval.at, kind: 'gate', stage, subItem: id, text: describe(approval) }],
  );
  return [...ofStages, ...ofSubItems];
}

function failureEntries({ failure }: ItemState): readonly TimelineEntry[] {
  if (failure === undefined) return [];
  const { at, stage, subItem, message } = failure;
  return [{ at, kind: 'transition', stage, ...(subItem === undefined ? {} : { subItem }), text: `failed: ${message}` }];
}
