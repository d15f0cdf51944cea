import assert from 'node:assert/strict';
import { commandEvents } from '../../../src/pipeline/step/command-events.ts';
import { readCommand } from '../../../src/pipeline/step/comment-commands.ts';
import { findPerformed } from '../../../src/pipeline/step/find-performed.ts';
import type { ItemState } from '../../../src/pipeline/state/item-state.ts';
import type { Effect } from '../../../src/pipeline/state/effect.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { createGithubScene } from '../forge/support/github-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { Steps } from './support.ts';

const gated = createPolicy({ planning: 'human' });

for (const [name, createScene] of [
  ['local', createLocalScene],
  ['github', createGithubScene],
] as const) {
  describe(`commands and duplicates on the forge ${name}`, function () {
    this.timeout(120_000);
    let scene: ForgeScene;
    let steps: Steps;

    before(async () => {
      scene = await createScene();
      steps = new Steps(scene);
    });
    after(async () => {
      await scene[Symbol.asyncDispose]();
    });
    const createItem = () => scene.people.createItem('Health checks', ['holdfast:run']);
    const rest = async (item: string) => (await steps.runToRest(item, { policy: gated })).last;

    it('[ASSERT-PSM-003] [PIPE-3] counts no command that was edited or carries a marker', async () => {
      const item = await createItem();
      await rest(item);
      const edited = await scene.people.comment(item, 'A remark.');
      await scene.people.editComment(edited, '/holdfast approve planning-1');
      const marker = { item, round: 1, stage: 'planning', key: 'quoted' } as const;
      await scene.forge.createComment(item, '/holdfast approve planning-1', marker, signal);
      const { state, because } = await rest(item);
      assert.deepEqual([state?.stage, because], ['planning', 'waiting']);
      await scene.people.comment(item, '/holdfast approve planning-1');
      assert.notEqual((await rest(item)).state?.stage, 'planning');
    });

    it('[PIPE-3] sends a waiting sub-item back to generation when a command rejects it, with the reason', async () => {
      const item = await createItem();
      await rest(item);
      await scene.people.comment(item, '/holdfast approve planning-1');
      const { state: waiting } = await rest(item);
      assert.ok(waiting !== undefined);
      const hash = waiting.subItems.find(({ id }) => id === 'types')?.result ?? '';
      await scene.people.comment(item, `/holdfast reject ${hash}\nName the limit.`);
      const comment = (await scene.forge.listComments(item, undefined, signal)).at(-1);
      const command = comment && readCommand(comment, 'holdfast');
      assert.ok(command !== undefined);
      const [event] = commandEvents(waiting, [command], { base: waiting.base, policy: waiting.policy });
      assert.ok(event?.type === 'changes-requested');
      assert.deepEqual([event.subItem, event.feedback], ['types', 'Name the limit.']);
      const { state: sentBack } = await steps.run(item, { policy: gated });
      const rework = (state: ItemState | undefined) => state?.subItems.find(({ id }) => id === 'types')?.rework;
      assert.deepEqual([rework(waiting), rework(sentBack)], [0, 1]);
      const generated = sentBack?.spending.filter(
        ({ subItem, stage }) => subItem === 'types' && stage === 'generation',
      );
      assert.equal(generated?.length, 2);
    });

    it('[PIPE-3] does nothing when the run label is added to an item that has it', async () => {
      const item = await createItem();
      const before = await rest(item);
      await scene.people.addLabel(item, 'holdfast:run');
      const { outcome, state } = await steps.run(item, { policy: gated });
      assert.equal(outcome, 'nothing');
      assert.deepEqual(state, before.state);
    });

    it('[ASSERT-IDEM-001] [PIPE-2] closes a duplicate sub-item with one pointer to the oldest', async () => {
      const item = await createItem();
      const effect: Extract<Effect, { type: 'sub-item' }> = {
        type: 'sub-item',
        key: 'sub-item/types',
        round: 1,
        stage: 'planning',
        subItem: 'types',
        title: 'Types',
        body: 'The types.',
      };
      const marker = { item, round: 1, stage: 'planning', key: effect.key } as const;
      const body = { title: effect.title, body: effect.body, labels: [], marker };
      const oldest = await scene.forge.createItem(body, signal);
      const duplicate = await scene.forge.createItem(body, signal);
      for (let times = 0; times < 2; times++) {
        assert.deepEqual(
          await findPerformed(effect, { forge: scene.forge, state: { item, round: 1, receipts: {} }, signal }),
          { id: oldest.id },
        );
      }
      // The local forge returns the item that exists, so there is no duplicate.
      if (name === 'local') {
        assert.equal(duplicate.id, oldest.id);
        return;
      }
      assert.equal((await scene.forge.readItem(duplicate.id, signal))?.isOpen, false);
      const pointers = await scene.forge.listComments(duplicate.id, undefined, signal);
      assert.deepEqual(
        pointers.map((comment) => comment.body.split('\n')[0]),
        [
          `This duplicates #${oldest.id}, because a suspended process continued. It is closed; the work continues in #${oldest.id}.`,
        ],
      );
    });
  });
}

// Who can open the repository of a local forge may write.
describe('persons on the forge github', function () {
  this.timeout(120_000);

  it('[ASSERT-PSM-003] counts an approval only from a person with write access', async () => {
    await using scene = await createGithubScene();
    const steps = new Steps(scene);
    const item = await scene.people.createItem('Health checks', ['holdfast:run']);
    await steps.runToRest(item, { policy: gated });
    await scene.people.comment(item, '/holdfast approve planning-1', 'outsider');
    const { state, because } = (await steps.runToRest(item, { policy: gated })).last;
    assert.deepEqual([state?.stage, because], ['planning', 'waiting']);
  });

  it('[PIPE-2] executes no stage again when the text of an item is edited after its intake', async () => {
    await using scene = await createGithubScene();
    const steps = new Steps(scene);
    const item = await scene.people.createItem('Health checks', ['holdfast:run']);
    const before = (await steps.runToRest(item, { policy: gated })).last;
    await scene.server.send('acme', 'PATCH', `/repos/acme/app/issues/${item}`, { body: 'Another text.' });
    assert.match((await scene.forge.readItem(item, signal))?.body ?? '', /Another text\./);
    const { outcome, state } = await steps.run(item, { policy: gated });
    assert.equal(outcome, 'nothing');
    assert.deepEqual(state, before.state);
  });
});
