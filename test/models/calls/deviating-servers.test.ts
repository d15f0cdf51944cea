import assert from 'node:assert/strict';
import { APICallError } from '@ai-sdk/provider';
import { generateText, tool } from 'ai';
import * as z from 'zod';
import { runAgent } from '../../../src/models/agent/run-agent.ts';
import { ModelError } from '../../../src/models/base/model-error.ts';
import type { CallReport } from '../../../src/models/calls/call-report.ts';
import { toModelError } from '../../../src/models/calls/model-failure.ts';
import { guardModel } from '../../../src/models/calls/guarded-model.ts';
import { requestStructuredAnswer, UnusableAnswerError } from '../../../src/models/calls/structured-answer.ts';
import { CostBudget } from '../../../src/models/cost/cost-budget.ts';
import { createModel } from '../../../src/models/create-model.ts';
import type { LoopbackServer, Script, ScriptedReply } from '../../servers/loopback-server.ts';
import { startAnthropicServer } from '../../servers/anthropic.ts';
import { startOpenAiChatServer } from '../../servers/openai-chat.ts';
import { ManualClock } from '../../foundation/manual-clock.ts';
import { createAttempt } from '../agent/attempt.ts';

interface Caller {
  readonly calls: CallReport[];
  readonly retries: string[];
  generate(options?: {
    readonly withTools?: boolean;
    readonly maxOutputTokens?: number;
  }): Promise<{ text: string; calls: readonly unknown[] }>;
  judge(): Promise<unknown>;
}

async function callerOf(server: LoopbackServer, model = 'deviating', provider = 'openai-compatible'): Promise<Caller> {
  const configured = await createModel({
    reference: `${provider}:${model}`,
    baseUrl: server.baseUrl,
    keys: () => Promise.resolve('sk-a-key-of-this-test'),
  });
  const calls: CallReport[] = [];
  const retries: string[] = [];
  const clock = new ManualClock();
  const guarded = guardModel(configured, {
    retry: { maxRetries: 2, baseDelayMs: 0, maxDelayMs: 0 },
    stallTimeoutMs: 30_000,
    clock,
    budget: new CostBudget(undefined),
    onRetry: ({ reason }) => {
      retries.push(reason);
      setImmediate(() => clock.advance(1));
    },
    onCall: (report) => calls.push(report),
  });
  return {
    calls,
    retries,
    async generate({ withTools = false, maxOutputTokens } = {}) {
      const { text, toolCalls } = await generateText({
        model: guarded,
        prompt: 'Say hello.',
        temperature: 0,
        maxRetries: 0,
        ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
        ...(withTools ? { tools: { read: tool({ inputSchema: z.looseObject({}) }) } } : {}),
      });
      return { text, calls: toolCalls.map(({ toolName, input }) => ({ toolName, input })) };
    },
    judge: () =>
      requestStructuredAnswer({
        model: guarded,
        system: 'You judge.',
        prompt: 'Judge.',
        schema: z.object({ passed: z.boolean() }),
        label: { purpose: 'judge' },
        maxTries: 3,
        signal: new AbortController().signal,
      }),
  };
}

async function failureOf(work: Promise<unknown>): Promise<ModelError> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof ModelError, String(thrown));
  return thrown;
}

const OVERFLOW = 'The maximum context length is 8192 tokens, but 9000 were requested.';
const NO_TOOLS = 'registry/model:3b does not support tools';

