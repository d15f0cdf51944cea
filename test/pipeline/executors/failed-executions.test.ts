import assert from 'node:assert/strict';
import { ModelError } from '../../../src/models/base/model-error.ts';
import { HoldfastError } from '../../../src/foundation/errors.ts';
import { DocumentScene } from './support/document-scene.ts';
import { ALL_ACCEPTED } from './support/stage-replies.ts';

describe('a failed execution of a stage', function () {
  this.timeout(120_000);
  let scene: DocumentScene;
  afterEach(() => scene[Symbol.asyncDispose]());

  it('[ASSERT-PSM-006] fails the item if the provider refuses the request for good', async () => {
    const failure = () => new ModelError('The key is not valid', { statusCode: 401, hint: 'Set another key.' });
    scene = await DocumentScene.create({ replies: [], failure });
    const state = await scene.run(await scene.createItem('Invoices', 'Create invoices.'));
    assert.deepEqual([state.status, state.failure?.reason], ['failed', 'error']);
    assert.match(state.failure?.message ?? '', /The key is not valid\n\nSet another key\./);
    assert.deepEqual(
      state.spending.map(({ settledUsd }) => settledUsd),
      [0],
    );
  });

  it('[ASSERT-CODE-005] settles the cost and throws if a later step may succeed', async () => {
    const failure = () => new ModelError('The server is busy', { statusCode: 503, retryable: true });
    scene = await DocumentScene.create({ replies: [], failure });
    const item = await scene.createItem('Invoices', 'Create invoices.');
    await assert.rejects(scene.step(item), /The server is busy/);
    const stored = await scene.readState(item);
    assert.equal(stored.stages.intake?.refused ?? 0, 0, 'the try does not count');
    assert.deepEqual(
      stored.spending.map(({ settledUsd }) => settledUsd),
      [0],
    );
  });

  it('[ASSERT-CODE-005] reserves nothing that it cannot estimate, and refuses a budget without prices', async () => {
    scene = await DocumentScene.create({ replies: ALL_ACCEPTED, prices: 'unknown' });
    const state = await scene.run(await scene.createItem('Invoices', 'Create invoices.'));
    assert.deepEqual([state.stage, state.status], ['planning', 'waiting']);
    assert.ok(state.spending.every(({ reservedUsd, settledUsd }) => reservedUsd === 0 && settledUsd === null));
    await scene[Symbol.asyncDispose]();

    scene = await DocumentScene.create({
      replies: ALL_ACCEPTED,
      prices: 'unknown',
      settings: 'budgets: { item: 1 }\n',
    });
    const limited = await scene.run(await scene.createItem('Invoices', 'Create invoices.'));
    assert.equal(limited.failure?.reason, 'budget-exceeded');
    assert.match(limited.failure.message, /price of replay:scene.yaml is unknown/);
    assert.deepEqual(scene.prompts, []);
  });

  it('[ASSERT-CODE-005] does not call the model if the estimate exceeds the budget', async () => {
    scene = await DocumentScene.create({ replies: ALL_ACCEPTED, settings: 'budgets: { stages: { intake: 0.01 } }\n' });
    const state = await scene.run(await scene.createItem('Invoices', 'Create invoices.'));
    assert.equal(state.failure?.reason, 'budget-exceeded');
    assert.deepEqual([scene.prompts, state.spending], [[], []]);
  });

  it('[PIPE-4] does not start if no model is configured', async () => {
    const openModel = () => Promise.reject(new HoldfastError('configuration', 'No model is configured.'));
    scene = await DocumentScene.create({ replies: [], services: { openModel } });
    const item = await scene.createItem('Invoices', 'Create invoices.');
    await assert.rejects(scene.step(item), { code: 'configuration' });
    assert.deepEqual((await scene.readState(item)).spending, []);
  });
});
