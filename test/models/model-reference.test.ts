import assert from 'node:assert/strict';
import { formatModelReference, parseModelReference } from '../../src/models/model-reference.ts';

describe('models: references', () => {
  it('reads provider and model, and only the first colon separates them', () => {
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
    it(`refuses ${JSON.stringify(text)} and says what the form is`, () => {
      assert.throws(() => parseModelReference(text), { code: 'configuration', hint: /openai-compatible:glm-4\.6/ });
    });
  }
});
