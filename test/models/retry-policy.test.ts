import assert from 'node:assert/strict';
import { ModelError } from '../../src/models/model-error.ts';
import { retryAfterOf, retryDelay } from '../../src/models/retry-policy.ts';

const POLICY = { maxRetries: 3, baseDelayMs: 1000, maxDelayMs: 3000 };

describe('models: when a call is made again', () => {
  it('waits twice as long each time, up to a longest delay and a number of times', () => {
    const error = new ModelError('busy', { retryable: true });
    assert.deepEqual(
      [0, 1, 2, 3].map((retried) => retryDelay(error, retried, POLICY)),
      [1000, 2000, 3000, undefined],
    );
  });

  it('waits as long as the server asks, and not at all where that is too long', () => {
    assert.equal(retryDelay(new ModelError('busy', { retryable: true, retryAfterMs: 7 }), 2, POLICY), 7);
    assert.equal(retryDelay(new ModelError('busy', { retryable: true, retryAfterMs: 3001 }), 0, POLICY), undefined);
  });

  it('does not make a call again that cannot succeed', () => {
    assert.equal(retryDelay(new ModelError('wrong key'), 0, POLICY), undefined);
  });

  it('reads retry-after-ms, and Retry-After as seconds or as a date', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    assert.equal(retryAfterOf({ 'retry-after-ms': '250', 'retry-after': '9' }, now), 250);
    assert.equal(retryAfterOf({ 'Retry-After': '1.5' }, now), 1500);
    assert.equal(retryAfterOf({ 'retry-after': 'Sat, 21 Nov 2026 12:00:20 GMT' }, now), 20_000);
    assert.equal(retryAfterOf({ 'retry-after': 'Sat, 21 Nov 2026 11:00:00 GMT' }, now), 0);
    assert.equal(retryAfterOf({ 'retry-after': 'soon' }, now), undefined);
    assert.equal(retryAfterOf({ 'retry-after': '-1' }, now), undefined);
    assert.equal(retryAfterOf({}, now), undefined);
    assert.equal(retryAfterOf(undefined, now), undefined);
  });
});
