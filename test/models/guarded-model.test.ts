import assert from 'node:assert/strict';
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { CallPolicy } from '../../src/models/call-policy.ts';
import type { CallReport, RetryNotice } from '../../src/models/call-report.ts';
import type { ConfiguredModel } from '../../src/models/configured-model.ts';
import { CostBudget } from '../../src/models/cost-budget.ts';
import { createModel } from '../../src/models/create-model.ts';
import { guardModel } from '../../src/models/guarded-model.ts';
import { AnswerBrokenOffError, ModelError, StalledError } from '../../src/models/model-error.ts';
import { CancelledError } from '../../src/shared/errors.ts';
import { startAnthropicServer } from '../servers/anthropic.ts';
import type { LoopbackServer } from '../servers/loopback-server.ts';
import { startOpenAiChatServer } from '../servers/openai-chat.ts';
import { HandClock } from './hand-clock.ts';
import { scriptedModel } from './scripted-model.ts';

const KEY = 'sk-very-secret-value';
const PROMPT: LanguageModelV4CallOptions['prompt'] = [
  { role: 'user', content: [{ type: 'text', text: 'Say hello to the world.' }] },
];

interface Guarded {
  readonly clock: HandClock;
  readonly calls: CallReport[];
  readonly retries: RetryNotice[];
  readonly budget: CostBudget;
  stream(signal?: AbortSignal): Promise<readonly LanguageModelV4StreamPart[]>;
  generate(): Promise<string>;
}

function guard(model: ConfiguredModel, policy: Partial<CallPolicy> = {}, clock = new HandClock()): Guarded {
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

async function over(server: LoopbackServer, policy: Partial<CallPolicy> = {}): Promise<Guarded> {
  const model = await createModel({
    reference: 'openai-compatible:test-model',
    baseUrl: server.baseUrl,
    keys: () => Promise.resolve(KEY),
    prices: { inputPerMillion: 1, outputPerMillion: 10 },
  });
  return guard(model, policy);
}

function textOf(parts: readonly LanguageModelV4StreamPart[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}

async function failure(work: Promise<unknown>): Promise<Error> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof Error, 'it fails');
  return thrown;
}

/** The error that a stream ends with. */
function streamedError(parts: readonly LanguageModelV4StreamPart[]): unknown {
  const last = parts.at(-1);
  assert.equal(last?.type, 'error');
  return last.error;
}

const HELLO = { text: 'Hello, world.', usage: { input: 1000, output: 100, cached: 250 } };

