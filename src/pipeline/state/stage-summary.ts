import { formatCount } from '../../foundation/format-count.ts';
import type { StageName } from '../../workspace/configuration/pipeline/stage-names.ts';
import { stageRecordOf } from './changes.ts';
import { documentPullRequestKey, subItemKey } from './effect-keys.ts';
import type { ItemState } from './item-state.ts';
import { formatCost, reportedUsd } from './spending.ts';

/** What happens in a stage, for people. */
export const STAGE_WORK: Readonly<Record<StageName, string>> = {
  intake: 'The item is classified.',
  architecture: 'A specification is written and checked.',
  interfaces: 'The interfaces are declared and type-checked.',
  planning: 'The work is divided into sub-items.',
  generation: 'The sub-items are generated and judged.',
  scenarios: 'The changes are tried in scenarios.',
  review: 'The changes are reviewed.',
  integration: 'The pull requests of the sub-items are opened for review.',
};

const VIA = { gate: 'by its gate', review: 'in a review', merge: 'by a merge', command: 'by command' } as const;

/** How the current stage of the whole item ended, for the comment on the next stage [ASSERT-PSM-007]. */
export function summarizeStage(state: ItemState): string {
  const { stage, spending, round } = state;
  const { refused, revision, approval } = stageRecordOf(state, stage);
  const executions = spending.filter((entry) => entry.stage === stage && entry.round === round);
  const by = approval === undefined ? 'passed its checks' : `was approved by ${approval.by} ${VIA[approval.via]}`;
  const tries = refused + revision > 1 ? ` after ${refused + revision} answers` : '';
  const cost = executions.length === 0 ? '' : ` Cost: ${formatCost(reportedUsd(executions))}.`;
  const pullRequest = state.receipts[documentPullRequestKey(state, stage, revision)]?.pullRequest;
  const document = pullRequest === undefined ? '' : ` Its document is in #${pullRequest}.`;
  return `The stage ${stage} ${by}${tries}.${document}${cost}${stage === 'planning' ? describePlan(state) : ''}`;
}

/** How many sub-items there are, and where they are. */
export function summarizeSubItems({ subItems }: Pick<ItemState, 'subItems'>): string {
  const lines = subItems.map(({ id, stage, status }) => `| ${id} | ${stage} | ${status} |`);
  return ['', '', '| sub-item | stage | status |', '| --- | --- | --- |', ...lines].join('\n');
}

function describePlan(state: ItemState): string {
  const lines = state.subItems.map(({ id, title, dependsOn }) => {
    const issue = state.receipts[subItemKey(state, id)]?.id;
    const after = dependsOn.length === 0 ? '' : ` (after ${dependsOn.join(', ')})`;
    return `- ${issue === undefined ? '' : `#${issue} `}\`${id}\`: ${title}${after}`;
  });
  return `\n\nThe plan has ${formatCount(lines.length, 'sub-item')}:\n\n${lines.join('\n')}`;
}
