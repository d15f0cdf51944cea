import assert from 'node:assert/strict';
import { runAgent } from '../../src/agent/run-agent.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { MemoryFiles, attemptWith, openAiCompatible } from './attempt.ts';

describe('agent: a conversation with tools', () => {
  it('writes what the model writes, tells it the results, and ends when the model does', async () => {
    await using server = await startOpenAiChatServer([
      {
        reasoning: 'Two files.',
        text: 'I write.',
        toolCalls: [
          { name: 'write_file', input: { path: './src/types.ts', content: 'export interface A {}\n' } },
          { name: 'read_file', input: { path: 'src/types.ts' } },
        ],
        usage: { input: 100, output: 10, cached: 40 },
      },
      { toolCalls: [{ name: 'check_contract', input: {} }], usage: { input: 150, output: 5 } },
      { text: 'Done.', usage: { input: 180, output: 2 } },
    ]);
    const attempt = attemptWith(await openAiCompatible(server.baseUrl), {
      files: new MemoryFiles({ 'README.md': 'hi\n' }),
    });
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'finished');
    assert.deepEqual(outcome.written, ['src/types.ts']);
    assert.equal(attempt.files.content.get('src/types.ts'), 'export interface A {}\n');
    assert.equal(outcome.output, 'Done.');
    assert.equal(outcome.steps, 3);
    assert.equal(outcome.inputTokens, 430);
    assert.equal(outcome.outputTokens, 17);
    assert.equal(outcome.costUsd, null);
    const roles = (server.requests[2]!.body['messages'] as { role: string }[]).map(({ role }) => role);
    assert.deepEqual(roles, ['system', 'user', 'assistant', 'tool', 'tool', 'assistant', 'tool']);
    assert.match(server.requests[1]!.text, /export interface A/);
    assert.match(server.requests[2]!.text, /Everything holds/);
    assert.equal(attempt.calls.length, 3);
    assert.equal(attempt.calls[0]!.cachedInputTokens, 40);
    assert.deepEqual(
      attempt.events
        .filter((event) => event.type === 'tool')
        .map((event) => `${event.name} ${event.subject} ${event.ok}`),
      ['write_file src/types.ts true', 'read_file src/types.ts true', 'check_contract  true'],
    );
    const said = attempt.events.map((event) => (event.type === 'model-text' ? event.delta : '')).join('');
    assert.equal(said, 'I write.Done.');
    assert.equal(
      attempt.events.map((event) => (event.type === 'model-reasoning' ? event.delta : '')).join(''),
      'Two files.',
    );
    assert.equal(attempt.clock.waiting, 0, 'every timer is stopped');
  });
});
