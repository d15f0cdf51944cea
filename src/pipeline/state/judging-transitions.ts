/** The transitions of the stages that judge the result of a sub-item: scenarios and review. */
import { formatCount } from '../../foundation/format-count.ts';
import { formatFinding } from '../../verdicts/review/format-finding.ts';
import { subItemOf, withComment, withSubItem, without } from './changes.ts';
import type { EventOf } from './item-event.ts';
import type { ItemState } from './item-state.ts';
import { describeReview, describeScenarios, listReview, listScenarios } from './judgement-text.ts';
import { withJudgement, type ReviewOutcome } from './judgement.ts';
import { gateOf } from './policy.ts';
import { failSubItem } from './sub-item-failure.ts';
import { afterReview, followSubItems, postFindings } from './sub-item-status.ts';
import { isFinal, withFreshTries } from './sub-item.ts';
import { createGateRequest } from './waiting-decisions.ts';
import type { JudgingStage } from '../../workspace/configuration/pipeline/stage-names.ts';

/** Stores what the scenarios said, and continues with the review, a correction, or a person. */
export function endScenarios(before: ItemState, event: EventOf<'scenarios-ended'>): ItemState {
  const { subItem: id, outcome, feedback, environment, at } = event;
  if (!isCurrent(before, id, 'scenarios', outcome.commit)) return before;
  const text = describeScenarios(outcome);
  const judged = withSubItem(before, id, (current) => ({
    ...current,
    scenarios: outcome,
    judgements: withJudgement(current.judgements, {
      stage: 'scenarios',
      commit: outcome.commit,
      text: listScenarios(outcome),
      at,
    }),
  }));
  switch (outcome.outcome) {
    case 'environment': {
      const message = `${text} ${environment ?? ''}`.trim();
      return failSubItem(judged, { failure: { stage: 'scenarios', subItem: id, reason: 'environment', message, at } });
    }
    case 'failed':
      return remediate(judged, id, { stage: 'scenarios', feedback, unresolved: [text], at });
    case 'passed':
    case 'skipped':
      return enterReview(judged, id);
  }
}

/** Without an enforced holdout, the score says little: a person decides about this sub-item. */
function enterReview(state: ItemState, id: string): ItemState {
  const { scenarios } = subItemOf(state, id);
  const gap = scenarios?.outcome === 'passed' ? scenarios.holdoutGap : undefined;
  const isHuman = gateOf(state.policy, 'scenarios', state.safety.length > 0) === 'human';
  if (!isHuman && gap === undefined) {
    return followSubItems(withSubItem(state, id, (current) => ({ ...current, stage: 'review', status: 'active' })));
  }
  const reason = gap === undefined ? undefined : `The holdout of the scenarios is not enforced: ${gap}`;
  return waitForPerson(state, id, 'scenarios', reason);
}

/** Stores what the review said, and continues with the pull request, a correction, another try, or a person. */
export function endReview(before: ItemState, { subItem: id, outcome, at }: EventOf<'reviewed'>): ItemState {
  if (!isCurrent(before, id, 'review', outcome.commit)) return before;
  const text = describeReview(outcome);
  const judged = withSubItem(before, id, (current) => ({
    ...without(current, 'brokenReviews'),
    review: outcome,
    judgements: withJudgement(current.judgements, {
      stage: 'review',
      commit: outcome.commit,
      text: listReview(outcome),
      at,
    }),
  }));
  switch (outcome.decision) {
    case 'broken':
      return repeatReview(judged, id, { tries: (subItemOf(before, id).brokenReviews ?? 0) + 1, text, at });
    case 'remediate': {
      const unresolved = listBlocking(outcome);
      return remediate(judged, id, {
        stage: 'review',
        feedback: unresolved.map(({ feedback }) => feedback),
        unresolved: unresolved.map(({ report }) => report),
        at,
      });
    }
    case 'proceed': {
      const isHuman = gateOf(judged.policy, 'review', judged.safety.length > 0) === 'human';
      if (isHuman) return waitForPerson(judged, id, 'review', describeReview(outcome));
      const status = afterReview(judged, id);
      const passed = withSubItem(judged, id, (current) => ({ ...current, stage: 'integration', status }));
      return followSubItems(postFindings(passed, id));
    }
  }
}

/** The blocking findings for the next attempt, and for people with the number of reviews that found them. */
function listBlocking({ findings }: ReviewOutcome): readonly { readonly feedback: string; readonly report: string }[] {
  return findings
    .filter(({ severity }) => severity === 'blocking')
    .map((finding) => {
      const text = formatFinding(finding);
      const persists = finding.reviews === 1 ? '' : ` It was found in ${finding.reviews} reviews in a row.`;
      return { feedback: `The review found: ${text}${persists}`, report: `${text}${persists}` };
    });
}

/** Whether a judgement is about the result that waits for it. Another result may have replaced it meanwhile. */
function isCurrent(state: ItemState, id: string, stage: JudgingStage, commit: string): boolean {
  const subItem = subItemOf(state, id);
  return subItem.stage === stage && subItem.result === commit && subItem.foreign === undefined && !isFinal(subItem);
}

interface Refusal {
  readonly stage: JudgingStage;
  /** For the next attempt. */
  readonly feedback: readonly string[];
  /** For people. */
  readonly unresolved: readonly string[];
  readonly at: string;
}

/** Sends a result back to generation, which starts from it. After the last correction, a person decides [ASSERT-REVIEW-005]. */
function remediate(state: ItemState, id: string, { stage, feedback, unresolved, at }: Refusal): ItemState {
  const current = subItemOf(state, id);
  const { remediations = 0, result = '' } = current;
  const limit = state.policy.remediationLimit;
  if (remediations >= limit) {
    const list = unresolved.map((text) => `- ${text}`).join('\n');
    const command = `/${state.policy.labelPrefix} approve ${result}`;
    const message =
      `The sub-item ${id} was corrected ${limit} times, and the stage ${stage} still refuses it.\n\n${list}\n\n` +
      `To accept the change as it is, comment \`${command}\`.`;
    return failSubItem(state, { failure: { stage, subItem: id, reason: 'escalated', message, at } });
  }
  return followSubItems(
    withSubItem(state, id, () => ({
      ...without(withFreshTries(current), 'approval'),
      stage: 'generation',
      status: 'active',
      remediations: remediations + 1,
      feedback: [...feedback],
    })),
  );
}

/** A review without a valid answer never lets a change proceed. It is repeated like other answers, then a person decides. */
function repeatReview(
  state: ItemState,
  id: string,
  { tries, text, at }: { readonly tries: number; readonly text: string; readonly at: string },
): ItemState {
  const counted = withSubItem(state, id, (current) => ({ ...current, brokenReviews: tries }));
  if (tries < state.policy.maxTries.review) return counted;
  const message = `The change of the sub-item ${id} could not be reviewed in ${formatCount(tries, 'try', 'tries')}. ${text}`;
  return failSubItem(counted, { failure: { stage: 'review', subItem: id, reason: 'escalated', message, at } });
}

function waitForPerson(state: ItemState, id: string, stage: JudgingStage, reason: string | undefined): ItemState {
  const { result = '' } = subItemOf(state, id);
  const waiting = withSubItem(state, id, (current) => ({ ...current, status: 'waiting' }));
  const body = createGateRequest(waiting, { stage, subItem: id, hash: result }, undefined, reason);
  return followSubItems(withComment(waiting, stage, `${id}/gate`, body));
}
