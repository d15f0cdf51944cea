import assert from 'node:assert/strict';
import type { CommandContext } from '../../src/cli/command-context.ts';
import { settleChoices } from '../../src/cli/gate-choices.ts';
import type { ContractRunResult } from '../../src/run/result.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import { attempt, chain, CONTRACT, PLAIN, POLITE, userMessages } from '../run/support/gated.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { Workspace } from './support/workspace.ts';

/** A terminal at which a person gives prepared answers; undefined is Ctrl+C. */
function terminalOf(answers: readonly (string | undefined)[]): { context: CommandContext; said: string[] } {
  const said: string[] = [];
  let asked = 0;
  const tell = (text: string): void => void said.push(text);
  const context: CommandContext = {
    terminal: {
      result: tell,
      progress: tell,
      progressText: tell,
      style: (_style, text) => text,
      interactive: true,
      ask: (question) => {
        said.push(question);
        return Promise.resolve(answers[asked++]);
      },
    },
    workingDirectory: '.',
    signal: new AbortController().signal,
    environment: {},
    openEngine: () => Promise.reject(new Error('It is open already')),
  };
  return { context, said };
}

describe('the prompt for a choice', () => {
  it('[GATE-6] shows gates, reasons and hints, asks until it is answered, and passes the instruction on', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(PLAIN), ...attempt(POLITE)]);
    await using engine = openFolderEngine(workspace, { server });
    const first = await engine.runChunk({ contract: CONTRACT, chunk: 'one' });
    const { context, said } = terminalOf(['what?', 'r', 'Be kind.']);
    const waiting: ContractRunResult = { status: first.status, chunks: [first] };
    const { result, leftWaiting } = await settleChoices(context, engine, waiting, {});
    assert.equal(result.status, 'pass', result.chunks[0]?.reason);
    assert.equal(leftWaiting, false);
    const text = said.join('\n');
    assert.match(text, /Its gates failed 2 of 2 attempts/);
    assert.match(text, /FAIL polite: The command `node polite\.mjs` exited with 1\.\n {4}one\.ts does not say please/);
    assert.match(text, /- Say hello politely/);
    assert.equal(said.filter((line) => line === 'retry, skip or abort? ').length, 2);
    assert.match(userMessages(server.requests[4]).at(-1) ?? '', /Be kind\./);
  });

  it('leaves the run waiting at Ctrl+C, and says how to go on with it', async () => {
    using workspace = new Workspace(chain());
    await using server = await startOpenAiChatServer([...attempt(PLAIN), ...attempt(PLAIN)]);
    await using engine = openFolderEngine(workspace, { server });
    const first = await engine.runChunk({ contract: CONTRACT, chunk: 'one' });
    const { context, said } = terminalOf([undefined]);
    const settled = await settleChoices(context, engine, { status: first.status, chunks: [first] }, {});
    assert.equal(settled.leftWaiting, true);
    assert.ok(said.some((line) => line.includes(`holdfast choose ${first.runId} retry|skip|abort`)));
    assert.equal((await engine.pendingChoices()).length, 1);
  });
});
