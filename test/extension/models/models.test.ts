import assert from 'node:assert/strict';
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type * as vscode from 'vscode';
import { chatModel, type ChatApi } from '../../../src/extension/models/chat-model.ts';
import { findChatModel } from '../../../src/extension/models/find-chat-model.ts';
import { knownKeys } from '../../../src/extension/models/known-keys.ts';
import { SecretKeys } from '../../../src/extension/models/secret-keys.ts';
import { modelProviders } from '../../../src/models/providers/table.ts';
import { HoldfastError } from '../../../src/shared/errors.ts';
import { FakeCancellation, fakeChatApi, type FakeMessage } from '../support/fake-chat-api.ts';

interface FakeChat {
  readonly chat: vscode.LanguageModelChat;
  readonly requests: {
    messages: FakeMessage[];
    options: vscode.LanguageModelChatRequestOptions;
    token: vscode.CancellationToken;
  }[];
}

function chatThat(answer: (token: vscode.CancellationToken) => AsyncIterable<unknown>): FakeChat {
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
      return Promise.resolve({ stream: answer(token), text: streamed() });
    },
    countTokens: (text: string) => Promise.resolve(text.split(/\s+/).length),
  };
  return { chat: chat as unknown as vscode.LanguageModelChat, requests };
}

/** Parts as they stream in. */
async function* streamed(...parts: readonly unknown[]): AsyncGenerator {
  for (const part of parts) {
    await Promise.resolve();
    yield part;
  }
}

async function partsOf(chat: vscode.LanguageModelChat, options: Partial<LanguageModelV4CallOptions> = {}) {
  const api: ChatApi = fakeChatApi;
  const { stream } = await chatModel(chat, api).doStream({ prompt: [], ...options });
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

const tool = { type: 'function', name: 'read_file', inputSchema: { type: 'object' } } as const;

describe("the editor's models", () => {
  it('are told the system text first, as a user, then the conversation with its tool calls and results', async () => {
    const { chat, requests } = chatThat(() => streamed());
    await partsOf(chat, {
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

  it('stream text and tool calls, with a usage that their own tokenizer counts', async () => {
    const { chat } = chatThat(() =>
      streamed(
        new fakeChatApi.LanguageModelTextPart('one '),
        new fakeChatApi.LanguageModelTextPart('two'),
        { somethingNewer: true },
        new fakeChatApi.LanguageModelToolCallPart('c1', 'read_file', { path: 'a.ts' }),
      ),
    );
    const parts = await partsOf(chat, { prompt: [{ role: 'user', content: [{ type: 'text', text: 'a b c' }] }] });
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

  it('are cancelled with the signal', async () => {
    const stop = new AbortController();
    const { chat, requests } = chatThat(async function* (token) {
      yield new fakeChatApi.LanguageModelTextPart('begun');
      await new Promise<void>((resolve) => token.onCancellationRequested(() => resolve()));
      throw new Error('Canceled');
    });
    const { stream } = await chatModel(chat, fakeChatApi).doStream({ prompt: [], abortSignal: stop.signal });
    const reader = stream.getReader();
    for (let read = 0; read < 3; read++) await reader.read();
    stop.abort();
    await assert.rejects(reader.read(), /Canceled/);
    assert.equal(requests[0]?.token.isCancellationRequested, true);
    assert.equal(FakeCancellation.open, 0, 'every cancellation source is disposed');
  });

  it('answer a whole call, too', async () => {
    const { chat } = chatThat(() => streamed(new fakeChatApi.LanguageModelTextPart('{"ok":true}')));
    const result = await chatModel(chat, fakeChatApi).doGenerate({ prompt: [] });
    assert.deepEqual(result.content, [{ type: 'text', text: '{"ok":true}' }]);
    assert.equal(result.finishReason.unified, 'stop');
  });

  it('say what a person can do where permission, model or quota is missing', async () => {
    const failing = (code: string, message: string) =>
      chatThat(async function* () {
        yield* streamed(new fakeChatApi.LanguageModelTextPart(''));
        throw Object.assign(new Error(message), { code });
      }).chat;
    const hintOf = async (code: string, message = 'no') => {
      try {
        await partsOf(failing(code, message));
      } catch (error) {
        return error instanceof HoldfastError ? error.hint : undefined;
      }
      return assert.fail('it must throw');
    };
    assert.match((await hintOf('NoPermissions')) ?? '', /Manage Language Model Access/);
    assert.match((await hintOf('NotFound')) ?? '', /Select Model/);
    assert.match((await hintOf('Blocked', 'quota exceeded')) ?? '', /quota/);
    assert.equal(await hintOf('Blocked', 'rate limited, try again'), undefined, 'passing trouble is left to the retry');
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

  it('come from the secret storage, else from the environment', async () => {
    const keys = new SecretKeys(secrets, { OPENAI_API_KEY: 'from the environment', ZAI_API_KEY: '  ' });
    assert.equal(await keys.read('OPENAI_API_KEY'), 'from the environment');
    await keys.store('OPENAI_API_KEY', 'stored');
    assert.equal(await keys.read('OPENAI_API_KEY'), 'stored');
    await keys.remove('OPENAI_API_KEY');
    assert.equal(await keys.read('OPENAI_API_KEY'), 'from the environment');
    assert.equal(await keys.read('ZAI_API_KEY'), undefined);
    assert.equal(keys.inEnvironment('ZAI_API_KEY'), false);
  });

  it('can be set for every provider that needs one', () => {
    const names = new Set(knownKeys.map((key) => key.name));
    for (const provider of modelProviders)
      if (provider.keyNames.length > 0)
        assert.ok(
          provider.keyNames.some((name) => names.has(name)),
          provider.id,
        );
  });
});
