import assert from 'node:assert/strict';
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { CallPolicy } from '../../../src/models/calls/call-policy.ts';
import type { CallReport, RetryNotice } from '../../../src/models/calls/call-report.ts';
import type { ConfiguredModel } from '../../../src/models/base/configured-model.ts';
import { CostBudget } from '../../../src/models/cost/cost-budget.ts';
import { createModel } from '../../../src/models/create-model.ts';
import { guardModel } from '../../../src/models/calls/guarded-model.ts';
import { InterruptedAnswerError, ModelError, StalledError } from '../../../src/models/base/model-error.ts';
import { CancelledError } from '../../../src/foundation/errors.ts';
import { startAnthropicServer } from '../../servers/anthropic.ts';
import type { LoopbackServer } from '../../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { ManualClock } from '../../foundation/manual-clock.ts';
import { createScriptedModel } from '../scripted-model.ts';

const KEY = 'sk-very-secret-value';
const PROMPT: LanguageModelV4CallOptions['prompt'] = [
  { role: 'user', content: [{ type: 'text', text: 'Say hello to the world.' }] },
];

interface GuardedModelFixture {
  readonly clock: ManualClock;
  readonly calls: CallReport[];
  readonly retries: RetryNotice[];
  readonly budget: CostBudget;
  stream(signal?: AbortSignal): Promise<readonly LanguageModelV4StreamPart[]>;
  generate(): Promise<string>;
}

function createGuarded(
  model: ConfiguredModel,
  policy: Partial<CallPolicy> = {},
  clock = new ManualClock(),
): GuardedModelFixture {
  const calls: CallReport[] = [];
  const retries: RetryNotice[] = [];
  const budget = policy.budget ?? new CostBudget(undefined);
  const guarded = guardModel(model, {
    retry: { maxRetries: 3, baseDelayMs: 100, maxDelayMs: 5000 },
    stallTimeoutMs: 30_000,
    clock,
    onRetry: (notice) => retries.push(notice),
    onCall: (report) => calls.push(report),
    ...policy,
    budget,
  });
  return {
    clock,
    calls,
    retries,
    budget,
    async stream(signal) {
      const { stream } = await guarded.doStream({
        prompt: PROMPT,
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      const parts: LanguageModelV4StreamPart[] = [];
      for await (const part of stream) parts.push(part);
      return parts;
    },
    async generate() {
      const { content } = await guarded.doGenerate({ prompt: PROMPT });
      return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    },
  };
}

async function createGuardedServerModel(
  server: LoopbackServer,
  policy: Partial<CallPolicy> = {},
): Promise<GuardedModelFixture> {
  const model = await createModel({
    reference: 'openai-compatible:test-model',
    baseUrl: server.baseUrl,
    keys: () => Promise.resolve(KEY),
    prices: { inputPerMillion: 1, outputPerMillion: 10 },
  });
  return createGuarded(model, policy);
}

function joinText(parts: readonly LanguageModelV4StreamPart[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}

async function catchError(work: Promise<unknown>): Promise<Error> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof Error, 'the call fails');
  return thrown;
}

/** Returns the error that ends a stream. */
function findStreamError(parts: readonly LanguageModelV4StreamPart[]): unknown {
  const last = parts.at(-1);
  assert.equal(last?.type, 'error');
  return last.error;
}

const HELLO = { text: 'Hello, world.', usage: { input: 1000, output: 100, cached: 250 } };

describe('models: a call that succeeds', () => {
  it('passes the answer through and reports tokens, cost and duration', async () => {
    await using server = await startOpenAiChatServer([HELLO]);
    const guarded = await createGuardedServerModel(server);
    const parts = await guarded.stream();
    assert.equal(joinText(parts), 'Hello, world.');
    assert.equal(server.requests[0]!.headers.authorization, `Bearer ${KEY}`);
    const [report, ...others] = guarded.calls;
    assert.deepEqual(others, []);
    assert.deepEqual(report, {
      model: 'openai-compatible:test-model',
      inputTokens: 1000,
      cachedInputTokens: 250,
      outputTokens: 100,
      reasoningTokens: 0,
      costUsd: 0.002,
      estimated: false,
      durationMs: report!.durationMs,
      finishReason: 'stop',
    });
    assert.equal(guarded.budget.spentUsd, 0.002);
    assert.equal(guarded.clock.pendingTimers, 0);
  });

  it('returns a whole answer, after a retry if it is cut off', async () => {
    await using server = await startOpenAiChatServer([{ text: 'Half', truncate: true }, HELLO]);
    const guarded = await createGuardedServerModel(server);
    assert.equal(await guarded.generate(), 'Hello, world.');
    assert.deepEqual(
      guarded.calls.map(({ finishReason }) => finishReason),
      ['error', 'stop'],
    );
  });

  it('estimates the tokens if the server reports none, and marks them as estimated', async () => {
    await using server = await startOpenAiChatServer([{ text: 'Hello, world.' }]);
    const guarded = await createGuardedServerModel(server);
    await guarded.stream();
    const [report] = guarded.calls;
    assert.equal(report!.estimated, true);
    assert.ok(report!.inputTokens > 0 && report!.outputTokens > 0 && (report!.costUsd ?? 0) > 0);
  });

  it('reads the response to its end, so that the connection is reused', async () => {
    await using server = await startAnthropicServer([HELLO, HELLO]);
    const model = await createModel({
      reference: 'anthropic:claude-sonnet-4-5',
      baseUrl: server.baseUrl,
      keys: () => Promise.resolve(KEY),
    });
    const guarded = createGuarded(model, {}, new ManualClock(0));
    await guarded.stream();
    while (guarded.clock.pendingTimers > 0) await new Promise((resolve) => setImmediate(resolve));
    await guarded.stream();
    assert.equal(server.requests[0]!.connection, server.requests[1]!.connection);
  });

  it('drops the warnings of a provider, which the SDK would print', async () => {
    const model: ConfiguredModel = {
      reference: 'scripted:m',
      supportsTools: true,
      price: () => null,
      redact: (text) => text,
      secrets: [],
      model: createScriptedModel('m', [
        [
          { type: 'stream-start', warnings: [{ type: 'other', message: 'noise' }] },
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: 'hi' },
          {
            type: 'finish',
            finishReason: { unified: 'stop', raw: 'stop' },
            usage: {
              inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
              outputTokens: { total: 1, text: 1, reasoning: 0 },
            },
          },
        ],
      ]),
    };
    const [first] = await createGuarded(model).stream();
    assert.deepEqual(first, { type: 'stream-start', warnings: [] });
  });
});

