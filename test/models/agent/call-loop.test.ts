import assert from 'node:assert/strict';
import { CallLoop } from '../../../src/models/agent/call-loop.ts';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import type { ScriptedReply, ScriptedToolCall } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { createAttempt, MemoryFiles, openAiCompatible } from './attempt.ts';

const read = (path: string): ScriptedToolCall => ({ name: 'read_file', input: { path } });
const one = (call: ScriptedToolCall): ScriptedReply => ({ toolCalls: [call] });
const write: ScriptedToolCall = { name: 'write_file', input: { path: 'b.ts', content: 'b\n' } };
const CHECK: ScriptedToolCall = { name: 'check_contract', input: {} };

/** Answers of a model, with the number of answers after which the attempt ends, and why. */
const CASES: readonly (readonly [
  what: string,
  replies: readonly ScriptedReply[],
  steps: number,
  stopReason: string,
])[] = [
  ['one call in each answer', Array.from({ length: 9 }, () => one(read('a.ts'))), 5, 'repeated-call'],
  ['all calls in one answer', [{ toolCalls: Array.from({ length: 9 }, () => read('a.ts')) }], 1, 'repeated-call'],
  ['a call that fails', Array.from({ length: 9 }, () => one(read('none.ts'))), 5, 'repeated-call'],
  [
    'an unknown tool',
    Array.from({ length: 9 }, () => one({ name: 'run', input: { command: 'ls' } })),
    5,
    'repeated-call',
  ],
  [
    'arguments that are not JSON',
    Array.from({ length: 9 }, () => one({ name: 'read_file', rawArguments: '{"path' })),
    5,
    'repeated-call',
  ],
  ['a check', Array.from({ length: 9 }, () => one(CHECK)), 5, 'repeated-call'],
  [
    'keys in another order',
    Array.from({ length: 9 }, (_, at) =>
      one({
        name: 'read_file',
        rawArguments: at % 2 === 0 ? '{"path":"a.ts","startLine":1}' : '{"startLine":1,"path":"a.ts"}',
      }),
    ),
    5,
    'repeated-call',
  ],
  ['a write that repeats itself', Array.from({ length: 9 }, () => one(write)), 6, 'repeated-call'],
  ['another file each time', Array.from({ length: 6 }, (_, at) => one(read(`${at}.ts`))), 7, 'no-change'],
  [
    'another call between',
    Array.from({ length: 8 }, (_, at) => one(at % 2 === 0 ? read('a.ts') : CHECK)),
    9,
    'no-change',
  ],
  [
    'a write between',
    [...Array.from({ length: 4 }, () => one(CHECK)), one(write), ...Array.from({ length: 4 }, () => one(CHECK))],
    10,
    'finished',
  ],
  ['four times', Array.from({ length: 4 }, () => one(read('a.ts'))), 5, 'no-change'],
];

describe('Agent: a model that repeats one tool call', () => {
  it('[PROOF-7] is warned after three times, and the attempt ends after five', async () => {
    for (const [what, replies, steps, stopReason] of CASES) {
      await using server = await startOpenAiChatServer([...replies, { text: 'Done.' }]);
      const files = new MemoryFiles({ 'a.ts': 'a\n' });
      const attempt = createAttempt(await openAiCompatible(server.baseUrl), { files, limits: { maxSteps: 20 } });
      const outcome = await runAgent(attempt.input);
      assert.deepEqual([outcome.stopReason, outcome.steps], [stopReason, steps], what);
      const results = outcome.messages.flatMap(({ role, content }) =>
        role === 'tool' ? content.map((part) => JSON.stringify(part)) : [],
      );
      const noted = results.filter((text) => text.includes('times in a row with the same arguments'));
      if (stopReason === 'repeated-call') {
        assert.ok(noted.length >= 3, what);
        assert.match(outcome.problems.join(), /the same tool call was made 5 times in a row/, what);
        assert.ok(
          results.slice(0, 2).every((text) => !text.includes('in a row')),
          what,
        );
      } else if (what !== 'four times' && what !== 'a write between') assert.deepEqual(noted, [], what);
    }
  });

  it('[PROOF-7] may call a tool again if its result has changed', () => {
    const loop = new CallLoop();
    for (let at = 0; at < 9; at++) assert.equal(loop.add('check_contract', {}, `${at} failures`), undefined);
    assert.equal(loop.isEndless, false);
  });
});