/** Bodies of errors, with the status, what the person must read, and what follows from it. */
const BODIES: readonly (readonly [
  status: number,
  body: unknown,
  words: string,
  limitation?: string | undefined,
  hint?: RegExp,
])[] = [
  [400, { object: 'error', message: OVERFLOW, type: 'BadRequestError' }, OVERFLOW, 'context-length'],
  [
    400,
    { error: { message: OVERFLOW } },
    OVERFLOW,
    'context-length',
    /window of this model \(8192 tokens\)\. Increase/,
  ],
  [
    400,
    { error: { message: 'the request exceeds the available context size', n_ctx: 2048 } },
    'context size',
    'context-length',
    /2048 tokens/,
  ],
  [400, { error: NO_TOOLS }, NO_TOOLS, 'tool-use'],
  [400, { error: { message: NO_TOOLS } }, NO_TOOLS, 'tool-use'],
  [401, { statusCode: 401, message: 'The token has expired' }, 'The token has expired', undefined, /valid key/],
  [400, { statusCode: 401, message: 'The token has expired' }, 'The token has expired', undefined, /valid key/],
  [404, { error: "model 'x' not found, try pulling it first" }, "model 'x' not found", undefined, /name of the model/],
  [400, { error: "model 'x' not found" }, "model 'x' not found", undefined, /name of the model/],
  [500, { error: "model 'x' not found" }, "model 'x' not found", undefined, /name of the model/],
  [422, { detail: 'Unknown voice' }, 'Unknown voice'],
  [
    422,
    { detail: [{ loc: ['body', 'messages'], msg: 'field required', type: 'missing' }] },
    'body.messages: field required',
  ],
  [400, { errors: [{ message: 'First' }, { message: 'Second' }] }, 'First; Second'],
  [400, { errors: { prompt: ['is too long'] } }, 'is too long'],
  [400, 'The maximum context length is 8192 tokens', 'The maximum context length', 'context-length'],
  [400, JSON.stringify(OVERFLOW), OVERFLOW, 'context-length'],
  [400, [{ error: { code: 400, message: OVERFLOW, status: 'INVALID_ARGUMENT' } }], OVERFLOW, 'context-length'],
  [400, { error: { message: JSON.stringify({ error: { message: OVERFLOW } }) } }, OVERFLOW, 'context-length'],
  [
    400,
    { error: { message: 'Provider returned error', metadata: { raw: JSON.stringify({ message: NO_TOOLS }) } } },
    NO_TOOLS,
    'tool-use',
  ],
  [400, { error: { code: 'context_length_exceeded' } }, 'context_length_exceeded', 'context-length'],
  [
    500,
    { error: 'request (9000 tokens) exceeds the available context size (8192 tokens)' },
    'available context size',
    'context-length',
  ],
  // llama.cpp without the option --jinja, and its older versions.
  [500, { error: { code: 500, message: 'tools param requires --jinja flag' } }, 'requires --jinja', 'tool-use'],
  [500, { error: { code: 500, message: 'Unsupported param: tools' } }, 'Unsupported param: tools', 'tool-use'],
  [400, { error: { message: '"auto" tool choice requires --enable-auto-tool-choice' } }, 'tool choice', 'tool-use'],
  [
    403,
    '<html><head><title>403 Forbidden</title></head><body><p>nginx</p></body></html>',
    '403 Forbidden',
    undefined,
    /valid key/,
  ],
];

/** Refusals of a parameter, with the parameter and the name that takes its place. */
const REFUSALS: readonly (readonly [body: unknown, parameter: string, successor?: string])[] = [
  [
    {
      error: {
        message: "Unsupported value: 'temperature' does not support 0 with this model.",
        param: 'temperature',
        code: 'unsupported_value',
      },
    },
    'temperature',
  ],
  [{ error: 'temperature may only be set to 1' }, 'temperature'],
  [{ message: '`temperature` is deprecated for this model.' }, 'temperature'],
  [
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
    'stream_options',
  ],
  ['json: unknown field "stream_options"', 'stream_options'],
  [{ error: { message: 'Unrecognized request argument supplied: stream_options' } }, 'stream_options'],
  [
    {
      error: {
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      },
    },
    'max_tokens',
    'max_completion_tokens',
  ],
  [{ error: { message: 'max_tokens is too large: 100. This model supports at most 50.' } }, 'max_tokens'],
  [{ error: { message: "property 'tool_choice' is unsupported" } }, 'tool_choice'],
  [{ errors: [{ message: 'Unknown parameter', param: 'tool_choice' }] }, 'tool_choice'],
];

