import type { AssertionResult } from '../../../../src/verdicts/checks/interfaces/result.ts';
import { assertionSchema } from '../../../../src/contract/model.ts';
import type { AttemptVerdict } from '../../../../src/run/attempt/retry-context.ts';
import type { CommandReport } from '../../../../src/run/report/run-result.ts';

export const assertion = assertionSchema.parse({
  message: 'Must export the HealthCheckResult type',
  check: { type: 'export_exists', target: 'HealthCheckResult' },
});

export function failed(more: Partial<AssertionResult> = {}): AssertionResult {
  return {
    assertion,
    passed: false,
    durationMs: 3,
    expected: 'HealthCheckResult',
    actual: 'HealthCheckStatus',
    ...more,
  };
}

export function verdict(more: Partial<AttemptVerdict> = {}): AttemptVerdict {
  return {
    passed: false,
    postconditionResults: [],
    assertResults: [failed()],
    buildPassed: true,
    commands: [],
    problems: [],
    ...more,
  };
}

export function command(more: Partial<CommandReport> = {}): CommandReport {
  return { stage: 'acceptance', command: 'npm test', passed: false, exitCode: 1, output: 'no', durationMs: 5, ...more };
}
