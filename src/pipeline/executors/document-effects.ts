import { stageBranch } from '../state/branch-names.ts';
import { stageRecordOf } from '../state/changes.ts';
import type { PlannedEffect } from '../state/effect.ts';
import { documentBranchKey, documentPullRequestKey } from '../state/effect-keys.ts';
import type { ItemState } from '../state/item-state.ts';

export interface StageDocument {
  readonly title: string;
  /** Of the pull request, in Markdown. */
  readonly body: string;
  /** The commit with the document, on top of the base of the item. */
  readonly commit: string;
}

/**
 * The effects that present the document of the current stage: its branch and a pull request. Each revision has a separate
 * pull request, and moves the branch from the revision before.
 */
export function documentEffects(state: ItemState, { title, body, commit }: StageDocument): readonly PlannedEffect[] {
  const { stage } = state;
  const revision = stageRecordOf(state, stage).revision + 1;
  const name = stageBranch(state, stage);
  const branchKey = (number: number): string => documentBranchKey(state, stage, number);
  const expected = state.receipts[branchKey(revision - 1)]?.commit;
  return [
    { type: 'branch', key: branchKey(revision), name, commit, ...(expected === undefined ? {} : { expected }) },
    {
      type: 'pull-request',
      key: documentPullRequestKey(state, stage, revision),
      title,
      body,
      head: name,
      base: state.base.branch,
    },
  ];
}
