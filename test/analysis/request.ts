import type { CheckRequest } from '../../src/analysis/analysis.ts';
import type { Check } from '../../src/contract/model.ts';
import { requirement } from '../checks/checking.ts';

/** What an analysis is asked, with what these tests do not care about filled in. */
export function request(root: string, checks: readonly Check[], parts: Partial<CheckRequest> = {}): CheckRequest {
  return {
    root,
    requirements: checks.map((check) => requirement(check)),
    resources: [],
    steps: [],
    allowedFiles: [],
    trusted: true,
    commandTimeoutMs: 10_000,
    ...parts,
  };
}
