import assert from 'node:assert/strict';
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type * as vscode from 'vscode';
import { createChatModel, type ChatApi } from '../../../src/extension/models/chat-model.ts';
import { findChatModel } from '../../../src/extension/models/find-chat-model.ts';
import { knownKeys, SecretKeys } from '../../../src/extension/models/secret-keys.ts';
import { modelProviders } from '../../../src/models/providers/provider-table.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { FakeCancellation, fakeChatApi, type FakeMessage } from '../support/fake-chat-api.ts';

interface FakeChat {
  readonly chat: vscode.LanguageModelChat;
  readonly requests: {
    messages: FakeMessage[];
    options: vscode.LanguageModelChatRequestOptions;
    token: vscode.CancellationToken;
  }[];
}

function createFakeChat(answer: (token: vscode.CancellationToken) => AsyncIterable<unknown>): FakeChat {
  const requests: FakeChat['requests'] = [];
  const chat = {
    name: 'Test model',
    id: 'test-1',
    vendor: 'tests',
    family: 'test',
    version: '1',
    maxInputTokens: 1000,
    sendRequest: (
      messages: unknown,
      options: vscode.LanguageModelChatRequestOptions,
      token: vscode.CancellationToken,
    ) => {
      requests.push({ messages: messages as FakeMessage[], options, token });
      return Promise.resolve({ stream: answer(token), text: streamParts() });
    },
    countTokens: (text: string) => Promise.resolve(text.split(/\s+/).length),
  };
  return { chat: chat as unknown as vscode.LanguageModelChat, requests };
}

/** Streams parts asynchronously. */
async function* streamParts(...parts: readonly unknown[]): AsyncGenerator {
  for (const part of parts) {
    await Promise.resolve();
    yield part;
  }
}

