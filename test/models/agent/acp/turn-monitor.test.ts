import assert from 'node:assert/strict';
import { TurnMonitor } from '../../../../src/models/agent/acp/turn-monitor.ts';

describe('the monitor of an attempt', () => {
  it('[AGENT-4] does not use the cost of an earlier prompt for one that reports none', () => {
    const monitor = new TurnMonitor({
      roots: ['/attempt'],
      secrets: [],
      redact: (text) => text,
      onEvent: () => undefined,
      onStep: () => undefined,
    });
    monitor.startPrompt();
    monitor.update({ sessionUpdate: 'usage_update', cost: { amount: 0.5, currency: 'USD' } });
    assert.equal(monitor.sessionCostUsd, 0.5);
    monitor.startPrompt();
    assert.equal(monitor.sessionCostUsd, undefined);
  });
});
