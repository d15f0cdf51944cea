/** The transitions of one sub-item. The status of the whole item follows from its sub-items. */
import { formatCount } from '../../foundation/format-count.ts';
import { mergeBranch, subItemBranch } from './branch-names.ts';
import { keyOf, subItemOf, withComment, withEffects, withSafety, withSubItem, without } from './changes.ts';
import { subItemPullRequestKey } from './effect-keys.ts';
import type { PlannedEffect } from './effect.ts';
import type { EventOf } from './item-event.ts';
import type { ItemState } from './item-state.ts';
import { describeJudgements } from './judgement-text.ts';
import { gateOf } from './policy.ts';
import { explainStall } from './stalled-attempts.ts';
import { isFinal, withFreshTries, type SubItem } from './sub-item.ts';
import { adoptForeignChange } from './foreign-changes.ts';
import { dependentsOf } from './sub-item-readiness.ts';
import { afterReview, followSubItems, postFindings, pushOf } from './sub-item-status.ts';
import { failSubItem } from './sub-item-failure.ts';
import { canOverrule, createGateRequest } from './waiting-decisions.ts';

/** Sets what a change starts from. A generated merge branch is pushed without a pull request. */
export function baseSubItem(state: ItemState, { subItem: id, base }: EventOf<'sub-item-based'>): ItemState {
  const before = subItemOf(state, id).base;
  const based = withSubItem(state, id, (current) => ({ ...current, base }));
  const isPushed =
    base.branch !== mergeBranch(state, id) || (before?.branch === base.branch && before.commit === base.commit);
  if (isPushed) return based;
  const push: PlannedEffect = {
    type: 'branch',
    key: keyOf(state, 'generation', `${id}/merge/${base.commit}`),
    name: base.branch,
    commit: base.commit,
    ...(before?.branch === base.branch ? { expected: before.commit } : {}),
  };
  return withEffects(based, 'generation', [push]);
}

/** Records an attempt. A passed result is pushed at once; a failed one is fed back until the tries are exhausted. */
export function recordAttempt(state: ItemState, event: EventOf<'attempted'>): ItemState {
  const { subItem: id, attempt, result, safety, at } = event;
  const next = withSubItem(withSafety(state, safety), id, (current) => ({
    ...current,
    attempts: [...current.attempts.map((earlier) => without(earlier, 'retry')), { ...attempt, at }],
    attemptCount: attempt.number,
  }));
  if (attempt.passed && result !== undefined) return passSubItem(next, id, result);
  const { attempts } = subItemOf(next, id);
  const tries = attempts.filter(({ passed }) => !passed);
  const stall = explainStall(attempts);
  const maxTries = state.policy.maxTries.generation;
  if (stall === undefined && tries.length < maxTries) return next;
  const reason = stall === undefined ? 'tries-exhausted' : 'no-progress';
  const message = stall ?? `${tries.length} of ${formatCount(maxTries, 'attempt')} failed.`;
  return failSubItem(next, { failure: { stage: 'generation', subItem: id, reason, message, at } });
}

/**
 * A passed result is pushed before it is judged: another machine may judge it. Its pull request is opened after that, and one
 * that is open already shows which commit was judged.
 */
function passSubItem(state: ItemState, id: string, result: string): ItemState {
  const before = subItemOf(state, id);
  const isHuman = gateOf(state.policy, 'generation', state.safety.length > 0) === 'human';
  const kept = without(before, 'approval');
  const passed = withSubItem(state, id, () => ({
    ...kept,
    result,
    feedback: [],
    stage: isHuman ? 'generation' : 'scenarios',
    status: isHuman ? 'waiting' : 'active',
  }));
  const push = pushOf(state, before, result);
  const pushed = withEffects(passed, 'generation', [push]);
  if (!isHuman) return followSubItems(pushed);
  const body = createGateRequest(state, { stage: 'generation', subItem: id, hash: result }, undefined);
  return followSubItems(withComment(pushed, 'generation', `${id}/gate`, `${body}\n\nIts branch: \`${push.name}\`.`));
}

