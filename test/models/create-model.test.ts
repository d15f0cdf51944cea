import assert from 'node:assert/strict';
import { createModel } from '../../src/models/create-model.ts';
import type { CreateModelOptions } from '../../src/models/create-model.ts';
import { NO_TOKENS } from '../../src/models/cost/token-usage.ts';
import { HoldfastError } from '../../src/foundation/errors.ts';
import { createScriptedModel } from './scripted-model.ts';

function createTestModel(
  reference: string,
  keys: Readonly<Record<string, string>> = {},
  rest: Partial<CreateModelOptions> = {},
): ReturnType<typeof createModel> {
  return createModel({ reference, keys: (name) => Promise.resolve(keys[name]), ...rest });
}

async function catchConfigurationError(creating: Promise<unknown>): Promise<string> {
  const thrown: unknown = await creating.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof HoldfastError, 'the configuration is rejected');
  assert.equal(thrown.code, 'configuration');
  return `${thrown.message} | ${thrown.hint ?? ''}`;
}

describe('models: creation', () => {
  it('lists the providers if the provider is unknown', async () => {
    const message = await catchConfigurationError(createTestModel('opnai:gpt-5'));
    for (const provider of ['opnai', 'openai-compatible', 'openai', 'anthropic', 'google', 'vscode', 'replay']) {
      assert.ok(message.includes(provider), provider);
    }
  });

  it('[TRUST-3] masks its key and the other secrets of Holdfast', async () => {
    const secrets = ['token-of-forge'];
    const model = await createTestModel('openai:gpt-5', { OPENAI_API_KEY: 'secret-value-1' }, { secrets });
    assert.equal(model.redact('secret-value-1 and token-of-forge'), '[redacted] and [redacted]');
    assert.deepEqual(model.secrets, ['token-of-forge', 'secret-value-1']);
  });

  for (const [reference, variable] of [
    ['openai:gpt-5', 'OPENAI_API_KEY'],
    ['anthropic:claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
    ['google:gemini-2.5-pro', 'GEMINI_API_KEY'],
  ] as const) {
    it(`reports where to set the key of ${reference} if there is none`, async () => {
      const message = await catchConfigurationError(createTestModel(reference, { [variable]: '  ' }));
      assert.ok(
        message.includes(variable) && message.includes('HOLDFAST_API_KEY') && message.includes('Holdfast: Set API Key'),
        message,
      );
    });

    it(`creates ${reference} with its own key or the common key`, async () => {
      for (const name of [variable, 'HOLDFAST_API_KEY']) {
        const model = await createTestModel(reference, { [name]: 'secret-value-1\n' });
        assert.equal(model.reference, reference);
        assert.equal(model.supportsTools, true);
        assert.deepEqual(model.secrets, ['secret-value-1']);
        assert.ok(
          (model.price({ ...NO_TOKENS, inputTokens: 1000, outputTokens: 1000 }) ?? 0) > 0,
          'the price is published',
        );
      }
    });
  }

  it('[EDIT-1] requires a base URL by the name of its setting, and rejects an invalid one', async () => {
    for (const baseUrl of [undefined, '', 'localhost', 'ftp://localhost/v1']) {
      const message = await catchConfigurationError(
        createTestModel('openai-compatible:glm-4.6', {}, baseUrl === undefined ? {} : { baseUrl }),
      );
      assert.match(message, /"baseUrl" in the settings/);
      assert.doesNotMatch(message, /HOLDFAST_BASE_URL/, 'the editor has no such variable');
    }
  });

  it('needs no key for a server on this machine or the local network', async () => {
    for (const baseUrl of [
      'http://localhost:11434/v1',
      'http://127.0.0.1:1/v1',
      'http://[::1]:1/v1',
      'http://192.168.1.5:8000/v1',
      'http://ollama:1/v1',
    ]) {
      const model = await createTestModel('openai-compatible:llama3:8b', {}, { baseUrl });
      assert.equal(model.supportsTools, 'unknown');
      assert.equal(model.price({ ...NO_TOKENS, inputTokens: 1 }), null, 'its price is unknown, not 0');
    }
  });

  it('never sends the key of one service to another service', async () => {
    const keys = { OPENAI_API_KEY: 'secret-of-openai', OPENROUTER_API_KEY: 'secret-of-openrouter' };
    assert.match(
      await catchConfigurationError(
        createTestModel('openai-compatible:m', keys, { baseUrl: 'https://models.example.org/v1' }),
      ),
      /HOLDFAST_API_KEY/,
    );
    const router = await createTestModel('openai-compatible:m', keys, { baseUrl: 'https://openrouter.ai/api/v1' });
    assert.deepEqual(router.secrets, ['secret-of-openrouter']);
  });

  it('provides the models of the editor only in the editor', async () => {
    assert.match(await catchConfigurationError(createTestModel('vscode:copilot/gpt')), /only available in the editor/);
    const model = await createTestModel(
      'vscode:copilot/gpt',
      {},
      { extraProviders: { vscode: (name) => createScriptedModel(name, []) } },
    );
    assert.equal(model.model.modelId, 'copilot/gpt');
    assert.equal(model.price({ ...NO_TOKENS, inputTokens: 1 }), null);
  });
});

describe('models: prices', () => {
  const usage = { ...NO_TOKENS, inputTokens: 1_000_000, outputTokens: 100_000 };

  it('are unknown, not 0, for a model that is not in the price list', async () => {
    const model = await createTestModel('openai:no-such-model', { OPENAI_API_KEY: 'secret-value-1' });
    assert.equal(model.price(usage), null);
    assert.equal(model.price(NO_TOKENS), null);
  });

  it('are lower for cached input', async () => {
    const model = await createTestModel('anthropic:claude-sonnet-4-5', { ANTHROPIC_API_KEY: 'secret-value-1' });
    const plain = model.price(usage);
    const cached = model.price({ ...usage, cachedInputTokens: 900_000 });
    assert.ok(plain !== null && cached !== null && cached > 0 && cached < plain / 2, `${plain} ${cached}`);
  });

  it('from the configuration override the price list', async () => {
    const prices = { inputPerMillion: 2, outputPerMillion: 10 };
    const known = await createTestModel(
      'anthropic:claude-sonnet-4-5',
      { ANTHROPIC_API_KEY: 'secret-value-1' },
      { prices },
    );
    const local = await createTestModel('openai-compatible:m', {}, { baseUrl: 'http://localhost:1/v1', prices });
    assert.equal(known.price(usage), 3);
    assert.equal(local.price(usage), 3);
  });

  it('of an OpenAI-compatible service are found by its URL, never by the model name alone', async () => {
    const keys = { HOLDFAST_API_KEY: 'secret-value-1' };
    const router = await createTestModel('openai-compatible:z-ai/glm-4.6', keys, {
      baseUrl: 'https://openrouter.ai/api/v1',
    });
    const other = await createTestModel('openai-compatible:gpt-5', keys, { baseUrl: 'https://models.example.org/v1' });
    assert.ok((router.price(usage) ?? 0) > 0);
    assert.equal(other.price(usage), null);
  });
});
