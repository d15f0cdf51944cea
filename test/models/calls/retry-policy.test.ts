import assert from 'node:assert/strict';
import { ModelError } from '../../../src/models/base/model-error.ts';
import { parseRetryAfter, retryDelay } from '../../../src/models/calls/retry-policy.ts';

const POLICY = { maxRetries: 3, baseDelayMs: 1000, maxDelayMs: 3000 };

describe('models: the retry policy', () => {
  it('doubles the delay up to a maximum delay and a maximum number of retries', () => {
    const error = new ModelError('busy', { retryable: true });
    assert.deepEqual(
      [0, 1, 2, 3].map((retried) => retryDelay(error, retried, POLICY)),
      [1000, 2000, 3000, undefined],
    );
  });

  it('waits as long as the server requests, and does not retry if that is too long', () => {
    assert.equal(retryDelay(new ModelError('busy', { retryable: true, retryAfterMs: 7 }), 2, POLICY), 7);
    assert.equal(retryDelay(new ModelError('busy', { retryable: true, retryAfterMs: 3001 }), 0, POLICY), undefined);
  });

  it('does not retry a permanent error', () => {
    assert.equal(retryDelay(new ModelError('wrong key'), 0, POLICY), undefined);
  });

  it('parses retry-after-ms, and Retry-After as seconds or as a date', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    assert.equal(parseRetryAfter({ 'retry-after-ms': '250', 'retry-after': '9' }, now), 250);
    assert.equal(parseRetryAfter({ 'Retry-After': '1.5' }, now), 1500);
    assert.equal(parseRetryAfter({ 'retry-after': 'Sat, 21 Nov 2026 12:00:20 GMT' }, now), 20_000);
    assert.equal(parseRetryAfter({ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, now), 0);
    assert.equal(parseRetryAfter({ 'retry-after': 'soon' }, now), undefined);
    assert.equal(parseRetryAfter({ 'retry-after': '-1' }, now), undefined);
    assert.equal(parseRetryAfter({}, now), undefined);
    assert.equal(parseRetryAfter(undefined, now), undefined);
  });
});
