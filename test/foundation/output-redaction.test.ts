import assert from 'node:assert/strict';
import { redactOutputs } from '../../src/foundation/output-redaction.ts';

const redact = (text: string): string => text.replaceAll('passed', '[redacted]');

describe('the redaction of outputs', () => {
  it('[TRUST-3] masks outputs and messages at every depth, and keeps identifiers and contract parts', () => {
    const report = {
      status: 'passed',
      chunk: 'passed',
      reason: 'all passed',
      warnings: ['one passed'],
      commands: [{ command: 'echo passed', output: 'passed\n', exitCode: 0 }],
      assertResults: [{ assertion: { message: 'has passed' }, actual: 'passed', expected: 'passed' }],
      gates: [{ id: 'passed', reasoning: 'passed', evidence: [{ file: 'passed.ts', text: 'passed' }] }],
      error: { code: 'passed', message: 'passed' },
      waiting: { contractText: 'passed', conversation: [{ text: 'passed' }], sharedGates: [{ message: 'passed' }] },
      none: null,
    };
    assert.deepEqual(redactOutputs(report, redact), {
      status: 'passed',
      chunk: 'passed',
      reason: 'all [redacted]',
      warnings: ['one [redacted]'],
      commands: [{ command: 'echo passed', output: '[redacted]\n', exitCode: 0 }],
      assertResults: [{ assertion: { message: 'has passed' }, actual: '[redacted]', expected: 'passed' }],
      gates: [{ id: 'passed', reasoning: '[redacted]', evidence: [{ file: 'passed.ts', text: '[redacted]' }] }],
      error: { code: 'passed', message: '[redacted]' },
      waiting: { contractText: 'passed', conversation: [{ text: 'passed' }], sharedGates: [{ message: 'passed' }] },
      none: null,
    });
  });
});
