import { stageRecordOf } from '../state/changes.ts';
import type { ItemEvent, RoundTerms } from '../state/item-event.ts';
import type { ItemState } from '../state/item-state.ts';
import { observeLabels } from '../state/labels.ts';
import { hashItemText } from '../stages/intake/item-text.ts';
import { isApproved, type SubItem } from '../state/sub-item.ts';
import { transition } from '../state/transition.ts';
import { commandEvents } from './command-events.ts';
import { documentBranchKey } from '../state/effect-keys.ts';
import type { ObservedPullRequest, ObservedItem } from './observed-item.ts';

/** Forges do not say who merged, closed or labelled something in what is read here. */
const UNKNOWN_PERSON = 'A person';

/** The events that follow from what people did, in the order in which they are applied. Pure. */
export function observedEvents(
  state: ItemState,
  snapshot: ObservedItem,
  { at, terms }: { readonly at: string; readonly terms: RoundTerms },
): readonly ItemEvent[] {
  const events: ItemEvent[] = [];
  if (!snapshot.item.isOpen) {
    const isEnded = state.status === 'cancelled' || state.status === 'finished';
    return isEnded ? [] : [{ type: 'cancelled', reason: 'item-closed', by: UNKNOWN_PERSON, at }];
  }
  const commands = commandEvents(state, snapshot.commands, terms);
  events.push(...commands);
  if (snapshot.lastComment !== undefined) events.push({ type: 'comments-read', cursor: snapshot.lastComment });
  const after = commands.reduce((current, event) => transition(current, event).state, state);
  // A command that ends the round also ends what waits in it.
  if (after.round === state.round && after.status !== 'cancelled') events.push(...roundEvents(after, snapshot, at));
  // A command decides what the labels are.
  if (commands.every(({ type }) => type === 'command-refused')) events.push(...labelEvents(state, snapshot, at, terms));
  return events;
}

/** What people did to the documents and changes of the current round. */
function roundEvents(state: ItemState, snapshot: ObservedItem, at: string): readonly ItemEvent[] {
  const events: ItemEvent[] = [];
  if (isInformationGiven(state, snapshot)) events.push({ type: 'information-given' });
  if (snapshot.document !== undefined) events.push(...documentEvents(state, snapshot.document, at));
  for (const subItem of state.subItems) {
    const merged = containedEvent(state, subItem, snapshot, at);
    if (merged !== undefined) {
      events.push(merged);
      continue;
    }
    const observed = snapshot.subItems.get(subItem.id);
    if (observed !== undefined) events.push(...subItemEvents(subItem, observed, snapshot.tips, at));
    events.push(...foreignEvents(state, subItem, snapshot, at));
  }
  return events;
}

/** A change that the base branch contains is merged, also if its pull request was closed or its branch deleted. */
function containedEvent(
  { status }: ItemState,
  { id }: SubItem,
  { contained }: ObservedItem,
  at: string,
): ItemEvent | undefined {
  const commit = contained.get(id);
  if (commit === undefined || status === 'finished' || status === 'cancelled') return undefined;
  return { type: 'sub-item-merged', subItem: id, commit, isContained: true, by: UNKNOWN_PERSON, at };
}

function isInformationGiven({ informationRequest }: ItemState, { item, hasRemarks }: ObservedItem): boolean {
  if (informationRequest === undefined) return false;
  return hasRemarks || hashItemText(item) !== informationRequest.textHash;
}

function labelEvents(state: ItemState, { item }: ObservedItem, at: string, terms: RoundTerms): readonly ItemEvent[] {
  switch (observeLabels(state, item.labels)) {
    case 'cancelled':
      return state.status === 'active' || state.status === 'waiting'
        ? [{ type: 'cancelled', reason: 'label-removed', by: UNKNOWN_PERSON, at }]
        : [];
    case 'resumed':
      return [{ type: 'resumed', by: UNKNOWN_PERSON, at }];
    case 'restarted':
      return [{ type: 'restarted', terms, by: UNKNOWN_PERSON, at }];
    case 'changed':
      return state.isLabelConflict === true ? [] : [{ type: 'labels-changed', found: item.labels, at }];
    case 'processing-by-person':
      return [];
    case 'unchanged':
      return state.isLabelConflict === true ? [{ type: 'labels-restored' }] : [];
  }
}

