import assert from 'node:assert/strict';
import { resolveConfiguration } from '../../../src/configuration/configuration.ts';
import { findLocalBaseBranch } from '../../../src/engine/pipeline/base-branch.ts';
import { findForgeTarget } from '../../../src/engine/pipeline/forge-target.ts';
import { Git } from '../../../src/workspace/git/git.ts';
import { GitUser } from '../../workspace/support/git-user.ts';
import { temporaryFolder } from '../../workspace/support/temporary.ts';

const { signal } = new AbortController();

describe('the base branch and the forge of a repository', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let user: GitUser;
  let git: Git;
  beforeEach(async () => {
    folder = await temporaryFolder();
    user = await GitUser.init(folder.at('repository'));
    git = new Git(user.folder);
  });
  afterEach(() => folder[Symbol.asyncDispose]());

  const findName = async (configured?: string): Promise<string> =>
    (await findLocalBaseBranch(git, configured, signal)).name;
  const findTarget = (environment: Readonly<Record<string, string>>, file = {}) =>
    findForgeTarget(resolveConfiguration({ environment, file }), git);

  it('[PIPE-5] items start from the default branch, not from a branch that is checked out for a review', async () => {
    await assert.rejects(findName(), /Failed to find the branch that work items start from/);
    await user.write('a.txt', 'a\n');
    await user.commit('first');
    await user.git('checkout', '-q', '-b', 'holdfast/1/1/sub/types');
    assert.equal(await findName(), 'main');
    assert.equal(await findName('release'), 'release');
    await user.git('branch', 'develop');
    await user.git('config', 'init.defaultBranch', 'develop');
    assert.equal(await findName(), 'develop');
    await user.git('branch', 'trunk');
    await user.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
    assert.equal(await findName(), 'trunk');
  });

  it('is local unless GitHub is configured, whose repository and URLs follow from origin', async () => {
    assert.deepEqual(await findTarget({ GITHUB_REPOSITORY: 'acme/app' }), { kind: 'local' });
    await assert.rejects(findTarget({ HOLDFAST_FORGE: 'github' }), /the repository on GitHub is unknown/);
    for (const url of [
      'git@github.com:acme/app.git',
      'https://github.com/acme/app',
      'ssh://git@github.com/acme/app.git',
    ]) {
      await user.git('config', 'remote.origin.url', url);
      assert.deepEqual(await findTarget({ HOLDFAST_FORGE: 'github' }), {
        kind: 'github',
        owner: 'acme',
        repo: 'app',
        apiUrl: 'https://api.github.com',
        gitUrl: 'https://github.com/acme/app.git',
      });
    }
    const forge = { kind: 'github', repository: 'other/tool' } as const;
    assert.deepEqual(await findTarget({ GITHUB_API_URL: 'https://git.example.org/api/v3' }, { forge }), {
      kind: 'github',
      owner: 'other',
      repo: 'tool',
      apiUrl: 'https://git.example.org/api/v3',
      gitUrl: 'https://git.example.org/other/tool.git',
    });
  });
});
