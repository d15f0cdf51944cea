import { toLineComments } from '../../verdicts/review/format-finding.ts';
import type { LineComment } from '../forge/forge.ts';
import { describeJudgements } from '../state/judgement-text.ts';
import type { SubItem } from '../state/sub-item.ts';

/** A review of a pull request, as the forge shows it. */
export interface PostedReview {
  readonly body: string;
  readonly comments: readonly LineComment[];
}

/**
 * The findings about a result as a review of its pull request [ASSERT-INT-002]. Undefined if the result has been replaced, or
 * was not reviewed.
 */
export function createPostedReview(subItem: SubItem, commit: string): PostedReview | undefined {
  const { review, result } = subItem;
  if (review?.commit !== commit || result !== commit) return undefined;
  const intro = `Holdfast judged the commit ${commit}.`;
  return { body: [intro, ...describeJudgements(subItem)].join('\n\n'), comments: toLineComments(review.findings) };
}