/** The gate of a stage with a pull request is satisfied by its merge, or by an approval of the head commit. */
function documentEvents(
  state: ItemState,
  { pullRequest, reviews }: ObservedPullRequest,
  at: string,
): readonly ItemEvent[] {
  const { stage } = state;
  const { answer, approval } = stageRecordOf(state, stage);
  if (answer === undefined || approval !== undefined || state.status !== 'waiting') return [];
  const edited = findEditedDocument(state, { pullRequest, reviews }, at);
  if (edited !== undefined) return [edited];
  const { hash } = answer;
  if (pullRequest.state === 'merged') {
    return [{ type: 'stage-approved', stage, approval: { hash, by: UNKNOWN_PERSON, via: 'merge', at } }];
  }
  if (pullRequest.state === 'closed') {
    return [{ type: 'stage-rejected', stage, reason: 'The pull request was closed.', by: UNKNOWN_PERSON, at }];
  }
  const request = reviews.find(({ verdict }) => verdict === 'changes-requested');
  if (request !== undefined) {
    return [{ type: 'stage-rejected', stage, reason: request.body, by: request.by, at: request.at }];
  }
  const approved = reviews.find(({ verdict }) => verdict === 'approved');
  if (approved === undefined) return [];
  return [{ type: 'stage-approved', stage, approval: { hash, by: approved.by, via: 'review', at: approved.at } }];
}

/**
 * A person accepted a document whose branch has another commit than the one that was checked and stored. The consent is not
 * about the stored answer, so the item fails until a person decides.
 */
function findEditedDocument(
  state: ItemState,
  { pullRequest, reviews }: ObservedPullRequest,
  at: string,
): ItemEvent | undefined {
  const { stage } = state;
  const own = state.receipts[documentBranchKey(state, stage, stageRecordOf(state, stage).revision)]?.commit;
  const isAccepted = pullRequest.state === 'merged' || reviews.some(({ verdict }) => verdict === 'approved');
  if (own === undefined || pullRequest.headCommit === own || !isAccepted) return undefined;
  const message =
    `The branch ${pullRequest.head} ends with the commit ${pullRequest.headCommit.slice(0, 10)}, which Holdfast did not ` +
    `write. The checked document is the commit ${own.slice(0, 10)}. Restore that commit and resume the item, or request ` +
    `the change in a review; after a merge, restart the item, so that it starts from the merged document.`;
  return { type: 'failed', failure: { stage, reason: 'foreign-change', message, at } };
}

/** A tip that Holdfast did not push belongs to a person [PIPE-5]. */
function foreignEvents(
  { status: itemStatus }: ItemState,
  { id, result, foreign }: SubItem,
  { tips, subItems }: ObservedItem,
  at: string,
): readonly ItemEvent[] {
  const isOver = itemStatus === 'finished' || itemStatus === 'cancelled';
  // A closed pull request is a rejection, also if its branch was deleted.
  if (isOver || !tips.has(id) || subItems.get(id)?.pullRequest.state === 'closed') return [];
  const commit = tips.get(id);
  if (foreign === undefined) {
    return commit === result ? [] : [{ type: 'foreign-change', subItem: id, commit, pushed: result, at }];
  }
  const isRestored = commit !== undefined && (commit === foreign.pushed || commit === result);
  if (isRestored || (commit === undefined && foreign.pushed === undefined)) {
    return [{ type: 'foreign-change-resolved', subItem: id }];
  }
  const isKnown = commit === foreign.commit;
  return isKnown ? [] : [{ type: 'foreign-change', subItem: id, commit, pushed: foreign.pushed, at }];
}

function subItemEvents(
  subItem: SubItem,
  observed: ObservedPullRequest,
  tips: ObservedItem['tips'],
  at: string,
): readonly ItemEvent[] {
  const { id, result, status, approval, foreign } = subItem;
  const { pullRequest, reviews } = observed;
  if (pullRequest.state === 'merged') {
    const commit = pullRequest.mergeCommit ?? pullRequest.headCommit;
    return [{ type: 'sub-item-merged', subItem: id, commit, by: UNKNOWN_PERSON, at }];
  }
  if (pullRequest.state === 'closed') {
    const isBranchDeleted = tips.has(id) && tips.get(id) === undefined;
    return [{ type: 'sub-item-rejected', subItem: id, isBranchDeleted, by: UNKNOWN_PERSON, at }];
  }
  // An approval takes the commits of a person over. While the change is generated again, its reviews are outdated.
  const isForeign = foreign?.commit !== undefined && pullRequest.headCommit === foreign.commit;
  if ((pullRequest.headCommit !== result && !isForeign) || status !== 'waiting') return [];
  const request = reviews.find(({ verdict }) => verdict === 'changes-requested');
  if (request !== undefined && !isForeign) {
    return [{ type: 'changes-requested', subItem: id, feedback: request.body, by: request.by, at: request.at }];
  }
  const approved = reviews.find(({ verdict }) => verdict === 'approved');
  if (approved === undefined) {
    const isWithdrawn = approval?.via === 'review' && approval.hash === result && foreign === undefined;
    return isWithdrawn ? [{ type: 'approval-withdrawn', subItem: id, at }] : [];
  }
  // A review counts also after an approval in a comment: only a review sets the status of the human approval.
  if (!isForeign && isApproved(subItem) && approval?.via === 'review') return [];
  const given = { hash: approved.commit, by: approved.by, via: 'review', at: approved.at } as const;
  return [{ type: 'sub-item-approved', subItem: id, approval: given }];
}
