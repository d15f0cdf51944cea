/** The name of the status that a person's approval sets. Branch protection can require it [ASSERT-REVIEW-006]. */
export function humanApprovalContext(labelPrefix: string): string {
  return `${labelPrefix}/human-approval`;
}
