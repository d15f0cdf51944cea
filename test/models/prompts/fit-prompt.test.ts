import assert from 'node:assert/strict';
import { countTextTokens } from '../../../src/models/cost/token-estimate.ts';
import { fitPrompt } from '../../../src/models/prompts/fit-prompt.ts';
import type { PromptInput } from '../../../src/models/prompts/prompt-input.ts';
import { promptInput } from './health-check-contract.ts';

const LINE = 'export const value = fetch("https://example.com/health").then((answer) => answer.status);\n';
const LONG: Partial<PromptInput> = {
  contextFiles: [
    { path: 'src/http.ts', text: LINE.repeat(400) },
    { path: 'src/other.ts', text: LINE.repeat(400) },
  ],
  design: [{ kind: 'specification', name: 'spec.md', text: 'The service answers. '.repeat(800) }],
  impactSummary: 'http in src/http.ts is called in src/server.ts:4\n'.repeat(100),
};
const RETRY: PromptInput['retry'] = {
  attempt: 2,
  maxAttempts: 3,
  previousViolations: Array.from({ length: 40 }, (_, index) => ({
    assertion: { message: `Must export value ${index}` },
    expected: 'src/health/check.ts exports it',
    actual: 'src/health/check.ts does not export it',
  })),
  failedCommands: [{ stage: 'acceptance', command: 'npm test', exitCode: 1, output: 'not ok\n'.repeat(4_000) }],
  work: {
    diff: `diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -0,0 +1 @@\n+${LINE}`.repeat(50),
    errors: [],
    files: [],
  },
};

describe('A prompt for a small context window', () => {
  for (const window of [2_048, 8_192]) {
    it(`[ENF-CTX-1] fits ${window} tokens with room for an answer, keeps the task and says what it leaves out`, async () => {
      const { encode } = await import('gpt-tokenizer/encoding/cl100k_base');
      const count = (text: string): number => encode(text).length;
      for (const [name, more] of [
        ['first', LONG],
        ['second', { ...LONG, retry: RETRY }],
        ['second without other parts', { retry: RETRY }],
      ] as const) {
        const { system, user, offersTools, leftOut } = fitPrompt(promptInput('check', more), window, count);
        assert.equal(offersTools, window === 8_192, name);
        const tokens = count(system(offersTools)) + count(user) + (offersTools ? 1_300 : 0);
        assert.ok(tokens <= window * 0.75, `${name}: ${tokens} tokens`);
        assert.ok(tokens >= window * 0.3, `${name}: only ${tokens} tokens`);
        for (const part of ['# Task: checkHealth', '## YOU MUST CREATE', '## SIGNATURES', '## FILES']) {
          assert.ok(user.includes(part), `${name}: ${part}`);
        }
        assert.notDeepEqual(leftOut, []);
        const [, note = ''] = /## LEFT OUT\n\n.*leaves out: (.*)\.\n$/.exec(user) ?? [];
        assert.deepEqual(note.split('; '), leftOut, name);
        if ('retry' in more) assert.match(user, /attempt 2 of 3[\s\S]*Must export value 0/);
      }
    });
  }

  it('is the usual prompt if everything fits, with a short system prompt where tools have no room', async () => {
    const count = (text: string): number => text.length / 4;
    const input = promptInput('types');
    const large = fitPrompt(input, 32_768, count);
    assert.deepEqual(large.leftOut, []);
    assert.match(large.system(true), /check_contract/);
    const small = fitPrompt(input, 4_096, count);
    assert.equal(small.user, large.user);
    assert.ok((await countTextTokens(small.system(false))) < 250);
    assert.match(small.system(false), /```ts path=/);
  });

  it('shows a part of the context files before it leaves them out', () => {
    const count = (text: string): number => text.length / 4;
    const { user, leftOut } = fitPrompt(promptInput('check', { contextFiles: LONG.contextFiles ?? [] }), 8_192, count);
    assert.ok(leftOut.includes('parts of the context files'));
    assert.match(user, /characters in \d+ lines omitted/);
  });
});
