import assert from 'node:assert/strict';
import type { AssertionResult } from '../../src/checks/result.ts';
import { assertionSchema } from '../../src/contract/model.ts';
import type { CommandReport } from '../../src/run/result.ts';
import {
  isRetryable,
  retryContextOf,
  sameFailure,
  whyNotRetryable,
  type FailedVerdict,
} from '../../src/run/retry-context.ts';

const assertion = assertionSchema.parse({
  message: 'Must export the HealthCheckResult type',
  check: { type: 'export_exists', target: 'HealthCheckResult' },
});

function failed(more: Partial<AssertionResult> = {}): AssertionResult {
  return {
    assertion,
    passed: false,
    durationMs: 3,
    expected: 'HealthCheckResult',
    actual: 'HealthCheckStatus',
    ...more,
  };
}

function verdict(more: Partial<FailedVerdict> = {}): FailedVerdict {
  return { passed: false, assertResults: [failed()], buildPassed: true, commands: [], problems: [], ...more };
}

function command(more: Partial<CommandReport> = {}): CommandReport {
  return { stage: 'acceptance', command: 'npm test', passed: false, exitCode: 1, output: 'no', durationMs: 5, ...more };
}

const told = (from: FailedVerdict): ReturnType<typeof retryContextOf> =>
  retryContextOf(from, { refusedWrites: [] }, 2, 3);

describe('retry context', () => {
  it('[ENF-RETRY-1] carries the number of the next attempt and each violation with expected and actual', () => {
    assert.deepEqual(told(verdict({ assertResults: [failed(), failed({ passed: true })] })), {
      attempt: 2,
      maxAttempts: 3,
      previousViolations: [{ assertion, expected: 'HealthCheckResult', actual: 'HealthCheckStatus' }],
    });
  });

  it('[ENF-RETRY-1] falls back to the message, to the error and to "not found"', () => {
    const results = [
      failed({ expected: undefined, actual: undefined }),
      failed({ expected: undefined, actual: undefined, error: 'src/a.ts cannot be read' }),
    ];
    const { previousViolations } = told(verdict({ assertResults: results }));
    assert.deepEqual(
      previousViolations.map(({ expected, actual }) => [expected, actual]),
      [
        [assertion.message, 'not found'],
        [assertion.message, 'src/a.ts cannot be read'],
      ],
    );
  });

  it('[ENF-RETRY-1] carries the output of a failed build, an empty one too, and none of a passed one', () => {
    assert.equal(told(verdict({ buildPassed: false, buildOutput: 'TS2304' })).buildOutput, 'TS2304');
    assert.equal(told(verdict({ buildPassed: false })).buildOutput, '');
    assert.equal('buildOutput' in told(verdict({ buildPassed: true, buildOutput: 'ok' })), false);
  });

  it('[ENF-RETRY-1] carries failed commands, problems and refused writes, each once', () => {
    const from = verdict({
      buildPassed: false,
      buildOutput: 'broken',
      commands: [command({ stage: 'build', output: 'broken' }), command(), command({ stage: 'verify', passed: true })],
      problems: [
        { stage: 'acceptance', message: 'acceptance command "npm test" exited with 1' },
        { stage: 'write', message: 'a block was malformed' },
      ],
    });
    const refusedWrites = [{ path: 'a.ts', reason: 'not allowed' }];
    const context = retryContextOf(from, { refusedWrites }, 2, 3);
    assert.deepEqual(
      context.failedCommands?.map((one) => one.stage),
      ['acceptance'],
    );
    assert.deepEqual(context.problems, [{ stage: 'write', message: 'a block was malformed' }]);
    assert.deepEqual(context.refusedWrites, refusedWrites);
  });
});

describe('retryable', () => {
  it('[ENF-RETRY-1] is a failure that the model can mend: asserts, build, commands, postconditions', () => {
    assert.equal(isRetryable({ verdict: verdict() }), true);
    assert.equal(isRetryable({ verdict: verdict({ assertResults: [], buildPassed: false }) }), true);
    assert.equal(isRetryable({ verdict: verdict({ assertResults: [], commands: [command()] }) }), true);
    assert.equal(
      isRetryable({ verdict: verdict({ assertResults: [], problems: [{ stage: 'write', message: 'not created' }] }) }),
      true,
    );
  });

  it('[COMP-PRE] is not a plan error, nor what went wrong in landing, nor a pass', () => {
    for (const stage of ['preflight', 'landing'] as const) {
      const attempt = { verdict: verdict({ problems: [{ stage, message: 'because' }] }) };
      assert.equal(isRetryable(attempt), false);
      assert.match(whyNotRetryable(attempt)!, /because/);
    }
    assert.equal(isRetryable({ verdict: verdict({ passed: true, assertResults: [] }) }), false);
  });

  it('is no failure of an attempt that the cost limit ended, and is one that another limit ended', () => {
    assert.equal(isRetryable({ verdict: verdict(), report: { stopReason: 'cost-limit' } }), false);
    assert.match(whyNotRetryable({ verdict: verdict(), report: { stopReason: 'cost-limit' } })!, /cost limit/);
    assert.equal(isRetryable({ verdict: verdict(), report: { stopReason: 'step-limit' } }), true);
  });
});

describe('the same failure', () => {
  it('comes back unchanged in whatever order, time and colour it is reported', () => {
    const other = failed({ actual: 'nothing' });
    const build = (output: string): FailedVerdict =>
      verdict({
        assertResults: [],
        buildPassed: false,
        buildOutput: output,
        commands: [command({ stage: 'build', output, durationMs: Math.random() })],
      });
    assert.ok(
      sameFailure(
        verdict({ assertResults: [failed({ durationMs: 1 }), other] }),
        verdict({ assertResults: [other, failed({ durationMs: 2 })] }),
      ),
    );
    assert.ok(
      sameFailure(
        build('\u001b[31merror\u001b[0m TS1 at 2026-11-21T10:00:00.123Z, finished in 1.2s (12:00:01)'),
        build('error TS1 at 2026-11-21T10:07:09.999Z, finished in 830 ms (12:07:09)'),
      ),
    );
  });

  it('is another one when what was found, the exit code, the output or the place differs', () => {
    assert.ok(!sameFailure(verdict(), verdict({ assertResults: [failed({ actual: 'HealthState' })] })));
    assert.ok(!sameFailure(verdict(), verdict({ assertResults: [failed(), failed({ error: 'x' })] })));
    const output = (text: string): FailedVerdict => verdict({ commands: [command({ output: text })] });
    assert.ok(!sameFailure(output('a.ts(10,1): error'), output('a.ts(12,1): error')));
    assert.ok(!sameFailure(verdict({ commands: [command()] }), verdict({ commands: [command({ exitCode: 2 })] })));
    assert.ok(!sameFailure(verdict(), verdict({ problems: [{ stage: 'write', message: 'x' }] })));
  });

  it('is never a pass', () => {
    const passed = verdict({ passed: true, assertResults: [] });
    assert.ok(!sameFailure(passed, passed));
  });
});
