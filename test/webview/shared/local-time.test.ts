import assert from 'node:assert/strict';
import { formatLocalTime } from '../../../src/webview/shared/local-time.ts';

describe('the times of the panels', () => {
  it('have a short form, with the year only if it is another one', () => {
    const now = new Date('2026-11-25T12:00:00.000Z');
    const thisYear = formatLocalTime('2026-11-24T09:13:20.000Z', now);
    assert.match(thisYear, /24/);
    assert.match(thisYear, /\d{2}:\d{2}/);
    assert.doesNotMatch(thisYear, /2026|:20/);
    assert.match(formatLocalTime('2025-11-24T09:13:20.000Z', now), /2025/);
  });
});
