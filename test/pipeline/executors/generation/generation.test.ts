import assert from 'node:assert/strict';
import { createLocalScene } from '../../forge/support/local-scene.ts';
import { signal } from '../../forge/support/forge-scene.ts';
import { GenerationScene, type SceneChunk } from './generation-scene.ts';

const TYPES: SceneChunk = { id: 'types', file: 'src/types.ts', creates: 'LIMIT' };
const CHECK: SceneChunk = {
  id: 'check',
  file: 'src/check.ts',
  creates: 'check',
  dependsOn: ['types'],
  consumes: ['LIMIT'],
};
const ANSWERS = {
  types: [{ 'src/types.ts': 'export const LIMIT = 3;\n' }],
  check: [{ 'src/check.ts': "import { LIMIT } from './types.ts';\nexport const check = () => LIMIT;\n" }],
};

describe('the generation of sub-items', function () {
  this.timeout(180_000);

  it('[PIPE-5] [ASSERT-CODE-007] generates stacked changes from commits, and leaves the files, the index and the branch of the user as they are', async () => {
    await using scene = await GenerationScene.open(await createLocalScene(), { chunks: [TYPES, CHECK] }, ANSWERS);
    const { user, forge } = scene.forge;
    await user.write('src/types.ts', 'this is not the base {{{\n');
    const before = await user.git('status', '--porcelain=v2', '--branch');
    const state = await scene.rest();
    assert.deepEqual(GenerationScene.describe(state), [
      'types integration waiting on main',
      `check integration waiting on holdfast/${scene.item}/1/sub/types`,
    ]);
    assert.equal(await user.git('status', '--porcelain=v2', '--branch'), before);
    const [types, check] = state.subItems;
    assert.equal((await user.git('rev-parse', `${check?.result ?? ''}^`)).trim(), types?.result);
    assert.match(await user.git('show', '-s', '--format=%an%n%B', check?.result ?? ''), /^Holdfast\nSub-item check\n/);
    assert.equal(await forge.readBranch(`holdfast/${scene.item}/1/sub/check`, signal), check?.result);
    const kept = (await user.git('for-each-ref', '--format=%(refname)', 'refs/holdfast')).split('\n');
    assert.deepEqual(
      kept.filter((ref) => ref !== '' && !ref.startsWith('refs/holdfast/pull/')),
      [],
    );
    const prompt = scene.prompts.at(-1)?.text ?? '';
    assert.match(
      prompt,
      /## AVAILABLE IMPORTS \(verified to exist\)\n\nFrom "\.\/types", the file src\/types\.ts:\n- LIMIT/,
    );
  });
});
