import { CHECKS } from '../../../src/verdicts/checks/definitions/check-table.ts';
import type { AssertionResult } from '../../../src/verdicts/checks/interfaces/result.ts';
import type { ContractDocument } from '../../../src/contract/document.ts';
import { readContract } from '../../../src/contract/read/read-contract.ts';
import type { Amendment, ChunkCheck, ContractCheck, PendingChoice } from '../../../src/engine.ts';
import type { AttemptReport, GateReport } from '../../../src/run/report/run-result.ts';

export const sampleFolder = 'file:///home/repo';

/** The sample contract: two chunks, of which the second depends on the first. */
export const sampleText = `version: 1
spec: { id: health-check, title: Health checks }
chunks:
  - id: types
    title: Health check types
    creates: [HealthCheckResult]
    assertions:
      - message: Must export the HealthCheckResult type
        check: { type: export_exists, target: HealthCheckResult, file: src/health/types.ts }
  - id: check
    title: checkHealth
    dependsOn: [types]
    assertions:
      - message: Must have the file
        check: { type: file_exists, target: docs/health.md }
`;

export function createDocument(file: string, text = sampleText): ContractDocument {
  return readContract({ file, text, checks: CHECKS });
}

export function createAssertionResult(passed: boolean, over: Partial<AssertionResult> = {}): AssertionResult {
  return {
    assertion: {
      type: 'assert',
      message: 'Must export the HealthCheckResult type',
      check: { type: 'export_exists', target: 'HealthCheckResult', file: 'src/health/types.ts' },
    },
    passed,
    tier: 1,
    expected: 'Export "HealthCheckResult" in src/health/types.ts',
    actual: passed ? 'Found "HealthCheckResult"' : 'Exports found: HealthCheckStatus',
    durationMs: 0.4,
    contractLocation: { file: 'health.contract.yaml', line: 3, column: 5, endLine: 3, endColumn: 14 },
    location: { file: 'src/health/types.ts', line: 1, column: 18, endLine: 1, endColumn: 35 },
    ...over,
  };
}

export const failedSuggestion: AssertionResult = createAssertionResult(false, {
  assertion: {
    type: 'suggest',
    message: 'Should use try/catch with typed errors',
    check: { type: 'pattern_match', target: 'src/health/check.ts', pattern: 'try' },
  },
  expected: 'A match of try',
  actual: 'No match',
  location: undefined,
});

export function createChunkCheck(id: string, assertResults: readonly AssertionResult[], title = id): ChunkCheck {
  const passed = assertResults.every((result) => result.passed);
  const verdict = assertResults.length === 0 ? 'unverified' : passed ? 'satisfied' : 'unsatisfied';
  return { id, title, verdict, assertResults, suggestResults: [], postconditionResults: [] };
}

/** The check of a chunk with what is known of its past. */
export function withPast(chunk: ChunkCheck, past: Pick<ChunkCheck, 'progress' | 'passedBefore'>): ChunkCheck {
  return { ...chunk, ...past };
}

export const REGRESSED = { progress: 'regressed', passedBefore: 'record' } as const;

export function createContractCheck(document: ContractDocument, chunks: readonly ChunkCheck[]): ContractCheck {
  const ok = document.problems.length === 0 && chunks.every(({ verdict }) => verdict !== 'unsatisfied');
  return { document, problems: document.problems, chunks, ok, notes: [] };
}

export function createAttemptReport(number: number, passed: boolean, over: Partial<AttemptReport> = {}): AttemptReport {
  return {
    number,
    validation: {
      passed,
      postconditionResults: [],
      assertResults: [createAssertionResult(passed)],
      suggestResults: [failedSuggestion],
      buildPassed: true,
      retryable: !passed,
      commands: [
        {
          stage: 'build',
          command: 'npm run build',
          passed: true,
          exitCode: 0,
          output: '> tsc --noEmit\n',
          durationMs: 1840,
        },
      ],
      problems: [],
    },
    inputTokens: 1200 * number,
    outputTokens: 340,
    costUsd: null,
    refusedWrites: [],
    stopReason: 'finished',
    diff: [
      'diff --git a/src/health/types.ts b/src/health/types.ts',
      'new file mode 100644',
      'index 0000000..e69de29',
      '--- /dev/null',
      '+++ b/src/health/types.ts',
      '@@ -0,0 +1,3 @@',
      `+export interface ${passed ? 'HealthCheckResult' : 'HealthCheckStatus'} {`,
      '+  readonly healthy: boolean;',
      '+}',
      '',
    ].join('\n'),
    output: 'The type is exported now.',
    ...over,
  };
}

export function createGateReport(over: Partial<GateReport> = {}): GateReport {
  return {
    id: 'documented',
    name: 'Documented for callers',
    mode: 'blocking',
    verdict: 'FAIL',
    attemptCount: 2,
    maxAttempts: 2,
    reasoning: 'The type has no comment.',
    ...over,
  };
}

/** A run of the first sample chunk that waits for a choice. */
export function createPendingChoice(over: Partial<PendingChoice> = {}): PendingChoice {
  return {
    runId: 'r1',
    contract: 'health.contract.yaml',
    chunk: { id: 'types', title: 'Health check types' },
    gates: [createGateReport()],
    changedFiles: ['src/health/types.ts'],
    attemptCount: 2,
    maxAttempts: 2,
    hints: ['Put a comment above each export.'],
    history: [
      { at: '2026-11-22T10:00:00.000Z', gateId: 'documented', status: 'fail', attempt: 1, reasoning: 'No comment.' },
      { at: '2026-11-22T10:01:00.000Z', gateId: 'documented', status: 'fail', attempt: 2, reasoning: 'No comment.' },
    ],
    createdAt: '2026-11-22T10:01:00.000Z',
    ...over,
  };
}

/** An amendment of the sample contract that renames the export of the first chunk. */
export function createAmendment(over: Partial<Amendment> = {}): Amendment {
  return {
    id: 'a1',
    contract: 'health.contract.yaml',
    specId: 'health-check',
    chunk: { id: 'types', title: 'Health check types' },
    proposedBy: 'model',
    runId: 'r1',
    status: 'pending',
    reason: 'The type is the status of a check.',
    proposedChanges: [{ path: 'chunks[0].creates[0]', oldValue: 'HealthCheckResult', newValue: 'HealthCheckStatus' }],
    additionalTypes: [],
    violations: [
      {
        assertion: createAssertionResult(false).assertion,
        expected: 'HealthCheckResult',
        actual: 'Exports found: HealthCheckStatus',
      },
    ],
    affectedChunks: [{ id: 'check', title: 'checkHealth', reasons: ['dependsOn names types'] }],
    usedBy: [{ file: 'src/main.ts', line: 3, column: 7, symbol: 'HealthCheckResult' }],
    before: sampleText,
    after: sampleText.replace('creates: [HealthCheckResult]', 'creates: [HealthCheckStatus]'),
    createdAt: '2026-11-22T10:02:00.000Z',
    ...over,
  };
}
