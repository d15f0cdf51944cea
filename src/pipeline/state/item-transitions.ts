/** The transitions of a whole work item. sub-item-transitions.ts has those of its sub-items. */
import { formatCount } from '../../foundation/format-count.ts';
import { SUB_ITEM_STAGES, stageAfter, type StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import {
  keyOf,
  stageRecordOf,
  withComment,
  withEffects,
  withFailure,
  withLabels,
  withSafety,
  withStage,
  without,
} from './changes.ts';
import { documentPullRequestKey, isDocumentPullRequestKey, subItemPullRequestKey } from './effect-keys.ts';
import type { EventOf, RoundTerms } from './item-event.ts';
import type { ItemState, StageRecord, StageVerdict } from './item-state.ts';
import { restoreDeletedBranch } from './foreign-changes.ts';
import { gateOf } from './policy.ts';
import { STAGE_WORK } from './stage-summary.ts';
import { isFinal, withFreshTries } from './sub-item.ts';
import { createGateRequest } from './waiting-decisions.ts';

/** The state of an item whose run label was found: it enters intake [ASSERT-PSM-001]. */
export function startItem({
  item,
  title,
  terms,
}: {
  readonly item: string;
  readonly title: string;
  readonly terms: RoundTerms;
}): ItemState {
  const state: ItemState = {
    version: 1,
    item,
    title,
    round: 1,
    status: 'active',
    stage: 'intake',
    base: terms.base,
    policy: terms.policy,
    safety: [],
    stages: {},
    subItems: [],
    spending: [],
    outbox: [],
    receipts: {},
    sequence: 0,
    labels: [],
  };
  return enterStage(state, 'intake', STAGE_WORK.intake);
}

/** Enters a stage: its label replaces the one before, and a comment says so [ASSERT-PSM-002, ASSERT-PSM-007]. */
function enterStage(state: ItemState, stage: StageName, summary: string): ItemState {
  const entered = withComment({ ...state, stage, status: 'active' }, stage, 'entered', `Stage: ${stage}. ${summary}`);
  return withLabels(entered);
}

/** Stores a validated answer before its first effect, and waits if the gate of the stage needs a person. */
export function acceptAnswer(state: ItemState, { stage, hash, value, outcome, at }: EventOf<'answered'>): ItemState {
  const { effects, safety, escalation, plan } = outcome;
  const record = stageRecordOf(state, stage);
  const stored = { hash, value: value as NonNullable<typeof record.answer>['value'] };
  const verdicts = withVerdict(record, { at, verdict: 'accepted', text: '' });
  const accepted = { ...without(record, 'earlier'), answer: stored, revision: record.revision + 1, verdicts };
  let next: ItemState = { ...withSafety(state, safety), stages: { ...state.stages, [stage]: accepted } };
  if (plan !== undefined) {
    const subItems = plan.subItems.map((planned): ItemState['subItems'][number] => ({
      ...planned,
      dependsOn: [...planned.dependsOn],
      stage: SUB_ITEM_STAGES[0],
      status: 'active',
      attempts: [],
      rework: 0,
      feedback: [],
    }));
    next = { ...next, contract: plan.contract, subItems };
  }
  if (escalation !== undefined) return withFailure(next, { stage, reason: 'escalated', message: escalation, at });
  next = withEffects(next, stage, effects);
  if (gateOf(next.policy, stage, next.safety.length > 0) === 'auto') return next;
  const request = effects.find((effect) => effect.type === 'pull-request');
  const body = createGateRequest(next, { stage, hash }, request?.head);
  return withLabels(withComment({ ...next, status: 'waiting' }, stage, 'gate', body));
}

function withVerdict({ verdicts = [] }: StageRecord, verdict: StageVerdict): StageVerdict[] {
  return [...verdicts, verdict];
}

/** Feeds the mistakes of an answer back and counts the try [ASSERT-ARCH-004]. */
export function refuseAnswer(state: ItemState, { stage, mistakes, answer, at }: EventOf<'refused'>): ItemState {
  const record = stageRecordOf(state, stage);
  const refused = record.refused + 1;
  const earlier = answer === undefined ? {} : { earlier: answer as NonNullable<typeof record.earlier> };
  const text = mistakes.join('\n');
  const verdicts = withVerdict(record, { at, verdict: 'refused', text });
  const next = withStage(state, stage, { refused, feedback: [...record.feedback, text], verdicts, ...earlier });
  if (refused < state.policy.maxTries[stage]) return next;
  const tries = stageRecordOf(next, stage).feedback.map((text, index) => `${index + 1}. ${text}`);
  const message = `The stage ${stage} had no valid answer in ${formatCount(refused, 'try', 'tries')}.\n\n${tries.join('\n')}`;
  return withFailure(next, { stage, reason: 'tries-exhausted', message, at });
}

/** Asks for the text that the item does not have, and waits [ASSERT-PSM-007]. This is neither a failure nor a try. */
export function requestInformation(
  state: ItemState,
  { textHash, message }: EventOf<'information-requested'>,
): ItemState {
  const waiting: ItemState = { ...state, status: 'waiting', informationRequest: { textHash } };
  return withLabels(withComment(waiting, state.stage, 'information', message));
}

/** Executes again the stage that waited for information. */
export function continueWithInformation(state: ItemState): ItemState {
  if (state.informationRequest === undefined) return state;
  return withLabels({ ...without(state, 'informationRequest'), status: 'active' });
}

/** Enters the next stage. The caller has checked that the gate of the current one is satisfied. */
export function advance(state: ItemState, { summary }: EventOf<'advanced'>): ItemState {
  const next = stageAfter(state.stage);
  return next === undefined ? state : enterStage(state, next, summary);
}

export function approveStage(state: ItemState, { stage, approval }: EventOf<'stage-approved'>): ItemState {
  const record = stageRecordOf(state, stage);
  // An approval of an earlier revision does not count.
  if (record.answer?.hash !== approval.hash) return state;
  return withLabels({ ...withStage(state, stage, { approval }), status: 'active' });
}

/** Continues an item after a conflict of labels: they agree with its state again, or a person confirmed the state. */
export function clearLabelConflict(state: ItemState): ItemState {
  if (state.isLabelConflict === undefined) return state;
  return withLabels(without(state, 'isLabelConflict'));
}

/** Discards the answer of a stage. The stage is executed again with the reason. */
export function rejectStage(state: ItemState, { stage, reason, by, at }: EventOf<'stage-rejected'>): ItemState {
  const record = stageRecordOf(state, stage);
  const pullRequest = state.receipts[documentPullRequestKey(state, stage, record.revision)]?.pullRequest;
  const key = keyOf(state, stage, `close/${record.revision}`);
  const closing = pullRequest === undefined ? [] : [{ type: 'close-pull-request' as const, key, pullRequest }];
  const earlier = record.answer === undefined ? {} : { earlier: record.answer.value };
  const text = `${by} rejected it: ${reason}`;
  const verdicts = withVerdict(record, { at, verdict: 'rejected', text });
  const kept = { ...without(record, 'answer', 'approval'), ...earlier, verdicts };
  const discarded: ItemState = {
    ...state,
    status: 'active',
    stage,
    stages: { ...state.stages, [stage]: { ...kept, feedback: [...kept.feedback, text] } },
  };
  return withLabels(withEffects(discarded, stage, closing));
}

export function fail(state: ItemState, { failure }: EventOf<'failed'>): ItemState {
  return withFailure(state, failure);
}

/** Continues a failed item at the stage where it ended. The count of its tries starts at 0. */
export function resume(state: ItemState, { by }: EventOf<'resumed'>): ItemState {
  const { failure, ...rest } = state;
  const stage = failure?.stage ?? state.stage;
  const subItems = state.subItems.map((subItem) =>
    subItem.status === 'failed' && subItem.foreign === undefined
      ? { ...without(withFreshTries(subItem), 'remediations', 'brokenReviews'), status: 'active' as const, rework: 0 }
      : subItem,
  );
  const outbox = state.outbox.map((effect) =>
    effect.isBlocked === true ? { ...effect, isBlocked: undefined } : effect,
  );
  const restored = state.subItems.reduce((next, { id }) => restoreDeletedBranch(next, id), {
    ...rest,
    subItems,
    outbox,
  });
  const reset = withStage({ ...restored, status: 'active', stage }, stage, { refused: 0 });
  const resumed = waitAtGate(withoutEmptyPlan(reset));
  return withLabels(withComment(resumed, stage, 'resumed', `${by} resumed the item at the stage ${stage}.`));
}

/** A plan that escalated has no contract. It is requested again. */
function withoutEmptyPlan(state: ItemState): ItemState {
  const { planning } = state.stages;
  if (state.stage !== 'planning' || planning === undefined || state.contract !== undefined) return state;
  return { ...state, stages: { ...state.stages, planning: without(planning, 'answer') } };
}

/** Waits if the answer of the stage has no approval that its gate needs. */
function waitAtGate(state: ItemState): ItemState {
  const { answer: stored, approval } = stageRecordOf(state, state.stage);
  const isHuman = gateOf(state.policy, state.stage, state.safety.length > 0) === 'human';
  if (stored === undefined || !isHuman || approval?.hash === stored.hash) return state;
  return { ...state, status: 'waiting' };
}

/** Starts a new round. The pull requests of the old one are closed. What it spent still counts. */
export function restart(state: ItemState, { terms, by }: EventOf<'restarted'>): ItemState {
  const { round, item, title, spending, receipts, sequence, labels, lock, commentCursor, safety } = state;
  const open = state.subItems.filter((subItem) => !isFinal(subItem)).map(({ id }) => subItemPullRequestKey(state, id));
  const closing = Object.entries(receipts).flatMap(([key, { pullRequest }]) => {
    const isOpen = open.includes(key) || isDocumentPullRequestKey(key);
    if (pullRequest === undefined || !isOpen || !key.startsWith(`${round}/`)) return [];
    return { type: 'close-pull-request' as const, key: `${key}/close`, pullRequest };
  });
  const fresh: ItemState = {
    ...startItem({ item, title, terms }),
    round: round + 1,
    outbox: [],
    safety,
    spending,
    receipts,
    sequence,
    labels,
    ...(lock === undefined ? {} : { lock }),
    ...(commentCursor === undefined ? {} : { commentCursor }),
  };
  return enterStage(withEffects(fresh, 'intake', closing), 'intake', `${by} restarted the item.`);
}

const CANCEL_REASONS: Readonly<Record<EventOf<'cancelled'>['reason'], string>> = {
  command: 'by command',
  'label-removed': 'by removing the run label',
  'item-closed': 'by closing the item',
};

export function cancel(state: ItemState, { by, reason }: EventOf<'cancelled'>): ItemState {
  // What is in the outbox is given up, except effects that may have happened already.
  const outbox = state.outbox.filter(({ intent, isBlocked }) => intent !== undefined && isBlocked !== true);
  const body = `${by} cancelled the item ${CANCEL_REASONS[reason]}. Its branches and pull requests are unchanged.`;
  return withLabels(withComment({ ...state, outbox, status: 'cancelled' }, state.stage, 'cancelled', body));
}

/** Answers a command that could not be applied, once: its comment is not read again. */
export function refuseCommand(state: ItemState, { comment, reply }: EventOf<'command-refused'>): ItemState {
  return withEffects(state, state.stage, [
    { type: 'comment', key: keyOf(state, state.stage, `reply/${comment}`), body: reply },
  ]);
}

/** Stops the item, because people changed its labels against the state. The labels are reported, not overwritten [PIPE-1]. */
export function stopForLabels(state: ItemState, { found }: EventOf<'labels-changed'>): ItemState {
  if (state.isLabelConflict === true) return state;
  const list = (labels: readonly string[]): string => (labels.length === 0 ? 'none' : labels.join(', '));
  const own = found.filter((label) => label.startsWith(`${state.policy.labelPrefix}:`));
  const command = `/${state.policy.labelPrefix}`;
  const body =
    `The labels of this item contradict its state, which is ${state.status} at the stage ${state.stage}. ` +
    `Expected: ${list(state.labels)}. Found: ${list(own)}. Nothing happens until that is resolved.\n\n` +
    `- Restore the labels yourself.\n- Let Holdfast set them from its state: comment \`${command} approve\`.\n` +
    `- Start a new round: comment \`${command} restart\`.`;
  // The labels that Holdfast was going to set would overwrite those of the person.
  const outbox = state.outbox.filter(({ type }) => type !== 'labels');
  return withComment({ ...state, outbox, isLabelConflict: true }, state.stage, 'labels-changed', body);
}
