import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import { CostBudget } from '../../../src/models/cost/cost-budget.ts';
import { createModel } from '../../../src/models/create-model.ts';
import { CancelledError, HoldfastError } from '../../../src/foundation/errors.ts';
import { startAnthropicServer } from '../../servers/anthropic.ts';
import type { RecordedRequest } from '../../servers/loopback-server.ts';
import { createDeferred } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { MemoryFiles, PRICES, createAttempt, openAiCompatible } from './attempt.ts';

interface SentMessage {
  readonly role: string;
  readonly content?: unknown;
}

function sentMessages(request: RecordedRequest | undefined): readonly SentMessage[] {
  return (request?.body['messages'] ?? []) as SentMessage[];
}

/** The tool results that the model received after its last answer. */
function toolResults(request: RecordedRequest | undefined): readonly string[] {
  const messages = sentMessages(request);
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(last + 1).map(({ content }) => String(content));
}

async function failure(work: Promise<unknown>): Promise<Error> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof Error, 'it fails');
  return thrown;
}

const write = (path: string, content: string): { name: string; input: Record<string, unknown> } => ({
  name: 'write_file',
  input: { path, content },
});

describe('Agent: a conversation with tools', () => {
  it('[TRUST-3] writes no API key to a file, also if the service repeats the key', async () => {
    const key = 'sk-a-real-key-0123456789';
    await using server = await startOpenAiChatServer([
      {
        toolCalls: [
          write('a.ts', `export const key = '${key}';\n`),
          write(`${key}.ts`, 'export {};\n'),
          write('.env', `KEY=${key}\nMODE=test\n`),
        ],
      },
      { text: `\`\`\`ts b.ts\nexport const key = '${key}';\n\`\`\`\n` },
    ]);
    const files = new MemoryFiles({ '.env': `KEY=${key}\n` });
    const attempt = createAttempt(await openAiCompatible(server.baseUrl, { key }), { files });
    const outcome = await runAgent(attempt.input);
    assert.deepEqual(
      [...files.content],
      [['.env', `KEY=${key}\nMODE=test\n`]],
      'a file that has the key can be changed',
    );
    assert.deepEqual(
      outcome.refused.map(({ path }) => path),
      ['a.ts', `${key}.ts`],
    );
    assert.match(toolResults(server.requests[1])[0] ?? '', /a\.ts was not written.*contains an API key/s);
  });

  it('executes tool calls, returns their results and ends when the model finishes', async () => {
    await using server = await startOpenAiChatServer([
      {
        reasoning: 'Two files.',
        text: 'I write.',
        toolCalls: [
          write('./src/types.ts', 'export interface A {}\n'),
          { name: 'read_file', input: { path: 'src/types.ts' } },
        ],
        usage: { input: 100, output: 10, cached: 40 },
      },
      { toolCalls: [{ name: 'check_contract', input: {} }], usage: { input: 150, output: 5 } },
      { text: 'Done.', usage: { input: 180, output: 2 } },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'finished');
    assert.deepEqual(outcome.written, ['src/types.ts']);
    assert.equal(attempt.files.content.get('src/types.ts'), 'export interface A {}\n');
    assert.equal(outcome.output, 'Done.');
    assert.equal(outcome.steps, 3);
    assert.deepEqual([outcome.inputTokens, outcome.outputTokens, outcome.costUsd], [430, 17, null]);
    assert.deepEqual(outcome.problems, []);
    assert.match(toolResults(server.requests[1]).join(), /export interface A/);
    assert.match(toolResults(server.requests[2]).join(), /Nothing fails/);
    assert.equal(attempt.calls[0]!.cachedInputTokens, 40);
    assert.deepEqual(
      attempt.events
        .filter((event) => event.type === 'tool')
        .map((event) => `${event.name} ${event.subject} ${event.ok}`),
      ['write_file src/types.ts true', 'read_file src/types.ts true', 'check_contract  true'],
    );
    const streamedText = (type: 'model-text' | 'model-reasoning'): string =>
      attempt.events.map((event) => (event.type === type ? event.delta : '')).join('');
    assert.equal(streamedText('model-text'), 'I write.Done.');
    assert.equal(streamedText('model-reasoning'), 'Two files.');
    assert.equal(attempt.clock.pendingTimers, 0, 'every timer is stopped');
  });

  it('supports the Anthropic protocol with prompt caching', async () => {
    await using server = await startAnthropicServer([
      {
        text: 'I write.',
        toolCalls: [write('src/a.ts', 'export const a = 1;\n'), { name: 'list_files', input: {} }],
        usage: { input: 1000, output: 50 },
      },
      { text: 'Done.', usage: { input: 1200, output: 5, cached: 1000 } },
    ]);
    const model = await createModel({
      reference: 'anthropic:claude-sonnet-4-5',
      baseUrl: server.baseUrl,
      keys: (name) => Promise.resolve(name === 'ANTHROPIC_API_KEY' ? 'sk-ant-secret' : undefined),
    });
    const attempt = createAttempt(model);
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'finished');
    assert.deepEqual(outcome.written, ['src/a.ts']);
    assert.deepEqual([outcome.inputTokens, outcome.outputTokens], [2200, 55]);
    assert.equal(attempt.calls[1]!.cachedInputTokens, 1000);
    assert.ok((outcome.costUsd ?? 0) > 0);
    assert.equal(server.requests[0]!.headers['x-api-key'], 'sk-ant-secret');
    assert.match(server.requests[0]!.text, /cache_control/);
    const lastMessage = sentMessages(server.requests[1]).at(-1);
    assert.equal(lastMessage?.role, 'user');
    assert.deepEqual(
      (lastMessage.content as { type: string }[]).map(({ type }) => type),
      ['tool_result', 'tool_result'],
    );
  });

  it('adds no user message after errors', async () => {
    await using server = await startOpenAiChatServer([
      {
        toolCalls: [
          { name: 'run_shell', input: { command: 'ls' } },
          { name: 'write_file', rawArguments: '{"path": "src/a.ts", "content": "a' },
          { name: 'write_file', input: { path: 'src/a.ts' } },
          { name: 'edit_file', input: { path: 'src/none.ts', oldText: 'a', newText: 'b' } },
          { name: 'list_files', rawArguments: 'null' },
        ],
      },
      { toolCalls: [write('src/a.ts', 'export const a = 1;\n')] },
      { text: 'Done.' },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'finished');
    const [unknownTool, invalidJson, missingArgument, missingFile, nullArguments] = toolResults(server.requests[1]);
    assert.match(nullArguments!, /arguments of list_files are invalid/);
    assert.match(unknownTool!, /Unknown tool run_shell.*read_file.*check_contract/);
    assert.match(invalidJson!, /write_file are not valid JSON/);
    assert.match(missingArgument!, /content/);
    assert.match(missingFile!, /File not found: src\/none\.ts.*write_file/);
    for (const request of server.requests) {
      assert.equal(sentMessages(request).filter(({ role }) => role === 'user').length, 1);
    }
    assert.deepEqual(
      attempt.events.filter((event) => event.type === 'tool').map((event) => event.ok),
      [false, false, false, false, false, true],
    );
  });

  it('runs the calls of one answer sequentially, in order', async () => {
    await using server = await startOpenAiChatServer([
      {
        toolCalls: [
          write('a.ts', 'export const a = 1;\n'),
          { name: 'edit_file', input: { path: 'a.ts', oldText: '= 1', newText: '= 2' } },
          { name: 'edit_file', input: { path: 'a.ts', oldText: '= 2', newText: '= 3' } },
          write('b.ts', 'export const b = 1;\n'),
          { name: 'delete_file', input: { path: 'b.ts' } },
        ],
      },
      { text: 'Done.' },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    const outcome = await runAgent(attempt.input);
    assert.equal(attempt.files.content.get('a.ts'), 'export const a = 3;\n');
    assert.deepEqual([outcome.written, outcome.deleted], [['a.ts'], ['b.ts']]);
  });

  it('[ENF-VAL-15] lists a file that was written without a change', async () => {
    await using server = await startOpenAiChatServer([{ toolCalls: [write('a.ts', 'same\n')] }, { text: 'Done.' }]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), {
      files: new MemoryFiles({ 'a.ts': 'same\n' }),
    });
    assert.deepEqual((await runAgent(attempt.input)).written, ['a.ts']);
  });

  it('reports the reason of a refused write to the model and in the outcome', async () => {
    await using server = await startOpenAiChatServer([
      {
        toolCalls: [
          write('test/a.test.ts', 'x\n'),
          write('../outside.ts', 'x\n'),
          { name: 'delete_file', input: { path: 'test/a.test.ts' } },
          write('src/a.ts', 'line 1\n// ... rest of the code unchanged ...\n'),
          write('src/a.ts', 'line 1\nline 2\n'),
        ],
      },
      { text: 'Done.' },
    ]);
    const files = new MemoryFiles(
      { 'test/a.test.ts': 'kept\n', 'src/a.ts': 'line 1\nline 2\n' },
      { 'test/a.test.ts': 'test/a.test.ts is not among the allowed files' },
    );
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), { files });
    const outcome = await runAgent(attempt.input);
    const results = toolResults(server.requests[1]);
    assert.match(results[0]!, /was not written.*not among the allowed files/);
    assert.match(results[1]!, /outside the tree/);
    assert.match(results[2]!, /was not deleted.*not among the allowed files/);
    assert.match(results[3]!, /placeholder for omitted code/);
    assert.deepEqual(
      outcome.refused.map(({ path }) => path),
      ['test/a.test.ts', '../outside.ts', 'test/a.test.ts', 'src/a.ts'],
    );
    assert.match(outcome.refused[0]!.reason, /not among the allowed files/);
    assert.deepEqual(outcome.written, ['src/a.ts']);
    assert.equal(files.content.get('test/a.test.ts'), 'kept\n');
  });

  it('ends with a problem if the model changes no file', async () => {
    await using server = await startOpenAiChatServer([
      { text: 'I would add a type here.\n```ts\nexport type A = 1;\n```' },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'no-change');
    assert.deepEqual(outcome.problems, ['The answer changed no file.']);
    assert.equal(server.requests.length, 1);
  });

  it('continues the conversation of an earlier attempt', async () => {
    await using server = await startOpenAiChatServer([
      { toolCalls: [write('a.ts', 'a\n')] },
      { text: 'Done.' },
      { text: 'Nothing more.' },
    ]);
    const model = await openAiCompatible(server.baseUrl);
    const first = await runAgent(createAttempt(model).input);
    const second = await runAgent(createAttempt(model, { history: first.messages, prompt: 'Again.' }).input);
    assert.deepEqual(
      sentMessages(server.requests[2]).map(({ role }) => role),
      ['system', 'user', 'assistant', 'tool', 'assistant', 'user'],
    );
    assert.equal(second.messages.length, first.messages.length + 2);
  });
});

describe('Agent: the limits of an attempt', () => {
  it('ends at the step limit and keeps the written files', async () => {
    await using server = await startOpenAiChatServer((_request, index) => ({
      toolCalls: [write(`f${index}.ts`, 'x\n')],
      usage: { input: 10, output: 1 },
    }));
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), { limits: { maxSteps: 3 } });
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'step-limit');
    assert.equal(server.requests.length, 3);
    assert.deepEqual(outcome.written, ['f0.ts', 'f1.ts', 'f2.ts']);
    assert.match(outcome.problems.join(), /3 steps/);
  });

  it('ends at the time limit, in the middle of an answer, and closes the connection', async () => {
    await using server = await startOpenAiChatServer([
      { toolCalls: [write('a.ts', 'a\n')] },
      { text: 'Thinking', stall: 'after-text' },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), { limits: { timeoutMs: 20_000 } });
    const running = runAgent(attempt.input);
    await server.reached(2);
    attempt.clock.advance(20_000);
    const outcome = await running;
    assert.equal(outcome.stopReason, 'time-limit');
    assert.deepEqual(outcome.written, ['a.ts']);
    assert.match(outcome.problems.join(), /20 s/);
    await server.requests[1]!.abandoned;
    assert.equal(attempt.calls.length, 2, 'the call that was cut off is counted');
    assert.equal(attempt.clock.pendingTimers, 0);
  });

  it('ends at the time limit while a tool is running', async () => {
    await using server = await startOpenAiChatServer([{ toolCalls: [{ name: 'check_contract', input: {} }] }]);
    const started = createDeferred();
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), {
      limits: { timeoutMs: 20_000 },
      checkContract: () => {
        started.resolve();
        return new Promise<never>(() => undefined);
      },
    });
    const running = runAgent(attempt.input);
    await started.promise;
    attempt.clock.advance(20_000);
    const outcome = await running;
    assert.equal(outcome.stopReason, 'time-limit');
    assert.deepEqual(
      outcome.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
      'the conversation can be continued',
    );
  });

  it('ends when the conversation exceeds the context window', async () => {
    await using server = await startOpenAiChatServer([
      { toolCalls: [write('a.ts', 'a\n')] },
      { status: 400, body: { error: { message: "This model's maximum context length is 8192 tokens." } } },
    ]);
    const outcome = await runAgent(createAttempt(await openAiCompatible(server.baseUrl)).input);
    assert.equal(outcome.stopReason, 'context-limit');
    assert.deepEqual(outcome.written, ['a.ts']);
  });

  it('ends before the call that would exceed the cost limit', async () => {
    await using server = await startOpenAiChatServer((_request, index) => ({
      toolCalls: [write(`f${index}.ts`, 'x\n')],
      usage: { input: 1000, output: 100 },
    }));
    const attempt = createAttempt(await openAiCompatible(server.baseUrl, { prices: PRICES }), {
      limits: { budget: new CostBudget(0.004) },
    });
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'cost-limit');
    assert.equal(server.requests.length, 2);
    assert.equal(outcome.costUsd, 0.004);
    assert.match(outcome.problems.join(), /\$0\.0040/);
  });

  it('does not start if the price is unknown and there is a cost limit', async () => {
    await using server = await startOpenAiChatServer([{ text: 'Hello.' }]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), { limits: { budget: new CostBudget(1) } });
    const error = await failure(runAgent(attempt.input));
    assert.ok(error instanceof HoldfastError && error.code === 'limit');
    assert.match(error.message, /price .* unknown/);
    assert.equal(server.requests.length, 0);
  });

  it('reports an answer that was cut off at the output token limit', async () => {
    await using server = await startOpenAiChatServer([{ text: 'export const', finishReason: 'length' }]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), { limits: { maxOutputTokens: 5 } });
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'output-limit');
    assert.equal(server.requests[0]!.body['max_tokens'], 5);
  });
});