/** Stores an approval of the result, or of commits of a person, which become the result. */
export function approveSubItem(before: ItemState, { subItem: id, approval }: EventOf<'sub-item-approved'>): ItemState {
  const current = subItemOf(before, id);
  const { result, status, stage, foreign } = current;
  const given = { ...approval, stage };
  if (foreign?.commit === approval.hash) {
    return followSubItems(withSubItem(adoptForeignChange(before, id), id, (taken) => ({ ...taken, approval: given })));
  }
  const isOverruled = canOverrule(current);
  // An approval of an earlier commit does not count.
  if (approval.hash !== result || !(status === 'waiting' || isOverruled)) return before;
  const state = isOverruled && before.failure?.subItem === id ? without(before, 'failure') : before;
  const approved = withSubItem(state, id, () => ({ ...current, approval: given, ...nextPlace(state, current) }));
  return followSubItems(stage === 'review' ? postFindings(approved, id) : approved);
}

/** Where a sub-item is after a person approved its result. */
function nextPlace(state: ItemState, { id, stage }: SubItem): Partial<Pick<SubItem, 'stage' | 'status'>> {
  switch (stage) {
    case 'generation':
      return { stage: 'scenarios', status: 'active' };
    case 'scenarios':
      return { stage: 'review', status: 'active' };
    case 'review':
      return { stage: 'integration', status: afterReview(state, id) };
    case 'integration':
      return {};
  }
}

/** Opens the pull request. People review and merge it; Holdfast never does [ASSERT-INT-003]. */
export function integrateSubItem(state: ItemState, { subItem: id }: EventOf<'integrated'>): ItemState {
  const subItem = subItemOf(state, id);
  const { base, title, description, dependsOn, review, result } = subItem;
  const waiting = withSubItem(state, id, (current) => ({ ...current, status: 'waiting' }));
  const request: PlannedEffect = {
    type: 'pull-request',
    key: subItemPullRequestKey(state, id),
    title,
    body: [description, ...describeBase(state, base?.branch, dependsOn), ...describeJudgements(subItem)].join('\n\n'),
    head: subItemBranch(state, id),
    base: base?.branch ?? state.base.branch,
    subItem: id,
  };
  const opened = withEffects(waiting, 'integration', [request]);
  const hasFindings = review !== undefined && review.commit === result && review.findings.length > 0;
  return followSubItems(hasFindings ? postFindings(opened, id) : opened);
}

/** Tells people in which order to merge stacked pull requests. */
function describeBase(state: ItemState, branch: string | undefined, dependsOn: readonly string[]): readonly string[] {
  if (branch === undefined || branch === state.base.branch) return [];
  const others = dependsOn.join(', ');
  return [
    `This change starts from the branch \`${branch}\`. Merge ${others} first: Holdfast then moves this pull request to ` +
      `\`${state.base.branch}\`.`,
  ];
}

/** Sends a change back to generation with the feedback of a person [PIPE-3]. */
export function requestChanges(
  state: ItemState,
  { subItem: id, feedback, base, by, at }: EventOf<'changes-requested'>,
): ItemState {
  const current = subItemOf(state, id);
  if (isFinal(current)) return state;
  const rework = current.rework + 1;
  if (rework > state.policy.maxTries.generation) {
    const message = `The sub-item ${id} was sent back ${rework} times. The last request of ${by}: ${feedback}`;
    return failSubItem(state, {
      failure: { stage: 'generation', subItem: id, reason: 'tries-exhausted', message, at },
    });
  }
  const kept = without(withFreshTries(current), 'approval', 'remediations', 'brokenReviews');
  const rebased = base === undefined ? state : baseSubItem(state, { type: 'sub-item-based', subItem: id, base });
  const reworked = withSubItem(rebased, id, () => ({
    ...kept,
    rework,
    stage: 'generation',
    status: 'active',
    feedback: [...current.feedback, `${by}: ${feedback}`],
    ...(base === undefined ? {} : { base }),
  }));
  return followSubItems(reworked);
}

/** An approval that no longer exists does not count. */
export function withdrawApproval(state: ItemState, { subItem: id }: EventOf<'approval-withdrawn'>): ItemState {
  return followSubItems(withSubItem(state, id, (current) => without(current, 'approval')));
}

