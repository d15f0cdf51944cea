import assert from 'node:assert/strict';
import { printContractRun } from '../../../src/cli/render/run-report.ts';
import type { Terminal } from '../../../src/cli/base/terminal.ts';
import type { AttemptReport, ChunkRunResult, GateReport } from '../../../src/run/report/run-result.ts';

/** Prints the report, with each style before its text. */
function printLines(chunks: readonly ChunkRunResult[]): readonly string[] {
  const lines: string[] = [];
  const terminal: Terminal = {
    input: process.stdin,
    result: (line) => void lines.push(line),
    progressLine: () => undefined,
    status: () => undefined,
    progressPart: () => undefined,
    style: (style, text) => (style === 'dim' || style === 'bold' ? text : `<${String(style)}>${text}`),
    interactive: false,
    prompt: () => Promise.resolve(undefined),
  };
  printContractRun(terminal, { status: 'pass', chunks });
  return lines;
}

function printLastLine(chunks: readonly ChunkRunResult[]): string | undefined {
  return printLines(chunks).at(-1);
}

function createGateReport(mode: GateReport['mode'], verdict: GateReport['verdict']): GateReport {
  return { id: mode, name: mode, mode, verdict, attemptCount: 1, maxAttempts: 2, reasoning: '' };
}

function createChunkResult(id: string, more: Partial<ChunkRunResult> = {}): ChunkRunResult {
  return { status: 'pass', chunk: id, runId: id, attempts: [], gates: [], warnings: [], ...more };
}

function createAttempt(suggestResults: AttemptReport['validation']['suggestResults']): AttemptReport {
  return {
    number: 1,
    validation: {
      passed: true,
      postconditionResults: [],
      assertResults: [],
      suggestResults,
      buildPassed: true,
      retryable: false,
      commands: [],
      problems: [],
    },
    inputTokens: 0,
    outputTokens: 0,
    costUsd: 0,
    refusedWrites: [],
    stopReason: 'finished',
    diff: '',
    output: '',
  };
}

describe('the report of a contract run', () => {
  it('ends with the number of passed chunks', () => {
    assert.equal(
      printLastLine([createChunkResult('a'), createChunkResult('b', { status: 'fail' })]),
      '1 of 2 chunks passed',
    );
  });

  it('[DONE-3] [DONE-7] does not tick a chunk that nothing verified', () => {
    const attempt = createAttempt([]);
    const attempts = [{ ...attempt, validation: { ...attempt.validation, unverified: true } }];
    const lines = printLines([createChunkResult('a', { attempts }), createChunkResult('b')]);
    assert.match(lines[0] ?? '', /^- a: pass, unverified: nothing to check/);
    assert.equal(lines.at(-1), '2 of 2 chunks passed, 1 of them unverified');
    const gates = [createGateReport('blocking', 'PASS')];
    assert.equal(printLastLine([createChunkResult('a', { attempts, gates })]), '1 of 1 chunks passed');
  });

  it('[GATE-5] marks only a failed blocking gate as a failure', () => {
    const modes = ['blocking', 'advisory', 'informational'] as const;
    const gates = modes.flatMap((mode) => [createGateReport(mode, 'FAIL'), createGateReport(mode, 'PASS')]);
    const lines = printLines([createChunkResult('a', { gates })]).filter((line) => line.includes(' gate '));
    assert.deepEqual(lines, [
      '  <red>✗ gate blocking (blocking): FAIL, failed 1 of 2',
      '  <green>✓ gate blocking (blocking): PASS',
      '  <yellow>! gate advisory (advisory): FAIL',
      '  <green>✓ gate advisory (advisory): PASS',
      '  · gate informational (informational): FAIL',
      '  <green>✓ gate informational (informational): PASS',
    ]);
  });

  it('[ENF-VAL-16] lists the failed suggestions of the last attempt, also if the chunk passed', () => {
    const suggestion = { type: 'suggest', message: 'Should use try/catch', check: { type: 'pattern_match' } } as const;
    const failed = { assertion: suggestion, passed: false, actual: 'no match', durationMs: 0 };
    const lines = printLines([createChunkResult('a', { attempts: [createAttempt([failed])] })]);
    assert.ok(lines.some((line) => line.includes('<yellow>suggest Should use try/catch')));
    assert.ok(lines.some((line) => line.includes('no match')));
  });

  it('[GATE-6] counts the chunks that passed because their gates were skipped', () => {
    const chunks = [createChunkResult('a', { choice: 'skip' }), createChunkResult('b', { choice: 'retry' })];
    assert.equal(printLastLine(chunks), '2 of 2 chunks passed, 1 of them with gates skipped');
  });
});