describe('Agent: errors of the model', () => {
  it('retries after a 429 response and reports it', async () => {
    await using server = await startOpenAiChatServer([
      { status: 429, headers: { 'retry-after-ms': '12' } },
      { toolCalls: [write('a.ts', 'a\n')] },
      { text: 'Done.' },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    assert.equal((await runAgent(attempt.input)).stopReason, 'finished');
    const retries = attempt.events.filter((event) => event.type === 'model-retry');
    assert.deepEqual(
      retries.map(({ delayMs }) => delayMs),
      [12],
    );
    assert.equal(attempt.calls.length, 3);
  });

  it('requests an interrupted answer again without running its tools', async () => {
    await using server = await startOpenAiChatServer([
      { text: 'I write', truncate: true },
      { text: 'I write', reset: 'after-text' },
      { text: 'I write', toolCalls: [write('a.ts', 'a\n')] },
      { text: 'Done.' },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'finished');
    assert.equal(outcome.steps, 2);
    assert.deepEqual(
      sentMessages(server.requests[2]).map(({ role }) => role),
      ['system', 'user'],
    );
    assert.equal(attempt.events.filter((event) => event.type === 'model-retry').length, 2);
  });

  it('requests the answer again if the model stalls', async () => {
    await using server = await startOpenAiChatServer([
      { text: 'I thi', stall: 'after-text' },
      { toolCalls: [write('a.ts', 'a\n')] },
      { text: 'Done.' },
    ]);
    const textReceived = createDeferred();
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), {
      onEvent: (event) => {
        if (event.type === 'model-text') textReceived.resolve();
      },
    });
    const running = runAgent(attempt.input);
    await textReceived.promise;
    await new Promise((resolve) => setImmediate(resolve));
    attempt.clock.advance(30_000);
    assert.equal((await running).stopReason, 'finished');
    await server.requests[0]!.abandoned;
  });

  it('fails with a hint if every answer is interrupted', async () => {
    await using server = await startOpenAiChatServer(() => ({ text: 'I write', truncate: true }));
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    const error = await failure(runAgent(attempt.input));
    assert.ok(error instanceof HoldfastError && error.code === 'model');
    assert.match(error.hint ?? '', /[Tt]ry again/);
    assert.equal(server.requests.length, 5);
    assert.equal(attempt.clock.pendingTimers, 0);
  });

  it('fails immediately if the key is invalid', async () => {
    await using server = await startOpenAiChatServer([{ status: 401, body: { error: { message: 'bad key' } } }]);
    const error = await failure(
      runAgent(createAttempt(await openAiCompatible(server.baseUrl, { key: 'sk-wrong-key' })).input),
    );
    assert.ok(error instanceof HoldfastError && error.code === 'model' && /Set API Key/.test(error.hint ?? ''));
  });

  it('[ENF-RETRY-6] cancels immediately during an answer and closes the connection', async () => {
    await using server = await startOpenAiChatServer([{ text: 'A long', stall: 'after-text' }]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl));
    const running = failure(runAgent(attempt.input));
    await server.reached(1);
    attempt.abort.abort();
    assert.ok((await running) instanceof CancelledError);
    await server.requests[0]!.abandoned;
    assert.deepEqual(
      attempt.calls.map(({ finishReason }) => finishReason),
      ['cancelled'],
    );
    assert.equal(attempt.clock.pendingTimers, 0);
  });

  it('[ENF-RETRY-6] cancels immediately while a tool is running', async () => {
    await using server = await startOpenAiChatServer([{ toolCalls: [{ name: 'check_contract', input: {} }] }]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), {
      checkContract: () => {
        setImmediate(() => attempt.abort.abort());
        return new Promise<never>(() => undefined);
      },
    });
    assert.ok((await failure(runAgent(attempt.input))) instanceof CancelledError);
    assert.equal(server.requests.length, 1);
  });
});

