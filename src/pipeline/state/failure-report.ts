import { isJudgingStage } from '../../workspace/configuration/pipeline/stage-names.ts';
import type { Failure, ItemState } from './item-state.ts';
import { labelNames } from './labels.ts';
import { formatCost, reportedUsd } from './spending.ts';

const REASONS: Readonly<Record<Failure['reason'], string>> = {
  'tries-exhausted': 'no valid result in the permitted number of tries',
  'budget-exceeded': 'the budget does not permit another execution',
  escalated: 'a person must decide',
  'no-progress': 'further attempts are not expected to help',
  error: 'an error that a repetition does not avoid',
  environment: 'the environment failed before the code was reached',
  'foreign-change': 'a person or another program changed what Holdfast had written',
};

/** The comment on a failed item: what failed, after which attempts, why, what it cost and what to do [ASSERT-PSM-006]. */
export function createFailureReport(state: ItemState, failure: Failure): string {
  const { stage, subItem, reason, message, at } = failure;
  const facts: readonly (readonly [string, string])[] = [
    ['Stage', stage],
    ...(subItem === undefined ? [] : [['Sub-item', subItem] as const]),
    ['Attempts', describeAttempts(state, failure)],
    ['Reason', `${reason}: ${REASONS[reason]}`],
    ['Cost', formatCost(reportedUsd(state.spending))],
    ['Time', at],
  ];
  return [
    `The stage ${stage} failed.`,
    '',
    '| | |',
    '| --- | --- |',
    ...facts.map(([name, value]) => `| ${name} | ${value} |`),
    '',
    message,
    '',
    '**What to do**',
    '',
    ...listWaysOut(state, failure).map((line) => `- ${line}`),
  ].join('\n');
}

function describeAttempts(state: ItemState, { stage, subItem }: Failure): string {
  const limit = state.policy.maxTries[stage];
  if (subItem === undefined) return `${state.stages[stage]?.refused ?? 0} refused of ${limit} permitted`;
  const found = state.subItems.find(({ id }) => id === subItem);
  if (isJudgingStage(stage)) {
    return `${found?.remediations ?? 0} corrections of ${state.policy.remediationLimit} permitted`;
  }
  const attempts = found?.attempts ?? [];
  return `${attempts.filter(({ passed }) => !passed).length} failed of ${limit} permitted`;
}

function listWaysOut({ policy }: ItemState, { stage, reason, subItem }: Failure): readonly string[] {
  const { run } = labelNames(policy.labelPrefix);
  const isAccepted = reason === 'escalated' && subItem === undefined;
  const resume = isAccepted ? 'Accept it and continue' : `Try the stage ${stage} again`;
  const more = {
    'tries-exhausted': 'Make the text of the item clearer first, or permit more tries in `.holdfast/pipeline.yaml`.',
    'budget-exceeded': 'Raise the budget in `.holdfast/pipeline.yaml` and restart: a running round keeps its limits.',
    escalated: isJudgingStage(stage)
      ? 'Correct the change on its branch, and accept the commits. Or accept the change as it is.'
      : 'Divide the item into smaller ones, or answer the question in its text.',
    'no-progress': 'Look at the attempts above, and say in the item what they miss.',
    error: 'Remove the cause that is named above first.',
    environment: 'Correct the environment that is named above first, such as a twin or a command that is missing.',
    'foreign-change': 'Move the foreign commits to another branch first. Holdfast never overwrites them.',
  }[reason];
  return [
    more,
    `${resume}: add the label \`${run}\`.`,
    `Start a new round from the base branch: comment \`/${policy.labelPrefix} restart\`.`,
    `Give the item up: comment \`/${policy.labelPrefix} cancel\`.`,
  ];
}
