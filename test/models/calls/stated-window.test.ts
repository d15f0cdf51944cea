import assert from 'node:assert/strict';
import { statedContextWindow } from '../../../src/models/calls/stated-window.ts';

describe('The context window that a server states', () => {
  it('[PROOF-8] is read from the field or the sentence of its refusal', () => {
    for (const [text, window] of [
      // llama.cpp
      [
        '{"error":{"code":400,"message":"the request exceeds the available context size","n_prompt_tokens":2330,"n_ctx":2048}}',
        2048,
      ],
      ['request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it', 8192],
      // OpenAI and vLLM
      ["This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.", 4096],
      [
        "This model's maximum context length is 131,072 tokens. However, your messages resulted in 140,000 tokens.",
        131_072,
      ],
      // LM Studio
      [
        'Trying to keep the first 9000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
        4096,
      ],
      ['The prompt is longer than the context window of 2048 tokens', 2048],
      ['context size: 2048', 2048],
      ['input exceeds the maximum of 8192 tokens', 8192],
      // Nothing, or no window.
      ['prompt is too long: 210000 tokens', undefined],
      ['context_length_exceeded', undefined],
      ['the context window is full', undefined],
      ['maximum context length is 12', undefined],
    ] as const) {
      assert.equal(statedContextWindow(text), window, text);
    }
  });
});