describe('Agent: keys', () => {
  it('never reach the model, the events or the outcome, even if a file contains them', async () => {
    const key = 'sk-secret-in-a-file';
    await using server = await startOpenAiChatServer([
      { toolCalls: [{ name: 'read_file', input: { path: '.env' } }] },
      { text: `The key is ${key}.`, toolCalls: [write('a.ts', 'a\n')] },
      { text: `It was ${key}.` },
    ]);
    const files = new MemoryFiles({ '.env': `KEY=${key}\n` });
    const attempt = createAttempt(await openAiCompatible(server.baseUrl, { key }), {
      files,
      prompt: `Do it. ${key}`,
      system: `Help. ${key}`,
    });
    const outcome = await runAgent(attempt.input);
    assert.match(toolResults(server.requests[1]).join(), /KEY=\[redacted\]/);
    assert.equal(outcome.output, 'It was [redacted].');
    const reported = JSON.stringify([attempt.events, attempt.calls, outcome.output]);
    assert.ok(!reported.includes(key), reported);
    assert.ok(!server.requests.slice(0, 2).some(({ text }) => text.includes(key)));
  });
});

describe('Agent: a model without tools', () => {
  const ANSWER = [
    'I change the file and add one.',
    '',
    'src/a.ts',
    '<<<<<<< SEARCH',
    'export const a = 1;',
    '=======',
    'export const a = 2;',
    '>>>>>>> REPLACE',
    '',
    'src/b.ts',
    '```ts',
    'export const b = 1;',
    '```',
  ].join('\n');

  it('changes files through the blocks of its answer', async () => {
    await using server = await startOpenAiChatServer([{ text: ANSWER }]);
    const model = { ...(await openAiCompatible(server.baseUrl)), supportsTools: false };
    const attempt = createAttempt(model, {
      files: new MemoryFiles({ 'src/a.ts': 'export const a = 1;\r\nexport const z = 1;\r\n' }),
      system: (withTools) => `tools: ${withTools}`,
    });
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'finished');
    assert.deepEqual(outcome.written, ['src/a.ts', 'src/b.ts']);
    assert.equal(attempt.files.content.get('src/a.ts'), 'export const a = 2;\r\nexport const z = 1;\r\n');
    assert.equal(attempt.files.content.get('src/b.ts'), 'export const b = 1;\n');
    assert.equal(server.requests[0]!.body['tools'], undefined);
    assert.deepEqual(sentMessages(server.requests[0])[0], { role: 'system', content: 'tools: false' });
  });

  it('is detected when the server rejects tools, and called again without them', async () => {
    await using server = await startOpenAiChatServer([
      { status: 400, body: { error: { message: 'registry.ollama.ai/library/gemma does not support tools' } } },
      { text: ANSWER },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), {
      files: new MemoryFiles({ 'src/a.ts': 'export const a = 1;\n' }),
      system: (withTools) => `tools: ${withTools}`,
    });
    const outcome = await runAgent(attempt.input);
    assert.deepEqual(outcome.written, ['src/a.ts', 'src/b.ts']);
    assert.deepEqual(sentMessages(server.requests[1])[0], { role: 'system', content: 'tools: false' });
  });

  it('reports malformed and inapplicable blocks as problems and sends no second message', async () => {
    const text = [
      'src/a.ts',
      '<<<<<<< SEARCH',
      'export const nothing = 1;',
      '=======',
      'x',
      '>>>>>>> REPLACE',
      'src/a.ts',
      '<<<<<<< SEARCH',
      'open',
    ].join('\n');
    await using server = await startOpenAiChatServer([{ text }]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), {
      files: new MemoryFiles({ 'src/a.ts': 'export const a = 1;\n' }),
    });
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'no-change');
    assert.equal(outcome.problems.length, 2);
    assert.match(outcome.problems.join('\n'), /has no ======= line/);
    assert.match(outcome.problems.join('\n'), /was not found in src\/a\.ts/);
    assert.equal(server.requests.length, 1);
  });

  it('[AGENT-10] are applied if a model with tools calls none, through the same checks as the tools', async () => {
    const text = [
      '**src/a.ts**',
      '```ts',
      'export const a = 1;',
      '```',
      '```ts test/b.test.ts',
      'export const b = 1;',
      '```',
      '```ts path=src/c.ts',
      '// ... rest of the code unchanged',
      '```',
    ].join('\n');
    await using server = await startOpenAiChatServer([{ text }]);
    const files = new MemoryFiles({}, { 'test/b.test.ts': 'it is not among the allowed files' });
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), { files });
    const outcome = await runAgent(attempt.input);
    assert.equal(outcome.stopReason, 'finished');
    assert.deepEqual(outcome.written, ['src/a.ts']);
    assert.equal(files.content.get('src/a.ts'), 'export const a = 1;\n');
    assert.deepEqual(
      outcome.refused.map(({ path }) => path),
      ['test/b.test.ts', 'src/c.ts'],
    );
    assert.equal(outcome.unusedMeans, undefined);
  });

  it('[AGENT-10] can omit the path of the only file that may be written', async () => {
    const reply = { text: 'The whole file:\n```ts\nexport const a = 1;\n```\nDone.' };
    await using server = await startOpenAiChatServer([reply]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), { onlyFile: 'src/a.ts' });
    const outcome = await runAgent(attempt.input);
    assert.deepEqual(outcome.written, ['src/a.ts']);
    assert.deepEqual(
      attempt.events.filter(({ type }) => type === 'tool'),
      [{ type: 'tool', name: 'write_file', subject: 'src/a.ts', ok: true }],
    );
  });

  it('[AGENT-10] do not replace a longer file with an excerpt of it', async () => {
    const current = Array.from({ length: 20 }, (_, index) => `export const value${index} = ${index};\n`);
    const changed = current.slice(15).map((line) => line.replace(';', ' + 1;'));
    const answer = (lines: readonly string[]): string => `src/a.ts\n\`\`\`ts\n${lines.join('')}\`\`\`\n`;
    await using server = await startOpenAiChatServer([
      { text: answer([...current.slice(0, 5), 'export const more = 1;\n']) },
      { text: answer([...current.slice(0, 15), ...changed, 'export const more = 1;\n']) },
    ]);
    const model = await openAiCompatible(server.baseUrl);
    const files = new MemoryFiles({ 'src/a.ts': current.join('') });
    const excerpt = await runAgent(createAttempt(model, { files }).input);
    assert.deepEqual(excerpt.written, []);
    assert.match(excerpt.problems.join(), /only a part of the current file/);
    assert.equal(excerpt.unusedMeans, 'tools');
    const whole = await runAgent(createAttempt(model, { files }).input);
    assert.deepEqual(whole.written, ['src/a.ts']);
  });

  it('[AGENT-10] are reported as missing if the answer changes nothing', async () => {
    const reading = { toolCalls: [{ name: 'read_file', input: { path: 'src/a.ts' } }] };
    const editing = {
      toolCalls: [{ name: 'edit_file', input: { path: 'src/a.ts', oldText: 'missing', newText: 'x' } }],
    };
    const done = { text: 'It is done.' };
    await using server = await startOpenAiChatServer([reading, done, editing, done, done]);
    const model = await openAiCompatible(server.baseUrl);
    assert.equal((await runAgent(createAttempt(model).input)).unusedMeans, 'tools');
    assert.equal((await runAgent(createAttempt(model).input)).unusedMeans, undefined, 'a failed edit is an attempt');
    const withoutTools = createAttempt({ ...model, supportsTools: false });
    assert.equal((await runAgent(withoutTools.input)).unusedMeans, 'blocks');
  });

  it('does not apply blocks after its tools have written files', async () => {
    await using server = await startOpenAiChatServer([
      { toolCalls: [write('src/b.ts', 'export const b = 2;\n')] },
      { text: `I did:\n${ANSWER}` },
    ]);
    const attempt = createAttempt(await openAiCompatible(server.baseUrl), {
      files: new MemoryFiles({ 'src/a.ts': 'export const a = 1;\n' }),
    });
    const outcome = await runAgent(attempt.input);
    assert.deepEqual(outcome.written, ['src/b.ts']);
    assert.equal(attempt.files.content.get('src/b.ts'), 'export const b = 2;\n');
  });
});