describe('models: transient errors', () => {
  it('waits as long as a 429 response requests and then succeeds', async () => {
    await using server = await startOpenAiChatServer([{ status: 429, headers: { 'retry-after-ms': '37' } }, HELLO]);
    const guarded = await createGuardedServerModel(server);
    assert.equal(joinText(await guarded.stream()), 'Hello, world.');
    assert.deepEqual(
      guarded.retries.map(({ delayMs }) => delayMs),
      [37],
    );
    assert.match(guarded.retries[0]!.reason, /429/);
    assert.ok(guarded.clock.delays.includes(37), 'the call waited as long as requested');
    assert.deepEqual(
      guarded.calls.map(({ finishReason, costUsd, inputTokens }) => [finishReason, costUsd, inputTokens]),
      [
        ['error', 0, 0],
        ['stop', 0.002, 1000],
      ],
    );
  });

  it('supports Retry-After in seconds', async () => {
    await using server = await startOpenAiChatServer([{ status: 503, headers: { 'retry-after': '2' } }, HELLO]);
    const guarded = await createGuardedServerModel(server);
    await guarded.stream();
    assert.deepEqual(
      guarded.retries.map(({ delayMs }) => delayMs),
      [2000],
    );
  });

  it('doubles the delay of each retry and fails after the last', async () => {
    await using server = await startOpenAiChatServer([
      { status: 500 },
      { status: 502 },
      { status: 503 },
      { status: 529 },
      HELLO,
    ]);
    const guarded = await createGuardedServerModel(server);
    const error = await catchError(guarded.stream());
    assert.ok(error instanceof ModelError && error.statusCode === 529);
    assert.deepEqual(
      guarded.retries.map(({ delayMs }) => delayMs),
      [100, 200, 400],
    );
    assert.equal(server.requests.length, 4);
    assert.equal(guarded.calls.length, 4);
  });

  it('fails immediately if the server requests more than the maximum delay', async () => {
    await using server = await startOpenAiChatServer([{ status: 429, headers: { 'retry-after': '3600' } }, HELLO]);
    const guarded = await createGuardedServerModel(server);
    assert.match((await catchError(guarded.stream())).message, /429/);
    assert.equal(server.requests.length, 1);
  });

  it('retries after a connection reset before the first content', async () => {
    await using server = await startOpenAiChatServer([{ reset: 'at-once' }, HELLO]);
    const guarded = await createGuardedServerModel(server);
    assert.equal(joinText(await guarded.stream()), 'Hello, world.');
    assert.equal(guarded.retries.length, 1);
  });

  it('retries after a stream that ends or fails before the first content', async () => {
    await using server = await startOpenAiChatServer([
      { truncate: true },
      { streamError: { message: 'overloaded', code: 529 } },
      HELLO,
    ]);
    const guarded = await createGuardedServerModel(server);
    assert.equal(joinText(await guarded.stream()), 'Hello, world.');
    assert.equal(guarded.retries.length, 2);
  });

  for (const [name, reply] of [
    ['is cut off', { text: 'Half of it', truncate: true }],
    ['is reset', { text: 'Half of it', reset: 'after-text' }],
    ['fails', { text: 'Half of it', streamError: { message: 'The server had an error', type: 'server_error' } }],
  ] as const) {
    it(`reports an answer that ${name} midway as a retryable error, not as a success`, async () => {
      await using server = await startOpenAiChatServer([reply, HELLO]);
      const guarded = await createGuardedServerModel(server);
      const parts = await guarded.stream();
      assert.equal(joinText(parts), 'Half of it');
      const error = findStreamError(parts);
      assert.ok(error instanceof InterruptedAnswerError && error.retryable, String(error));
      assert.equal(server.requests.length, 1, 'the call is not retried after content was received');
      assert.equal(guarded.calls[0]!.finishReason, 'error');
      assert.ok(guarded.calls[0]!.estimated && (guarded.calls[0]!.costUsd ?? 0) > 0, 'the received output is counted');
    });
  }
});

