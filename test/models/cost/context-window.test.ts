import assert from 'node:assert/strict';
import { findContextWindow } from '../../../src/models/cost/context-window.ts';

describe('models: context windows', () => {
  it('[ASSERT-CODE-006] are known for published models, and not for others', async () => {
    assert.equal(await findContextWindow('openai:gpt-4'), 8192);
    assert.ok(((await findContextWindow('openai:gpt-4o')) ?? 0) > 100_000);
    assert.equal(await findContextWindow('openai:unknown-model-name'), undefined);
    assert.equal(await findContextWindow('openai-compatible:gpt-4'), undefined);
  });
});
