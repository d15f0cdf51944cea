import assert from 'node:assert/strict';
import { countedUsd, totalUsd } from '../../../../src/pipeline/state/spending.ts';
import { createDeferred } from '../../../servers/loopback-server.ts';
import { signal } from '../../forge/support/forge-scene.ts';
import { createLocalScene } from '../../forge/support/local-scene.ts';
import { createPolicy } from '../../state/item-states.ts';
import { GenerationScene, type SceneChunk } from './generation-scene.ts';

const chunk = (id: string, ...dependsOn: readonly string[]): SceneChunk => ({
  id,
  file: `src/${id}.ts`,
  creates: id,
  dependsOn,
  consumes: dependsOn,
});
const CHUNKS = [chunk('one'), chunk('two'), chunk('both', 'one', 'two')];
const ANSWERS = {
  one: [{ 'src/one.ts': 'export const one = 1;\n' }],
  two: [{ 'src/two.ts': 'export const two = 2;\n' }],
  both: [
    {
      'src/both.ts':
        "import { one } from './one.ts';\nimport { two } from './two.ts';\nexport const both = one + two;\n",
    },
  ],
};

/** The two calls of an attempt, with 100 tokens of input and output each, cost 0.0006 USD. */
const PRICES = 'prices: { inputPerMillion: 1, outputPerMillion: 2 }\n';

/** Holds back the answers to the first prompt of each of two chunks until both have arrived. */
function meetAtPrompts(): (id: string) => Promise<void> {
  const arrived = { one: createDeferred(), two: createDeferred() };
  return async (id) => {
    if (id !== 'one' && id !== 'two') return;
    arrived[id].resolve();
    await Promise.all([arrived.one.promise, arrived.two.promise]);
  };
}

describe('the generation of independent sub-items with several jobs', function () {
  this.timeout(180_000);

  it('[ASSERT-CODE-007] runs at the same time, and what depends on both receives both outputs', async () => {
    const options = { chunks: CHUNKS, jobs: 2, onPrompt: meetAtPrompts() };
    await using scene = await GenerationScene.open(await createLocalScene(), options, ANSWERS);
    const { user, forge } = scene.forge;
    const before = await user.git('status', '--porcelain=v2', '--branch');
    const state = await scene.rest();
    assert.deepEqual(GenerationScene.describe(state), [
      'one integration waiting on main',
      'two integration waiting on main',
      `both integration waiting on holdfast/${scene.item}/1/merge/both`,
    ]);
    assert.equal(await user.git('status', '--porcelain=v2', '--branch'), before);
    assert.equal((await user.git('worktree', 'list')).trim().split('\n').length, 1);
    for (const { id, result = '', attemptCount } of state.subItems) {
      assert.equal(await forge.readBranch(`holdfast/${scene.item}/1/sub/${id}`, signal), result);
      assert.equal(attemptCount, 1);
      const changed = await user.git('diff', '--name-only', `${result}^`, result);
      assert.equal(changed, `src/${id}.ts\n`, 'each attempt has a separate tree');
    }
    const prompt = scene.prompts.at(-1)?.text ?? '';
    const outputs = [...prompt.matchAll(/<prior-output-data\S* name="(.*?)">\n(.*)/g)].map(([, name, text]) => [
      name,
      text,
    ]);
    assert.deepEqual(outputs.sort(), [
      ['src/one.ts', 'export const one = 1;'],
      ['src/two.ts', 'export const two = 2;'],
    ]);
  });

  it('[ASSERT-CODE-007] pushes a passed result and opens its pull request while another attempt runs', async () => {
    const delivered = createDeferred();
    const options = {
      chunks: CHUNKS.slice(0, 2),
      jobs: 2,
      onPrompt: (id: string) => (id === 'one' ? delivered.promise : Promise.resolve()),
    };
    const forge = await createLocalScene();
    const create = forge.forge.createPullRequest.bind(forge.forge);
    const heads: string[] = [];
    forge.forge.createPullRequest = async (request, stop) => {
      const created = await create(request, stop);
      heads.push(request.head.split('/').at(-1) ?? '');
      delivered.resolve();
      return created;
    };
    await using scene = await GenerationScene.open(forge, options, ANSWERS);
    await scene.rest();
    assert.deepEqual(heads, ['two', 'one']);
  });

  it('[ASSERT-CODE-005] shares what is left of the budget, and settles what each attempt cost', async () => {
    const policy = { ...createPolicy(), maxCostUsd: 1 };
    const files = { 'holdfast.config.yaml': PRICES };
    const options = { chunks: CHUNKS, jobs: 2, policy, files, onPrompt: meetAtPrompts() };
    await using scene = await GenerationScene.open(await createLocalScene(), options, ANSWERS);
    const reserved: (readonly number[])[] = [];
    scene.onState = ({ spending }) => {
      assert.ok(totalUsd(spending) <= 1 + Number.EPSILON, `${totalUsd(spending)} USD`);
      reserved.push(spending.filter(({ settledUsd }) => settledUsd === undefined).map(countedUsd));
    };
    const state = await scene.rest();
    assert.equal(state.status, 'waiting');
    assert.ok(
      reserved.some(([one, two]) => one === 0.5 && two === 0.5),
      'each attempt reserves one half',
    );
    const attempts = state.spending.filter(({ stage }) => stage === 'generation');
    assert.deepEqual(attempts.map(({ subItem, settledUsd }) => [subItem, settledUsd?.toFixed(4)]).sort(), [
      ['both', '0.0006'],
      ['one', '0.0006'],
      ['two', '0.0006'],
    ]);
  });

  it('[ASSERT-CODE-005] refuses no attempt what another one does not need', async () => {
    // One half is too little for the first request of an attempt. The whole is enough for the requests of both.
    const policy = { ...createPolicy(), maxCostUsd: 0.003 };
    const files = { 'holdfast.config.yaml': PRICES };
    const options = { chunks: CHUNKS.slice(0, 2), jobs: 2, policy, files };
    await using scene = await GenerationScene.open(await createLocalScene(), options, ANSWERS);
    const state = await scene.rest();
    assert.ok(totalUsd(state.spending) <= 0.003);
    assert.deepEqual(
      state.subItems.map(({ id, status }) => `${id} ${status}`),
      ['one waiting', 'two waiting'],
    );
  });

  it('stores the result of an attempt although another one ends with an error', async () => {
    const hasStarted = createDeferred();
    const options = {
      chunks: CHUNKS.slice(0, 2),
      jobs: 2,
      onPrompt: async (id: string) => {
        if (id === 'two') return hasStarted.promise;
        hasStarted.resolve();
        throw new Error('refused');
      },
    };
    await using scene = await GenerationScene.open(await createLocalScene(), options, ANSWERS);
    await assert.rejects(scene.step(), /refused|401/);
    const state = await scene.stored();
    assert.deepEqual(
      state.subItems.map(({ id, result, attemptCount }) => [id, result !== undefined, attemptCount]),
      [
        ['one', false, undefined],
        ['two', true, 1],
      ],
    );
    assert.equal(state.lock, undefined);
    const branch = await scene.forge.forge.readBranch(`holdfast/${scene.item}/1/sub/two`, signal);
    assert.equal(branch, state.subItems[1]?.result);
  });
});
