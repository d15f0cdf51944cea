import assert from 'node:assert/strict';
import { signal } from './support/forge-scene.ts';
import { createGithubScene, type GithubScene } from './support/github-scene.ts';

describe('the statuses that a branch on GitHub requires', function () {
  this.timeout(60_000);
  let scene: GithubScene;

  beforeEach(async () => {
    scene = await createGithubScene();
  });
  afterEach(() => scene[Symbol.asyncDispose]());

  it('[ASSERT-REVIEW-006] are those of its protection and of rulesets', async () => {
    const forge = await scene.connect();
    assert.deepEqual(await forge.readRequiredStatuses('main', signal), []);
    scene.server.protect('main', ['build', 'holdfast/human-approval']);
    assert.deepEqual(await forge.readRequiredStatuses('main', signal), ['build', 'holdfast/human-approval']);
    scene.server.protect('main', ['build']);
    scene.server.protect('main', ['build', 'holdfast/human-approval'], 'ruleset');
    assert.deepEqual(await forge.readRequiredStatuses('main', signal), ['build', 'holdfast/human-approval']);
  });

  it('leaves out rulesets that the token must not read, and says that a branch does not exist', async () => {
    const forge = await scene.connect();
    scene.server.protect('main', ['build']);
    const answer = { status: 403, data: { message: 'Resource not accessible' } };
    scene.server.fail({ method: 'GET', path: /\/rules\/branches\//, answer });
    assert.deepEqual(await forge.readRequiredStatuses('main', signal), ['build']);
    scene.server.fail({
      method: 'GET',
      path: /\/branches\/gone$/,
      answer: { status: 404, data: { message: 'Not Found' } },
    });
    assert.equal(await forge.readRequiredStatuses('gone', signal), undefined);
  });
});
