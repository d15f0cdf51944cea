import assert from 'node:assert/strict';
import { openPipelineDatabase } from '../../../src/pipeline/database/pipeline-database.ts';
import { DatabaseStateStore } from '../../../src/pipeline/state/database-state-store.ts';
import { GitRefStateStore } from '../../../src/pipeline/state/git-ref-state-store.ts';
import type { StateStore } from '../../../src/pipeline/state/state-store.ts';
import { RemoteRepository } from '../../../src/workspace/git/remote-repository.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { createGithubScene } from '../forge/support/github-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { describeTraces } from './item-traces.ts';
import { startStepChild, type ProcessTerms } from './step-child.ts';
import { Steps } from './support.ts';

const policy = createPolicy();

interface Place {
  readonly scene: ForgeScene;
  readonly store: StateStore;
  readonly place: ProcessTerms['place'];
  readonly close: () => Promise<void>;
}

async function openLocal(): Promise<Place> {
  const scene = await createLocalScene();
  const path = `${scene.user.folder}/.git/holdfast/history.db`;
  const database = await openPipelineDatabase(path);
  return {
    scene,
    store: new DatabaseStateStore(database),
    place: { kind: 'local', database: path },
    close: async () => {
      await database.close();
      await scene[Symbol.asyncDispose]();
    },
  };
}

async function openGithub(): Promise<Place> {
  const scene = await createGithubScene();
  const gitUrl = scene.bare.folder;
  const remote = new RemoteRepository(new Git(scene.user.folder), { url: gitUrl });
  return {
    scene,
    store: new GitRefStateStore({ remote, fallbackPrefix: 'holdfast' }),
    place: { kind: 'github', apiUrl: scene.server.url, gitUrl, token: scene.server.tokenOf('holdfast-bot') },
    close: async () => {
      await scene[Symbol.asyncDispose]();
    },
  };
}

for (const [name, openPlace, changes] of [
  ['local', openLocal, [2, 3, 9, 15, 18, 24, 27, 33, 36, 42, 48]],
  ['github', openGithub, [15, 24]],
] as const) {
  describe(`step processes on the forge ${name}`, function () {
    this.timeout(240_000);
    let place: Place;
    let steps: Steps;
    let expected: Awaited<ReturnType<typeof describeTraces>>;
    const createItem = () => place.scene.people.createItem('Health checks', ['holdfast:run']);

    before(async () => {
      place = await openPlace();
      steps = new Steps(place.scene, place.store);
      const plain = await createItem();
      await steps.runToRest(plain, { policy });
      expected = await describeTraces(place.scene, plain);
    });
    after(async () => {
      await place.close();
    });
    const start = (item: string, change: number, moment: 'before' | 'after') =>
      startStepChild({
        repository: place.scene.user.folder,
        place: place.place,
        items: [item],
        pause: { change, moment },
      });

    it('[PIPE-2] [ASSERT-IDEM-001] [ASSERT-IDEM-002] are killed with SIGKILL, and the next step leaves each object once', async () => {
      for (const change of changes) {
        const item = await createItem();
        const child = start(item, change, 'after');
        assert.equal(await child.hasPaused, true, `change ${change}`);
        child.process.kill('SIGKILL');
        await child.output;
        await steps.runToRest(item, { policy });
        assert.deepEqual(await describeTraces(place.scene, item), expected, `killed after change ${change}`);
      }
    });

    it('[PIPE-2] [ASSERT-PSM-005] continue after their heartbeat expired, discard their results, and leave each object once', async () => {
      for (const change of name === 'local' ? [3, 12, 16, 25, 37] : [16]) {
        const item = await createItem();
        const child = start(item, change, 'before');
        assert.equal(await child.hasPaused, true, `change ${change}`);
        const later = { policy, hasOwnerEnded: () => Promise.resolve(undefined), now: () => Date.now() + 120_000 };
        await steps.runToRest(item, later);
        child.process.stdin?.write('continue\n');
        assert.match(await child.output, / (busy|nothing)\n$/);
        const { linked, ...traces } = await describeTraces(place.scene, item);
        const { linked: planned, ...plain } = expected;
        assert.deepEqual(traces, plain, `continued at change ${change}`);
        assert.ok(linked >= planned);
        const { outcome } = await steps.run(item, later);
        assert.equal(outcome, 'nothing');
        const comments = await place.scene.forge.listComments(item, undefined, signal);
        const takeovers = comments.filter(({ body }) => body.includes('Its last sign of life was at')).length;
        // A process that sleeps before it stores its lock has nothing that can be taken over.
        assert.ok(change === 3 ? takeovers === 1 : takeovers <= 1, `${takeovers} takeovers`);
      }
    });
  });
}
