import assert from 'node:assert/strict';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { createAttempt, openAiCompatible } from './attempt.ts';
import { OBSERVED_ANSWERS } from './observed-answers.ts';

describe('Agent: answers of real small models', () => {
  for (const { kind, model: name, hadTools, onlyFile, text, finishReason, expected } of OBSERVED_ANSWERS) {
    it(`[AGENT-10] ${name}: ${kind}`, async () => {
      await using server = await startOpenAiChatServer([{ text, finishReason }, { text: 'Done.' }]);
      const model = await openAiCompatible(server.baseUrl);
      const attempt = createAttempt(hadTools ? model : { ...model, supportsTools: false }, { onlyFile });
      const outcome = await runAgent(attempt.input);
      assert.equal(outcome.stopReason, expected.stopReason, outcome.problems.join('\n'));
      assert.equal(attempt.files.content.get(onlyFile) ?? null, expected.content);
      assert.equal(outcome.unusedMeans, expected.unusedMeans);
      if (expected.problem === undefined) assert.deepEqual(outcome.problems, []);
      else assert.match(outcome.problems.join('\n'), expected.problem);
    });
  }
});
