import assert from 'node:assert/strict';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import { RepetitionWatch } from '../../../src/models/calls/repetition.ts';
import { createAttempt, openAiCompatible } from '../agent/attempt.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';

/** The number of characters after which a text counts as a repetition; `undefined` if it never does. */
function noticedAfter(text: string): number | undefined {
  const watch = new RepetitionWatch();
  for (let start = 0; start < text.length; start += 7) {
    if (watch.add(text.slice(start, start + 7))) return start;
  }
  return undefined;
}

const numbered = (line: (index: number) => string): string =>
  Array.from({ length: 2_000 }, (_, index) => line(index)).join('');

describe('An answer that repeats itself', () => {
  it('[PROOF-7] is noticed after 8,000 repeated characters, also after other text', () => {
    for (const unit of [
      '#\n\n',
      ' ',
      'The task requires 2 blocks of code.\n\n###\n\n',
      'again and again ',
      `${'x'.repeat(700)}\n`,
    ]) {
      const noticed = noticedAfter(`Some words before.\n${unit.repeat(Math.ceil(20_000 / unit.length))}`);
      assert.ok(noticed !== undefined && noticed < 10_000, JSON.stringify(unit.slice(0, 20)));
    }
    for (const text of [
      '',
      '0, '.repeat(2_000),
      numbered((index) => `export const value${index} = ${index};\n`),
      numbered((index) => `  [${index}, 'a'],\n`),
      `${'x'.repeat(900)}\n`.repeat(20),
      `${'#\n'.repeat(3_900)}And the end.\n`.repeat(2),
    ]) {
      assert.equal(noticedAfter(text), undefined, text.slice(0, 40));
    }
  });

  it('[PROOF-7] ends the attempt with its reason, and closes the connection', async () => {
    await using server = await startOpenAiChatServer([{ text: 'The code is complete. '.repeat(20), isEndless: true }]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'repeated-text');
    assert.match(outcome.problems.join('\n'), /repeated the same text without an end/);
    assert.ok(outcome.outputTokens > 1_000);
    await server.requests[0]?.abandoned;
  });
});
