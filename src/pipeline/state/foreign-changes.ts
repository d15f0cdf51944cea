/** The transitions of a sub-item whose branch a person changed. Such a branch is reported, and never overwritten [PIPE-5]. */
import { subItemBranch } from './branch-names.ts';
import { subItemOf, withComment, withEffects, withSubItem, without } from './changes.ts';
import type { Effect } from './effect.ts';
import type { EventOf } from './item-event.ts';
import type { ItemState } from './item-state.ts';
import { followSubItems, pushOf } from './sub-item-status.ts';
import { isFinal } from './sub-item.ts';

/** Stops the work on a sub-item, and says once for each tip what the person can do. */
export function reportForeignChange(
  before: ItemState,
  { subItem: id, commit, pushed, at }: EventOf<'foreign-change'>,
): ItemState {
  const name = subItemBranch(before, id);
  // The push that found the change is given up.
  const outbox = before.outbox.filter((effect) => !isAboutResult(effect, id, name));
  const state = outbox.length === before.outbox.length ? before : forgetStatus({ ...before, outbox }, id);
  const current = subItemOf(state, id);
  const { foreign } = current;
  if (isFinal(current) || (foreign !== undefined && foreign.commit === commit)) return state;
  const status = foreign?.status ?? (current.status as 'active' | 'waiting' | 'failed');
  const change = { status, ...(commit === undefined ? {} : { commit }), ...(pushed === undefined ? {} : { pushed }) };
  const isDeleted = commit === undefined;
  const message = isDeleted ? describeDeletion(name, pushed) : describeTip(name, commit, pushed, state);
  const stopped = withSubItem(state, id, (subItem) => ({
    ...subItem,
    foreign: change,
    status: isDeleted ? 'failed' : 'waiting',
  }));
  const failure = { stage: 'generation', subItem: id, reason: 'foreign-change', message, at } as const;
  const reported = withComment(isDeleted ? { ...stopped, failure } : stopped, 'generation', `${id}/foreign`, message);
  return followSubItems(reported);
}

/** Whether an effect pushes the result of a sub-item, or concerns the pushed commit. */
function isAboutResult(effect: Effect, id: string, branch: string): boolean {
  if (effect.type === 'branch') return effect.name === branch;
  return (effect.type === 'human-approval' || effect.type === 'review') && effect.subItem === id;
}

/** The status of a commit that was not pushed is set after its push. */
function forgetStatus(state: ItemState, id: string): ItemState {
  return withSubItem(state, id, (subItem) => without(subItem, 'humanApproval'));
}

/** Continues as before, and pushes what could not be pushed meanwhile. */
export function resolveForeignChange(state: ItemState, { subItem: id }: EventOf<'foreign-change-resolved'>): ItemState {
  const current = subItemOf(state, id);
  const { foreign, result } = current;
  if (foreign === undefined) return state;
  const restored = withSubItem(clearFailure(state, id), id, () => ({
    ...without(current, 'foreign'),
    status: foreign.status,
  }));
  const isPushed = result === undefined || result === foreign.pushed;
  if (isPushed) return followSubItems(restored);
  return followSubItems(withEffects(restored, 'generation', [pushOf(state, { id, result: foreign.pushed }, result)]));
}

/**
 * Takes the commits of a person over as the result of a sub-item, after an approval that names their tip. Scenarios and the
 * review judge them like other results.
 */
export function adoptForeignChange(state: ItemState, id: string): ItemState {
  const current = subItemOf(state, id);
  const { foreign } = current;
  if (foreign?.commit === undefined) return state;
  const { commit } = foreign;
  return withSubItem(clearFailure(state, id), id, () => ({
    ...without(current, 'foreign', 'approval', 'remediations', 'brokenReviews'),
    result: commit,
    stage: 'scenarios',
    status: 'active',
  }));
}

/** Continues a sub-item whose branch was deleted: the branch is created again. */
export function restoreDeletedBranch(state: ItemState, id: string): ItemState {
  const current = subItemOf(state, id);
  const { foreign, result } = current;
  if (foreign === undefined || foreign.commit !== undefined) return state;
  const restored = withSubItem(state, id, () => ({ ...without(current, 'foreign'), status: foreign.status }));
  if (result === undefined) return restored;
  const push = pushOf(state, { id }, result);
  return withEffects(restored, 'generation', [{ ...push, key: `${push.key}/${state.sequence}` }]);
}

function clearFailure(state: ItemState, id: string): ItemState {
  return state.failure?.subItem === id && state.failure.reason === 'foreign-change' ? without(state, 'failure') : state;
}

function describeTip(name: string, commit: string, pushed: string | undefined, { policy }: ItemState): string {
  const reset = pushed === undefined ? 'delete the branch' : `reset the branch to ${pushed}`;
  return (
    `The branch ${name} has commits that Holdfast did not make: its tip is ${commit}. Holdfast does not overwrite them, ` +
    `and stops its work on this branch. To continue, merge the pull request, ${reset}, or accept the commits with ` +
    `\`/${policy.labelPrefix} approve ${commit}\`. \`/${policy.labelPrefix} restart\` starts the item again on other branches.`
  );
}

function describeDeletion(name: string, pushed: string | undefined): string {
  const restore = pushed === undefined ? '' : ` Its last commit was ${pushed}: create the branch there again, or`;
  return `The branch ${name} was deleted.${restore} add the run label to let Holdfast create it again.`;
}