describe("models: transient errors in Anthropic's protocol", () => {
  it('are retried: a refused request, an overload in the stream, a cut-off answer', async () => {
    await using server = await startAnthropicServer([
      {
        status: 529,
        headers: { 'retry-after-ms': '5' },
        body: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      },
      { streamError: { type: 'overloaded_error', message: 'Overloaded' } },
      { truncate: true },
      HELLO,
    ]);
    const model = await createModel({
      reference: 'anthropic:claude-sonnet-4-5',
      baseUrl: server.baseUrl,
      keys: () => Promise.resolve(KEY),
    });
    const guarded = createGuarded(model);
    assert.equal(joinText(await guarded.stream()), 'Hello, world.');
    assert.deepEqual(
      guarded.retries.map(({ delayMs }) => delayMs),
      [5, 200, 400],
    );
    assert.deepEqual(
      guarded.calls.map(({ finishReason }) => finishReason),
      ['error', 'error', 'error', 'stop'],
    );
  });

  it('fail the call in the middle of an answer', async () => {
    await using server = await startAnthropicServer([{ text: 'Half', truncate: true }]);
    const model = await createModel({
      reference: 'anthropic:claude-sonnet-4-5',
      baseUrl: server.baseUrl,
      keys: () => Promise.resolve(KEY),
    });
    assert.ok(findStreamError(await createGuarded(model).stream()) instanceof InterruptedAnswerError);
  });
});

describe('models: a server that stalls', () => {
  it('is disconnected after the stall time limit, and the call is retried', async () => {
    await using server = await startOpenAiChatServer([{ stall: 'at-once' }, HELLO]);
    const guarded = await createGuardedServerModel(server);
    const streaming = guarded.stream();
    await server.reached(1);
    guarded.clock.advance(29_999);
    assert.equal(guarded.retries.length, 0);
    guarded.clock.advance(1);
    assert.equal(joinText(await streaming), 'Hello, world.');
    assert.match(guarded.retries[0]!.reason, /nothing for 30 s/);
    await server.requests[0]!.abandoned;
    assert.equal(guarded.clock.pendingTimers, 0);
  });

  it('causes a retryable StalledError', async () => {
    await using server = await startOpenAiChatServer([{ stall: 'at-once' }]);
    const guarded = await createGuardedServerModel(server, { retry: { maxRetries: 0, baseDelayMs: 1, maxDelayMs: 1 } });
    const streaming = catchError(guarded.stream());
    await server.reached(1);
    guarded.clock.advance(30_000);
    const error = await streaming;
    assert.ok(error instanceof StalledError && error.retryable);
  });
});

