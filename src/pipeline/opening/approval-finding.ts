import type { PipelineSettings } from '../../workspace/configuration/pipeline/pipeline-settings.ts';
import { humanApprovalContext } from '../step/human-approval.ts';
import type { DoctorFinding } from '../../run/setup/setup-types.ts';

const SUBJECT = 'human approval';

/** What `doctor` says about the approval of safety-affecting changes on a forge without branch protection. */
export function describeLocalApproval({ labelPrefix }: PipelineSettings): DoctorFinding {
  const status = humanApprovalContext(labelPrefix);
  const message = `nothing enforces the status ${status} here: approve a safety-affecting change before you merge it`;
  return { level: 'ok', subject: SUBJECT, message };
}

/**
 * Whether the protection of the base branch requires the approval of safety-affecting changes [ASSERT-REVIEW-006].
 *
 * @param required the required statuses; undefined if they cannot be read
 */
export function describeRequiredApproval(
  { labelPrefix, safetyCriticalModules }: PipelineSettings,
  branch: string,
  required: readonly string[] | undefined,
): DoctorFinding {
  const status = humanApprovalContext(labelPrefix);
  if (required?.includes(status) === true) {
    return { level: 'ok', subject: SUBJECT, message: `the protection of ${branch} requires the status ${status}` };
  }
  const problem =
    required === undefined
      ? `the protection of ${branch} cannot be read`
      : `the protection of ${branch} does not require the status ${status}`;
  if (safetyCriticalModules.length === 0) {
    return { level: 'ok', subject: SUBJECT, message: `${problem}; no module is safety-critical` };
  }
  return {
    level: 'warning',
    subject: SUBJECT,
    message: `${problem}: a safety-affecting change can be merged without the approval of a person`,
    hint: `Add ${status} to the required status checks of ${branch} on GitHub.`,
  };
}
