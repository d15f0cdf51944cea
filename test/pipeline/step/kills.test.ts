import assert from 'node:assert/strict';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { describeTraces, isTakeover } from './item-traces.ts';
import { Killed, Killer } from './killer.ts';
import { Steps, type StepOptions } from './support.ts';

const policy = createPolicy();

describe('a step that is killed', function () {
  this.timeout(600_000);
  let scene: ForgeScene;
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
    let changes = 0;
    for (let isKilled = true; isKilled; changes++) {
      const item = await createItem();
      const killer = new Killer(changes, 'after');
      await runUntilKilled(steps, item, { policy, killer });
      isKilled = killer.hasKilled;
      await steps.runToRest(item, { policy });
      assert.deepEqual(await describeTraces(scene, item), expected, `killed after change ${changes + 1}`);
    }
    assert.ok(changes > 40, `${changes} changes`);
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

/** Runs steps until one is killed or nothing happens. */
async function runUntilKilled(steps: Steps, item: string, options: StepOptions): Promise<void> {
  try {
    await steps.runToRest(item, options);
  } catch (thrown) {
    if (!(thrown instanceof Killed)) throw thrown;
  }
}
