import assert from 'node:assert/strict';
import { createGithubScene } from '../forge/support/github-scene.ts';
import { signal, type ForgeScene } from '../forge/support/forge-scene.ts';
import { createLocalScene } from '../forge/support/local-scene.ts';
import { createPolicy } from '../state/item-states.ts';
import { Steps } from './support.ts';

const SCENES: Readonly<Record<string, () => Promise<ForgeScene>>> = {
  local: createLocalScene,
  github: createGithubScene,
};

for (const [name, createScene] of Object.entries(SCENES)) {
  describe(`a document that a person edited: ${name}`, function () {
    this.timeout(120_000);

    for (const consent of ['merge', 'approval'] as const) {
      it(`[PIPE-5] does not count as approved by a ${consent}, because the stored answer is another one`, async () => {
        await using scene = await createScene();
        const policy = createPolicy({ architecture: 'human' });
        const steps = new Steps(scene);
        const item = await scene.people.createItem('Health checks', ['holdfast:run']);
        await steps.runToRest(item, { policy });
        const number = 1 + Number(item);
        const request = await scene.forge.readPullRequest(number, signal);
        assert.ok(request !== undefined);
        const branches = 'bare' in scene ? (scene as ForgeScene & { bare: ForgeScene['user'] }).bare : scene.user;
        const tree = (await branches.git('rev-parse', `${request.head}^{tree}`)).trim();
        const edited = (await branches.git('commit-tree', tree, '-p', request.headCommit, '-m', 'edited')).trim();
        await branches.git('update-ref', `refs/heads/${request.head}`, edited);
        if (consent === 'merge') await scene.people.merge(number, 'squash');
        else await scene.people.review(number, 'approved', '');
        const { last } = await steps.runToRest(item, { policy });
        assert.deepEqual([last.state?.stage, last.state?.failure?.reason], ['architecture', 'foreign-change']);
        assert.match(
          last.state?.failure?.message ?? '',
          new RegExp(`commit ${edited.slice(0, 10)}, which Holdfast did not`),
        );
      });
    }
  });
}
