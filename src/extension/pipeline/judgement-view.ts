import * as l10n from '@vscode/l10n';
import type { WorkSubItem } from '../../pipeline.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { ScenarioView } from '../../webview/protocol/scenarios-panel-data.ts';
import type { StatusView } from '../../webview/protocol/status-view.ts';
import type { JudgementView } from '../../webview/pipeline/protocol/timeline-panel-data.ts';
import { formatShare } from '../base/report-labels.ts';
import { createFindingView, formatPass } from '../change-review/review-view.ts';

type ScenarioOutcome = NonNullable<WorkSubItem['scenarios']>;
type ReviewOutcome = NonNullable<WorkSubItem['review']>;

/** What scenarios and the review said last about a sub-item; undefined if nothing was said. */
export function createJudgementView(subItem: WorkSubItem): JudgementView | undefined {
  const { id, title, commit, scenarios, review } = subItem;
  if (!scenarios && !review) return undefined;
  return {
    subItem: id,
    title,
    ...(scenarios ? { scenarios: createScenarioOutcomeView(scenarios, commit) } : {}),
    ...(review ? { review: createReviewOutcomeView(review, commit) } : {}),
  };
}

/** Why the holdout of the scenarios of the current change was not enforced; undefined if it was. */
export function findHoldoutGap({ commit, scenarios }: WorkSubItem): string | undefined {
  return scenarios?.commit === commit ? scenarios?.holdoutGap : undefined;
}

const scenarioStatus = (): Readonly<Record<ScenarioOutcome['outcome'], StatusView>> => ({
  passed: { tone: 'good', icon: 'pass', label: l10n.t('Passed') },
  failed: { tone: 'bad', icon: 'error', label: l10n.t('Failed') },
  skipped: { tone: 'quiet', icon: 'dash', label: l10n.t('Skipped: no scenario covers the interfaces of this change') },
  environment: { tone: 'attention', icon: 'debug-disconnect', label: l10n.t('No trajectory reached the code') },
});

function createScenarioOutcomeView(
  { commit: judged, outcome, score, threshold, trajectories, scenarios, holdoutGap }: ScenarioOutcome,
  commit: string | undefined,
): NonNullable<JudgementView['scenarios']> {
  const total = formatCount(trajectories, l10n.t('trajectory'), l10n.t('trajectories'));
  return {
    status: scenarioStatus()[outcome],
    ...(trajectories === 0
      ? {}
      : { score: l10n.t('{0} of {1}, at least {2}', formatShare(score), total, formatShare(threshold)) }),
    ...(holdoutGap === undefined ? {} : { holdout: l10n.t('Holdout not enforced: {0}', holdoutGap) }),
    isOutdated: judged !== commit,
    results: scenarios
      .filter(({ planned }) => planned > 0)
      .map((result) => ({
        id: result.id,
        score: formatShare(result.score),
        planned: result.planned,
        distribution: createDistribution(result),
      })),
  };
}

function createDistribution({
  planned,
  satisfied,
  unsatisfied,
  failed,
  environment,
}: ScenarioOutcome['scenarios'][number]): ScenarioView['distribution'] {
  const ended = satisfied + unsatisfied + failed + environment;
  const counts: ScenarioView['distribution'] = [
    { outcome: 'satisfied', count: satisfied },
    { outcome: 'unsatisfied', count: unsatisfied },
    { outcome: 'failure-criterion', count: failed },
    { outcome: 'environment', count: environment },
    { outcome: 'not-run', count: planned - ended },
  ];
  return counts.filter(({ count }) => count > 0);
}

function createReviewOutcomeView(
  { commit: judged, decision, findings, omitted, passes, warnings }: ReviewOutcome,
  commit: string | undefined,
): NonNullable<JudgementView['review']> {
  const broken = passes
    .filter(({ status }) => status === 'broken')
    .map(({ pass, reason }) =>
      l10n.t('No valid answer of the pass {0}{1}', formatPass(pass), reason === undefined ? '.' : `: ${reason}`),
    );
  return {
    status: describeDecision(decision, findings),
    isOutdated: judged !== commit,
    findings: findings.map((finding) => ({
      ...createFindingView(finding),
      ...(finding.reviews > 1 ? { note: l10n.t('found in {0} reviews in a row', finding.reviews) } : {}),
    })),
    omitted,
    warnings: [...broken, ...warnings],
  };
}

function describeDecision(decision: ReviewOutcome['decision'], findings: ReviewOutcome['findings']): StatusView {
  const blocking = findings.filter(({ severity }) => severity === 'blocking').length;
  switch (decision) {
    case 'broken':
      return { tone: 'attention', icon: 'debug-disconnect', label: l10n.t('Incomplete') };
    case 'remediate':
      return {
        tone: 'bad',
        icon: 'error',
        label: formatCount(blocking, l10n.t('blocking finding'), l10n.t('blocking findings')),
      };
    case 'proceed': {
      const others = findings.length - blocking;
      const label =
        others === 0
          ? l10n.t('Passed without findings')
          : l10n.t('Passed with {0}', formatCount(others, l10n.t('finding'), l10n.t('findings')));
      return { tone: 'good', icon: 'pass', label };
    }
  }
}
