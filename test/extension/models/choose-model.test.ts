import assert from 'node:assert/strict';
import { createModelConnection } from '../../../src/models/agent/connection/model-connection.ts';
import type { ModelFailure, ModelService, ServedModel } from '../../../src/engine.ts';
import {
  chooseModel,
  type FailureAnswer,
  type KeyProblem,
  type ModelDialog,
  type ModelSource,
} from '../../../src/extension/models/choose-model.ts';
import { formatPrice, formatTest } from '../../../src/extension/models/model-labels.ts';
import { CancelledError } from '../../../src/foundation/errors.ts';
import { startModelServer } from '../../servers/model-list.ts';

/** The person's answers in order. A missing answer cancels. */
interface Answers {
  readonly keys?: readonly string[];
  readonly models?: readonly string[];
  readonly failures?: readonly FailureAnswer[];
  readonly retries?: readonly ('retry' | 'address')[];
  /** The addresses that are typed after the first one. */
  readonly corrected?: readonly string[];
  /** The activity that is cancelled. */
  readonly cancel?: 'list' | 'test';
}

class ScriptedDialog implements ModelDialog {
  service: ModelService;
  /** The address that was offered for correction, for each time that the source was picked. */
  readonly addresses: (string | undefined)[] = [];
  readonly offered: (readonly ServedModel[] | undefined)[] = [];
  readonly failures: ModelFailure[] = [];
  readonly hadKey: boolean[] = [];
  readonly answers: FailureAnswer[][] = [];
  readonly #keys: string[];
  readonly #models: string[];
  readonly #failureAnswers: FailureAnswer[];
  readonly #retries: ('retry' | 'address')[];
  readonly #corrected: string[];
  readonly #cancel: Answers['cancel'];

  constructor(baseUrl: string, answers: Answers) {
    const { keys = [], models = [], failures = [], retries = [], corrected = [], cancel } = answers;
    this.service = { provider: 'openai-compatible', title: 'Server', baseUrl };
    this.#keys = [...keys];
    this.#models = [...models];
    this.#failureAnswers = [...failures];
    this.#retries = [...retries];
    this.#corrected = [...corrected];
    this.#cancel = cancel;
  }

