import assert from 'node:assert/strict';
import type { CommandContext } from '../../src/cli/base/command-context.ts';
import { resolveGateChoices } from '../../src/cli/commands/resolve-gate-choices.ts';
import type { ContractRunResult } from '../../src/run/report/run-result.ts';
import { openFolderEngine } from '../run/support/folder-engine.ts';
import {
  attemptReplies,
  createChainFiles,
  CONTRACT,
  PLAIN,
  POLITE,
  readUserMessages,
} from '../run/support/gate-fixtures.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { Workspace } from './support/workspace.ts';

/** Creates a terminal that answers prompts in order (`undefined` is Ctrl+C) and records its output. */
function createTerminal(answers: readonly (string | undefined)[]): { context: CommandContext; output: string[] } {
  const output: string[] = [];
  let prompts = 0;
  const record = (text: string): void => void output.push(text);
  const context: CommandContext = {
    terminal: {
      input: process.stdin,
      result: record,
      progressLine: record,
      status: () => undefined,
      progressPart: record,
      style: (_style, text) => text,
      interactive: true,
      prompt: (question) => {
        output.push(question);
        return Promise.resolve(answers[prompts++]);
      },
    },
    onProgress: () => undefined,
    workingDirectory: '.',
    signal: new AbortController().signal,
    environment: {},
    openEngine: () => Promise.reject(new Error('The engine is already open')),
  };
  return { context, output };
}

describe('the prompt for a gate choice', () => {
  it('[GATE-6] shows gates, reasons and hints, prompts until the answer is valid, and passes the instruction on', async () => {
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer([
      ...attemptReplies(PLAIN),
      ...attemptReplies(PLAIN),
      ...attemptReplies(POLITE),
    ]);
    await using engine = openFolderEngine(workspace, { server });
    const first = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
    const { context, output } = createTerminal(['what?', 'r', 'Be kind.']);
    const waiting: ContractRunResult = { status: first.status, chunks: [first] };
    const { result, leftWaiting } = await resolveGateChoices(context, engine, waiting, {});
    assert.equal(result.status, 'pass', result.chunks[0]?.reason);
    assert.equal(leftWaiting, false);
    const text = output.join('\n');
    assert.match(text, /Gates that failed 2 of 2 attempts:/);
    assert.match(text, /FAIL polite: The command `node polite\.mjs` exited with 1\.\n {4}one\.ts does not say please/);
    assert.match(text, /- Say hello politely/);
    assert.equal(output.filter((line) => line === 'retry, skip or abort? ').length, 2);
    assert.match(readUserMessages(server.requests[4]).at(-1) ?? '', /Be kind\./);
  });

  it('leaves the run waiting after Ctrl+C and prints how to continue it', async () => {
    using workspace = new Workspace(createChainFiles());
    await using server = await startOpenAiChatServer([...attemptReplies(PLAIN), ...attemptReplies(PLAIN)]);
    await using engine = openFolderEngine(workspace, { server });
    const first = await engine.runs.runChunk({ contract: CONTRACT, chunk: 'one' });
    const { context, output } = createTerminal([undefined]);
    const resolved = await resolveGateChoices(context, engine, { status: first.status, chunks: [first] }, {});
    assert.equal(resolved.leftWaiting, true);
    assert.ok(output.some((line) => line.includes(`holdfast choose ${first.runId} retry|skip|abort`)));
    assert.equal((await engine.runs.pendingChoices()).length, 1);
  });
});
