import assert from 'node:assert/strict';
import { ModelError } from '../../../src/models/base/model-error.ts';
import { findLocalServices } from '../../../src/models/connection/find-local-services.ts';
import { listModels, type ListModelsInput } from '../../../src/models/connection/list-models.ts';
import { ownKeyName, parseServiceAddress, serviceKeyNames } from '../../../src/models/connection/model-service.ts';
import { CancelledError } from '../../../src/foundation/errors.ts';
import { jsonReply, startModelServer } from '../../servers/model-list.ts';

const signal = new AbortController().signal;

function list(baseUrl: string, more: Partial<ListModelsInput> & { readonly provider?: string } = {}) {
  const { provider = 'openai-compatible', ...input } = more;
  const service = { provider, title: 'The service', baseUrl };
  return listModels({ service, key: undefined, fetch: globalThis.fetch, timeoutMs: 10_000, signal, ...input });
}

async function catchModelError(work: Promise<unknown>): Promise<ModelError> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(thrown instanceof ModelError, String(thrown));
  return thrown;
}

describe('listModels', () => {
  it('[EDIT-1] lists the models of a service by name, each once', async () => {
    await using server = await startModelServer({
      list: () =>
        jsonReply({ object: 'list', data: [{ id: 'tiny', owned_by: 'me' }, { id: 'large' }, { id: 'tiny' }] }),
    });
    assert.deepEqual(await list(`${server.baseUrl}/`), [{ id: 'large' }, { id: 'tiny' }]);
    assert.equal(server.requests[0]?.path, '/v1/models');
    assert.equal(server.requests[0].headers.authorization, undefined, 'no key, no header');
  });

  it('[EDIT-1] sends the key as each provider expects it', async () => {
    const models = {
      data: [{ id: 'a' }],
      models: [{ name: 'models/b', supportedGenerationMethods: ['generateContent'] }],
    };
    await using server = await startModelServer({ key: 'right', list: () => jsonReply(models) });
    for (const [provider, id] of [
      ['openai-compatible', 'a'],
      ['openai', 'a'],
      ['anthropic', 'a'],
      ['google', 'b'],
    ] as const) {
      const listed = await list(server.baseUrl, { provider, key: 'right' });
      assert.deepEqual(
        listed?.map((model) => model.id),
        [id],
        provider,
      );
    }
  });

  it('[EDIT-1] [TRUST-3] reports a refused key by its status, without the key', async () => {
    await using server = await startModelServer({ key: 'right-key-0001' });
    const error = await catchModelError(list(server.baseUrl, { key: 'wrong-key-0001' }));
    assert.equal(error.statusCode, 401);
    assert.match(error.message, /^Failed to list the models of The service: the server answered 401/);
    assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /wrong-key-0001/);
    assert.match(error.hint ?? '', /Enter a valid key/);
  });

  it('[EDIT-1] reports that no server answers, and where it was expected', async () => {
    const server = await startModelServer();
    await server.close();
    const error = await catchModelError(list(server.baseUrl));
    assert.match(error.message, /no server answers there/);
    assert.ok(error.hint?.includes(server.baseUrl));
    assert.equal(error.statusCode, undefined);
  });

  it('[EDIT-1] reports a server that does not answer in time', async () => {
    await using server = await startModelServer({ list: () => ({ stall: 'at-once' }) });
    assert.match(
      (await catchModelError(list(server.baseUrl, { timeoutMs: 50 }))).message,
      /no complete answer within 0\.05 s/,
    );
  });

  it('[EDIT-1] is cancelled while the server does not answer', async () => {
    await using server = await startModelServer({ list: () => ({ stall: 'at-once' }) });
    const cancellation = new AbortController();
    const listing = list(server.baseUrl, { signal: cancellation.signal });
    await server.reached(1);
    cancellation.abort();
    await assert.rejects(listing, CancelledError);
  });

  it('[EDIT-1] distinguishes a service without a list, an empty list, and an answer that is no list', async () => {
    await using none = await startModelServer({ list: () => ({ status: 404 }) });
    assert.equal(await list(none.baseUrl), undefined);
    await using empty = await startModelServer({ list: () => jsonReply({ data: [] }) });
    assert.deepEqual(await list(empty.baseUrl), []);
    await using other = await startModelServer({ list: () => jsonReply({ hello: 'world' }) });
    assert.match((await catchModelError(list(other.baseUrl))).message, /the answer is not a list of models/);
  });

  it('[EDIT-1] adds the published price of a model of a known service', async () => {
    await using server = await startModelServer({
      list: () => jsonReply({ data: [{ id: 'gpt-5' }, { id: 'unheard-of' }] }),
    });
    const service = { provider: 'openai', title: 'OpenAI' };
    const redirect: typeof globalThis.fetch = (_, init) => fetch(`${server.baseUrl}/models`, init);
    const listed = await listModels({ service, key: 'k', fetch: redirect, timeoutMs: 10_000, signal });
    const price = listed?.find(({ id }) => id === 'gpt-5')?.price;
    assert.ok(price !== undefined && price.inputPerMillion > 0 && price.outputPerMillion > price.inputPerMillion);
    assert.equal(listed?.find(({ id }) => id === 'unheard-of')?.price, undefined);
  });
});

describe('findLocalServices', () => {
  it('[EDIT-1] finds the servers that answer, with the number of their models, and sends no key', async () => {
    await using server = await startModelServer();
    const gone = await startModelServer();
    await gone.close();
    const candidates = [server, gone].map(({ baseUrl }, i) => ({
      provider: 'openai-compatible',
      title: `S${i}`,
      baseUrl,
    }));
    const found = await findLocalServices({ fetch: globalThis.fetch, signal }, candidates);
    assert.deepEqual(
      found.map(({ service, modelCount }) => [service.title, modelCount]),
      [['S0', 2]],
    );
    assert.equal(server.requests[0]?.headers.authorization, undefined);
  });
});

describe('service addresses', () => {
  it('[EDIT-1] are http or https URLs, recognized if the service is known', () => {
    assert.deepEqual(parseServiceAddress(' http://localhost:11434/v1/ '), {
      provider: 'openai-compatible',
      title: 'localhost:11434',
      baseUrl: 'http://localhost:11434/v1',
    });
    const zai = parseServiceAddress('https://api.z.ai/api/paas/v4');
    assert.ok(typeof zai === 'object' && zai.title === 'Z.ai');
    assert.deepEqual(serviceKeyNames(zai), ['HOLDFAST_API_KEY', 'ZAI_API_KEY', 'ZHIPU_API_KEY']);
    assert.equal(ownKeyName(zai), 'ZAI_API_KEY');
    for (const text of ['localhost:11434', 'ftp://a.example', 'https://me:secret@a.example'])
      assert.equal(typeof parseServiceAddress(text), 'string', text);
  });
});
