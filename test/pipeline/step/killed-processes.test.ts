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
import type { Policy } from '../../../src/pipeline/state/policy.ts';
import { isFullRun } from '../../scripts/full-run.ts';
import { createPolicy } from '../state/item-states.ts';
import { describeTraces } from './item-traces.ts';
import { startStepChild, type ProcessTerms } from './step-child.ts';
import { MemoryStateStore, PARALLEL_PLAN, Steps } from './support.ts';

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

// Some changes, from the first to the last stage. kills.test.ts covers every change, without processes. Each access to a state
// on GitHub starts several processes, so the rest of its tests is in the full run.
for (const [name, openPlace, changes] of [
  ['local', openLocal, isFullRun ? [2, 15, 27, 36, 48] : [2, 36]],
  ['github', openGithub, isFullRun ? [21, 24] : [21]],
] as const) {
  describe(`step processes on the forge ${name}`, function () {
    this.timeout(600_000);
    let place: Place;
    let steps: Steps;
    let expected: Awaited<ReturnType<typeof describeTraces>>;
    const createItem = () => place.scene.people.createItem('Health checks', ['holdfast:run']);

    before(async () => {
      place = await openPlace();
      steps = new Steps(place.scene, place.store);
      const plain = await createItem();
      await new Steps(place.scene).runToRest(plain, { policy });
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
        await continueToRest(item);
        assert.deepEqual(await describeTraces(place.scene, item), expected, `killed after change ${change}`);
      }
    });

    /** Takes the work over in a step. The later ones use a copy of the state on GitHub, except in the full run. */
    async function continueToRest(item: string): Promise<void> {
      await steps.run(item, { policy });
      let store = place.store;
      if (name === 'github' && !isFullRun) {
        store = new MemoryStateStore();
        await store.swap(item, undefined, (await place.store.read(item, signal))?.text ?? '', signal);
      }
      await new Steps(place.scene, store).runToRest(item, { policy });
    }

    if (name === 'github' && !isFullRun) return;

    it('[PIPE-2] [ASSERT-IDEM-001] are killed with SIGKILL while two attempts run, and the next step leaves each object once', async () => {
      const parallel = new Steps(place.scene, place.store, { plan: PARALLEL_PLAN });
      const sorted = async (item: string) => {
        const { pullRequests, comments, ...traces } = await describeTraces(place.scene, item);
        return { ...traces, pullRequests: [...pullRequests].sort(), comments: [...comments].sort() };
      };
      const plain = await createItem();
      await new Steps(place.scene, undefined, { plan: PARALLEL_PLAN }).runToRest(plain, { policy });
      const item = await createItem();
      await killDuringAttempts(item);
      await parallel.runToRest(item, { policy, jobs: 2 });
      assert.deepEqual(await sorted(item), await sorted(plain));
    });

    /** Starts a process, and kills it while two attempts run. */
    async function killDuringAttempts(item: string, limits: Pick<Policy, 'maxCostUsd'> = {}): Promise<void> {
      const terms = { repository: place.scene.user.folder, place: place.place, items: [item] };
      const child = startStepChild({ ...terms, hangingAttempts: 2, policy: limits });
      assert.equal(await child.hasPaused, true);
      child.process.kill('SIGKILL');
      await child.output;
    }

    if (name === 'local') {
      it('[PIPE-2] [ASSERT-CODE-005] are killed with SIGKILL while two attempts run, and both count as spent', async () => {
        const limits = { maxCostUsd: 4.04 };
        const item = await createItem();
        await killDuringAttempts(item, limits);
        const parallel = new Steps(place.scene, place.store, { plan: PARALLEL_PLAN });
        const { last } = await parallel.runToRest(item, { policy: { ...policy, ...limits }, jobs: 2 });
        // The attempts had reserved all that was left.
        assert.deepEqual([last.outcome, last.state?.failure?.reason], ['failed', 'budget-exceeded']);
        const unsettled = last.state?.spending.filter(({ settledUsd }) => settledUsd === undefined);
        assert.deepEqual(
          unsettled?.map(({ subItem, reservedUsd }) => [subItem, reservedUsd.toFixed(2)]),
          [
            ['one', '2.00'],
            ['two', '2.00'],
          ],
        );
      });
    }

    const changesBefore = name === 'github' ? [16] : isFullRun ? [3, 16, 37] : [3, 37];
    it('[PIPE-2] [ASSERT-PSM-005] continue after their heartbeat expired, discard their results, and leave each object once', async () => {
      for (const change of changesBefore) {
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