async function readParts(chat: vscode.LanguageModelChat, options: Partial<LanguageModelV4CallOptions> = {}) {
  const api: ChatApi = fakeChatApi;
  const { stream } = await createChatModel(chat, api).doStream({ prompt: [], ...options });
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const tool = { type: 'function', name: 'read_file', inputSchema: { type: 'object' } } as const;

describe('VS Code models', () => {
  it('receive the system text as the first user message, then the conversation with tool calls and results', async () => {
    const { chat, requests } = createFakeChat(() => streamParts());
    await readParts(chat, {
      tools: [tool],
      prompt: [
        { role: 'system', content: 'You work on a chunk.' },
        { role: 'user', content: [{ type: 'text', text: 'Begin.' }] },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'I read.' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'read_file', input: { path: 'a.ts' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'read_file',
              output: { type: 'json', value: { text: 'x' } },
            },
          ],
        },
      ],
    });
    assert.deepEqual(requests[0]?.messages, [
      { role: 'user', content: 'You work on a chunk.' },
      { role: 'user', content: [{ value: 'Begin.' }] },
      {
        role: 'assistant',
        content: [{ value: 'I read.' }, { callId: 'c1', name: 'read_file', input: { path: 'a.ts' } }],
      },
      { role: 'user', content: [{ callId: 'c1', content: [{ value: '{"text":"x"}' }] }] },
    ]);
    assert.deepEqual(
      requests[0].options.tools?.map(({ name }) => name),
      ['read_file'],
    );
  });

  it('stream text and tool calls, with a usage from their tokenizer', async () => {
    const { chat } = createFakeChat(() =>
      streamParts(
        new fakeChatApi.LanguageModelTextPart('one '),
        new fakeChatApi.LanguageModelTextPart('two'),
        { somethingNewer: true },
        new fakeChatApi.LanguageModelToolCallPart('c1', 'read_file', { path: 'a.ts' }),
      ),
    );
    const parts = await readParts(chat, { prompt: [{ role: 'user', content: [{ type: 'text', text: 'a b c' }] }] });
    assert.deepEqual(
      parts.map((part) => part.type),
      ['stream-start', 'text-start', 'text-delta', 'text-delta', 'tool-call', 'text-end', 'finish'],
    );
    const call = parts.find((part) => part.type === 'tool-call');
    assert.equal(call?.input, '{"path":"a.ts"}');
    const finish = parts.at(-1);
    assert.ok(finish?.type === 'finish');
    assert.equal(finish.finishReason.unified, 'tool-calls');
    assert.equal(finish.usage.inputTokens.total, 3);
    assert.ok((finish.usage.outputTokens.total ?? 0) >= 2);
  });

  it('are cancelled by the signal', async () => {
    const cancellation = new AbortController();
    const { chat, requests } = createFakeChat(async function* (token) {
      yield new fakeChatApi.LanguageModelTextPart('begun');
      await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
      throw new Error('Canceled');
    });
    const { stream } = await createChatModel(chat, fakeChatApi).doStream({
      prompt: [],
      abortSignal: cancellation.signal,
    });
    const reader = stream.getReader();
    for (let read = 0; read < 3; read++) await reader.read();
    cancellation.abort();
    await assert.rejects(reader.read(), /Canceled/);
    assert.equal(requests[0]?.token.isCancellationRequested, true);
    assert.equal(FakeCancellation.open, 0, 'every cancellation source is disposed');
  });

  it('support calls without streaming', async () => {
    const { chat } = createFakeChat(() => streamParts(new fakeChatApi.LanguageModelTextPart('{"ok":true}')));
    const result = await createChatModel(chat, fakeChatApi).doGenerate({ prompt: [] });
    assert.deepEqual(result.content, [{ type: 'text', text: '{"ok":true}' }]);
    assert.equal(result.finishReason.unified, 'stop');
  });

  it('give a hint if permission, model or quota is missing', async () => {
    const failing = (code: string, message: string) =>
      createFakeChat(async function* () {
        yield* streamParts(new fakeChatApi.LanguageModelTextPart(''));
        throw Object.assign(new Error(message), { code });
      }).chat;
    const getHint = async (code: string, message = 'no') => {
      try {
        await readParts(failing(code, message));
      } catch (error) {
        return error instanceof HoldfastError ? error.hint : undefined;
      }
      return assert.fail('The call must throw');
    };
    assert.match((await getHint('NoPermissions')) ?? '', /Manage Language Model Access/);
    assert.match((await getHint('NotFound')) ?? '', /Select Model/);
    assert.match((await getHint('Blocked', 'quota exceeded')) ?? '', /quota/);
    assert.equal(
      await getHint('Blocked', 'rate limited, try again'),
      undefined,
      'temporary errors are left to the retry',
    );
  });

  it('are found by vendor and id, by vendor and family, by id or by family', () => {
    const models = [
      { vendor: 'copilot', id: 'gpt-4.1', family: 'gpt-4' },
      { vendor: 'tests', id: 'gpt-4', family: 'other' },
    ];
    assert.equal(findChatModel(models, 'copilot/gpt-4.1'), models[0]);
    assert.equal(findChatModel(models, 'copilot/gpt-4'), models[0]);
    assert.equal(findChatModel(models, 'gpt-4'), models[1]);
    assert.throws(() => findChatModel(models, 'claude'), /Failed to find the model vscode:claude/);
  });
});

describe('API keys', () => {
  const storage = new Map<string, string>();
  const secrets = {
    get: (name: string) => Promise.resolve(storage.get(name)),
    store: (name: string, value: string) => Promise.resolve(void storage.set(name, value)),
    delete: (name: string) => Promise.resolve(void storage.delete(name)),
  };

  it('come from the secret storage, or else from the environment', async () => {
    const keys = new SecretKeys(secrets, { OPENAI_API_KEY: 'from the environment', ZAI_API_KEY: '  ' });
    assert.equal(await keys.read('OPENAI_API_KEY'), 'from the environment');
    await keys.store('OPENAI_API_KEY', 'stored');
    assert.equal(await keys.read('OPENAI_API_KEY'), 'stored');
    await keys.remove('OPENAI_API_KEY');
    assert.equal(await keys.read('OPENAI_API_KEY'), 'from the environment');
    assert.equal(await keys.read('ZAI_API_KEY'), undefined);
    assert.equal(keys.isInEnvironment('ZAI_API_KEY'), false);
  });

  it('can be set for every provider that needs one', () => {
    const names = new Set(knownKeys().map((key) => key.name));
    for (const provider of modelProviders)
      if (provider.keyNames.length > 0)
        assert.ok(
          provider.keyNames.some((name) => names.has(name)),
          provider.id,
        );
  });
});
