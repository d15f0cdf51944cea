import assert from 'node:assert/strict';
import type { Forge } from '../../../src/pipeline/forge/forge.ts';
import { ManualClock } from '../../foundation/manual-clock.ts';
import { signal } from '../forge/support/forge-scene.ts';
import { createGithubScene } from '../forge/support/github-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { Steps } from './support.ts';

/** The limit of a heartbeat in these steps is a minute. */
const LIMIT_MS = 20_000;

const policy = createPolicy();

/** A forge that posts comments, and never answers until the call is aborted. */
function withoutAnswers(forge: Forge, onPosted: (call: AbortSignal) => void): Forge {
  const createComment: Forge['createComment'] = async (id, body, marker, call) => {
    await forge.createComment(id, body, marker, call);
    return new Promise((_, reject) => {
      call.addEventListener('abort', () => reject(new Error('The call was aborted.')));
      onPosted(call);
    });
  };
  return new Proxy(forge, {
    get: (target, key) => {
      if (key === 'createComment') return createComment;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

for (const [name, createScene] of [
  ['local', createLocalScene],
  ['github', createGithubScene],
] as const) {
  describe(`an effect without an answer on the forge ${name}`, function () {
    this.timeout(60_000);

    it('[PIPE-2] ends after a third of the heartbeat limit, and the next step finds what it made', async () => {
      await using scene = await createScene();
      const steps = new Steps(scene);
      const item = await scene.people.createItem('Health checks', ['holdfast:run']);
      const clock = new ManualClock();
      const forge = withoutAnswers(scene.forge, (call) => {
        clock.advance(LIMIT_MS - 1);
        assert.equal(call.aborted, false);
        clock.advance(1);
      });
      await assert.rejects(steps.run(item, { policy, forge, clock }), {
        problem: 'unavailable',
        retryable: true,
        message: 'Failed to post a comment: the forge did not answer in 20 s',
      });
      assert.equal((await scene.forge.listComments(item, undefined, signal)).length, 1);
      assert.equal((await steps.run(item, { policy })).outcome, 'advanced');
      const entered = (await scene.forge.listComments(item, undefined, signal)).filter(({ body }) =>
        body.startsWith('Stage: intake'),
      );
      assert.equal(entered.length, 1);
    });
  });
}