/** A closed pull request is a rejection. What depends on it is invalidated [PIPE-3]. */
export function rejectSubItem(
  state: ItemState,
  { subItem: id, by, isBranchDeleted }: EventOf<'sub-item-rejected'>,
): ItemState {
  const dependents = dependentsOf(state, id);
  const invalidated = state.subItems.filter((subItem) => dependents.has(subItem.id) && !isFinal(subItem));
  const ids = invalidated.map((subItem) => subItem.id);
  const subItems = state.subItems.map((subItem): SubItem => {
    if (subItem.id === id) return { ...subItem, status: 'rejected' };
    return ids.includes(subItem.id) ? { ...subItem, status: 'invalidated' } : subItem;
  });
  const closing = ids.flatMap((dependent): readonly PlannedEffect[] => {
    const { pullRequest } = state.receipts[subItemPullRequestKey(state, dependent)] ?? {};
    const key = keyOf(state, 'integration', `${dependent}/close`);
    return pullRequest === undefined ? [] : [{ type: 'close-pull-request', key, pullRequest }];
  });
  const suffix = ids.length === 0 ? '' : ` These sub-items depend on it and are invalidated: ${ids.join(', ')}.`;
  const rejected = withEffects({ ...state, subItems }, 'integration', closing);
  return followSubItems(
    withComment(
      rejected,
      'integration',
      `${id}/rejected`,
      `${describeRejection(state, id, by, isBranchDeleted)}${suffix}`,
    ),
  );
}

function describeRejection(state: ItemState, id: string, by: string, isBranchDeleted = false): string {
  if (!isBranchDeleted) return `${by} rejected the sub-item ${id}.`;
  return (
    `The branch ${subItemBranch(state, id)} was deleted, which closes its pull request: the sub-item ${id} counts as ` +
    `rejected. If that was a mistake, restart the item.`
  );
}

export function mergeSubItem(state: ItemState, event: EventOf<'sub-item-merged'>): ItemState {
  const { subItem: id, commit, isContained, by, at } = event;
  const approval = { hash: commit, by, via: 'merge', at } as const;
  const merged = withSubItem(state, id, (current) => ({ ...without(current, 'foreign'), status: 'merged', approval }));
  return followSubItems(isContained === true ? explainMerge(merged, id, commit) : merged);
}

/** Says why a sub-item counts as merged although its pull request is open or closed, and closes the pull request. */
function explainMerge(state: ItemState, id: string, commit: string): ItemState {
  const { branch } = state.base;
  const reason = `The branch \`${branch}\` contains the change of the sub-item ${id} since the commit ${commit}, so it counts as merged.`;
  // What depends on it continues from the branch that has it.
  const moved = withSubItem(state, id, ({ base, ...current }) => ({
    ...current,
    ...(base === undefined ? {} : { base: { branch, commit: base.commit } }),
  }));
  const { pullRequest } = state.receipts[keyOf(state, 'integration', `${id}/pull-request`)] ?? {};
  if (pullRequest === undefined) return withComment(moved, 'integration', `${id}/contained`, reason);
  const closing: PlannedEffect = {
    type: 'close-pull-request',
    key: keyOf(state, 'integration', `${id}/close`),
    pullRequest,
    merged: { commit, reason },
  };
  const body = `${reason} Its pull request #${pullRequest} is closed.`;
  return withComment(withEffects(moved, 'integration', [closing]), 'integration', `${id}/contained`, body);
}

/** Moves a change to its new base, where it is judged again. Earlier approvals do not count for it. */
export function replaySubItem(
  unsafe: ItemState,
  { subItem: id, base, result, safety }: EventOf<'replayed'>,
): ItemState {
  const state = withSafety(unsafe, safety);
  const before = subItemOf(state, id);
  const kept = without(before, 'approval', 'remediations', 'brokenReviews');
  const isHuman = gateOf(state.policy, 'generation', state.safety.length > 0) === 'human';
  const isGated = before.stage === 'generation' && isHuman;
  const place = isGated ? { status: 'waiting' as const } : { stage: 'scenarios' as const, status: 'active' as const };
  const rebased = baseSubItem(state, { type: 'sub-item-based', subItem: id, base });
  const moved = withSubItem(rebased, id, () => ({ ...kept, base, result, ...place }));
  const { pullRequest } = state.receipts[subItemPullRequestKey(state, id)] ?? {};
  const key = keyOf(state, 'integration', `${id}/retarget/${state.sequence}`);
  const isRetargeted = pullRequest !== undefined && before.base?.branch !== base.branch;
  const retarget: readonly PlannedEffect[] = isRetargeted
    ? [{ type: 'retarget', key, pullRequest, base: base.branch }]
    : [];
  return followSubItems(withEffects(moved, 'integration', [pushOf(state, before, result), ...retarget]));
}