describe('models: a call that succeeds', () => {
  it('passes the answer through and reports tokens, cost and duration', async () => {
    await using server = await startOpenAiChatServer([HELLO]);
    const guarded = await over(server);
    const parts = await guarded.stream();
    assert.equal(textOf(parts), 'Hello, world.');
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
    assert.equal(guarded.clock.waiting, 0);
  });

  it('gives a whole answer where one is asked for', async () => {
    await using server = await startOpenAiChatServer([{ text: 'Half', truncate: true }, HELLO]);
    const guarded = await over(server);
    assert.equal(await guarded.generate(), 'Hello, world.');
    assert.deepEqual(
      guarded.calls.map(({ finishReason }) => finishReason),
      ['error', 'stop'],
    );
  });

  it('estimates the tokens of a server that does not count, and says that it did', async () => {
    await using server = await startOpenAiChatServer([{ text: 'Hello, world.' }]);
    const guarded = await over(server);
    await guarded.stream();
    const [report] = guarded.calls;
    assert.equal(report!.estimated, true);
    assert.ok(report!.inputTokens > 0 && report!.outputTokens > 0 && (report!.costUsd ?? 0) > 0);
  });

  it('hears the connection out after the answer, so that it is used again', async () => {
    await using server = await startAnthropicServer([HELLO, HELLO]);
    const model = await createModel({
      reference: 'anthropic:claude-sonnet-4-5',
      baseUrl: server.baseUrl,
      keys: () => Promise.resolve(KEY),
    });
    const guarded = guard(model, {}, new HandClock(0));
    await guarded.stream();
    while (guarded.clock.waiting > 0) await new Promise((resolve) => setImmediate(resolve));
    await guarded.stream();
    assert.equal(server.requests[0]!.connection, server.requests[1]!.connection);
  });

  it('drops the notes of a provider about settings, which the SDK would print', async () => {
    const model: ConfiguredModel = {
      reference: 'scripted:m',
      supportsTools: true,
      price: () => null,
      redact: (text) => text,
      secrets: [],
      model: scriptedModel('m', [
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
    const [first] = await guard(model).stream();
    assert.deepEqual(first, { type: 'stream-start', warnings: [] });
  });
});

describe('models: passing trouble', () => {
  it('waits as long as a 429 asks and then succeeds', async () => {
    await using server = await startOpenAiChatServer([{ status: 429, headers: { 'retry-after-ms': '37' } }, HELLO]);
    const guarded = await over(server);
    assert.equal(textOf(await guarded.stream()), 'Hello, world.');
    assert.deepEqual(
      guarded.retries.map(({ delayMs }) => delayMs),
      [37],
    );
    assert.match(guarded.retries[0]!.reason, /429/);
    assert.ok(guarded.clock.delays.includes(37), 'it really waited');
    assert.deepEqual(
      guarded.calls.map(({ finishReason, costUsd, inputTokens }) => [finishReason, costUsd, inputTokens]),
      [
        ['error', 0, 0],
        ['stop', 0.002, 1000],
      ],
    );
  });

  it('reads Retry-After in seconds', async () => {
    await using server = await startOpenAiChatServer([{ status: 503, headers: { 'retry-after': '2' } }, HELLO]);
    const guarded = await over(server);
    await guarded.stream();
    assert.deepEqual(
      guarded.retries.map(({ delayMs }) => delayMs),
      [2000],
    );
  });

  it('backs off further each time and gives up after the last retry', async () => {
    await using server = await startOpenAiChatServer([
      { status: 500 },
      { status: 502 },
      { status: 503 },
      { status: 529 },
      HELLO,
    ]);
    const guarded = await over(server);
    const error = await failure(guarded.stream());
    assert.ok(error instanceof ModelError && error.statusCode === 529);
    assert.deepEqual(
      guarded.retries.map(({ delayMs }) => delayMs),
      [100, 200, 400],
    );
    assert.equal(server.requests.length, 4);
    assert.equal(guarded.calls.length, 4);
  });

  it('does not wait longer than the longest delay: it fails at once', async () => {
    await using server = await startOpenAiChatServer([{ status: 429, headers: { 'retry-after': '3600' } }, HELLO]);
    const guarded = await over(server);
    assert.match((await failure(guarded.stream())).message, /429/);
    assert.equal(server.requests.length, 1);
  });

  it('calls again after a connection that was reset before the first word', async () => {
    await using server = await startOpenAiChatServer([{ reset: 'at-once' }, HELLO]);
    const guarded = await over(server);
    assert.equal(textOf(await guarded.stream()), 'Hello, world.');
    assert.equal(guarded.retries.length, 1);
  });

  it('calls again after a stream that ends or fails before the first word', async () => {
    await using server = await startOpenAiChatServer([
      { truncate: true },
      { streamError: { message: 'overloaded', code: 529 } },
      HELLO,
    ]);
    const guarded = await over(server);
    assert.equal(textOf(await guarded.stream()), 'Hello, world.');
    assert.equal(guarded.retries.length, 2);
  });

  for (const [name, reply] of [
    ['is cut off', { text: 'Half of it', truncate: true }],
    ['is reset', { text: 'Half of it', reset: 'after-text' }],
    ['fails', { text: 'Half of it', streamError: { message: 'The server had an error', type: 'server_error' } }],
  ] as const) {
    it(`treats an answer that ${name} in its middle as a failure that may be tried again, not as a success`, async () => {
      await using server = await startOpenAiChatServer([reply, HELLO]);
      const guarded = await over(server);
      const parts = await guarded.stream();
      assert.equal(textOf(parts), 'Half of it');
      const error = streamedError(parts);
      assert.ok(error instanceof AnswerBrokenOffError && error.retryable, String(error));
      assert.equal(server.requests.length, 1, 'what was heard is not repeated unseen');
      assert.equal(guarded.calls[0]!.finishReason, 'error');
      assert.ok(guarded.calls[0]!.estimated && (guarded.calls[0]!.costUsd ?? 0) > 0, 'what was answered is counted');
    });
  }
});

describe("models: passing trouble in Anthropic's protocol", () => {
  it('is tried again: refused, overloaded in the stream, and cut off', async () => {
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
    const guarded = guard(model);
    assert.equal(textOf(await guarded.stream()), 'Hello, world.');
    assert.deepEqual(
      guarded.retries.map(({ delayMs }) => delayMs),
      [5, 200, 400],
    );
    assert.deepEqual(
      guarded.calls.map(({ finishReason }) => finishReason),
      ['error', 'error', 'error', 'stop'],
    );
  });

  it('is a failure where it comes in the middle of an answer', async () => {
    await using server = await startAnthropicServer([{ text: 'Half', truncate: true }]);
    const model = await createModel({
      reference: 'anthropic:claude-sonnet-4-5',
      baseUrl: server.baseUrl,
      keys: () => Promise.resolve(KEY),
    });
    assert.ok(streamedError(await guard(model).stream()) instanceof AnswerBrokenOffError);
  });
});

describe('models: a server that goes silent', () => {
  it('gives up after the stall time limit, closes the connection and calls again', async () => {
    await using server = await startOpenAiChatServer([{ stall: 'at-once' }, HELLO]);
    const guarded = await over(server);
    const streaming = guarded.stream();
    await server.reached(1);
    guarded.clock.advance(29_999);
    assert.equal(guarded.retries.length, 0);
    guarded.clock.advance(1);
    assert.equal(textOf(await streaming), 'Hello, world.');
    assert.match(guarded.retries[0]!.reason, /nothing for 30 s/);
    await server.requests[0]!.abandoned;
    assert.equal(guarded.clock.waiting, 0);
  });

  it('ends in a typed error that says that trying again may help', async () => {
    await using server = await startOpenAiChatServer([{ stall: 'at-once' }]);
    const guarded = await over(server, { retry: { maxRetries: 0, baseDelayMs: 1, maxDelayMs: 1 } });
    const streaming = failure(guarded.stream());
    await server.reached(1);
    guarded.clock.advance(30_000);
    const error = await streaming;
    assert.ok(error instanceof StalledError && error.retryable);
  });
});

describe('models: trouble that does not pass', () => {
  it('says what to do about a wrong key, does not repeat it, and does not show it', async () => {
    await using server = await startOpenAiChatServer([
      { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}` } } },
    ]);
    const guarded = await over(server);
    const error = await failure(guarded.stream());
    assert.ok(error instanceof ModelError);
    assert.equal(error.retryable, false);
    assert.match(error.message, /401/);
    assert.match(error.hint ?? '', /Holdfast: Set API Key.*HOLDFAST_API_KEY/);
    assert.equal(server.requests.length, 1);
    const everything = [
      error.message,
      error.stack,
      String(error.cause),
      JSON.stringify(error.cause),
      JSON.stringify(guarded.calls),
    ].join(' ');
    assert.ok(!everything.includes(KEY), everything);
  });

  it('does not wait for an account without money', async () => {
    const body = { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } };
    await using server = await startOpenAiChatServer([{ status: 429, body }, HELLO]);
    const error = await failure((await over(server)).stream());
    assert.ok(error instanceof ModelError && /no credit/.test(error.hint ?? ''));
    assert.equal(server.requests.length, 1);
  });

  it('tells an address where nobody listens', async () => {
    const server = await startOpenAiChatServer([]);
    await server.close();
    const error = await failure(
      (await over(server, { retry: { maxRetries: 0, baseDelayMs: 1, maxDelayMs: 1 } })).stream(),
    );
    assert.ok(error instanceof ModelError && /server is running/.test(error.hint ?? ''), error.message);
  });
});

describe('models: cancelling', () => {
  it('[ENF-RETRY-6] closes the connection at once, in the middle of an answer, and never calls again', async () => {
    await using server = await startOpenAiChatServer([{ text: 'A long answer begins', stall: 'after-text' }, HELLO]);
    const guarded = await over(server);
    const abort = new AbortController();
    const streaming = guarded.stream(abort.signal);
    await server.reached(1);
    abort.abort();
    const outcome = await streaming.then(streamedError, (thrown: unknown) => thrown);
    assert.ok(outcome instanceof CancelledError);
    await server.requests[0]!.abandoned;
    assert.equal(server.requests.length, 1);
    assert.deepEqual(
      guarded.calls.map(({ finishReason }) => finishReason),
      ['cancelled'],
    );
    assert.equal(guarded.clock.waiting, 0);
  });

  it('[ENF-RETRY-6] ends the wait before a retry', async () => {
    await using server = await startOpenAiChatServer([{ status: 429, headers: { 'retry-after': '100' } }, HELLO]);
    const abort = new AbortController();
    const guarded = await over(server, {
      retry: { maxRetries: 3, baseDelayMs: 1, maxDelayMs: 200_000 },
      onRetry: () => setImmediate(() => abort.abort()),
    });
    assert.ok((await failure(guarded.stream(abort.signal))) instanceof CancelledError);
    assert.equal(server.requests.length, 1);
  });

  it('[ENF-RETRY-6] makes no call at all when it is cancelled before', async () => {
    await using server = await startOpenAiChatServer([HELLO]);
    assert.ok((await failure((await over(server)).stream(AbortSignal.abort()))) instanceof CancelledError);
    assert.equal(server.requests.length, 0);
  });
});

describe('models: the cost of a call', () => {
  it('is asked for before the call is made', async () => {
    await using server = await startOpenAiChatServer([HELLO, HELLO]);
    const guarded = await over(server, { budget: new CostBudget(0.002) });
    await guarded.stream();
    const error = await failure(guarded.stream());
    assert.match(error.message, /Cost limit reached/);
    assert.equal(server.requests.length, 1);
  });
});
