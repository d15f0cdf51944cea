import { isSameFinding } from '../../../verdicts/review/recognise-findings.ts';
import type { ReviewFinding } from '../../../verdicts/review/review-finding.ts';
import type { ReviewReport } from '../../../verdicts/review/review-report.ts';
import { subItemOf } from '../../state/changes.ts';
import type { KeptFinding, ReviewOutcome } from '../../state/judgement.ts';
import type { StageExecutor } from '../../step/stage-executor.ts';
import { createJudgingExecutor, type JudgingServices } from './judge-result.ts';
import type { JudgedChange } from './judged-change.ts';

export interface ReviewStageServices extends JudgingServices {
  /** Reviews a change with the registry, the services and the standards of its terms. */
  readonly reviewChange: (change: JudgedChange) => Promise<ReviewReport>;
}

/** The most findings that the state keeps, the most severe ones first. */
const MAX_FINDINGS = 100;
const MAX_TEXT = 2_000;
const MAX_WARNINGS = 20;

/** Reviews the result of a sub-item: constraints first, then the passes of the model [ASSERT-XVAL-003] [ASSERT-REVIEW-003]. */
export function createReviewExecutor(services: ReviewStageServices): StageExecutor {
  return createJudgingExecutor('review', services, async (change, { state, at }) => {
    const report = await services.reviewChange(change);
    const { id } = change.subItem;
    const earlier = subItemOf(state, id).review?.findings ?? [];
    const outcome = toReviewOutcome(report, { commit: change.commit, earlier, at });
    return { costUsd: report.costUsd, event: { type: 'reviewed', subItem: id, outcome, at } };
  });
}

interface OutcomeContext {
  readonly commit: string;
  /** The findings of the review of the result before. */
  readonly earlier: readonly KeptFinding[];
  readonly at: string;
}

/** What the state keeps of a report: shortened findings, and what became of the passes. */
export function toReviewOutcome(
  { decision, findings, passes, warnings }: ReviewReport,
  { commit, earlier, at }: OutcomeContext,
): ReviewOutcome {
  return {
    commit,
    decision,
    findings: findings.slice(0, MAX_FINDINGS).map((finding) => {
      const kept = shortenFinding(finding);
      const before = earlier.find((one) => one.severity === kept.severity && isSameFinding(one, kept));
      return { ...kept, reviews: (before?.reviews ?? 0) + 1 };
    }),
    omitted: Math.max(0, findings.length - MAX_FINDINGS),
    passes: passes.map(({ pass, status, reason, dropped }) => ({
      pass,
      status,
      dropped,
      ...(reason === undefined ? {} : { reason: shorten(reason) }),
    })),
    warnings: warnings.slice(0, MAX_WARNINGS).map(shorten),
    at,
  };
}

function shortenFinding({ explanation, suggestion, code, ...finding }: ReviewFinding): ReviewFinding {
  return {
    ...finding,
    explanation: shorten(explanation),
    ...(suggestion === undefined ? {} : { suggestion: shorten(suggestion) }),
    ...(code === undefined ? {} : { code: shorten(code) }),
  };
}

function shorten(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
