/** What people read about the judgements of a result: in pull requests, comments and timelines. */
import { formatCount } from '../../shared/format-count.ts';
import type { KeptFinding, ReviewOutcome, ScenarioOutcome } from './judgement.ts';
import type { SubItem } from './sub-item.ts';

/** A share from 0 to 1 with at most three decimals. */
export function formatScore(score: number | null): string {
  return score === null ? 'none' : String(Math.round(score * 1000) / 1000);
}

/** The result of the scenarios in one or two sentences, without text of a scenario. */
export function describeScenarios({
  outcome,
  score,
  threshold,
  trajectories,
  scenarios,
  holdoutGap,
}: ScenarioOutcome): string {
  const gap = holdoutGap === undefined ? '' : ` The holdout is not enforced: ${holdoutGap}`;
  const ids = scenarios.map(({ id }) => id).join(', ');
  const measured = `score ${formatScore(score)} of ${formatScore(threshold)} in ${formatCount(trajectories, 'trajectory', 'trajectories')} (${ids})`;
  switch (outcome) {
    case 'skipped':
      return 'Scenarios: skipped, because none covers the interfaces of this change.';
    case 'passed':
      return `Scenarios: passed, ${measured}.${gap}`;
    case 'failed': {
      const criteria = scenarios.filter(({ failed }) => failed > 0).map(({ id }) => id);
      const explicit = criteria.length === 0 ? '' : ` A failure criterion was met in ${criteria.join(', ')}.`;
      return `Scenarios: failed, ${measured}.${explicit}${gap}`;
    }
    case 'environment':
      return `Scenarios: no trajectory reached the code (${ids}).`;
  }
}

/** The result of a review in one or two sentences. */
export function describeReview({ decision, findings, omitted, passes }: ReviewOutcome): string {
  switch (decision) {
    case 'proceed':
      return `Review: passed with ${countFindings(findings, omitted)}.`;
    case 'remediate':
      return `Review: ${countFindings(findings, omitted)}.`;
    case 'broken': {
      const broken = passes.filter(({ status }) => status === 'broken');
      const reasons = broken.map(({ pass, reason }) => `${pass}${reason === undefined ? '' : ` (${reason})`}`);
      return `Review: no valid answer of the pass ${reasons.join(', ')}.`;
    }
  }
}

function countFindings(findings: readonly KeptFinding[], omitted: number): string {
  if (findings.length === 0) return 'no findings';
  const count = (severity: KeptFinding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const parts = (['blocking', 'warning', 'informational'] as const).flatMap((severity) =>
    count(severity) === 0 ? [] : [`${count(severity)} ${severity}`],
  );
  const more = omitted === 0 ? '' : `, and ${omitted} more that are not listed`;
  return `${formatCount(findings.length, 'finding')} (${parts.join(', ')})${more}`;
}

/** What the pull request says about the judgements of its change [ASSERT-EXT-002]. */
export function describeJudgements({ scenarios, review }: SubItem): readonly string[] {
  const lines = [
    ...(scenarios === undefined ? [] : [describeScenarios(scenarios)]),
    ...(review === undefined ? [] : [describeReview(review)]),
  ];
  const listed = lines.map((line) => `- ${line}`).join('\n');
  const { warnings = [] } = review ?? {};
  const warned = warnings.length === 0 ? [] : [`**Warnings**\n\n${warnings.map((text) => `- ${text}`).join('\n')}`];
  return [...(listed === '' ? [] : [listed]), ...warned];
}
