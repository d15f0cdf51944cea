import type { WorkSubItem } from '../../engine.ts';
import { formatCount } from '../../shared/format-count.ts';
import type { ScenarioView } from '../../webview/protocol/scenarios-panel-data.ts';
import type { StatusView } from '../../webview/protocol/status-view.ts';
import type { JudgementView } from '../../webview/protocol/timeline-panel-data.ts';
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

const SCENARIO_STATUS: Readonly<Record<ScenarioOutcome['outcome'], StatusView>> = {
  passed: { tone: 'good', icon: 'pass', label: 'Passed' },
  failed: { tone: 'bad', icon: 'error', label: 'Failed' },
  skipped: { tone: 'quiet', icon: 'dash', label: 'Skipped: no scenario covers the interfaces of this change' },
  environment: { tone: 'attention', icon: 'debug-disconnect', label: 'No trajectory reached the code' },
};

function createScenarioOutcomeView(
  { commit: judged, outcome, score, threshold, trajectories, scenarios, holdoutGap }: ScenarioOutcome,
  commit: string | undefined,
): NonNullable<JudgementView['scenarios']> {
  const total = formatCount(trajectories, 'trajectory', 'trajectories');
  return {
    status: SCENARIO_STATUS[outcome],
    ...(trajectories === 0 ? {} : { score: `${formatShare(score)} of ${total}, at least ${formatShare(threshold)}` }),
    ...(holdoutGap === undefined ? {} : { holdout: `Holdout not enforced: ${holdoutGap}` }),
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
    .map(
      ({ pass, reason }) =>
        `No valid answer of the pass ${formatPass(pass)}${reason === undefined ? '.' : `: ${reason}`}`,
    );
  return {
    status: describeDecision(decision, findings),
    isOutdated: judged !== commit,
    findings: findings.map((finding) => ({
      ...createFindingView(finding),
      ...(finding.reviews > 1 ? { note: `found in ${finding.reviews} reviews in a row` } : {}),
    })),
    omitted,
    warnings: [...broken, ...warnings],
  };
}

function describeDecision(decision: ReviewOutcome['decision'], findings: ReviewOutcome['findings']): StatusView {
  const blocking = findings.filter(({ severity }) => severity === 'blocking').length;
  switch (decision) {
    case 'broken':
      return { tone: 'attention', icon: 'debug-disconnect', label: 'Incomplete' };
    case 'remediate':
      return { tone: 'bad', icon: 'error', label: formatCount(blocking, 'blocking finding') };
    case 'proceed': {
      const others = findings.length - blocking;
      const label = others === 0 ? 'Passed without findings' : `Passed with ${formatCount(others, 'finding')}`;
      return { tone: 'good', icon: 'pass', label };
    }
  }
}