  pickSource(address?: string): Promise<ModelSource | undefined> {
    this.addresses.push(address);
    if (address !== undefined) this.service = { ...this.service, baseUrl: this.#corrected.shift() ?? address };
    return Promise.resolve({ kind: 'service', service: this.service } as const);
  }

  enterKey(_: ModelService, problem?: KeyProblem) {
    if (problem) {
      this.failures.push(problem.failure);
      this.hadKey.push(problem.hadKey);
    }
    return Promise.resolve(this.#keys.shift());
  }

  pickModel(_: ModelService, models: readonly ServedModel[] | undefined) {
    this.offered.push(models);
    return Promise.resolve(this.#models.shift());
  }

  confirmRetry(_: ModelService, failure: ModelFailure) {
    this.failures.push(failure);
    return Promise.resolve(this.#retries.shift());
  }

  reportFailedTest(_: string, failure: ModelFailure, answers: readonly FailureAnswer[]) {
    this.failures.push(failure);
    this.answers.push([...answers]);
    return Promise.resolve(this.#failureAnswers.shift());
  }

  withProgress<Value>({ kind }: { readonly kind: 'list' | 'test' }, work: (signal: AbortSignal) => Promise<Value>) {
    return work(kind === this.#cancel ? AbortSignal.abort() : new AbortController().signal);
  }
}

function choose(dialog: ScriptedDialog, stored: Readonly<Record<string, string>> = {}) {
  const keys = { read: (name: string) => Promise.resolve(stored[name]) };
  return chooseModel({ dialog, connection: createModelConnection({}, []), keys });
}

describe('chooseModel', () => {
  it('[EDIT-1] lists the models of an address, calls the selected one, and reports what it showed', async () => {
    await using server = await startModelServer();
    const dialog = new ScriptedDialog(server.baseUrl, { models: ['tiny'] });
    const chosen = await choose(dialog);
    assert.deepEqual(dialog.offered, [[{ id: 'large' }, { id: 'tiny' }]]);
    assert.equal(chosen?.reference, 'openai-compatible:tiny');
    assert.equal(chosen.baseUrl, server.baseUrl);
    assert.equal(chosen.key, undefined);
    assert.equal(chosen.test?.answer, 'OK');
    const [, call] = server.requests;
    assert.equal(call?.body['model'], 'tiny');
    assert.ok(Number(call.body['max_tokens']) <= 64, 'the test is short');
    assert.equal(server.requests.length, 2, 'the test is not repeated');
  });

  it('[EDIT-1] asks for the key again if it is refused, and replaces the key in effect', async () => {
    await using server = await startModelServer({ key: 'right' });
    const dialog = new ScriptedDialog(server.baseUrl, { keys: ['wrong-key-0001', 'right'], models: ['tiny'] });
    const chosen = await choose(dialog, { HOLDFAST_API_KEY: 'outdated-key-0001' });
    assert.deepEqual(chosen?.key, { name: 'HOLDFAST_API_KEY', value: 'right' });
    assert.ok(dialog.failures.every(({ isKeyRefused }) => isKeyRefused));
    assert.equal(dialog.failures.length, 2);
    assert.doesNotMatch(JSON.stringify(dialog.failures), /outdated-key|wrong-key/, 'no key in a message');
  });

  it('[EDIT-1] asks for a key if a server in the local network refuses a request without one', async () => {
    await using server = await startModelServer({ key: 'right-key-0001' });
    const dialog = new ScriptedDialog(server.baseUrl, { keys: ['right-key-0001'], models: ['tiny'] });
    const chosen = await choose(dialog);
    assert.deepEqual(dialog.hadKey, [false]);
    assert.deepEqual(chosen?.key, { name: 'HOLDFAST_API_KEY', value: 'right-key-0001' });
    assert.equal(chosen.test?.answer, 'OK', 'the test uses the entered key');
  });

  it('[AGENT-4] takes an external agent without a test, which would start it', async () => {
    const dialog = new ScriptedDialog('http://127.0.0.1:9', {});
    dialog.pickSource = () => Promise.resolve({ kind: 'agent', reference: 'acp:codex' });
    assert.deepEqual(await choose(dialog), { reference: 'acp:codex', isAgent: true });
  });

  it('[EDIT-1] says that no server answers, and tries again if the person wants it', async () => {
    const server = await startModelServer();
    await server.close();
    const dialog = new ScriptedDialog(server.baseUrl, { retries: ['retry'] });
    assert.equal(await choose(dialog), undefined);
    assert.equal(dialog.failures.length, 2);
    assert.match(dialog.failures[0]?.message ?? '', /no server answers there/);
  });

  it('[EDIT-1] a mistyped address is shown again, to be corrected', async () => {
    await using server = await startModelServer();
    const wrong = 'http://127.0.0.1:9/v1';
    const dialog = new ScriptedDialog(wrong, { retries: ['address'], corrected: [server.baseUrl], models: ['tiny'] });
    const chosen = await choose(dialog);
    assert.deepEqual(dialog.addresses, [undefined, wrong]);
    assert.equal(chosen?.baseUrl, server.baseUrl);
    assert.equal(chosen.test?.answer, 'OK');
  });

  it('[EDIT-1] takes a typed name if the service has no list, and offers other models after a failed test', async () => {
    await using server = await startModelServer({
      list: () => ({ status: 404 }),
      chat: ({ body }) =>
        body['model'] === 'known' ? { text: 'OK' } : { status: 404, body: { error: { message: 'no such model' } } },
    });
    const dialog = new ScriptedDialog(server.baseUrl, { models: ['unknown', 'known'], failures: ['model'] });
    const chosen = await choose(dialog);
    assert.deepEqual(dialog.offered, [undefined, undefined]);
    assert.equal(chosen?.reference, 'openai-compatible:known');
    assert.deepEqual(dialog.answers, [['retry', 'model', 'use']]);
    assert.equal(dialog.failures[0]?.isUnknown, true);
  });

  it('[EDIT-1] uses a model whose test failed only if the person wants it', async () => {
    await using server = await startModelServer({ chat: () => ({ status: 500 }) });
    const used = await choose(new ScriptedDialog(server.baseUrl, { models: ['tiny'], failures: ['retry', 'use'] }));
    assert.equal(used?.reference, 'openai-compatible:tiny');
    assert.equal(used.test, undefined);
    assert.equal(await choose(new ScriptedDialog(server.baseUrl, { models: ['tiny'] })), undefined);
  });

  for (const cancel of ['list', 'test'] as const)
    it(`[EDIT-1] can be cancelled during the ${cancel}`, async () => {
      await using server = await startModelServer();
      await assert.rejects(choose(new ScriptedDialog(server.baseUrl, { models: ['tiny'], cancel })), CancelledError);
    });
});

describe('model labels', () => {
  it('[EDIT-1] show a known price and never an unknown one as zero', () => {
    assert.equal(
      formatPrice({ inputPerMillion: 0.6, outputPerMillion: 2.2 }),
      '$0.60 in, $2.20 out per million tokens',
    );
    assert.equal(
      formatPrice({ inputPerMillion: 0.015, outputPerMillion: 0 }),
      '$0.015 in, $0.00 out per million tokens',
    );
    assert.equal(formatPrice(undefined), 'price unknown');
    assert.equal(formatTest({ durationMs: 1_234, answer: 'OK' }), 'It answered in 1.2 s, price unknown.');
  });
});
