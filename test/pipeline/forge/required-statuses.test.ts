import assert from 'node:assert/strict';
import { ForgeError } from '../../../src/pipeline/forge/forge-error.ts';
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

  it('[CONF-4] says that a server is not GitHub if an answer has another form', async () => {
    const forge = await scene.connect();
    for (const data of ['a page', [], { protection: 5 }, null]) {
      scene.server.fail({ method: 'GET', path: /\/branches\/main$/, answer: { status: 200, data } });
      await assert.rejects(forge.readRequiredStatuses('main', signal), (thrown) => {
        assert.ok(thrown instanceof ForgeError);
        assert.equal(thrown.problem, 'unavailable');
        assert.match(
          thrown.message,
          /^Failed to read the protection of the branch main: the server does not answer as/,
        );
        return true;
      });
    }
    scene.server.fail({ method: 'GET', path: /\/user$/, answer: { status: 200, data: null } });
    await assert.rejects(scene.connect(), /Failed to read the owner of the token: the server does not answer as/);
  });
});
