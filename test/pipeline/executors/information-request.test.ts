import assert from 'node:assert/strict';
import { signal } from '../forge/support/forge-scene.ts';
import { DocumentScene, FORGES } from './support/document-scene.ts';
import { ALL_ACCEPTED } from './support/stage-replies.ts';

for (const [name, createForge] of Object.entries(FORGES)) {
  describe(`an item without text: ${name}`, function () {
    this.timeout(120_000);
    let scene: DocumentScene;
    let item: string;

    beforeEach(async () => {
      scene = await DocumentScene.create({ replies: ALL_ACCEPTED, createForge, settings: 'maxTries: { intake: 1 }\n' });
      item = await scene.createItem('Invoices', '## Description\n\n<!-- What must change? -->\n');
    });
    afterEach(() => scene[Symbol.asyncDispose]());

    async function listComments(): Promise<readonly string[]> {
      const comments = await scene.forge.forge.listComments(item, undefined, signal);
      return comments.map(({ body }) => body.split(/[.\n]/)[0] ?? '');
    }

    it('[ASSERT-CLASS-001] asks for information once, and waits without a model call', async () => {
      const state = await scene.run(item);
      assert.deepEqual([state.stage, state.status, state.failure], ['intake', 'waiting', undefined]);
      assert.deepEqual(await listComments(), [
        'Stage: intake',
        'This item has no description, so it cannot be classified',
      ]);
      assert.equal((await scene.step(item)).outcome, 'nothing');
      assert.equal((await listComments()).length, 2);
      assert.deepEqual([scene.prompts, state.spending.map(({ settledUsd }) => settledUsd)], [[], [0]]);
      assert.deepEqual(
        [state.stages.intake?.refused ?? 0, state.labels.includes('holdfast:awaiting-review')],
        [0, true],
      );
    });

    it('[ASSERT-CLASS-001] continues when a person comments, and reads the comment', async () => {
      await scene.run(item);
      await scene.forge.people.comment(item, 'Please add it.', 'outsider');
      await scene.step(item);
      assert.deepEqual(scene.prompts, [], 'a comment of a person without write access starts nothing');
      await scene.forge.people.comment(item, 'Each order gets one invoice.');
      const state = await scene.run(item);
      assert.equal(state.stage, 'planning');
      assert.equal(state.informationRequest, undefined);
      assert.match(scene.prompts.join('\n'), /<comment-data author="reviewer">\nEach order gets one invoice\./);
      assert.doesNotMatch(scene.prompts.join('\n'), /Please add it/);
    });

    it('[ASSERT-CLASS-001] continues when its text changes, and cancels when a person says so', async () => {
      await scene.run(item);
      scene.editItem(item, 'Each order gets one invoice.');
      assert.equal((await scene.run(item)).stage, 'planning');

      const other = await scene.createItem('Other', '');
      assert.equal((await scene.run(other)).status, 'waiting');
      await scene.forge.people.comment(other, '/holdfast cancel');
      assert.equal((await scene.run(other)).status, 'cancelled');
    });
  });
}
