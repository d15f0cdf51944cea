import type { CheckRequest } from '../../../src/verdicts/analysis/analysis.ts';
import type { Check } from '../../../src/contract/model.ts';
import { requirement } from '../checks/checking.ts';
import { PLAIN_RULES } from '../../workspace/support/command-rules.ts';

/** A check request with defaults for everything that a test does not set. */
export function request(root: string, checks: readonly Check[], parts: Partial<CheckRequest> = {}): CheckRequest {
  return {
    root,
    requirements: checks.map((check) => requirement(check)),
    resources: [],
    steps: [],
    allowedFiles: [],
    trusted: true,
    commandTimeoutMs: 10_000,
    commandRules: PLAIN_RULES,
    ...parts,
  };
}