describe('Agent: record and replay', () => {
  it('replays a recorded run as the same conversation, without a server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-record-'));
    try {
      const recordTo = join(folder, 'deep', 'replies.yaml');
      const key = 'sk-recorded-secret';
      const before = await (async () => {
        await using server = await startOpenAiChatServer([
          { status: 429, headers: { 'retry-after-ms': '1' } },
          {
            reasoning: 'Hm.',
            text: `I write with ${key}.`,
            toolCalls: [write('a.ts', 'a\n'), { name: 'list_files', rawArguments: '{"path":' }],
            usage: { input: 100, output: 10, cached: 50 },
          },
          { text: 'Done.', usage: { input: 200, output: 20 } },
          { text: 'Attempt 2.', usage: { input: 10, output: 2 } },
        ]);
        const model = await createModel({
          reference: 'openai-compatible:test-model',
          baseUrl: server.baseUrl,
          keys: () => Promise.resolve(key),
          prices: PRICES,
          recordTo,
        });
        const first = await runAgent(createAttempt(model).input);
        const second = await runAgent(createAttempt(model, { label: { chunk: 'types', attempt: 2 } }).input);
        return [first, second];
      })();
      assert.ok(!(await readFile(recordTo, 'utf8')).includes(key));
      const model = await createModel({ reference: `replay:${recordTo}`, keys: () => Promise.resolve(undefined) });
      const after = [
        await runAgent(createAttempt(model).input),
        await runAgent(createAttempt(model, { label: { chunk: 'types', attempt: 2 } }).input),
      ];
      for (const [index, outcome] of after.entries()) {
        const recorded = before[index]!;
        for (const name of [
          'stopReason',
          'output',
          'steps',
          'inputTokens',
          'outputTokens',
          'costUsd',
          'written',
          'problems',
        ] as const) {
          assert.deepEqual(outcome[name], recorded[name], name);
        }
        assert.equal(outcome.messages.length, recorded.messages.length);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