const HELLO: ScriptedReply = { text: 'Hello.' };
const CALL = { toolName: 'read', input: { path: 'a.ts' } };
const line = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const part = (delta: unknown, reason: string | null = null): string =>
  line({ id: 'x', choices: [{ index: 0, delta, finish_reason: reason }] });
const DONE = 'data: [DONE]\n\n';
const called = (call: unknown): string => part({ role: 'assistant', tool_calls: [call] });

/** Answers that deviate from the protocol and lose nothing, with what they say. */
const ANSWERS: readonly (readonly [what: string, reply: ScriptedReply, text: string, calls: readonly unknown[]])[] = [
  [
    'arguments as an object',
    {
      raw:
        called({ index: 0, id: 'a', function: { name: 'read', arguments: { path: 'a.ts' } } }) +
        part({}, 'tool_calls') +
        DONE,
    },
    '',
    [CALL],
  ],
  [
    'no index of a call',
    {
      raw:
        called({ id: 'a', function: { name: 'read', arguments: '{"path":"a.ts"}' } }) + part({}, 'tool_calls') + DONE,
    },
    '',
    [CALL],
  ],
  [
    'a call without "function"',
    { raw: called({ id: 7, name: 'read', parameters: { path: 'a.ts' } }) + part({}, 'stop') + DONE },
    '',
    [CALL],
  ],
  [
    'function_call',
    { raw: part({ function_call: { name: 'read', arguments: '{"path":"a.ts"}' } }) + part({}, 'function_call') + DONE },
    '',
    [CALL],
  ],
  [
    'one index for two calls',
    {
      raw:
        called({ index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"a.ts"}' } }) +
        called({ index: 0, id: 'b', function: { name: 'read', arguments: '{"path":"a.ts"}' } }) +
        part({}, 'tool_calls') +
        DONE,
    },
    '',
    [CALL, CALL],
  ],
  [
    'arguments in pieces without an id',
    {
      raw:
        called({ index: 0, id: 'a', function: { name: 'read', arguments: '{"path"' } }) +
        called({ index: 0, function: { arguments: ':"a.ts"}' } }) +
        part({}, 'tool_calls') +
        DONE,
    },
    '',
    [CALL],
  ],
  [
    'calls without a reason',
    { raw: called({ index: 0, id: 'a', function: { name: 'read', arguments: { path: 'a.ts' } } }) + DONE },
    '',
    [CALL],
  ],
  ['no reason at the end', { raw: part({ content: 'Hello.' }) + DONE }, 'Hello.', []],
  ['an empty reason', { raw: part({ content: 'Hello.' }, '') + DONE }, 'Hello.', []],
  [
    'numbers as strings',
    {
      raw:
        line({
          id: 5,
          created: '17',
          choices: [{ index: '0', delta: { content: 'Hello.' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: '12', completion_tokens: '3' },
        }) + DONE,
    },
    'Hello.',
    [],
  ],
  [
    'usage without choices',
    { raw: part({ content: 'Hello.' }, 'stop') + line({ usage: { prompt_tokens: 1, completion_tokens: 1 } }) + DONE },
    'Hello.',
    [],
  ],
  ['another role', { raw: part({ role: 'model', content: 'Hello.' }, 'stop') + DONE }, 'Hello.', []],
  [
    'an error that is null',
    { raw: line({ error: null, choices: [{ delta: { content: 'Hello.' }, finish_reason: 'stop' }] }) + DONE },
    'Hello.',
    [],
  ],
  [
    'a message instead of a delta',
    { raw: line({ choices: [{ message: { content: 'Hello.' }, finish_reason: 'stop' }] }) + DONE },
    'Hello.',
    [],
  ],
  [
    'reasoning that is no text',
    { raw: part({ reasoning: { steps: [] }, content: 'Hello.' }, 'stop') + DONE },
    'Hello.',
    [],
  ],
  [
    'a whole answer',
    {
      json: {
        choices: [{ message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1 },
      },
    },
    'Hello.',
    [],
  ],
  [
    'a whole answer with calls',
    {
      json: {
        choices: [
          {
            message: {
              content: null,
              tool_calls: [{ id: 'a', function: { name: 'read', arguments: { path: 'a.ts' } } }],
            },
          },
        ],
      },
    },
    '',
    [CALL],
  ],
  ['Windows line endings', { raw: (part({ content: 'Hello.' }) + DONE).replaceAll('\n', '\r\n') }, 'Hello.', []],
];

async function withServer<Result>(script: Script, work: (server: LoopbackServer) => Promise<Result>): Promise<Result> {
  await using server = await startOpenAiChatServer(script);
  return await work(server);
}

describe('models: servers that are not quite OpenAI', () => {
  it('[PROOF-8] are quoted from any body, and a deterministic error is paid for once', async () => {
    for (const [status, body, words, limitation, hint] of BODIES) {
      await withServer([{ status, body }, HELLO], async (server) => {
        const what = `${status} ${JSON.stringify(body)}`;
        const error = await failureOf((await callerOf(server)).generate({ withTools: true }));
        assert.ok(error.message.includes(words), `${what}: ${error.message}`);
        assert.ok(!error.message.includes('Bad Request'), what);
        assert.equal(error.limitation, limitation, what);
        assert.equal(error.retryable, false, what);
        if (hint !== undefined) assert.match(error.hint ?? '', hint, what);
        assert.equal(server.requests.length, 1, what);
      });
    }
  });

  it('[PROOF-8] are called without tools if they say in any body that the model has none', async () => {
    for (const [status, body, , limitation] of BODIES) {
      if (limitation !== 'tool-use') continue;
      const answer = { text: '```ts path=a.ts\nexport const a = 1;\n```\n' };
      await withServer([{ status, body }, answer], async (server) => {
        const model = await createModel({
          reference: 'openai-compatible:m',
          baseUrl: server.baseUrl,
          keys: () => Promise.resolve(undefined),
        });
        const outcome = await runAgent(createAttempt(model).input);
        assert.deepEqual(outcome.written, ['a.ts'], JSON.stringify(body));
        assert.equal(server.requests[1]!.body['tools'], undefined);
      });
    }
  });

  it('[PROOF-8] receive no parameter that they have refused once', async () => {
    for (const [index, [body, parameter, successor]] of REFUSALS.entries()) {
      const script: Script = ({ body: sent }) => (parameter in sent ? { status: 400, body } : HELLO);
      await withServer(script, async (server) => {
        const options = { withTools: true, maxOutputTokens: 100 };
        const model = `refusing-${index}`;
        const caller = await callerOf(server, model);
        assert.equal((await caller.generate(options)).text, 'Hello.', parameter);
        assert.equal((await caller.generate(options)).text, 'Hello.', parameter);
        assert.equal((await (await callerOf(server, model)).generate(options)).text, 'Hello.', parameter);
        assert.deepEqual(
          server.requests.map(({ body: sent }) => parameter in sent),
          [true, false, false, false],
          parameter,
        );
        const last = server.requests.at(-1)!.body;
        if (successor !== undefined) assert.equal(last[successor], 100);
        for (const kept of ['model', 'messages', 'tools', 'stream']) assert.ok(kept in last, `${kept} stays`);
        assert.deepEqual([caller.calls.length, caller.retries], [2, []], 'a refusal is no call that costs');
      });
    }
  });

  it('[PROOF-8] can refuse one parameter after another, and what they must have stays', async () => {
    const refuse = (name: string): ScriptedReply => ({ status: 400, body: { error: `Unknown field: ${name}` } });
    const script: Script = ({ body }) =>
      'temperature' in body
        ? refuse('temperature')
        : 'stream_options' in body
          ? refuse('stream_options')
          : { text: '{"passed":true}' };
    await withServer(script, async (server) => {
      assert.deepEqual(await (await callerOf(server, 'two')).judge(), { passed: true });
      assert.equal(server.requests.length, 3);
    });
    await withServer(
      () => refuse('messages'),
      async (server) => {
        assert.match(
          (await failureOf((await callerOf(server, 'essential')).judge())).message,
          /Unknown field: messages/,
        );
        assert.equal(server.requests.length, 1);
      },
    );
    const body = {
      type: 'error',
      error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
    };
    await using server = await startAnthropicServer(({ body: sent }) =>
      'temperature' in sent ? { status: 400, body } : HELLO,
    );
    assert.equal((await (await callerOf(server, 'claude', 'anthropic')).generate()).text, 'Hello.');
  });

  it('[PROOF-8] are blamed for the limit of their answers, and not for the form of what they could write', async () => {
    // Qwen2.5-Coder-0.5B-Instruct (Apache-2.0) repeats one sentence of its judgement until it is cut off.
    const start = '{"verdict":"pass","rationale":"The change does not meet the requirement of having';
    const mistakes: string[] = [];
    await withServer(
      ({ text }) => {
        if (text.includes('is invalid')) mistakes.push(text);
        return { text: start, finishReason: 'length' };
      },
      async (server) => {
        const thrown: unknown = await (await callerOf(server)).judge().catch((reason: unknown) => reason);
        assert.ok(thrown instanceof UnusableAnswerError);
        assert.match(thrown.message, /in 3 tries: The answer was cut off at the limit of output tokens\./);
        assert.match(thrown.hint ?? '', /Increase the limit of output tokens/);
        assert.match(mistakes[0] ?? '', /cut off.*Write a shorter one/);
      },
    );
    await withServer([{ text: '{"passed":true}', finishReason: 'length' }], async (server) => {
      assert.deepEqual(await (await callerOf(server)).judge(), { passed: true });
    });
  });

  it('[PROOF-8] are understood where a deviation from the protocol loses nothing', async () => {
    for (const [what, reply, text, calls] of ANSWERS) {
      await withServer([reply], async (server) => {
        const caller = await callerOf(server);
        assert.deepEqual(await caller.generate({ withTools: true }), { text, calls }, what);
        assert.equal(server.requests.length, 1, what);
      });
    }
  });

  it('[PROOF-8] are called again if an answer has no end, and not if it is an error', async () => {
    await withServer([{ raw: part({ content: 'Hel' }) }, HELLO], async (server) => {
      await (await callerOf(server)).generate().catch(() => undefined);
      assert.equal(server.requests.length, 2, 'cut off: no [DONE] and no reason');
    });
    for (const reply of [
      { json: { error: NO_TOOLS } },
      { raw: line({ error: OVERFLOW }) },
      { raw: line({ error: { message: OVERFLOW, type: 'internal_error' } }) },
      { json: { object: 'error', message: OVERFLOW } },
    ]) {
      await withServer([reply, HELLO], async (server) => {
        const error = await failureOf((await callerOf(server)).generate());
        assert.ok(
          [OVERFLOW, NO_TOOLS].some((words) => error.message.includes(words)),
          error.message,
        );
        assert.equal(server.requests.length, 1, JSON.stringify(reply));
      });
    }
  });

  it('[PROOF-8] blames a slow server, and not its address, if Node stops waiting for the first part of an answer', () => {
    const model = { reference: 'openai-compatible:slow', redact: (text: string) => text };
    for (const message of [
      'Cannot connect to API: Headers Timeout Error',
      'Cannot connect to API: Body Timeout Error',
    ]) {
      const error = toModelError(
        new APICallError({ message, url: 'http://127.0.0.1:1/v1', requestBodyValues: {}, isRetryable: true }),
        model,
      );
      assert.ok(error instanceof ModelError);
      assert.match(error.message, /sent nothing for 300 s/);
      assert.match(error.hint ?? '', /was reached/);
      assert.equal(error.retryable, true);
    }
    const refused = new APICallError({
      message: 'Cannot connect to API: connect ECONNREFUSED 127.0.0.1:1',
      url: 'http://127.0.0.1:1/v1',
      requestBodyValues: {},
      isRetryable: true,
    });
    assert.match(toModelError(refused, model).hint ?? '', /Check that the server is running/);
  });
});
