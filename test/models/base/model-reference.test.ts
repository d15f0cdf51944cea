import assert from 'node:assert/strict';
import { formatModelReference, parseModelReference } from '../../../src/models/base/model-reference.ts';

describe('models: references', () => {
  it('parses provider and model, separated by the first colon', () => {
    assert.deepEqual(parseModelReference('openai-compatible:glm-4.6'), {
      provider: 'openai-compatible',
      model: 'glm-4.6',
    });
    assert.deepEqual(parseModelReference(' openai-compatible:llama3:8b '), {
      provider: 'openai-compatible',
      model: 'llama3:8b',
    });
    assert.deepEqual(parseModelReference('replay:C:\\demo\\replies.yaml'), {
      provider: 'replay',
      model: 'C:\\demo\\replies.yaml',
    });
    assert.equal(formatModelReference({ provider: 'a', model: 'b:c' }), 'a:b:c');
  });

  for (const text of ['', 'glm-4.6', ':glm', 'openai:', ' : ']) {
    it(`rejects ${JSON.stringify(text)} with an example`, () => {
      assert.throws(() => parseModelReference(text), { code: 'configuration', hint: /openai-compatible:glm-4\.6/ });
    });
  }
});