describe('models: permanent errors', () => {
  it('of an invalid key have a hint, are not retried, and do not contain the key', async () => {
    await using server = await startOpenAiChatServer([
      { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } },
    ]);
    const guarded = await createGuardedServerModel(server);
    const error = await catchError(guarded.stream());
    assert.ok(error instanceof ModelError);
    assert.equal(error.retryable, false);
    assert.match(error.message, /401/);
    assert.match(error.hint ?? '', /Holdfast: Set API Key.*HOLDFAST_API_KEY/);
    assert.equal(server.requests.length, 1);
    const allTexts = [
      error.message,
      error.stack,
      String(error.cause),
      JSON.stringify(error.cause),
      JSON.stringify(guarded.calls),
    ].join(' ');
    assert.ok(!allTexts.includes(KEY), allTexts);
  });

  it('of an account without credit are not retried', async () => {
    const body = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } };
    await using server = await startOpenAiChatServer([{ status: 429, body }, HELLO]);
    const error = await catchError((await createGuardedServerModel(server)).stream());
    assert.ok(error instanceof ModelError && /no credit/.test(error.hint ?? ''));
    assert.equal(server.requests.length, 1);
  });

  it('of an unreachable server have a hint', async () => {
    const server = await startOpenAiChatServer([]);
    await server.close();
    const error = await catchError(
      (await createGuardedServerModel(server, { retry: { maxRetries: 0, baseDelayMs: 1, maxDelayMs: 1 } })).stream(),
    );
    assert.ok(error instanceof ModelError && /server is running/.test(error.hint ?? ''), error.message);
  });
});

describe('models: cancellation', () => {
  it('[ENF-RETRY-6] closes the connection in the middle of an answer and does not retry', async () => {
    await using server = await startOpenAiChatServer([{ text: 'A long answer begins', stall: 'after-text' }, HELLO]);
    const guarded = await createGuardedServerModel(server);
    const abort = new AbortController();
    const streaming = guarded.stream(abort.signal);
    await server.reached(1);
    abort.abort();
    const outcome = await streaming.then(findStreamError, (thrown: unknown) => thrown);
    assert.ok(outcome instanceof CancelledError);
    await server.requests[0]!.abandoned;
    assert.equal(server.requests.length, 1);
    assert.deepEqual(
      guarded.calls.map(({ finishReason }) => finishReason),
      ['cancelled'],
    );
    assert.equal(guarded.clock.pendingTimers, 0);
  });

  it('[ENF-RETRY-6] ends the delay before a retry', async () => {
    await using server = await startOpenAiChatServer([{ status: 429, headers: { 'retry-after': '100' } }, HELLO]);
    const abort = new AbortController();
    const guarded = await createGuardedServerModel(server, {
      retry: { maxRetries: 3, baseDelayMs: 1, maxDelayMs: 200_000 },
      onRetry: () => setImmediate(() => abort.abort()),
    });
    assert.ok((await catchError(guarded.stream(abort.signal))) instanceof CancelledError);
    assert.equal(server.requests.length, 1);
  });

  it('[ENF-RETRY-6] prevents the first call', async () => {
    await using server = await startOpenAiChatServer([HELLO]);
    assert.ok(
      (await catchError((await createGuardedServerModel(server)).stream(AbortSignal.abort()))) instanceof
        CancelledError,
    );
    assert.equal(server.requests.length, 0);
  });
});

describe('models: the cost budget', () => {
  it('is checked before each call', async () => {
    await using server = await startOpenAiChatServer([HELLO, HELLO]);
    const guarded = await createGuardedServerModel(server, { budget: new CostBudget(0.002) });
    await guarded.stream();
    const error = await catchError(guarded.stream());
    assert.match(error.message, /Cost limit reached/);
    assert.equal(server.requests.length, 1);
  });

  it('[TRUST-9] counts the definitions of tools as input', async () => {
    await using server = await startOpenAiChatServer([HELLO, HELLO]);
    const model = await createModel({
      reference: 'openai-compatible:test-model',
      baseUrl: server.baseUrl,
      keys: () => Promise.resolve(KEY),
      prices: { inputPerMillion: 1, outputPerMillion: 10 },
    });
    const policy = {
      retry: { maxRetries: 0, baseDelayMs: 0, maxDelayMs: 0 },
      stallTimeoutMs: 30_000,
      clock: new ManualClock(),
      budget: new CostBudget(0.000_5),
    };
    const tool = { type: 'function', name: 'write', description: 'hello world '.repeat(400), inputSchema: {} } as const;
    const guarded = guardModel(model, policy);
    const error = await catchError(Promise.resolve(guarded.doStream({ prompt: PROMPT, tools: [tool] })));
    assert.match(error.message, /Cost limit reached/);
    assert.equal(server.requests.length, 0);
  });
});
