import assert from 'node:assert/strict';
import { signal } from '../forge/support/forge-scene.ts';
import { createLocalScene, type LocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { describeTraces, isTakeover } from './item-traces.ts';
import { FEWEST_KILLS, killAfterEachChange, runUntilKilled } from './kill-after-each-change.ts';
import { Killer } from './killer.ts';
import { Steps } from './support.ts';

const policy = createPolicy();

describe('a step that is killed', function () {
  this.timeout(600_000);
  let scene: LocalScene;
  let steps: Steps;

  before(async () => {
    scene = await createLocalScene();
    steps = new Steps(scene);
  });
  after(async () => {
    await scene[Symbol.asyncDispose]();
  });

  const createItem = () => scene.people.createItem('Health checks', ['holdfast:run']);

  it('[PIPE-2] [ASSERT-IDEM-001] [ASSERT-IDEM-002] [ASSERT-IDEM-003] is continued after every change of the forge and the state, and each object exists once', async () => {
    const plain = await createItem();
    await steps.runToRest(plain, { policy });
    const expected = await describeTraces(scene, plain);
    const { count, missed } = await killAfterEachChange(
      scene,
      createItem,
      { step: { policy } },
      async (item, kills) => {
        assert.deepEqual(await describeTraces(scene, item), expected, `killed after ${kills.join('\n')}`);
      },
    );
    assert.deepEqual(missed, []);
    assert.ok(count >= FEWEST_KILLS, `${count} kills`);
  });

  it('[PIPE-2] reports the takeover on the item once', async () => {
    const item = await createItem();
    // The lock is stored by the second change, with the intent of the first effect.
    await runUntilKilled(steps, item, { policy, killer: new Killer(2, 'after') });
    await steps.runToRest(item, { policy });
    const comments = await scene.forge.listComments(item, undefined, signal);
    const reports = comments.filter(({ body }) => isTakeover(body));
    assert.equal(reports.length, 1);
    assert.match(reports[0]?.body ?? '', /^The work of the process 1 on h was taken over\. That process has ended\./);
  });
});
