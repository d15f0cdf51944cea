import assert from 'node:assert/strict';
import { it } from 'node:test';
import { GATEWAY_MESSAGES } from '../src/can-bus.ts';

it('sends no message longer than a frame', () => {
  for (const { payload } of GATEWAY_MESSAGES) assert.ok(payload <= 8);
});
