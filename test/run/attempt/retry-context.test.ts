import assert from 'node:assert/strict';
import { createRetryContext, retryBlockedReason, type AttemptVerdict } from '../../../src/run/attempt/retry-context.ts';
import { assertion, command, failed, verdict } from './support/verdicts.ts';

const contextFor = (from: AttemptVerdict): ReturnType<typeof createRetryContext> =>
  createRetryContext(from, { refusedWrites: [] }, 2, 3);

describe('createRetryContext', () => {
  it('[ENF-RETRY-1] contains the number of the next attempt and each violation with expected and actual', () => {
    assert.deepEqual(contextFor(verdict({ assertResults: [failed(), failed({ passed: true })] })), {
      attempt: 2,
      maxAttempts: 3,
      previousViolations: [{ assertion, expected: 'HealthCheckResult', actual: 'HealthCheckStatus' }],
    });
  });

  it('[ENF-RETRY-1] contains postconditions that do not hold, before the asserts', () => {
    const condition = failed({ expected: 'a.ts is a file', actual: 'It does not exist' });
    assert.deepEqual(
      contextFor(verdict({ postconditionResults: [condition] })).previousViolations.map(({ actual }) => actual),
      ['It does not exist', 'HealthCheckStatus'],
    );
  });

  it('[ENF-RETRY-1] falls back to the message, to the error and to "not found"', () => {
    const results = [
      failed({ expected: undefined, actual: undefined }),
      failed({ expected: undefined, actual: undefined, error: 'src/a.ts cannot be read' }),
    ];
    const { previousViolations } = contextFor(verdict({ assertResults: results }));
    assert.deepEqual(
      previousViolations.map(({ expected, actual }) => [expected, actual]),
      [
        [assertion.message, 'not found'],
        [assertion.message, 'src/a.ts cannot be read'],
      ],
    );
  });

  it('[ENF-RETRY-1] contains the output of a failed build, even if empty, and not that of a passed build', () => {
    assert.equal(contextFor(verdict({ buildPassed: false, buildOutput: 'TS2304' })).buildOutput, 'TS2304');
    assert.equal(contextFor(verdict({ buildPassed: false })).buildOutput, '');
    assert.equal('buildOutput' in contextFor(verdict({ buildPassed: true, buildOutput: 'ok' })), false);
  });

  it('[ENF-RETRY-1] contains a failed setup command once', () => {
    const { buildOutput, failedCommands, problems } = contextFor(
      verdict({
        buildPassed: false,
        buildOutput: 'no network',
        commands: [command({ stage: 'setup', command: 'npm ci', output: 'no network' })],
        problems: [{ stage: 'build', message: 'setup command "npm ci" exited with 1', command: 'npm ci' }],
      }),
    );
    assert.deepEqual([buildOutput, failedCommands?.length, problems], [undefined, 1, undefined]);
  });

  it('[ENF-RETRY-1] contains failed commands, problems and refused writes, each once', () => {
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
    const context = createRetryContext(from, { refusedWrites }, 2, 3);
    assert.deepEqual(
      context.failedCommands?.map((one) => one.stage),
      ['acceptance'],
    );
    assert.deepEqual(context.problems, [{ stage: 'write', message: 'a block was malformed' }]);
    assert.deepEqual(context.refusedWrites, refusedWrites);
  });
});

describe('retryBlockedReason', () => {
  it('[ENF-RETRY-1] allows a retry after failed asserts, builds, commands and postconditions', () => {
    assert.equal(retryBlockedReason({ verdict: verdict() }), undefined);
    assert.equal(retryBlockedReason({ verdict: verdict({ assertResults: [], buildPassed: false }) }), undefined);
    assert.equal(retryBlockedReason({ verdict: verdict({ assertResults: [], commands: [command()] }) }), undefined);
    const postconditionResults = [failed()];
    assert.equal(retryBlockedReason({ verdict: verdict({ assertResults: [], postconditionResults }) }), undefined);
  });

  it('[COMP-PRE] blocks a retry after a plan error', () => {
    const attempt = { verdict: verdict({ problems: [{ stage: 'preflight', message: 'R2 failed' }] }) };
    assert.equal(retryBlockedReason(attempt), 'No retry can fix an error of the plan: R2 failed');
  });

  it('blocks a retry after a failed landing', () => {
    const attempt = { verdict: verdict({ problems: [{ stage: 'landing', message: 'disk full' }] }) };
    assert.equal(retryBlockedReason(attempt), 'The model cannot fix a landing failure: disk full');
  });

  it('blocks a retry at the cost limit, but not at another limit', () => {
    const reasonAfter = (stopReason: string) => retryBlockedReason({ verdict: verdict(), report: { stopReason } });
    assert.match(reasonAfter('cost-limit') ?? '', /cost limit/);
    assert.equal(reasonAfter('step-limit'), undefined);
  });
});
