import assert from 'node:assert/strict';
import { failureFingerprint, isSameCommandFailure } from '../../../src/run/attempt/failure-fingerprint.ts';
import type { AttemptVerdict } from '../../../src/run/attempt/retry-context.ts';
import { command, failed, verdict } from './support/verdicts.ts';

/** Whether two verdicts are the same failure. */
function isSameFailure(left: AttemptVerdict, right: AttemptVerdict): boolean {
  return failureFingerprint(left) === failureFingerprint(right);
}

describe('failureFingerprint', () => {
  it('ignores order, times and colors', () => {
    const other = failed({ actual: 'nothing' });
    const build = (output: string): AttemptVerdict =>
      verdict({
        assertResults: [],
        buildPassed: false,
        buildOutput: output,
        commands: [command({ stage: 'build', output, durationMs: Math.random() })],
      });
    assert.ok(
      isSameFailure(
        verdict({ assertResults: [failed({ durationMs: 1 }), other] }),
        verdict({ assertResults: [other, failed({ durationMs: 2 })] }),
      ),
    );
    assert.ok(
      isSameFailure(
        build('\u001b[31merror\u001b[0m TS1 at 2026-11-21T10:00:00.123Z, finished in 1.2s (12:00:01)'),
        build('error TS1 at 2026-11-21T10:07:09.999Z, finished in 830 ms (12:07:09)'),
      ),
    );
  });

  it('distinguishes actual values, exit codes, outputs and locations', () => {
    assert.ok(!isSameFailure(verdict(), verdict({ assertResults: [failed({ actual: 'HealthState' })] })));
    assert.ok(!isSameFailure(verdict(), verdict({ assertResults: [failed(), failed({ error: 'x' })] })));
    const output = (text: string): AttemptVerdict => verdict({ commands: [command({ output: text })] });
    assert.ok(!isSameFailure(output('a.ts(10,1): error'), output('a.ts(12,1): error')));
    assert.ok(!isSameFailure(verdict({ commands: [command()] }), verdict({ commands: [command({ exitCode: 2 })] })));
    assert.ok(!isSameFailure(verdict(), verdict({ problems: [{ stage: 'write', message: 'x' }] })));
  });
});

describe('isSameCommandFailure', () => {
  const tap = (durationMs: string): string =>
    `not ok 1 - adds\n  ---\n  duration_ms: ${durationMs}\n# duration_ms ${durationMs}\n`;

  it('[ENF-RETRY-1] ignores how long the tests of Node took', () => {
    assert.ok(isSameCommandFailure(command({ output: tap('0.95') }), command({ output: tap('12.301') })));
  });

  it('[ENF-RETRY-1] ignores ids and times of a panic of Go', () => {
    const panic = (goroutine: number, address: string, time: string): string =>
      `ok  \texample.com/a\t${time === '' ? '(cached)' : time}\npanic: nil pointer [recovered]\n\ngoroutine ${goroutine} [running]:\na.TestA(${address})\nFAIL\texample.com/b\t${time === '' ? '1.2s' : time}\n`;
    assert.ok(
      isSameCommandFailure(
        command({ output: panic(12, '0x1b8fb9841448', '') }),
        command({ output: panic(460, '0x7c', '0.343s') }),
      ),
    );
  });

  it('[ENF-RETRY-1] is false for other outputs and for commands that passed', () => {
    assert.ok(!isSameCommandFailure(command({ output: 'a' }), command({ output: 'b' })));
    assert.ok(!isSameCommandFailure(command({ passed: true }), command({ passed: true })));
  });
});
