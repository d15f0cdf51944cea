import assert from 'node:assert/strict';
import { readPromptAnswer, readUpdate } from '../../../../src/models/agent/acp/protocol.ts';

describe('the messages of an external agent', () => {
  it('[AGENT-4] count cached and reasoning tokens once, whether they are a part of the others or not', () => {
    const usage = { inputTokens: 100, outputTokens: 10, cachedReadTokens: 80, thoughtTokens: 4 };
    const counts = (totalTokens?: number): unknown => {
      const read = readPromptAnswer({ stopReason: 'end_turn', usage: { ...usage, totalTokens } }).usage;
      return [read?.inputTokens, read?.outputTokens];
    };
    assert.deepEqual(counts(110), [100, 10], 'all are included');
    assert.deepEqual(counts(194), [180, 14], 'none is included');
    assert.deepEqual(counts(190), [180, 10], 'only the reasoning is included');
    assert.deepEqual(counts(), [100, 10]);
  });

  it('[AGENT-4] contain the usage of Gemini, or none', () => {
    const quota = { token_count: { input_tokens: 7, output_tokens: 3 }, model_usage: [] };
    const answer = readPromptAnswer({ stopReason: 'end_turn', _meta: { quota } });
    assert.deepEqual([answer.usage?.inputTokens, answer.usage?.outputTokens], [7, 3]);
    assert.equal(
      readPromptAnswer({ stopReason: 'end_turn', usage: { inputTokens: -1 }, _meta: null }).usage,
      undefined,
    );
    assert.throws(() => readPromptAnswer({}), /does not say how the prompt ended/);
  });

  it('[AGENT-4] may be of a kind that is not known', () => {
    assert.equal(readUpdate({ sessionId: '1', update: { sessionUpdate: 'plan', entries: [] } }), undefined);
    assert.equal(readUpdate(null), undefined);
    const image = { sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: '' } };
    assert.equal(readUpdate({ update: image }), undefined);
    const call = { sessionUpdate: 'tool_call', toolCallId: 'a', kind: null, locations: [], added: 1 };
    assert.equal(readUpdate({ update: call })?.sessionUpdate, 'tool_call');
  });
});
