/** What people read about the judgements of a result: in pull requests, comments and timelines. */
import { formatFindingPlace } from '../../verdicts/review/format-finding.ts';
import { formatCount } from '../../foundation/format-count.ts';
import type { KeptFinding, ReviewOutcome, ScenarioOutcome } from './judgement.ts';
import type { SubItem } from './sub-item.ts';

/** The most findings and scenarios that a judgement lists, and the most characters of each text. */
const MAX_LISTED = 3;
const MAX_LISTED_SCENARIOS = 10;
const MAX_TEXT = 300;

/** A share from 0 to 1 with at most three decimals. */
export function formatScore(score: number | null): string {
  return score === null ? 'none' : String(Math.round(score * 1000) / 1000);
}

/**
 * The result of the scenarios in one or two sentences, without text of a scenario.
 * @param subject what the sentence starts with
 */
export function describeScenarios(
  { outcome, score, threshold, trajectories, scenarios, holdoutGap }: ScenarioOutcome,
  subject = 'Scenarios',
): string {
  const gap = holdoutGap === undefined ? '' : ` The holdout is not enforced: ${holdoutGap}`;
  const ids = scenarios.map(({ id }) => id).join(', ');
  const measured = `score ${formatScore(score)} of ${formatScore(threshold)} in ${formatCount(trajectories, 'trajectory', 'trajectories')} (${ids})`;
  switch (outcome) {
    case 'skipped':
      return `${subject}: skipped, because none covers the interfaces of this change.`;
    case 'passed':
      return `${subject}: passed, ${measured}.${gap}`;
    case 'failed': {
      const criteria = scenarios.filter(({ failed }) => failed > 0).map(({ id }) => id);
      const explicit = criteria.length === 0 ? '' : ` A failure criterion was met in ${criteria.join(', ')}.`;
      return `${subject}: failed, ${measured}.${explicit}${gap}`;
    }
    case 'environment':
      return `${subject}: no trajectory reached the code (${ids}).`;
  }
}

/** The result of the scenarios with the numbers of each scenario, for the timeline. The lowest scores are first. */
export function listScenarios(outcome: ScenarioOutcome): string {
  const ordered = [...outcome.scenarios].sort((one, other) => (one.score ?? 0) - (other.score ?? 0));
  const lines = ordered
    .slice(0, MAX_LISTED_SCENARIOS)
    .map(({ id, score, planned, satisfied, failed, environment }) =>
      [
        `- ${id}: score ${formatScore(score)}, ${satisfied} of ${formatCount(planned, 'trajectory', 'trajectories')} satisfied`,
        ...(failed === 0 ? [] : [`${failed} met a failure criterion`]),
        ...(environment === 0 ? [] : [`${environment} did not reach the code`]),
      ].join(', '),
    );
  return [describeScenarios(outcome), ...lines, ...countRest(ordered.length - lines.length, 'scenario')].join('\n');
}

/**
 * The result of a review in one or two sentences.
 * @param subject what the sentence starts with
 */
export function describeReview({ decision, findings, omitted, passes }: ReviewOutcome, subject = 'Review'): string {
  switch (decision) {
    case 'proceed':
      return `${subject}: passed with ${countFindings(findings, omitted)}.`;
    case 'remediate':
      return `${subject}: ${countFindings(findings, omitted)}.`;
    case 'broken':
      return `${subject}: no valid answer of ${describeBroken(passes)}`;
  }
}

/** The broken passes with their reasons. Passes that share a reason are named together. */
function describeBroken(passes: ReviewOutcome['passes']): string {
  const byReason = new Map<string, string[]>();
  for (const { pass, status, reason = 'the reason is not known' } of passes) {
    if (status === 'broken') byReason.set(reason, [...(byReason.get(reason) ?? []), pass]);
  }
  return [...byReason]
    .map(
      ([reason, names]) =>
        `the ${names.length === 1 ? 'pass' : 'passes'} ${names.join(', ')}: ${endSentence(reason.trim())}`,
    )
    .join('\n');
}

/** The result of a review with the most severe findings, for the timeline. */
export function listReview(outcome: ReviewOutcome): string {
  const { findings, omitted } = outcome;
  const lines = findings.slice(0, MAX_LISTED).map((finding) => `- ${finding.severity} ${describeBriefly(finding)}`);
  const rest = countRest(findings.length + omitted - lines.length, 'finding');
  return [describeReview(outcome), ...lines, ...rest].join('\n');
}

/** Why a review sent a result back, in one sentence: `The review of a has 1 blocking finding: src/a.ts:3 …`. */
export function describeBlocking({ findings }: ReviewOutcome, subject: string): string {
  const blocking = findings.filter(({ severity }) => severity === 'blocking');
  const listed = blocking.slice(0, MAX_LISTED).map(describeBriefly);
  const more = blocking.length === listed.length ? '' : ` And ${blocking.length - listed.length} more.`;
  return `${subject} has ${formatCount(blocking.length, 'blocking finding')}: ${listed.join(' ')}${more}`;
}

/** The place of a finding and the first line of its explanation, which the other lines only detail. */
function describeBriefly(finding: KeptFinding): string {
  const [first = ''] = finding.explanation.trim().split(/\r?\n/);
  const text = endSentence(first.trim());
  return `${formatFindingPlace(finding)} ${text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`}`;
}

function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function countRest(count: number, name: string): readonly string[] {
  return count <= 0 ? [] : [`- and ${formatCount(count, `further ${name}`)}`];
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
